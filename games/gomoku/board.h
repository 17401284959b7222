// A board of M columns and N rows with its lines of K cells, and its symmetries. Cells are numbered row by row from a1, which is
// at the bottom left.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "game/lines.h"

namespace zermelo::gomoku {

struct Shape {
  int columns = 15, rows = 15, length = 5;
  bool exact = false; // more than `length` in a row are no line
  friend bool operator==(const Shape&, const Shape&) = default;
};

class Board {
public:
  explicit Board(const Shape& shape);

  const Shape& shape() const { return shape_; }
  int cells() const { return shape_.columns * shape_.rows; }
  int cell(int column, int row) const { return row * shape_.columns + column; }
  int column(int cell) const { return cell % shape_.columns; }
  int row(int cell) const { return cell / shape_.columns; }
  const std::string& name(int cell) const { return lines_.names[static_cast<std::size_t>(cell)]; }
  const LineBoard& lines() const { return lines_; }

  int symmetries() const { return static_cast<int>(lines_.symmetries.size()); }
  CellSet image(int symmetry, const CellSet& set) const;
  // A random number for a stone on the image of a cell: [0, 1] black or white.
  u64 number(int symmetry, int colour, int cell) const {
    const int at = (symmetry * 2 + colour) * cells() + cell;
    return numbers_[static_cast<std::size_t>(at)];
  }

  // Of boards of at most 64 cells: the windows as bits; of a cell a random number for its image under each symmetry (four of them
  // twice where there are no more).
  const std::vector<u64>& window_masks() const { return masks_; }
  const std::array<u64, 8>& numbers(int cell) const { return images_[static_cast<std::size_t>(cell)]; }

  // Whether a stone that was just put on the cell has completed a line.
  bool line_through(const CellSet& stones, int cell) const {
    const int at_column = column(cell), at_row = row(cell);
    for (const auto& [dc, dr] : directions) {
      const int run = 1 + run_from(stones, at_column, at_row, dc, dr) + run_from(stones, at_column, at_row, -dc, -dr);
      if (shape_.exact ? run == shape_.length : run >= shape_.length) return true;
    }
    return false;
  }

  static constexpr std::array<std::array<int, 2>, 4> directions = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}}; // column, row

private:
  bool on_board(int column, int row) const { return column >= 0 && column < shape_.columns && row >= 0 && row < shape_.rows; }
  int run_from(const CellSet& stones, int column, int row, int dc, int dr) const {
    int n = 0;
    while (on_board(column += dc, row += dr) && stones.has(cell(column, row))) ++n;
    return n;
  }
  void add_windows();
  void add_symmetries();

  Shape shape_;
  LineBoard lines_;
  std::vector<u64> numbers_, masks_;
  std::vector<std::array<u64, 8>> images_;
};

} // namespace zermelo::gomoku
