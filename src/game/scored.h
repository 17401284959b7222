// What the moves of a position come to in a game of scores, as quickly as the game can tell.
#pragma once

#include <algorithm>

#include "game/concepts.h"

namespace zermelo {

// Looks at every successor of p, which is not settled and in the layer that begins with slot `begin`; lower(slot, pays) for every
// move to a lower layer.
template <Scored G, class Lower> ZERMELO_HD Survey list_survey(const G& g, const PositionOf<G>& p, Slot begin, Lower&& lower) {
  MoveListOf<G> moves;
  g.moves(p, moves);
  Survey found;
  for (const auto& m : moves) {
    const auto q = g.play(p, m);
    const i32 pays = g.pays(p, m);
    if (const auto over = g.settled(q)) {
      if (pays - *over > found.best) found.best = pays - *over;
    } else if (const Slot s = g.rank(q); s < begin) {
      lower(s, pays);
    } else {
      ++found.open;
    }
  }
  return found;
}

template <class G, class Lower> ZERMELO_HD Survey survey(const G& g, const PositionOf<G>& p, Slot begin, Lower&& lower) {
  if constexpr (requires { g.survey(p, lower); }) { // also of an index that is no whole game
    return g.survey(p, lower);
  } else {
    return list_survey(g, p, begin, lower);
  }
}

// The score of any position of the game, from the scores in the index.
template <Scored G, class At> i32 score_of(const G& g, const PositionOf<G>& p, At&& at) {
  if (const auto over = g.settled(p)) return *over;
  if (const Slot s = g.rank(p); s != no_slot) return static_cast<i32>(at(s));
  MoveListOf<G> moves;
  g.moves(p, moves);
  i32 best = Survey::none;
  for (const auto& m : moves) {
    const auto q = g.play(p, m);
    const auto over = g.settled(q);
    best = std::max(best, g.pays(p, m) - (over ? *over : static_cast<i32>(at(g.rank(q)))));
  }
  return best;
}

// The layer that a slot is in.
template <Scored G> int layer_of(const G& g, Slot s) {
  int low = 0, high = g.layers() - 1;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (g.layer_begin(middle) <= s) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

} // namespace zermelo
