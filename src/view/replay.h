// A game that was played, looked at again: where each move leads, what it was worth to who made it, and what the best was.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "game/history.h"
#include "view/probe.h"

namespace zermelo {

// What a move gives away: half of what the mover had (a win for a draw, a draw for a loss, some of the score), or all of it.
enum class Slip : u8 { none, mistake, blunder };

struct ReplayedTurn {
  std::string turn;              // by its proper name
  AnyPosition position;          // after it
  Value value;                   // for the player who made it, counted from before it
  std::optional<MoveValue> best; // none where nothing is known
  Slip slip() const;
};

struct Replay {
  AnyPosition start;
  Value value; // of the start, for the player who moves there
  std::vector<ReplayedTurn> turns;
  Ending why = Ending::none; // how it ended, as far as the moves go
  int winner = 0;            // 1 the first player, 2 the second, 0 neither
  struct Stop {
    int ply = 0; // from 1
    std::string turn, why;
  };
  std::optional<Stop> stopped; // the first move that could not be made
};

using Ask = std::function<Answer(const AnyPosition& p)>;
Replay replay(const AnyGame& game, Repetition repetition, const AnyPosition& start, std::span<const std::string> turns,
              const Ask& ask);

// The keys: position value plies score steps (move position value plies score best) end (why winner) stopped.
nlohmann::json to_json(const AnyGame& game, const Replay& replay);

constexpr const char* name_of(Slip s) { return s == Slip::blunder ? "blunder" : s == Slip::mistake ? "mistake" : ""; }

} // namespace zermelo
