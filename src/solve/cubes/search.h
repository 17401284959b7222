// What a pass finds over one block, written once. A thread looks with vectors in memory (thread.h), a warp with vectors in
// registers (device_warp.cuh); each of them is a worker `w` that offers
//
//   left[side], open[side]        the colourings that are undecided and not yet reached, and whether there are any
//   start(), look()               begins with all that is undecided; whether anything is left
//   undecided(side)
//   plies(), places(side)         of the pass; whether the side has a piece in hand
//   changed(block)                what the pass before found there, as CubePlanes::changed has it
//   leads_to(side, block, win)    whether the side's placements lead there to colourings that the other won, or lost, a ply before
//   list_moves()                  is called before each_move and any_move
//   each_move(wants, f)           f(move) for every move to a block that is wanted, until f says false; any_move(asks) likewise.
//                                 each_placement and any_placement are the same for placements
//   before(move, wins)            the colourings before a move that wins at once or after which the other has lost; or else after
//                                 which the other has not won
//   reach(move, v), reach(placement, wins)   takes away what a turn reaches
//   mobile(side)                  the places of the pieces that the side could move
//   record(side, found, wins)     writes down what was found
#pragma once

#include "index/cubes.h"

namespace zermelo {

// Who has nothing in hand and no piece that can move has lost.
template <class Worker> ZERMELO_HD void find_stuck(Worker& w) {
  w.start();
  for (int s = 0; s < 2; ++s) {
    if (w.places(s)) continue;
    auto found = w.left[s];
    for (u32 free = w.mobile(s); free != 0; free &= free - 1) found.remove_owned(w.left[s], lowest_bit(free), s == 0);
    w.record(s, found, false);
  }
}

// A turn to a position that the other has lost in one ply less, or a line.
template <class Worker> ZERMELO_HD void find_wins(Worker& w) {
  if (!w.start()) return;
  w.list_moves();
  w.each_move(
      [&](u32 block) {
        const u32 flags = w.changed(block);
        return w.plies() == 1 || (w.open[0] && (flags >> 3 & 1) != 0) || (w.open[1] && (flags >> 2 & 1) != 0);
      },
      [&](const CubeMove& m) {
        w.reach(m, w.before(m, true));
        return true;
      });
  w.each_placement(
      [&](u32 block) { return (w.open[0] && w.leads_to(0, block, false)) || (w.open[1] && w.leads_to(1, block, false)); },
      [&](const CubePlacement& p) {
        w.reach(p, true);
        return true;
      });
  for (int s = 0; s < 2; ++s) {
    auto found = w.undecided(s);
    found.remove(w.left[s]);
    w.record(s, found, true);
  }
}

// Where some turn leads to what the other has won just before, and no turn to anything else.
template <class Worker> ZERMELO_HD void find_losses(Worker& w) {
  if (!w.start()) return;
  w.list_moves();
  for (int s = 0; s < 2; ++s) {
    const bool pressed = w.plies() == 1 || w.any_move([&](u32 block) { return (w.changed(block) >> (1 - s) & 1) != 0; }) ||
                         w.any_placement([&](u32 block) { return w.leads_to(s, block, true); });
    if (!pressed) w.left[s].clear();
  }
  if (!w.look()) return;
  const auto all = [](u32) { return true; };
  w.each_placement(all, [&](const CubePlacement& p) {
    w.reach(p, false);
    return w.look();
  });
  if (!w.look()) return;
  w.each_move(all, [&](const CubeMove& m) {
    w.reach(m, w.before(m, false));
    return w.look();
  });
  for (int s = 0; s < 2; ++s) w.record(s, w.left[s], false);
}

} // namespace zermelo
