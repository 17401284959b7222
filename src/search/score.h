// Scores of a search, for the side to move. Wins and losses are counted from the root: a win that takes n plies from there is
// win_score - n, so the quicker one is the better. Everything else lies between, a draw at 0.
#pragma once

#include "base/value.h"
#include "game/concepts.h"

namespace zermelo {

inline constexpr i32 win_score = 1'000'000, infinite_score = win_score + 1;
static_assert(most_evaluation < win_score / 2);
inline constexpr i32 far_plies = win_score / 4; // where a table tells who wins, and not when

constexpr bool is_win(i32 score) { return score > win_score / 2; }
constexpr bool is_loss(i32 score) { return score < -win_score / 2; }

// Of a value known at a position so many plies below the root.
constexpr i32 score_of(Value v, i32 ply) {
  if (v.wdl == Wdl::win) return win_score - (ply + v.plies);
  if (v.wdl == Wdl::loss) return -win_score + (ply + v.plies);
  return 0;
}

// Unknown unless it is a win or a loss.
constexpr Value value_of_score(i32 score, i32 ply) {
  if (is_win(score)) return win_in(win_score - score - ply);
  if (is_loss(score)) return loss_in(win_score + score - ply);
  return unknown_value;
}

// As the table of positions keeps it, counted from the position itself, and back.
constexpr i32 score_from(i32 score, i32 ply) { return is_win(score) ? score + ply : is_loss(score) ? score - ply : score; }
constexpr i32 score_at(i32 kept, i32 ply) { return is_win(kept) ? kept - ply : is_loss(kept) ? kept + ply : kept; }

} // namespace zermelo
