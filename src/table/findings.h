// What a solver may tell beyond the statistics, where it knows. A solver without distances per position has to: nobody can
// look them up in its table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "table/statistics.h"

namespace zermelo {

struct Findings {
  struct Move {
    std::string move;
    Value value; // for the player who makes it, counted from before it
  };
  // Positions that play never comes back to, where a game has such parts (a layer): counts by the side to move.
  struct Part {
    std::string name;
    Tally first, second;
    i32 longest = 0;             // win, in plies
    std::map<i32, u64> by_score; // of a game of scores; then all positions count as the first player's
  };
  static constexpr std::size_t most_positions = 64;

  std::vector<Move> moves;                    // all of the initial position, best first
  std::vector<std::string> longest_positions; // those with the longest win, by slot, at most so many
  std::optional<double> mean_moves;           // legal moves, over the positions without an immediate win
  std::vector<Part> parts;

  void forget_plies() {
    longest_positions.clear();
    for (Part& p : parts) p.longest = 0;
  }
  bool empty() const { return moves.empty() && longest_positions.empty() && !mean_moves && parts.empty(); }
};

// Only the keys that are known: moves longest_positions mean_moves parts.
nlohmann::json to_json(const Findings& f);
Findings findings_from_json(const nlohmann::json& j); // from an object that may have more keys

} // namespace zermelo
