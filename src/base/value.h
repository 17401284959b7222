// What a position is worth. Wins and losses are the mover's, always; distances are plies:
// 0 = the game is already over for the side to move, 1 = the side to move ends it now. A table without distances tells only who
// wins; such a value has no plies. In a game of scores a position has a score in place of a distance; its sign tells who wins.
#pragma once

#include "base/types.h"

namespace zermelo {

enum class Wdl : u8 { unknown, win, loss, draw };

inline constexpr i32 no_plies = -1; // of a win or loss whose distance is not known

inline constexpr i32 no_score = -2'147'483'647 - 1;

struct Value {
  Wdl wdl = Wdl::unknown;
  i32 plies = 0;        // of a win or loss: the distance, or no_plies; 0 otherwise
  i32 score = no_score; // of a game of scores: what the mover will get minus what the other will get

  ZERMELO_HD friend constexpr bool operator==(const Value&, const Value&) = default;
  ZERMELO_HD constexpr bool known() const { return wdl != Wdl::unknown; }
  ZERMELO_HD constexpr bool decisive() const { return wdl == Wdl::win || wdl == Wdl::loss; }
  ZERMELO_HD constexpr bool has_plies() const { return decisive() && plies != no_plies; }
  ZERMELO_HD constexpr bool has_score() const { return score != no_score; }
};

ZERMELO_HD constexpr Value win_in(i32 plies) { return {Wdl::win, plies}; }
ZERMELO_HD constexpr Value loss_in(i32 plies) { return {Wdl::loss, plies}; }
ZERMELO_HD constexpr Value scored(i32 score) {
  return {score > 0 ? Wdl::win : score < 0 ? Wdl::loss : Wdl::draw, score == 0 ? 0 : no_plies, score};
}
inline constexpr Value win_value{Wdl::win, no_plies};
inline constexpr Value loss_value{Wdl::loss, no_plies};
inline constexpr Value draw_value{Wdl::draw, 0};
inline constexpr Value unknown_value{};

// What a table that holds losses alone says of any other position: a win or a draw, and the moves tell which (index/look_up.h).
// Not known, so that a reader who forgets to look at the moves has no value rather than a wrong one.
inline constexpr Value not_lost{Wdl::unknown, 1};
inline constexpr Value not_lost_undated{Wdl::unknown, no_plies}; // of a table without distances
ZERMELO_HD constexpr bool left_to_moves(Value v) { return v.wdl == Wdl::unknown && v.plies != 0; }

// The value of a move for the player who makes it, from the value of the position it leads to and what it pays at once, where
// there are scores.
ZERMELO_HD constexpr Value value_of_move_to(Value child, i32 pays = 0) {
  if (child.has_score()) return scored(pays - child.score);
  const i32 plies = child.has_plies() ? child.plies + 1 : no_plies;
  switch (child.wdl) {
  case Wdl::win: return loss_in(plies);
  case Wdl::loss: return win_in(plies);
  default: return child;
  }
}

// Whether two values of one position, from different sources, can both be right: distances and scores count where both have one.
ZERMELO_HD constexpr bool compatible(Value a, Value b) {
  return a.wdl == b.wdl && (!a.has_plies() || !b.has_plies() || a.plies == b.plies) &&
         (!a.has_score() || !b.has_score() || a.score == b.score);
}

// Orders values from the mover's point of view: quick wins first, then slow wins, draws, unknown, slow losses, quick losses.
// A distance that is not known counts as a long one: without a table's distances only the quickest, which the rules tell, are.
// Scores, where both have one, decide alone.
ZERMELO_HD constexpr bool better(Value a, Value b) {
  if (a.has_score() && b.has_score()) return a.score > b.score;
  auto key = [](Value v) {
    switch (v.wdl) {
    case Wdl::win: return v.has_plies() ? 3'000'000 - v.plies : 2'000'000;
    case Wdl::draw: return 1'000'000;
    case Wdl::unknown: return 0;
    case Wdl::loss: return v.has_plies() ? -3'000'000 + v.plies : -2'000'000;
    }
    return 0;
  };
  return key(a) > key(b);
}

constexpr const char* name_of(Wdl w) {
  switch (w) {
  case Wdl::win: return "win";
  case Wdl::loss: return "loss";
  case Wdl::draw: return "draw";
  case Wdl::unknown: return "unknown";
  }
  return "unknown";
}

} // namespace zermelo
