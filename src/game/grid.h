// Boards of columns and rows whose size is chosen at run time: names of cells, rows as text, a drawing, lines of cells.
//
// Cells are numbered row by row from the top left. Names are those of chess: "a1" is the bottom left. A set of cells is a word of
// 64 bits, so such a board has at most 64 cells.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "game/picture.h"

namespace zermelo {

struct Grid {
  int columns = 3, rows = 3;

  ZERMELO_HD constexpr int cells() const { return columns * rows; }
  ZERMELO_HD constexpr u64 all() const { return cells() == 64 ? ~u64{0} : (u64{1} << cells()) - 1; }

  // Where a cell is; and the name of a cell.
  std::string name(int column, int row) const; // rows from the top
  std::string name(int cell) const { return name(cell % columns, cell / columns); }
  CellName names() const {
    return [grid = *this](int column, int row) { return grid.name(column, row); };
  }

  // "x.o/.x./..o": the rows from the top. letter(cell) is the letter of a cell.
  template <class LetterOf> std::string print(LetterOf&& letter) const {
    std::string text;
    for (int cell = 0; cell < cells(); ++cell) {
      if (cell != 0 && cell % columns == 0) text += '/';
      text += letter(cell);
    }
    return text;
  }

  // Reads what print writes: put(cell, letter) for each cell. Only these letters are allowed. False, and why, for other texts.
  template <class Put> bool parse(std::string_view text, std::string_view letters, Put&& put, std::string& why) const {
    const auto width = static_cast<std::size_t>(columns) + 1;
    bool fits = text.size() == width * static_cast<std::size_t>(rows) - 1;
    for (std::size_t i = 0; fits && i < text.size(); ++i)
      fits = i % width == width - 1 ? text[i] == '/' : letters.find(text[i]) != std::string_view::npos;
    if (!fits) {
      why = expected(letters);
      return false;
    }
    for (std::size_t i = 0, cell = 0; i < text.size(); ++i)
      if (i % width != width - 1) put(static_cast<int>(cell++), text[i]);
    return true;
  }

  // The rows with their coordinates, for a terminal.
  template <class LetterOf> std::string draw(LetterOf&& letter) const { return framed(print(letter)); }

private:
  std::string expected(std::string_view letters) const;
  std::string framed(const std::string& rows_of_letters) const;
};

// The straight lines of `length` cells, as sets: rows, columns and diagonals. Plain data, so that it goes to a device.
template <std::size_t Most = 192> struct Windows {
  Windows() = default;
  Windows(const Grid& grid, int length) {
    for (int row = 0; row < grid.rows; ++row)
      for (int column = 0; column < grid.columns; ++column)
        for (const auto& [across, down] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
          const int last_column = column + (length - 1) * across, last_row = row + (length - 1) * down;
          if (last_column < 0 || last_column >= grid.columns || last_row >= grid.rows) continue;
          ensure(count < Most, "a board has more lines than it has room for");
          for (int i = 0; i < length; ++i) sets[count] |= u64{1} << ((row + i * down) * grid.columns + column + i * across);
          ++count;
        }
  }

  // Whether some line lies within a set.
  ZERMELO_HD bool any_in(u64 set) const {
    for (std::size_t i = 0; i < count; ++i)
      if ((set & sets[i]) == sets[i]) return true;
    return false;
  }

  std::size_t count = 0;
  u64 sets[Most] = {};
};

} // namespace zermelo
