// The six tiles of TRAX: two of the four edges carry the ends of a white line, the other two those of a red one.
#pragma once

#include <array>
#include <bit>

#include "base/types.h"

namespace zermelo::trax {

enum Direction : int { north, east, south, west };
constexpr int opposite(int direction) { return direction ^ 2; }

// A tile is the set of its white edges, bit d for direction d. North, east and south alone tell it: they are never all red
// and never all white, and 0 is left for "no tile".
using Tile = u8;
inline constexpr Tile no_tile = 0;
inline constexpr std::array<Tile, 6> all_tiles = {0b0101, 0b1010, 0b1001, 0b0110, 0b0011, 0b1100};
inline constexpr std::array<Tile, 2> first_tiles = {0b1001, 0b0101}; // "/" with white at the top left, "+" with white upright

constexpr Tile tile_of(unsigned north_east_south) {
  const unsigned n = north_east_south;
  return static_cast<Tile>(n | ((n ^ n >> 1 ^ n >> 2) & 1) << 3);
}

// Where the line that enters a tile in one direction leaves it.
inline constexpr auto other_edges = [] {
  std::array<u8, 64> to{};
  for (const unsigned tile : all_tiles)
    for (unsigned d = 0; d < 4; ++d) {
      const unsigned same = (tile >> d & 1) != 0 ? tile : ~tile & 15U;
      to[4 * tile + d] = static_cast<u8>(std::countr_zero(same & ~(1U << d)));
    }
  return to;
}();
constexpr int other_edge(unsigned tile, int direction) { return other_edges[4 * tile + static_cast<unsigned>(direction)]; }

// In the notation of moves a tile is a crossing or one of two double curves; its colours follow from the neighbours.
constexpr char sign_of(Tile tile) {
  return tile == 0b0101 || tile == 0b1010 ? '+' : tile == 0b1001 || tile == 0b0110 ? '/' : '\\';
}

// In the notation of positions a tile is a letter that looks like its white line.
constexpr char letter_of(Tile tile) {
  switch (tile) {
  case 0b0101: return 'I';
  case 0b1010: return 'H';
  case 0b1001: return 'J';
  case 0b0110: return 'F';
  case 0b0011: return 'L';
  case 0b1100: return '7';
  default: return '.';
  }
}

// A cell as it is named, relative to the box around the tiles before the move: row 0 is above it, column 0 left of it.
struct Move {
  u8 column, row;
  Tile tile;
  friend constexpr bool operator==(const Move&, const Move&) = default;
};

} // namespace zermelo::trax
