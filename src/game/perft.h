// Counts the leaves of the game tree at a depth: the first test of any set of rules.
#pragma once

#include "game/concepts.h"

namespace zermelo {

// Finished games have no children; depth 0 is the position itself.
template <Rules G> u64 perft(const G& g, const PositionOf<G>& p, int depth) {
  if (depth == 0) return 1;
  if (g.outcome(p) != Wdl::unknown) return 0;
  MoveListOf<G> moves;
  g.moves(p, moves);
  if (depth == 1) return static_cast<u64>(moves.size());
  u64 n = 0;
  for (const auto& m : moves) n += perft(g, g.play(p, m), depth - 1);
  return n;
}

} // namespace zermelo
