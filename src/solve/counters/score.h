// A position while a layer of a game of scores is solved (Romein and Bal 2003): the best score that moves to lower layers and to
// decided successors give, and how many successors within the layer are not decided.
//
// Scores are decided by their distance from 0, largest first. At distance v
//   a position whose best move is worth v is decided: an open successor could be worth more only if it had been decided before;
//   a position without open successors whose best move is worth -v is decided.
// What is never decided can go on for ever: 0.
//
//   state   0 .. 253   open successors
//           254        decided, its origins are to be told
//           255        decided, or no position
//
// Every decision is a function that compiles for the CPU and for a device.
#pragma once

#include "game/scored.h"

namespace zermelo {

inline constexpr i8 no_position_score = -128;

struct Score {
  static constexpr u8 pending = 254, decided = 255;
  static constexpr i32 nothing = -128; // below every score, where no move leaves the layer

  i32 score = no_position_score;
  u32 state = decided;

  ZERMELO_HD static constexpr Score over(i32 score) { return {score, decided}; }
  ZERMELO_HD static constexpr Score seed(const Survey& s) {
    return {s.best > nothing ? s.best : nothing, static_cast<u32>(s.open)};
  }

  // The distance at which it is decided if no successor is decided before; none at 0.
  ZERMELO_HD constexpr i32 due() const {
    if (state >= pending || score == nothing) return 0;
    return score > 0 ? score : state == 0 ? -score : 0;
  }

  // A successor was decided at this distance, lost or won by its mover; what the position is then.
  ZERMELO_HD constexpr Score told(bool lost, i32 distance) const {
    if (state >= pending) return *this;
    if (lost) return {distance, pending};
    const i32 best = score > -distance ? score : -distance;
    return {best, state == 1 && best == -distance ? pending : state - 1};
  }
  ZERMELO_HD constexpr i32 final() const { return state == decided ? score : 0; }
  friend constexpr bool operator==(const Score&, const Score&) = default;
};

} // namespace zermelo
