#include "tasks/context.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "view/text.h"
#include "view/turns.h"

namespace zermelo {

std::unique_ptr<Entry> open_named(const std::string& full_name) {
  if (full_name.size() > 64) throw Error(Exit::usage, fmt::format("there is no game '{}'", printable(full_name, 40)));
  return open_game(full_name);
}

bool names_a_game(const std::string& text) { return find_folder(text.substr(0, text.find(':'))) != nullptr; }

NamedTable table_in_file(const std::filesystem::path& file) {
  std::error_code unreadable;
  if (!std::filesystem::exists(file, unreadable)) throw Error(Exit::table, "there is no file " + printable(file.string()));
  const std::string game = Table(file).header().identity.game;
  if (!names_a_game(game))
    throw Error(Exit::table,
                fmt::format("{} is the table of {}, a game that this program does not have", file.string(), printable(game)));
  auto entry = open_named(game);
  Table table(file, entry->identity());
  return {std::move(entry), std::move(table)};
}

TableFiles files_of(const Entry& entry, const TablePlace& place, Contents contents) {
  return {tables_folder(place.tables), entry.full_name(), contents};
}

TableFiles files_to_read(const Entry& entry, const TablePlace& place) {
  for (const Contents contents : {Contents::distances, Contents::values})
    if (auto files = files_of(entry, place, contents); is_there(files.table)) return files;
  return files_of(entry, place);
}

std::optional<Table> find_table(const Entry& entry, const TablePlace& place) {
  if (!entry.game().indexed()) return std::nullopt;
  const TableFiles files = files_to_read(entry, place);
  if (!is_there(files.table)) return std::nullopt;
  return std::make_optional<Table>(files.table, entry.identity());
}

Table need_table(const Entry& entry, const TablePlace& place) {
  auto table = find_table(entry, place);
  if (!table) refuse_missing_table(entry, place);
  return std::move(*table);
}

void refuse_missing_table(const Entry& entry, const TablePlace& place) {
  if (!entry.game().indexed())
    throw Error(Exit::table, entry.full_name() + " has no table: it has no index, or its values depend on the history of play");
  throw Error(Exit::table, fmt::format("there is no table of {} in {}; make it with: zermelo solve {}", entry.full_name(),
                                       files_of(entry, place).table.parent_path().string(), entry.full_name()));
}

std::vector<Variant> variants_of(const Folder& folder, const TablePlace& place) {
  std::vector<Variant> all = folder.family.variants;
  std::vector<std::filesystem::path> tables;
  try {
    tables = tables_in(tables_folder(place.tables));
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): said wherever a table is asked for
  }
  for (const auto& file : tables) {
    // The name alone says which game it may be; the header, which it is.
    if (!file.filename().string().starts_with(file_stem(folder.family.name))) continue;
    std::string name;
    try {
      name = Table(file, u64{1}).header().identity.game;
    } catch (const std::exception&) { // listed by `tables`, with the reason
      continue;
    }
    const auto colon = name.find(':');
    if (name.substr(0, colon) != folder.family.name || colon == std::string::npos) continue;
    const std::string variant = name.substr(colon + 1);
    if (std::any_of(all.begin(), all.end(), [&](const Variant& v) { return v.name == variant; })) continue;
    try {
      const auto entry = open_named(name);
      if (entry->full_name() == name) all.push_back({variant, entry->words.set});
    } catch (const Error&) { // a variant that this program does not know
    }
  }
  return all;
}

std::vector<EndingTable> ending_tables(const Entry& entry, const TablePlace& place) {
  std::vector<EndingTable> found;
  if (entry.words.bound.empty()) return found;
  for (const auto& variant : variants_of(*find_folder(entry.name), place)) {
    const std::string name = variant.name.empty() ? entry.name : entry.name + ":" + variant.name;
    if (name == entry.full_name() || !entry.bound_by(name)) continue;
    try {
      auto other = open_named(name);
      if (auto table = find_table(*other, place)) found.push_back({std::move(other), std::move(*table)});
    } catch (const Error&) { // one that is damaged answers nothing
    }
  }
  return found;
}

Prober::Prober(const Entry& entry, const TablePlace& place) : entry_(entry), table_(find_table(entry, place)) {
  if (!table_) endings_ = ending_tables(entry, place);
}

Prober::Prober(const Entry& entry, Table&& table) : entry_(entry), table_(std::move(table)) {}

std::optional<Prober::Found> Prober::in_endings(const AnyPosition& p) const {
  for (const auto& e : endings_) {
    std::string why;
    const auto there = e.entry->game().parse(entry_.game().print(p), why);
    if (!there) continue;
    Value v = value_of(e.entry->game(), &e.table, *there);
    if (entry_.repetition() == Repetition::forbidden) // only who wins holds where nothing may repeat
      v = v.wdl == Wdl::win ? win_value : v.wdl == Wdl::loss ? loss_value : unknown_value;
    if (v.known()) return Found{&e, v};
  }
  return std::nullopt;
}

Answer Prober::answer(const AnyPosition& p) const {
  const AnyGame& game = entry_.game();
  Answer a = probe(game, table_ ? &*table_ : nullptr, p);
  if (table_ || endings_.empty() || a.moves.empty()) return a;
  bool all_known = true;
  for (auto& m : a.moves) {
    if (!m.value.known())
      if (const auto found = in_endings(m.position)) m.value = value_of_move_to(found->value, game.pays(p, m.move));
    all_known = all_known && m.value.known();
  }
  std::stable_sort(a.moves.begin(), a.moves.end(), [](const auto& x, const auto& y) { return better(x.value, y.value); });
  if (a.value.known()) return a;
  const Value best = a.moves.front().value;
  if (const auto here = in_endings(p))
    a.value = here->value;
  else if (all_known && entry_.repetition() != Repetition::forbidden)
    a.value = best;
  else if (best.wdl == Wdl::win && !best.has_score())
    a.value = win_value; // some other move may be quicker
  return a;
}

Value Prober::value(const AnyPosition& p) const {
  if (table_ && contents_of(table_->header()) != Contents::values) return value_of(entry_.game(), &*table_, p);
  return answer(p).value; // a look at the moves may tell a distance that a table of values has not, or ask the tables of endings
}

AnyMove move_of(const Entry& entry, const AnyPosition& p, const std::string& written) {
  const AnyGame& game = entry.game();
  constexpr std::size_t most_listed = 12;
  const std::vector<AnyMove> moves = game.moves(p);
  if (const auto found = find_turn(game, p, moves, written)) return *found;
  if (moves.empty()) throw Error(Exit::position, "the game is over: there is no move in " + game.print(p));
  std::vector<std::string> some;
  for (std::size_t i = 0; i < std::min(most_listed, moves.size()); ++i) some.push_back(game.move_name(p, moves[i]));
  throw Error(Exit::position,
              fmt::format("'{}' is no move in {}; there {} {}{}", printable(written), game.print(p),
                          moves.size() == 1 ? "is" : "are", fmt::join(some, " "), moves.size() > some.size() ? " ..." : ""));
}

AnyPosition position_of(const Entry& entry, const std::string& text) {
  if (text.empty()) return entry.game().start();
  std::string why;
  if (auto p = entry.game().parse(text, why)) return *p;
  throw Error(Exit::position,
              fmt::format("'{}' is not a position of {}: {}", printable(text), entry.full_name(), printable(why, 300)));
}

const char* side_to_move(const AnyGame& game, const AnyPosition& p) { return game.first_to_move(p) ? "first" : "second"; }

std::string_view known_of(const Entry& entry) {
  const Folder* folder = find_folder(entry.name);
  return folder == nullptr ? "{}" : folder->known;
}

} // namespace zermelo
