// The boards: 33 points, 31 as Tanaka drew it, the square of 25 alone and the triangle of 9 alone.
#include <algorithm>
#include <array>
#include <vector>

#include "musashi/rules.h"

namespace zermelo::musashi {

int Board::point_at(int column, int row) const {
  for (u32 at = 0; at < points; ++at)
    if (x[at] == column && y[at] == row) return static_cast<int>(at);
  return -1;
}

// The points of a line that the board has; each is beside the next.
void Board::add_line(int from_x, int from_y, int to_x, int to_y) {
  auto sign = [](int n) { return n > 0 ? 1 : n < 0 ? -1 : 0; };
  std::vector<int> on;
  for (int cx = from_x, cy = from_y;; cx += sign(to_x - from_x), cy += sign(to_y - from_y)) {
    if (const int at = point_at(cx, cy); at >= 0) on.push_back(at);
    if (cx == to_x && cy == to_y) break;
  }
  for (std::size_t i = 0; i + 1 < on.size(); ++i) {
    beside[on[i]] |= u64{1} << on[i + 1];
    beside[on[i + 1]] |= u64{1} << on[i];
    if (i == 0) continue;
    u64* free = pairs[on[i]];
    while (*free != 0) ++free;
    *free = u64{1} << on[i - 1] | u64{1} << on[i + 1];
  }
}

Board::Board(int size) : columns(size == 25 ? 5 : 7), symmetries(size == 25 ? 8 : 2) {
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < static_cast<int>(columns); ++column) {
      const bool square = size == 9 ? column == 4 && row == 2 : column < 5,
                 triangle = column == 6 || (column == 5 && row >= 1 && row <= 3);
      if (!square && (!triangle || (size == 31 && column == 6 && row % 2 == 1))) continue;
      x[points] = static_cast<u8>(column);
      y[points++] = static_cast<u8>(row);
    }
  for (const int row : {0, 1, 3, 4}) add_line(0, row, 4, row);
  add_line(0, 2, size == 31 ? 5 : 6, 2);
  for (int column = 0; column < 5; ++column) add_line(column, 0, column, 4);
  add_line(5, 1, 5, 3);
  add_line(6, 0, 6, 4);
  if (size != 31) {
    add_line(0, 0, 4, 4);
    add_line(0, 4, 4, 0);
  }
  add_line(2, 0, 0, 2);
  add_line(0, 2, 2, 4);
  add_line(2, 0, 6, 4);
  add_line(2, 4, 6, 0);
  add_line(5, 1, 6, 1);
  add_line(5, 1, 6, 2);
  add_line(5, 3, 6, 2);
  add_line(5, 3, 6, 3);
  // Symmetry 1 turns the board upside down; a square alone has the others as well.
  images = {static_cast<int>(points), static_cast<int>(symmetries), [&](int m, int at) {
              int column = x[at], row = y[at];
              if ((m & 1) != 0) row = rows - 1 - row;
              if ((m & 2) != 0) column = rows - 1 - column;
              if ((m & 4) != 0) std::swap(column, row);
              return point_at(column, row);
            }};
}

const Board& Board::of(int size) {
  static const Board tiny(9), small(25), middle(31), large(33);
  return size == 9 ? tiny : size == 25 ? small : size == 31 ? middle : large;
}

Position Rules::start() const {
  const bool triangle = board->points == 9; // then Brown has its far side
  Position p{0, static_cast<u32>(board->point_at(triangle ? 5 : 2, 2)), 0};
  for (u32 at = 0; at < board->points; ++at)
    if (triangle ? board->x[at] == 6 : board->x[at] <= 4 && (board->x[at] % 4 == 0 || board->y[at] % 4 == 0))
      p.brown |= u64{1} << at;
  return p;
}

} // namespace zermelo::musashi
