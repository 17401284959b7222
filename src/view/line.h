// A best line: both sides play the best move, so a win or loss takes exactly the plies shown.
#pragma once

#include "view/probe.h"

namespace zermelo {

struct Line {
  enum class End : u8 { over, repetition, limit };
  struct Step {
    std::string move;
    AnyPosition position; // after the move
    Value value;          // of that position
  };
  AnyPosition start;
  Value value;
  std::vector<Step> steps;
  End end = End::over;
};

// Stops where the game ends, where a drawn line comes back to a position it has seen, or after most_plies (0: no limit).
// Throws Error(table) at the first position without a value, or won or lost without a distance.
Line best_line(const AnyGame& game, const Table* table, const AnyPosition& start, int most_plies = 0);

nlohmann::json to_json(const AnyGame& game, const Line& line);
constexpr const char* name_of(Line::End end) {
  return end == Line::End::over ? "over" : end == Line::End::repetition ? "repetition" : "limit";
}

} // namespace zermelo
