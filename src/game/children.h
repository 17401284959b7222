// The successors of one position, seen through the index.
#pragma once

#include "game/concepts.h"

namespace zermelo {

// Sorts and removes duplicates: two moves may lead to the same class, and a class counts once.
// Lists are short, so each slot is put where it belongs; on a device as well.
template <int N> ZERMELO_HD void distinct(FixedList<Slot, N>& slots) {
  int kept = 0;
  for (int i = 0; i < slots.size(); ++i) {
    const Slot s = slots[i];
    int at = kept;
    while (at > 0 && slots[at - 1] > s) --at;
    if (at > 0 && slots[at - 1] == s) continue;
    for (int j = kept; j > at; --j) slots[j] = slots[j - 1];
    slots[at] = s;
    ++kept;
  }
  slots.resize(kept);
}

// Looks at every successor of p: the distinct slots of those that the rules do not settle go to `slots`.
template <Indexed G> ZERMELO_HD Children list_children(const G& g, const PositionOf<G>& p, FixedList<Slot, G::max_moves>& slots) {
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
    if (v.wdl == Wdl::win) found.longest = v.plies > found.longest ? v.plies : found.longest;
  }
  distinct(slots);
  found.open = slots.size();
  return found;
}

// The same summary by the game's own shortcut where it has one.
template <Indexed G> ZERMELO_HD Children count_children(const G& g, const PositionOf<G>& p) {
  if constexpr (Counting<G>) {
    return g.count_children(p);
  } else {
    FixedList<Slot, G::max_moves> slots;
    return list_children(g, p, slots);
  }
}

} // namespace zermelo
