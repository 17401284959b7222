// TRAX on a plain grid of tiles, written straight from the rules: every line is traced, every cell looked at. The unlimited game
// is played on it, notation is read and written through it, and the quick rules (rules.h) are tested against it.
#pragma once

#include "base/value.h"
#include "trax/tile.h"

namespace zermelo::trax {

struct Grid {
  static constexpr int capacity = 16; // columns and rows

  int width = 0, height = 0; // the box around the tiles, which stand at the top left of the grid
  bool red_to_move = false;
  Wdl over = Wdl::unknown; // for the side to move, as the last move left it; having no move is not looked for
  Tile tiles[capacity][capacity] = {};

  friend bool operator==(const Grid&, const Grid&) = default;

  Tile at(int row, int column) const {
    return row < 0 || row >= height || column < 0 || column >= width ? no_tile : tiles[row][column];
  }
  int count() const;
};

// What a position of any kind and a grid have in common, apart from the tiles.
template <class P> P frame_of(const Grid& grid) {
  P p;
  p.width = static_cast<u8>(grid.width);
  p.height = static_cast<u8>(grid.height);
  p.red_to_move = grid.red_to_move ? 1 : 0;
  p.over = grid.over;
  return p;
}
template <class P> Grid empty_grid(const P& p) {
  Grid grid;
  grid.width = p.width;
  grid.height = p.height;
  grid.red_to_move = p.red_to_move != 0;
  grid.over = p.over;
  return grid;
}

// What a move may be refused for.
enum class Refusal : u8 { none, game_over, bad_first, occupied, no_neighbour, too_large, mismatch, three_edges };
const char* sentence_of(Refusal why);

// The white and the red edges that enter a cell from the tiles around it, bit d from direction d.
struct Entering {
  unsigned white = 0, red = 0;
  bool admits(Tile tile) const { return (white & ~tile) == 0 && (red & tile) == 0; }
};
Entering entering(const Grid& grid, int row, int column);

struct PlainRules {
  int limit = Grid::capacity; // of the box
  int needed = 8;             // columns or rows that a line must span to win

  static PlainRules of_size(int side) { return {side, side}; } // up to 8x8
  static PlainRules unlimited() { return {}; }

  // Plays a tile and everything it forces. Rows and columns count from the box, -1 is outside it above or to the left.
  // A grid whose move was refused is spoilt.
  Refusal play(Grid& grid, int row, int column, Tile tile) const;

  // Calls f(row, column, tile, grid after it) for every legal move until it says false.
  template <class F> void each_turn(const Grid& grid, F&& f) const {
    if (grid.over != Wdl::unknown) return;
    for (int row = -1; row <= grid.height; ++row) {
      for (int column = -1; column <= grid.width; ++column) {
        if (grid.at(row, column) != no_tile) continue;
        for (const Tile tile : all_tiles) {
          Grid next = grid;
          if (play(next, row, column, tile) == Refusal::none && !f(row, column, tile, next)) return;
        }
      }
    }
  }

  // What the tiles alone say, for the side to move: a loop or a line, or a full board.
  Wdl judge(const Grid& grid) const;

private:
  Refusal check(const Grid& grid, int row, int column, Tile tile) const;
  bool completes(const Grid& grid, bool white) const;
};

// A quarter turn to the right; the columns in the opposite order.
Grid turned(const Grid& grid);
Grid mirrored(const Grid& grid);

// Puts down what is forced, in any order; false if three edges of one colour enter a cell.
bool play_forced(Grid& grid);

} // namespace zermelo::trax
