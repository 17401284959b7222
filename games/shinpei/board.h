// The two worlds of Shinpei: which points touch, which lie in line.
#pragma once

#include "base/bits.h"

namespace zermelo::shinpei {

// Points are bits: 0-15 the upper world, 16-24 the lower one, each row by row from the top left.
inline constexpr int upper_side = 4, lower_side = 3, upper_points = 16, points = 25, each = 4;
inline constexpr u32 all_points = (1U << points) - 1;
inline constexpr u32 centre = 1U << 5 | 1U << 6 | 1U << 9 | 1U << 10; // where the first piece must go
inline constexpr u16 nowhere = points;

struct Board {
  struct Pair {
    u32 partner = 0, between = 0; // a piece on `partner` encloses what stands between
  };
  u32 touching[points] = {};
  Pair pairs[points][6] = {}; // of the points in line at a distance of two or three; unused ones have no partner

  constexpr Board() {
    for (int at = 0; at < upper_points; ++at)
      for (int down = -1; down <= 0; ++down)
        for (int right = -1; right <= 0; ++right) touch(at, at / upper_side + down, at % upper_side + right);
    for (int at = 0; at < points; ++at) {
      int n = 0;
      for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
          for (int distance = 2; distance <= 3; ++distance) enclose(at, down, right, distance, n);
    }
  }

private:
  constexpr void touch(int upper, int row, int column) {
    if (row < 0 || row >= lower_side || column < 0 || column >= lower_side) return;
    const int lower = upper_points + lower_side * row + column;
    touching[upper] |= 1U << lower;
    touching[lower] |= 1U << upper;
  }
  constexpr void enclose(int at, int down, int right, int distance, int& n) {
    const int side = at < upper_points ? upper_side : lower_side, base = at < upper_points ? 0 : upper_points;
    const int row = (at - base) / side + distance * down, column = (at - base) % side + distance * right;
    if ((down == 0 && right == 0) || row < 0 || row >= side || column < 0 || column >= side) return;
    Pair pair{.partner = 1U << (base + side * row + column)};
    for (int i = 1; i < distance; ++i) pair.between |= 1U << (at + i * (side * down + right));
    pairs[at][n++] = pair;
  }
};
ZERMELO_TABLE(Board, board, {})

} // namespace zermelo::shinpei
