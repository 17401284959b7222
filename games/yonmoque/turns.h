// What a move makes of the values of the block that it leads to: for each colouring before it, what the mover may expect. Written
// once; a Vector of bits is a few words of a processor or the registers of a warp (index/cube_vector.h, index/cube_vector.cuh).
//
// One vector serves both players: where the moved piece is the first player's it is his move, else the other's. The second
// player's moves are the first player's with all owners exchanged.
#pragma once

#include "index/cubes.h"

namespace zermelo::yonmoque {

// Takes the flips of a move back: each colouring gets the bit of the one that it is flipped to.
template <class Vector> ZERMELO_HD void take_back_flips(const CubeMove& m, Vector& v) {
  for (int i = 0; i < m.runs; ++i) {
    const CubeRun& run = m.run[i];
    u32 flipped = 0;
    for (int j = 0; j + 1 < run.length; ++j) {
      flipped |= u32{1} << run.pieces[j];
      // These are the other's; the next one and the moved piece are the mover's.
      v.take_from(flipped, u32{1} << run.pieces[j + 1] | u32{1} << m.piece);
    }
  }
}

// v holds in the block that the move leads to, for who is not the mover; it becomes what holds before the move, for colourings
// that let the game go on. wins, loses: those in which the move makes a line that wins or loses; false if there is none.
template <class Board, class Vector>
ZERMELO_HD bool take_back(const Board& blocks, const CubeMove& m, Vector& v, Vector& wins, Vector& loses) {
  m.exchanges.apply(v);
  take_back_flips(m, v);
  if (m.lines == 0) return false;
  wins.clear();
  loses.clear();
  // Of a line with the moved piece all colourings count that show it after the flips; of any other those that did not before.
  const u32 moved = u32{1} << m.piece;
  bool any[2] = {false, false};
  for (u64 rest = m.lines; rest != 0; rest &= rest - 1) {
    const int line = lowest_bit(rest);
    const u32 pieces = blocks.line_pieces(line, m);
    if ((pieces & moved) == 0) continue;
    any[blocks.loses(line) ? 1 : 0] = true;
    (blocks.loses(line) ? loses : wins).add(v.alike(pieces));
  }
  if (any[0]) take_back_flips(m, wins);
  if (any[1]) take_back_flips(m, loses);
  for (u64 rest = m.lines; rest != 0; rest &= rest - 1) {
    const int line = lowest_bit(rest);
    const u32 pieces = blocks.line_pieces(line, m);
    if ((pieces & moved) != 0) continue;
    Vector after = v.alike(pieces | moved);
    take_back_flips(m, after);
    after.remove(v.alike(pieces | moved));
    (blocks.loses(line) ? loses : wins).add(after);
  }
  wins.remove(loses);
  v.remove(wins);
  v.remove(loses);
  return true;
}

} // namespace zermelo::yonmoque
