// The index of Connect Four: numbers of stones, heights of the columns, and which of the stones are the side to move's.
//
//   heights h of the columns with s stones in all, in the order of numbers to the base rows + 1   x   the own stones among the s
//
// Positions with more stones come first. Of a position and its mirror image the lesser number has the slot.
#pragma once

#include "connect4/rules.h"
#include "index/combinations.h"

namespace zermelo::connect4 {

// Boards whose numbers fit; larger ones can only be searched.
inline constexpr int most_indexed_cells = 30;

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr int max_predecessors = most_columns;

  Game(int width, int height);

  u64 size() const { return first_[0] + ways_[columns][0]; }

  Slot rank(const Position& p) const {
    const Slot one = number(p), other = number({mirrored(p.own), mirrored(p.stones)});
    return one < other ? one : other;
  }

  // Not every number is a position: fours that cannot have come about, and the mirror images of others.
  bool unrank(Slot s, Position& p) const {
    int n = columns * rows;
    while (n > 0 && s >= first_[n - 1]) --n;
    s -= first_[n];
    const u64 colours = binomial(n, n / 2);
    u64 shape = s / colours;
    p = {};
    for (int c = 0, left = n; c < columns; ++c) {
      int h = 0;
      for (; shape >= ways_for(c + 1, left - h); ++h) shape -= ways_for(c + 1, left - h);
      p.stones |= ((u64{1} << h) - 1) << stride() * c;
      left -= h;
    }
    p.own = scatter_bits(Combinations(n, n / 2).unrank(s % colours), p.stones);
    return why_illegal(p) == nullptr && number(p) <= number({mirrored(p.own), mirrored(p.stones)});
  }

  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const u64 others = p.own ^ p.stones;
    for (int c = 0; c < columns; ++c) {
      const u64 here = p.stones & column(c), top = here & ~(here >> 1);
      if ((top & others) == 0) continue;
      const Position q{others ^ top, p.stones ^ top};
      if (outcome(q) == Wdl::unknown && !has_four(q.own)) out.push(q);
    }
  }

private:
  static constexpr int most_cells = most_indexed_cells;

  u64 ways_for(int column_count_done, int left) const { return left < 0 ? 0 : ways_[columns - column_count_done][left]; }

  // Own stones are half of all, rounded down.
  u64 number(const Position& p) const {
    const int n = count_ones(p.stones);
    u64 shape = 0;
    for (int c = 0, left = n; c < columns; ++c) {
      const int h = count_ones(p.stones & column(c));
      for (int lower = 0; lower < h; ++lower) shape += ways_for(c + 1, left - lower);
      left -= h;
    }
    return first_[n] + shape * binomial(n, n / 2) + Combinations(n, n / 2).rank(gather_bits(p.own, p.stones));
  }

  u64 ways_[most_columns + 1][most_cells + 1] = {}; // [columns][stones]: heights
  Slot first_[most_cells + 1] = {};                 // of so many stones
};

} // namespace zermelo::connect4
