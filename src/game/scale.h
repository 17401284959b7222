// Values as integers, so that a search can ask whether a position is worth at least so much: the score itself in a game of scores; else
// a win in n plies is top - n, a loss in n is n - top, a draw 0. The larger the better for the mover.
#pragma once

#include "game/concepts.h"

namespace zermelo {

template <class G> struct Scale {
  static constexpr i32 top = Paying<G> ? 10'000 : 20'000; // beyond every value

  static constexpr i32 of(Value v) {
    if constexpr (Paying<G>) return v.score;
    return v.wdl == Wdl::win ? top - v.plies : v.wdl == Wdl::loss ? v.plies - top : 0;
  }
  static constexpr Value value(i32 x) {
    if constexpr (Paying<G>) return scored(x);
    return x > 0 ? win_in(top - x) : x < 0 ? loss_in(top + x) : draw_value;
  }

  // What a position is worth by a move that pays so much, where the position after it is worth x to its mover.
  static constexpr i32 before(i32 x, i32 pays) {
    if constexpr (Paying<G>) return pays - x;
    return x > 0 ? 1 - x : x < 0 ? -x - 1 : 0;
  }
  // The least y such that the position after the move, worth y or more, leaves the mover less than x.
  static constexpr i32 after(i32 x, i32 pays) {
    if constexpr (Paying<G>) return pays - x + 1;
    return x > 0 ? -x : x < 0 ? 2 - x : 1;
  }

  // Where nobody loses by his own move, wins take an odd number of plies and losses an even one.
  static constexpr bool last_wins = requires { requires G::last_mover_wins; };

  // Whether settle() tells every win in 1, so that a position that is not settled takes longer.
  static constexpr bool wins_told = requires { requires G::settles_wins_in_1; };

  // Bounds of a position that is not settled: it takes a ply at least, and as things are two to lose.
  static constexpr i32 most = Paying<G> ? top : top - (!wins_told ? 1 : last_wins ? 3 : 2);
  static constexpr i32 least = Paying<G> ? -top : last_wins ? 2 - top : 1 - top;

  // The least value that there can be, from x on.
  static constexpr i32 possible(i32 x) {
    if constexpr (Paying<G> || !last_wins) return x;
    return x != 0 && (x % 2 != 0) != (x > 0) ? x + 1 : x;
  }
};

} // namespace zermelo
