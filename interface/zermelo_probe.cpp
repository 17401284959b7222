// The C interface: every function turns whatever is thrown into a code and a sentence.
#include "zermelo_probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "base/error.h"
#include "exec/guarded.h"
#include "tasks/context.h"
#include "tasks/verify_job.h"
#include "view/text.h"

using zermelo::AnyPosition, zermelo::Error, zermelo::Exit, zermelo::Value;

namespace {

bool tells_distances(const std::optional<zermelo::Table>& table) {
  return !table.has_value() || table->header().encoding != zermelo::Encoding::wdl2;
}

} // namespace

// The game answers any thread; the tables have caches, so a lock is around them.
struct zermelo_probe {
  zermelo_probe(std::unique_ptr<zermelo::Entry> opened, zermelo::Prober&& tables)
      : entry(std::move(opened)), name(entry->full_name()), distances(tells_distances(tables.table())),
        prober(std::move(tables)) {}

  std::unique_ptr<zermelo::Entry> entry;
  std::string name;
  bool distances;
  zermelo::Guarded<zermelo::Prober> prober;
};

namespace {

void say(const char* sentence, char* why, std::size_t room) {
  if (why == nullptr || room == 0) return;
  const std::size_t length = std::min(std::strlen(sentence), room - 1);
  std::memcpy(why, sentence, length);
  why[length] = 0;
}

zermelo_probe_code code_of(Exit exit) {
  switch (exit) {
  case Exit::usage: return ZERMELO_PROBE_NO_GAME;
  case Exit::table: return ZERMELO_PROBE_NO_TABLE;
  case Exit::position: return ZERMELO_PROBE_NO_POSITION;
  case Exit::resources: return ZERMELO_PROBE_NO_MEMORY;
  default: return ZERMELO_PROBE_FAILED;
  }
}

template <class F> zermelo_probe_code guarded(char* why, std::size_t room, F&& f) noexcept {
  say("", why, room);
  try {
    f();
    return ZERMELO_PROBE_OK;
  } catch (const Error& e) {
    say(e.what(), why, room);
    return code_of(e.code());
  } catch (const std::bad_alloc&) {
    say("there is not enough memory", why, room);
    return ZERMELO_PROBE_NO_MEMORY;
  } catch (const std::exception& e) {
    say(e.what(), why, room);
    return ZERMELO_PROBE_FAILED;
  } catch (...) {
    say("an error of an unknown kind", why, room);
    return ZERMELO_PROBE_FAILED;
  }
}

template <class... T> void need(const T*... pointers) {
  if ((... || !pointers)) throw Error(Exit::runtime, "a NULL was passed where there must be something");
}

zermelo_probe_value value_in_c(const Value& v) {
  return {v.wdl == zermelo::Wdl::win    ? ZERMELO_PROBE_WIN
          : v.wdl == zermelo::Wdl::loss ? ZERMELO_PROBE_LOSS
                                        : ZERMELO_PROBE_DRAW,
          v.has_plies() ? v.plies : ZERMELO_PROBE_NO_PLIES, v.has_score() ? v.score : ZERMELO_PROBE_NO_SCORE};
}

void refuse_unknown(const zermelo_probe& probe) {
  throw Error(Exit::table, "no table here holds this position of " + probe.name);
}

zermelo_probe_value ask(const zermelo_probe& probe, const char* text) {
  const AnyPosition p = zermelo::position_of(*probe.entry, text);
  const Value v = probe.prober.with([&](const zermelo::Prober& tables) { return tables.value(p); });
  if (!v.known()) refuse_unknown(probe);
  return value_in_c(v);
}

std::size_t copy_name(const std::string& name, char* to, std::size_t room) {
  if (name.size() >= room) throw Error(Exit::runtime, fmt::format("there is no room for '{}'", name));
  std::memcpy(to, name.c_str(), name.size() + 1);
  return name.size() + 1;
}

} // namespace

extern "C" {

int zermelo_probe_version(void) { return ZERMELO_PROBE_VERSION; }

zermelo_probe_code zermelo_probe_open(const char* game, const char* tables, zermelo_probe** probe, char* why, size_t room) {
  return guarded(why, room, [&] {
    need(game, probe);
    *probe = nullptr;
    auto entry = zermelo::open_named(game);
    const zermelo::TablePlace place{tables == nullptr ? "" : tables};
    zermelo::Prober prober(*entry, place);
    if (!prober.knows_anything()) zermelo::refuse_missing_table(*entry, place);
    *probe = new zermelo_probe(std::move(entry), std::move(prober));
  });
}

zermelo_probe_code zermelo_probe_open_file(const char* file, zermelo_probe** probe, char* why, size_t room) {
  return guarded(why, room, [&] {
    need(file, probe);
    *probe = nullptr;
    auto [entry, table] = zermelo::table_in_file(file);
    zermelo::Prober prober(*entry, std::move(table));
    *probe = new zermelo_probe(std::move(entry), std::move(prober));
  });
}

void zermelo_probe_close(zermelo_probe* probe) { delete probe; }

const char* zermelo_probe_game(const zermelo_probe* probe) { return probe == nullptr ? "" : probe->name.c_str(); }

int zermelo_probe_has_distances(const zermelo_probe* probe) { return probe != nullptr && probe->distances ? 1 : 0; }

zermelo_probe_code zermelo_probe_ask(zermelo_probe* probe, const char* position, zermelo_probe_value* value, char* why,
                                     size_t room) {
  return guarded(why, room, [&] {
    need(probe, position, value);
    *value = ask(*probe, position);
  });
}

zermelo_probe_code zermelo_probe_ask_many(zermelo_probe* probe, const char* const* positions, size_t count,
                                          zermelo_probe_value* values, zermelo_probe_code* codes, char* why, size_t room) {
  zermelo_probe_code first = guarded(why, room, [&] {
    if (count != 0) need(probe, positions, values, codes);
  });
  if (first != ZERMELO_PROBE_OK) return first;
  for (size_t i = 0; i < count; ++i) {
    const bool tell = first == ZERMELO_PROBE_OK; // only the first failure has its sentence told
    codes[i] = guarded(tell ? why : nullptr, room, [&] {
      need(positions[i]);
      values[i] = ask(*probe, positions[i]);
    });
    if (tell) first = codes[i];
  }
  return first;
}

zermelo_probe_code zermelo_probe_moves(zermelo_probe* probe, const char* position, zermelo_probe_move* moves, size_t most,
                                       size_t* count, char* why, size_t room) {
  return guarded(why, room, [&] {
    need(probe, position, count);
    if (most != 0) need(moves);
    const AnyPosition p = zermelo::position_of(*probe->entry, position);
    const zermelo::Answer answer = probe->prober.with([&](const zermelo::Prober& tables) { return tables.answer(p); });
    if (!answer.value.known()) refuse_unknown(*probe);
    *count = answer.moves.size();
    for (size_t i = 0; i < std::min(most, answer.moves.size()); ++i) {
      copy_name(answer.moves[i].name, moves[i].name, sizeof moves[i].name);
      moves[i].value = value_in_c(answer.moves[i].value);
    }
  });
}

zermelo_probe_code zermelo_probe_play(zermelo_probe* probe, const char* position, const char* move, char* text, size_t text_room,
                                      size_t* needed, char* why, size_t room) {
  return guarded(why, room, [&] {
    need(probe, position, move, text);
    const zermelo::AnyGame& game = probe->entry->game();
    const AnyPosition p = zermelo::position_of(*probe->entry, position);
    const std::string after = game.print(game.play(p, zermelo::move_of(*probe->entry, p, move)));
    if (needed != nullptr) *needed = after.size() + 1;
    copy_name(after, text, text_room);
  });
}

} // extern "C"
