// The eight symmetries of the square on bitboards: numbers 0-7, of which bit 2 exchanges rows and columns first, then bit 0
// mirrors the columns of the box and bit 1 its rows.
#pragma once

#include <algorithm>

#include "trax/board.h"

namespace zermelo::trax {

inline constexpr int symmetries = 8;

constexpr u64 transposed(u64 x) {
  u64 t = (x ^ x >> 7) & 0x00AA00AA00AA00AA;
  x ^= t ^ t << 7;
  t = (x ^ x >> 14) & 0x0000CCCC0000CCCC;
  x ^= t ^ t << 14;
  t = (x ^ x >> 28) & 0x00000000F0F0F0F0;
  return x ^ t ^ t << 28;
}
constexpr u64 columns_mirrored(u64 x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  return (x >> 4 & 0x0F0F0F0F0F0F0F0F) | (x & 0x0F0F0F0F0F0F0F0F) << 4;
}
constexpr u64 rows_mirrored(u64 x) { return __builtin_bswap64(x); }

constexpr int image_of_direction(int symmetry, int direction) {
  int d = direction;
  if ((symmetry & 4) != 0) d = 3 - d; // north and west change places, and so do east and south
  if ((symmetry & 1) != 0 && d % 2 == 1) d = opposite(d);
  if ((symmetry & 2) != 0 && d % 2 == 0) d = opposite(d);
  return d;
}

// Of a set of cells in a box, again with the box at the top left.
constexpr u64 image_of_cells(int symmetry, u64 cells, int width, int height) {
  if ((symmetry & 4) != 0) {
    cells = transposed(cells);
    std::swap(width, height);
  }
  if ((symmetry & 1) != 0) cells = columns_mirrored(cells) >> (8 - width);
  if ((symmetry & 2) != 0) cells = rows_mirrored(cells) >> 8 * (8 - height);
  return cells;
}

constexpr Position image_of(int symmetry, const Position& p) {
  if (p.width == 0) return p;
  Position q = p;
  if ((symmetry & 4) != 0) std::swap(q.width, q.height);
  const u64 planes[4] = {p.white[0], p.white[1], p.white[2], p.white_west()};
  for (int d = 0; d < 4; ++d) {
    const int to = image_of_direction(symmetry, d);
    if (to != west) q.white[to] = image_of_cells(symmetry, planes[d], p.width, p.height);
  }
  return q;
}

// The images of the cells of a box; the least of them is mostly that of one symmetry, which spares looking at the others.
struct CellImages {
  u64 cells[symmetries];
  u64 least;

  constexpr CellImages(u64 held, int width, int height) : cells{}, least(0) {
    if (width == 0) return;
    const u64 across = transposed(held);
    for (int s = 0; s < 4; ++s) {
      cells[s] = image_of_cells(s, held, width, height);
      cells[s + 4] = image_of_cells(s, across, height, width);
    }
    least = *std::min_element(cells, cells + symmetries);
  }
};

constexpr Position least_image(const Position& p) {
  const CellImages images(p.tiles(), p.width, p.height);
  bool found = false;
  Position least;
  for (int s = 0; s < symmetries; ++s) {
    if (images.cells[s] != images.least) continue;
    const Position q = image_of(s, p);
    if (!found || std::lexicographical_compare(q.white, q.white + 3, least.white, least.white + 3)) least = q;
    found = true;
  }
  return least;
}

} // namespace zermelo::trax
