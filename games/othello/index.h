// The index of Othello on 4x4: every placement of discs that fills the four squares in the middle.
//
//   discs (more first)   x   which of the other squares are occupied   x   which discs are the side to move's
//
// Discs only come, so a layer is a number of discs; a pass stays in its layer. Of symmetric positions the least number has the slot.
#pragma once

#include "index/combinations.h"
#include "othello/searched.h"

namespace zermelo::othello {

struct Game : Searched {
  static constexpr bool folded = true;
  static constexpr int outer = 12, most_discs = 16;

  Game() : Searched(4) {
    for (int i = 0; i <= outer; ++i) begins_[i + 1] = begins_[i] + (binomial(outer, i) << (most_discs - i));
  }

  u64 size() const { return begins_[outer + 1]; }
  int layers() const { return outer + 1; } // layer i has i empty squares
  Slot layer_begin(int layer) const { return begins_[layer]; }
  i32 most_score(int) const { return most_discs; }
  std::string layer_name(int layer) const { return std::to_string(most_discs - layer) + " discs"; }

  Slot rank(const Position& p) const {
    Slot least = number(p.own, p.other);
    for (int m = 1; m < 8; ++m)
      if (const Slot s = number(image(m, p.own), image(m, p.other)); s < least) least = s;
    return least;
  }
  bool unrank(Slot s, Position& p) const {
    int layer = 0;
    while (s >= begins_[layer + 1]) ++layer;
    const int discs = most_discs - layer;
    const u64 within = s - begins_[layer];
    const u64 occupied = middle() | scatter_bits(Combinations(outer, discs - 4).unrank(within >> discs), board & ~middle());
    p.own = scatter_bits(within & ((u64{1} << discs) - 1), occupied);
    p.other = occupied & ~p.own;
    p.white = 0;
    return rank(p) == s;
  }

  int orbit(const Position&) const { return 1; } // tables of scores count a class once

  // Only a pass stays in its layer.
  template <class Emit> void each_origin(const Position& p, Emit&& emit) const {
    if (placements(p.other, p.own) == 0) emit(rank(turned(p)));
  }

private:
  Slot number(u64 own, u64 other) const {
    const u64 occupied = own | other;
    const int discs = count_ones(occupied);
    return begins_[most_discs - discs] +
           (Combinations(outer, discs - 4).rank(gather_bits(occupied, board & ~middle())) << discs) + gather_bits(own, occupied);
  }

  Slot begins_[outer + 2] = {};
};

} // namespace zermelo::othello
