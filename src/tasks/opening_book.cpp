#include "tasks/opening_book.h"

#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "catalog/catalog.h"
#include "solve/dfpn/table.h"
#include "table/statistics.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr u64 most_book_bytes = u64{64} << 20;

std::string class_in_book(const AnyGame& game, const AnyPosition& p) { return game.print(game.canonical(p)); }

// What the moves of a position are worth together; unknown if one of them is not known and none wins at once.
Value best_of(const AnyGame& game, const OpeningBook& book, const AnyPosition& p) {
  Value best = unknown_value;
  bool all = true;
  for (const AnyMove m : game.moves(p)) {
    const AnyPosition q = game.play(p, m);
    const Value settled = game.settle(q), v = settled.known() ? settled : book.find(game, q);
    all = all && v.known();
    if (const Value mine = value_of_move_to(v, game.pays(p, m)); v.known() && (!best.known() || better(mine, best))) best = mine;
  }
  return all || best == win_in(1) ? best : unknown_value;
}

[[noreturn]] void refuse_book(const std::string& source, const std::string& why) {
  throw Error(Exit::table, source + " is no sound book: " + why);
}

// The classes of positions after each number of plies, up to so many, that are not over.
std::vector<std::vector<AnyPosition>> levels_of(const AnyGame& game, const AnyPosition& start, int plies) {
  std::vector<std::vector<AnyPosition>> levels{{start}};
  while (static_cast<int>(levels.size()) <= plies) {
    std::set<std::string> seen;
    std::vector<AnyPosition> next;
    for (const AnyPosition& p : levels.back())
      for (const AnyMove m : game.moves(p))
        if (const AnyPosition q = game.play(p, m); !game.settle(q).known() && seen.insert(class_in_book(game, q)).second)
          next.push_back(game.canonical(q));
    levels.push_back(std::move(next));
  }
  return levels;
}

} // namespace

Value OpeningBook::find(const AnyGame& of, const AnyPosition& p) const {
  const auto it = values.find(class_in_book(of, p));
  return it == values.end() ? unknown_value : it->second;
}

std::string text_of(const OpeningBook& book) {
  std::string text = fmt::format("{{\n \"game\": {},\n \"variant\": {},\n \"provenance\": {},\n \"values\": {{",
                                 json_text(book.game), json_text(book.variant), json_text(book.provenance));
  const char* comma = "\n";
  for (const auto& [position, value] : book.values) {
    text += fmt::format("{}  {}: {}", comma, json_text(position), json_text(to_json(value)));
    comma = ",\n";
  }
  return text + "\n }\n}\n";
}

OpeningBook book_from_text(const Entry& entry, std::string_view text, const std::string& source) try {
  const auto j = parse_json(text);
  if (!j.is_object()) refuse_book(source, "it is no JSON object");
  if (!j.at("values").is_object()) refuse_book(source, "it has no values");
  OpeningBook book{j.at("game"), j.at("variant"), {}, source, j.value("provenance", nlohmann::json())};
  if (book.game != entry.name || book.variant != entry.variant) refuse_book(source, "it is not of " + entry.full_name());
  const AnyGame& game = entry.game();
  std::vector<AnyPosition> positions;
  for (const auto& [position, value] : j.at("values").items()) {
    std::string why;
    const auto p = game.parse(position, why);
    if (!p || class_in_book(game, *p) != position)
      refuse_book(source, "'" + printable(position, 80) + "' is no position of it " + printable(why, 80));
    const Value v = value_from_json(value);
    if (!v.known()) refuse_book(source, "it has a position without a value");
    positions.push_back(*p);
    book.values.emplace(position, v);
  }
  for (const AnyPosition& p : positions)
    if (const Value best = best_of(game, book, p); best.known() && best != book.find(game, p))
      refuse_book(source, "the value of " + game.print(p) + " is not that of its best move");
  return book;
} catch (const nlohmann::json::exception&) {
  refuse_book(source, "a part of it is missing or of the wrong kind");
}

std::optional<OpeningBook> recorded_book(const Entry& entry) {
  const Folder* folder = find_folder(entry.name);
  if (folder == nullptr) return std::nullopt;
  for (const auto& recorded : folder->books)
    if (const auto j = parse_json(recorded.text); j.is_object() && j.value("variant", "?") == entry.variant)
      return book_from_text(entry, recorded.text, fmt::format("{}/results/{}", entry.name, recorded.file));
  return std::nullopt;
}

BookMade make_book(const Entry& entry, const AnyPosition& start, const BookRequest& request) {
  if (!entry.searches_exactly())
    throw Error(Exit::usage,
                entry.full_name() + " has no exact search, so there is no book of it; with a table there is 'zermelo openings'");
  const AnyGame& game = entry.game();
  BookMade made;
  if (is_there(request.file)) made.book = book_from_text(entry, read_whole(request.file, most_book_bytes), request.file.string());
  OpeningBook& book = made.book;
  book.game = entry.name;
  book.variant = entry.variant;
  const double begin = wall_seconds(), begin_cpu = cpu_seconds();
  const auto before = book.provenance; // whatever somebody wrote there
  auto passed = [&](const char* key, double now) {
    return now + (before.contains(key) && before[key].is_number() ? before[key].get<double>() : 0.0);
  };
  auto write = [&] {
    book.provenance = request.provenance;
    book.provenance["seconds"] = passed("seconds", wall_seconds() - begin);
    book.provenance["cpu_seconds"] = passed("cpu_seconds", cpu_seconds() - begin_cpu);
    write_whole(request.file, text_of(book));
  };
  ProveOptions search = request.search;
  search.line = false;
  search.table = std::make_shared<ProofTable>(memory_of_search(search.memory)); // what one position takes, the next has
  const auto levels = levels_of(game, start, request.plies);
  // From the first plies on, so that a book that is cut short has all of them. What follows from the moves is not searched.
  for (int ply = 1; ply <= request.plies; ++ply) {
    for (const AnyPosition& p : levels[static_cast<std::size_t>(ply)]) {
      if (book.find(game, p).known()) continue;
      const double left = request.search.time_limit - (wall_seconds() - begin);
      const bool late = request.search.time_limit > 0 && left <= 0;
      if (late || (search.should_stop && search.should_stop())) {
        ++made.open;
        continue;
      }
      if (request.search.time_limit > 0) search.time_limit = left;
      const ProveResult r = entry.exact(p, search);
      if (!r.value.known()) {
        ++made.open;
        continue;
      }
      book.values.emplace(game.print(p), r.value);
      write();
      if (request.on_value) request.on_value({ply, game.print(p), r.value, r.visits, r.cpu_seconds});
    }
    for (const AnyPosition& p : levels[static_cast<std::size_t>(ply - 1)]) {
      if (book.find(game, p).known()) continue;
      if (const Value best = best_of(game, book, p); best.known()) book.values.emplace(class_in_book(game, p), best);
    }
  }
  write();
  return made;
}

} // namespace zermelo
