// The board of Yonmoque as sets of squares: 25 bits, row by row from 1a; colours of squares, steps, slides, flips, lines.
#pragma once

#include "base/bits.h"
#include "index/symmetry.h"

namespace zermelo::yonmoque {

inline constexpr int side = 5, squares = 25;
inline constexpr u32 board = (u32{1} << squares) - 1;

constexpr u32 square(int column, int row) { return u32{1} << (side * row + column); }

//      1 2 3 4 5
//   a  . w b w .      squares of odd row + column are white, the others blue but for the corners and the centre
//   b  w b w b w
//   c  b w . w b
//   d  w b w b w
//   e  . w b w .
inline constexpr u32 neutral_squares = square(0, 0) | square(4, 0) | square(0, 4) | square(4, 4) | square(2, 2);
inline constexpr u32 white_squares = 0xAAAAAA, blue_squares = board & ~white_squares & ~neutral_squares;

inline constexpr int directions = 8;
inline constexpr int diagonals = 4; // the first four directions are diagonal

// One step in a direction, of every square of a set; what leaves the board is gone.
template <int Direction> ZERMELO_HD constexpr u32 step(u32 set) {
  constexpr u32 first_column = 0x108421, last_column = first_column << 4;
  if constexpr (Direction == 0) return (set & ~last_column) << 6 & board;
  if constexpr (Direction == 1) return (set & ~first_column) << 4 & board;
  if constexpr (Direction == 2) return (set & ~last_column) >> 4;
  if constexpr (Direction == 3) return (set & ~first_column) >> 6;
  if constexpr (Direction == 4) return set << 5 & board;
  if constexpr (Direction == 5) return set >> 5;
  if constexpr (Direction == 6) return (set & ~last_column) << 1;
  if constexpr (Direction == 7) return (set & ~first_column) >> 1;
}

template <int Direction> ZERMELO_HD constexpr u32 step_back(u32 set) {
  return step<(Direction < diagonals ? diagonals - 1 - Direction : Direction ^ 1)>(set);
}

// f.template operator()<Direction>() for each of them.
template <int First, int Last, class F> ZERMELO_HD constexpr void each_direction(F&& f) {
  if constexpr (First < Last) {
    f.template operator()<First>();
    each_direction<First + 1, Last>(f);
  }
}

// All neighbours of the squares of a set.
ZERMELO_HD constexpr u32 around(u32 set) {
  u32 out = 0;
  each_direction<0, directions>([&]<int D>() { out |= step<D>(set); });
  return out;
}

// Where a piece may go: one step anywhere, and on squares of its own colour any way along a diagonal of that colour.
ZERMELO_HD constexpr u32 targets(u32 from, u32 own_colour, u32 empty) {
  u32 out = around(from) & empty;
  const u32 free = empty & own_colour;
  if ((from & own_colour) != 0) {
    each_direction<0, diagonals>([&]<int D>() {
      u32 reached = step<D>(from) & free;
      reached |= step<D>(reached) & free;
      reached |= step<D>(reached) & free; // three squares of one colour beyond the first are the most
      out |= reached;
    });
  }
  return out;
}

// The others' pieces between a piece that has moved and the next own ones.
ZERMELO_HD constexpr u32 flipped_by(u32 moved, u32 own, u32 others) {
  u32 out = 0;
  each_direction<0, directions>([&]<int D>() {
    u32 run = step<D>(moved) & others;
    run |= step<D>(run) & others;
    run |= step<D>(run) & others; // the fourth must close it
    if ((step<D>(run) & own) != 0) out |= run;
  });
  return out;
}

// Whether there are four in a row anywhere in a set.
ZERMELO_HD constexpr bool has_four(u32 set) {
  auto found = [set]<int D>() {
    const u32 two = set & step<D>(set);
    return (two & step<D>(step<D>(two))) != 0;
  };
  return found.template operator()<0>() || found.template operator()<1>() || found.template operator()<4>() ||
         found.template operator()<6>();
}

// Lines of so many squares that lie in a set and meet another: fours or fives.
template <int Length> ZERMELO_HD constexpr bool has_line(u32 set, u32 meeting) {
  static_assert(Length == 4 || Length == 5);
  bool found = false;
  auto look = [&]<int D>() { // each line in one of its two directions, by its first square
    const u32 two = set & step<D>(set), four = two & step<D>(step<D>(two));
    u32 ends = Length == 4 ? four : four & step<D>(step<D>(step<D>(step<D>(set))));
    for (; ends != 0; ends &= ends - 1) {
      u32 line = ends & (0 - ends);
      for (int i = 1; i < Length; ++i) line |= step_back<D>(line);
      found = found || (line & meeting) != 0;
    }
  };
  look.template operator()<0>();
  look.template operator()<1>();
  look.template operator()<4>();
  look.template operator()<6>();
  return found;
}

// All of them, fours first.
struct Lines {
  static constexpr int fours = 28, fives = 12;
  u32 line[fours + fives] = {};
  constexpr Lines() {
    int n = 0;
    for (const int length : {4, 5})
      for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column)
          for (int d = 0; d < 4; ++d) add(n, length, row, column, d == 0 ? 0 : 1, d == 1 ? 0 : d == 3 ? -1 : 1);
  }

private:
  constexpr void add(int& n, int length, int row, int column, int down, int right) {
    const int last_row = row + (length - 1) * down, last = column + (length - 1) * right;
    if (last_row >= side || last < 0 || last >= side) return;
    for (int i = 0; i < length; ++i) line[n] |= square(column + i * right, row + i * down);
    ++n;
  }
};
inline constexpr Lines all_lines{};

} // namespace zermelo::yonmoque
