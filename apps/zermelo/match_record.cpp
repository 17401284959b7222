#include "match_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "tasks/context.h"
#include "view/text.h"

namespace zermelo {
namespace {

// Where a text is wrong, for sentences.
struct Place {
  const std::string& file;
  u64 line;
  [[noreturn]] void wrong(const std::string& what) const {
    throw Error(Exit::mismatch, fmt::format("{}, line {}: {}", file, line, what));
  }
  [[noreturn]] void damaged(const std::string& what) const {
    throw Error(Exit::table, fmt::format("{}, line {} is no record of a game: {}", file, line, what));
  }
};

struct Claimed {
  std::string game, start, result, why;
  std::vector<std::string> turns;
  u64 plies = 0;
};

Claimed claimed_in(const nlohmann::json& j, const Place& place) {
  if (!j.is_object()) place.damaged("it is no JSON object");
  auto text = [&](const char* key) {
    if (!j.contains(key) || !j[key].is_string()) place.damaged(fmt::format("\"{}\" is missing or no text", key));
    return j[key].get<std::string>();
  };
  Claimed c{text("game"), text("start"), text("result"), text("why"), {}};
  if (!j.contains("plies") || !j["plies"].is_number_unsigned()) place.damaged("\"plies\" is missing or no number");
  c.plies = j["plies"].get<u64>();
  if (!j.contains("turns") || !j["turns"].is_array()) place.damaged("\"turns\" is missing or no list");
  for (const auto& turn : j["turns"]) {
    if (!turn.is_string()) place.damaged("a move is no text");
    c.turns.push_back(turn.get<std::string>());
  }
  return c;
}

// Games are opened once: some have tables to set up.
using Entries = std::map<std::string, std::unique_ptr<Entry>>;
const Entry& entry_named(Entries& open, const std::string& name, const Place& place) try {
  auto& entry = open[name];
  if (!entry) entry = open_named(name);
  return *entry;
} catch (const Error& e) {
  place.damaged(e.what());
}

Winner check(const Entry& entry, const Claimed& c, const Place& place) {
  std::string why;
  const auto start = entry.game().parse(c.start, why);
  if (!start) place.wrong(fmt::format("'{}' is not a position of {}: {}", printable(c.start), entry.full_name(), why));
  History history(entry.game(), entry.repetition(), *start);
  for (const auto& turn : c.turns) {
    const auto legal = history.moves();
    const auto at =
        std::find_if(legal.begin(), legal.end(), [&](AnyMove m) { return entry.game().move_name(history.now(), m) == turn; });
    if (at == legal.end())
      place.wrong(fmt::format("move {}, '{}', is not legal in {}", history.plies() + 1, printable(turn, 40),
                              entry.game().print(history.now())));
    history.play(*at);
  }
  if (c.plies != c.turns.size()) place.wrong(fmt::format("it has {} moves, not {}", c.turns.size(), c.plies));
  const Winner winner = winner_of(history);
  const char* because = name_of(history.end().why);
  if (c.result != name_of(winner) || c.why != because)
    place.wrong(fmt::format("the result is {} ({}), not {} ({})", name_of(winner), because, printable(c.result, 40),
                            printable(c.why, 40)));
  return winner;
}

} // namespace

void MatchTally::add(Winner winner, u64 plies_of_game) {
  ++games;
  ++(winner == Winner::first ? first : winner == Winner::second ? second : winner == Winner::draw ? draws : unfinished);
  plies += plies_of_game;
  longest = std::max(longest, plies_of_game);
}

Winner winner_of(const History& history) {
  const auto end = history.end();
  if (!end.over()) return Winner::nobody_yet;
  if (end.wdl == Wdl::draw) return Winner::draw;
  return history.game().first_to_move(history.now()) == (end.wdl == Wdl::win) ? Winner::first : Winner::second;
}

nlohmann::json record_of(const nlohmann::json& settings, u64 number, const History& history, int opening,
                         const std::vector<std::string>& turns) {
  nlohmann::json j = settings;
  j["number"] = number;
  j["opening"] = opening;
  j["turns"] = turns;
  j["plies"] = turns.size();
  j["result"] = name_of(winner_of(history));
  j["why"] = name_of(history.end().why);
  return j;
}

std::string read_record(const std::filesystem::path& path) { return read_whole(path, u64{1} << 30); }

MatchTally check_records(const std::string& text, const std::string& name,
                         const std::function<void(const nlohmann::json&)>& on_game) {
  MatchTally tally;
  Entries open;
  u64 line = 0;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const Place place{name, line + 1};
    const auto j = parse_json(std::string_view(text).substr(at, end - at));
    const Claimed claimed = claimed_in(j, place);
    const Winner winner = check(entry_named(open, claimed.game, place), claimed, place);
    on_game(j);
    tally.add(winner, claimed.plies);
    at = end + 1;
  }
  return tally;
}

} // namespace zermelo
