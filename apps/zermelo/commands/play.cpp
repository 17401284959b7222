// Play in the terminal against the table, or against a search where there is none.
#include <random>

#include "arguments.h"
#include "base/machine.h"
#include "command.h"
#include "line_reader.h"
#include "play_session.h"
#include "search_arguments.h"
#include "solving.h"
#include "terminal.h"

namespace zermelo {
namespace {

constexpr u64 small_enough = 50'000'000; // slots that are solved while somebody waits

constexpr double patience = 1; // seconds that a search takes for a move unless told otherwise

struct PlayArguments {
  std::string game, position, against, side = "first", lang;
  i64 strength = 100, seed = -1;
  SearchArguments search;
  bool values = false;
};

[[noreturn]] void refuse(const Entry& entry, const Common& common) try {
  refuse_missing_table(entry, common);
} catch (const Error& e) {
  throw Error(e.code(), std::string(e.what()) + "; --against search needs none");
}

Table table_to_play(const Entry& entry, const Common& common) {
  if (auto table = find_table(entry, common)) return std::move(*table);
  if (!entry.game().indexed() || !stdin_is_terminal()) refuse(entry, common);
  const SolvePlan e = entry.plan({}, Contents::distances);
  if (e.slots > small_enough || e.memory > available_memory()) refuse(entry, common);
  if (!confirm(fmt::format("There is no table of {} yet. Solve it now? It has {}.", entry.full_name(), text_of(e))))
    refuse(entry, common);
  solve_with_progress(entry, files_of(entry, common), {}, false);
  return need_table(entry, common);
}

// A game that can have no table is played against the search.
Seat opponent(const Entry& entry, const std::string& against, const Common& common) {
  if (against.empty() && !entry.game().indexed()) return Seat("search", entry, common);
  if (against.empty() || against == "table") return Seat(entry, table_to_play(entry, common));
  return Seat(against, entry, common);
}

Exit play(const PlayArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyPosition start = position_of(*entry, o.position);
  const Seat seat = opponent(*entry, o.against, common);
  SearchOptions search = o.search.options(seat.searches() ? 1 : 0);
  if (search.nodes == 0 && search.seconds == 0) search.seconds = patience;
  search.seed = o.seed >= 0 ? static_cast<u64>(o.seed) : std::random_device{}();
  const PlayOptions options{.human_first = o.side == "first",
                            .strength = static_cast<int>(o.strength),
                            .search = search,
                            .values = o.values,
                            .lang = o.lang,
                            .echo = !stdin_is_terminal()};
  // With --json the record of the game is the data, and the talk goes to stderr.
  auto say = [&common](const std::string& text) {
    if (common.json) return note(text);
    out(std::string_view(text));
    flush_out();
  };
  PlaySession session(*entry, seat, start, options, say);
  LineReader reader([&session] { return session.offers(); });
  session.run([&](const std::string& prompt, std::string& line) {
    if (!reader.edits() || common.json) {
      say(prompt);
      return read_line(line);
    }
    return reader.read(prompt, line);
  });
  if (common.json) out(session.record());
  return Exit::done;
}

} // namespace

const Command play_command = {
    "play", "play against the table, or against a search",
    "zermelo play tictactoe --side second --strength 80\n  zermelo play yonmoque --against search --seconds 3",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<PlayArguments>();
      a.game(o->game);
      a.position(o->position);
      a.text("--against", o->against, "PLAYER",
             "table, table:GAME, search or random (default: table, or search where none can be)");
      o->search.declare(a);
      a.choice("--side", o->side, {"first", "second"}, "the player you are (default: first)");
      a.number("--strength", o->strength, 0, 100, "how often in a hundred it plays its best (default 100)");
      a.number("--seed", o->seed, 0, 1'000'000'000'000'000, "the seed of its choices (default: a new one each time)");
      a.flag("--values", o->values, "show what each move is worth");
      a.language(o->lang);
      return [o, &common] { return play(*o, common); };
    }};

} // namespace zermelo
