// What the exact search asks of Othello beside its rules: which moves look good, symmetric positions, the last plies.
#pragma once

#include "base/key.h"
#include "index/symmetry.h"
#include "othello/rules.h"

namespace zermelo::othello {

using Images = ByteImages<u64, 8, 8>;

struct Searched : Rules {
  explicit Searched(int n, bool parallel_start = false); // searched.cpp

  // Symmetric positions, and those with the colours exchanged, are one class.
  u64 image(int m, u64 set) const { return (*images_)(m, set); }
  Position canonical(const Position& p) const {
    Position best{p.own, p.other, 0};
    take_least_image(best.own, best.other, 8, *images_);
    return best;
  }
  int orbit(const Position& p) const { return 2 * count_images(p.own, p.other, 8, *images_); }

  int remaining(const Position& p) const { return count_ones(board & ~(p.own | p.other)); }

  // The empty squares beside some discs: answers may come up there.
  u64 fringe(u64 discs, u64 empty) const {
    const u64 wide = discs | (discs & ~last_column_) << 1 | (discs & ~first_column_) >> 1;
    return (wide | wide << side | wide >> side) & empty;
  }
  // The squares diagonal to an empty corner.
  u64 dangerous(u64 empty) const {
    const u64 c = corners_ & empty;
    return (c << (side + 1) | c >> (side + 1) | c << (side - 1) | c >> (side - 1)) & inner;
  }

  // Moves now and perhaps later, corners. The weights are from trials on 6x6: they halve the nodes of what mobility alone needs.
  int evaluate(const Position& p) const {
    const u64 empty = board & ~(p.own | p.other), bad = dangerous(empty);
    return 16 * (count_ones(placements(p.own, p.other)) - count_ones(placements(p.other, p.own))) +
           12 * (count_ones(fringe(p.other, empty)) - count_ones(fringe(p.own, empty))) +
           100 * (count_ones(p.own & corners_) - count_ones(p.other & corners_)) -
           40 * (count_ones(p.own & bad) - count_ones(p.other & bad));
  }
  // The fewer answers the better (fastest first).
  i32 promise(const Position&, Move m, const Position& after) const {
    const u64 empty = board & ~(after.own | after.other), answers = placements(after.own, after.other);
    const u64 square = m == pass ? 0 : u64{1} << m;
    return -16 * (count_ones(answers) + count_ones(answers & corners_)) - 4 * count_ones(fringe(after.other, empty)) +
           ((square & corners_) != 0           ? 24
            : (square & dangerous(empty)) != 0 ? -12
                                               : 0);
  }

  // With so few empty squares neither an order of the moves nor a table of positions pays.
  static constexpr int finishes = 5;
  i32 finish(const Position& p, i32 bound) const { return finish(p.own, p.other, board & ~(p.own | p.other), bound, false); }

  Key key(const Position& p) const {
    const Position q = canonical(p);
    KeyMaker maker;
    maker.add(q.own);
    maker.add(q.other);
    return maker.key();
  }

private:
  static constexpr i32 none = -1000;

  i32 finish(u64 own, u64 other, u64 empty, i32 bound, bool passed) const {
    i32 best = none;
    for (u64 rest = empty; rest != 0; rest &= rest - 1) {
      const int at = lowest_bit(rest);
      const u64 square = u64{1} << at;
      if ((around_[at] & other) == 0) continue;
      const u64 turns = flips(own, other, square);
      if (turns == 0) continue;
      const u64 left = empty ^ square;
      const i32 score = left == 0 ? count_ones(own | turns | square) - count_ones(other & ~turns)
                                  : -finish(other & ~turns, own | turns | square, left, 1 - bound, false);
      if (score > best) best = score;
      if (best >= bound) return best;
    }
    if (best != none) return best;
    return passed ? count_ones(own) - count_ones(other) : -finish(other, own, empty, 1 - bound, true);
  }

  u64 corners_ = 0, first_column_ = 0, last_column_ = 0;
  u64 around_[64] = {}; // the neighbours of each square
  const Images* images_;
};

} // namespace zermelo::othello
