// The exact value by the rules alone: no table, no order of moves, no hook. What tests and benches hold the exact search against.
#pragma once

#include <algorithm>
#include <random>

#include "game/scale.h"

namespace zermelo {

// What p is worth as far as it lies between the bounds; below or above, a bound. Alpha-beta in its first form.
template <ListedToTheEnd G>
i32 plain_value(const G& g, const PositionOf<G>& p, i32 alpha = -Scale<G>::top, i32 beta = Scale<G>::top) {
  using S = Scale<G>;
  if (const Wdl over = g.outcome(p); over != Wdl::unknown) {
    if constexpr (Paying<G>) return *g.settled(p);
    return S::of({over, 0});
  }
  MoveListOf<G> moves;
  g.moves(p, moves);
  i32 best = -S::top;
  for (const auto& m : moves) {
    i32 pays = 0;
    if constexpr (Paying<G>) pays = g.pays(p, m);
    // The window of the position after the move, a step wider where it is not known exactly.
    const i32 x = plain_value(g, g.play(p, m), S::after(beta, pays) - 1, S::after(alpha, pays) + 1);
    best = std::max(best, S::before(x, pays));
    alpha = std::max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
}

// Plays at random from p until the game says that at most so many plies are left; false if it is over before.
template <Remaining G, class Random> bool random_late(const G& g, int most_left, Random& random, PositionOf<G>& p) {
  while (g.outcome(p) == Wdl::unknown && g.remaining(p) > most_left) {
    MoveListOf<G> moves;
    g.moves(p, moves);
    p = g.play(p, moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
  }
  return g.outcome(p) == Wdl::unknown;
}

// The same from the start, again and again.
template <Remaining G, class Random> PositionOf<G> late_position(const G& g, int most_left, Random& random) {
  for (;;)
    if (PositionOf<G> p = g.start(); random_late(g, most_left, random, p)) return p;
}

} // namespace zermelo
