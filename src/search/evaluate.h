// How good a position looks that the search does not look beyond: as the game says, or by the number of moves.
#pragma once

#include <algorithm>

#include "game/expand.h"

namespace zermelo {

// `others` is the number of moves that the other player has just had.
template <Rules G> i32 evaluation(const G& g, const PositionOf<G>& p, i32 others) {
  if constexpr (Evaluating<G>) {
    return std::clamp<i32>(g.evaluate(p), 1 - most_evaluation, most_evaluation - 1);
  } else if constexpr (Expanding<G>) {
    return 0; // to count the moves takes as long as to look at them
  } else {
    MoveListOf<G> moves;
    g.moves(p, moves);
    return moves.size() - others;
  }
}

} // namespace zermelo
