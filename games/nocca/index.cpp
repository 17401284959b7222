#include "nocca/index.h"

namespace zermelo::nocca {

// Different steps lead to different shapes, and to mirrored shapes only if this one is at most four pieces away from its
// own image; else every step that the rules do not settle leads to a slot of its own.
Children Game::count_children(const Position& p) const {
  int uneven = 0;
  for (const u64 plane : p.held) uneven += std::popcount(plane ^ mirrored(plane));
  FixedList<Slot, max_moves> slots;
  if (uneven <= 4) return list_children(*this, p, slots);
  FixedList<Move, max_moves> list;
  moves(p, list);
  Children found;
  for (const Move& m : list) {
    const Value v = settle(play(p, m));
    if (v.wdl == Wdl::loss) found.lost = true;
    if (v.wdl == Wdl::win) found.longest = 1;
    if (!v.known()) ++found.open;
  }
  return found;
}

} // namespace zermelo::nocca
