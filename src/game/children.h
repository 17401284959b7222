// The successors of one position, seen through the index.
#pragma once

#include <algorithm>

#include "game/concepts.h"

namespace zermelo {

// Sorts and removes duplicates: two moves may lead to the same class, and a class counts once.
template <int N> void distinct(FixedList<Slot, N>& slots) {
  std::sort(slots.begin(), slots.end());
  slots.resize(static_cast<int>(std::unique(slots.begin(), slots.end()) - slots.begin()));
}

// Looks at every successor of p: the distinct slots of those that the rules do not settle go to `slots`.
template <Indexed G> Children list_children(const G& g, const PositionOf<G>& p, FixedList<Slot, G::max_moves>& slots) {
  MoveListOf<G> moves;
  g.moves(p, moves);
  slots.clear();
  Children found;
  for (const auto& m : moves) {
    const auto q = g.play(p, m);
    const Value v = settle(g, q);
    if (!v.known()) slots.push(g.rank(q));
    if (v.wdl == Wdl::loss) found.lost = true;
    if (v.wdl == Wdl::draw) found.drawn = true;
    if (v.wdl == Wdl::win) found.longest = std::max(found.longest, v.plies);
  }
  distinct(slots);
  found.open = slots.size();
  return found;
}

// The same summary by the game's own shortcut where it has one.
template <Indexed G> Children count_children(const G& g, const PositionOf<G>& p) {
  if constexpr (Counting<G>) {
    return g.count_children(p);
  } else {
    FixedList<Slot, G::max_moves> slots;
    return list_children(g, p, slots);
  }
}

} // namespace zermelo
