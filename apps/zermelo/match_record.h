// A played game as a line of JSON, and the check of one by the rules.
#pragma once

#include <filesystem>
#include <functional>

#include <nlohmann/json.hpp>

#include "catalog/catalog.h"
#include "game/history.h"

namespace zermelo {

enum class Winner : u8 { nobody_yet, first, second, draw };
constexpr const char* name_of(Winner w) {
  switch (w) {
  case Winner::first: return "first";
  case Winner::second: return "second";
  case Winner::draw: return "draw";
  case Winner::nobody_yet: break;
  }
  return "unfinished";
}

struct MatchTally {
  u64 games = 0, first = 0, draws = 0, second = 0, unfinished = 0;
  u64 plies = 0, longest = 0; // of all games together, and of the longest
  void add(Winner winner, u64 plies_of_game);
};

Winner winner_of(const History& history); // as it stands

// {"game", settings ..., "number", "start", "opening", "turns", "plies", "result", "why"}: settings are those of the match.
nlohmann::json record_of(const nlohmann::json& settings, u64 number, const History& history, int opening,
                         const std::vector<std::string>& turns);

// The text of a file of records, of at most 1 GiB.
std::string read_record(const std::filesystem::path& path);

// Every line of a text against the rules: moves, their number, who won and why. Error(mismatch) names the line that is wrong,
// Error(table) one that is no record. on_game sees every record that holds.
MatchTally check_records(const std::string& text, const std::string& name,
                         const std::function<void(const nlohmann::json&)>& on_game);

} // namespace zermelo
