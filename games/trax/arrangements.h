// Tiles on a board as they may lie, whether or not play leads there: all in one piece, touching edges of one colour, no empty
// cell that would have to be filled. Cell by cell, for sampling and counting (index/sampling.h). Where the piece lies on the
// board does not matter, so it is counted where it touches the first row and the first column.
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>

#include "trax/tile.h"

namespace zermelo::trax {

class Arrangements {
public:
  static constexpr int most_columns = 8;

  // Of the last cell of each column, the row before or this one: what those below and to the right must know.
  struct Cell {
    bool held = false;
    bool white_south = false, white_east = false;    // of a tile
    bool entered_white = false, entered_red = false; // of an empty cell
    u8 part = 0;                                     // tiles of one part have the same number; 0: no tile
    auto operator<=>(const Cell&) const = default;
  };
  struct State {
    std::array<Cell, most_columns> cells{};
    bool first_row = false, first_column = false; // a tile is there
    bool done = false;                            // a part that nothing can be added to
    auto operator<=>(const State&) const = default;
  };

  struct Spec {
    using State = Arrangements::State;
    int side;

    int items() const { return side * side; }
    int contents() const { return 1 + static_cast<int>(all_tiles.size()); }
    State start() const { return {}; }
    bool accepts(const State& s) const;
    std::optional<State> step(int item, const State& state, int content) const;
  };

  explicit Arrangements(int side) : side_(side) {}
  Spec spec() const { return {side_}; }
  int symmetries() const { return 8; }
  std::string set() const {
    return "arrangements of tiles in one piece, whoever is to move and whether or not play leads there, wherever they lie on the "
           "board";
  }

private:
  int side_;
};

} // namespace zermelo::trax
