// All turns of a block, one after the other.
#pragma once

#include "index/cubes.h"

namespace zermelo {

// For every empty square: if visitor.wants_placement(block after it), visitor.place(placement); for every move that some
// colouring allows: if visitor.wants(block after it), visitor.move(move).
template <class Board, class Visitor>
void expand_cube(const Board& board, int pieces, u64 block, bool placements, Visitor& visitor) {
  const u32 set = board.set(pieces, block), empty = board.all_squares() & ~set;
  for (u32 rest = placements ? empty : 0; rest != 0; rest &= rest - 1) {
    const u32 to = rest & (0 - rest);
    const auto place = board.place(set | to);
    if (!visitor.wants_placement(place.number())) continue;
    CubePlacement p;
    board.describe_placement(set, to, place, p);
    visitor.place(p);
  }
  CubeMove m;
  for (u32 rest = set; rest != 0; rest &= rest - 1, ++m.piece) {
    m.from = rest & (0 - rest);
    const u32 targets[2] = {board.targets(0, m.from, set), board.targets(1, m.from, set)};
    for (u32 to = targets[0] | targets[1]; to != 0; to &= to - 1) {
      m.to = to & (0 - to);
      const auto place = board.place((set & ~m.from) | m.to);
      if (!visitor.wants(place.number())) continue;
      m.by = static_cast<u8>(((targets[0] & m.to) != 0 ? 1 : 0) | ((targets[1] & m.to) != 0 ? 2 : 0));
      board.describe(set, place, m);
      visitor.move(m);
    }
  }
}

} // namespace zermelo
