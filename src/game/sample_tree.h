// The size of the tree of play from random games (Knuth 1975): a game that had so many moves to choose from at each ply stands
// for the product of these numbers.
#pragma once

#include <random>
#include <vector>

#include "game/concepts.h"

namespace zermelo {

// Calls f(depth, weight) for each ply of a random game, depth 0 first, up to a depth; the means of the weights are the numbers
// of nodes, finished games included.
template <Rules G, class Random, class F> void random_game(const G& g, PositionOf<G> p, int depth, Random& random, F&& f) {
  double weight = 1;
  MoveListOf<G> moves;
  for (int ply = 0; ply <= depth; ++ply) {
    f(ply, weight);
    if (g.outcome(p) != Wdl::unknown) return;
    moves.clear();
    g.moves(p, moves);
    weight *= static_cast<double>(moves.size());
    p = g.play(p, moves[std::uniform_int_distribution<int>(0, moves.size() - 1)(random)]);
  }
}

} // namespace zermelo
