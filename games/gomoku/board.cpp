#include "gomoku/board.h"

#include "base/key.h"

namespace zermelo::gomoku {

Board::Board(const Shape& shape) : shape_(shape) {
  lines_.cells = cells();
  lines_.length = shape.length;
  for (int i = 0; i < cells(); ++i) {
    lines_.names.push_back(static_cast<char>('a' + column(i)) + std::to_string(row(i) + 1));
    lines_.places.push_back({column(i), row(i), 0});
  }
  add_windows();
  add_symmetries();
  lines_.connect();
  if (cells() > 64) return;
  for (const auto& w : lines_.windows) {
    u64 mask = 0;
    for (const u8 cell : w.cells) mask |= u64{1} << cell;
    masks_.push_back(mask);
  }
  for (int i = 0; i < cells(); ++i) {
    std::array<u64, 8> of_cell{};
    for (int s = 0; s < 8; ++s) of_cell[static_cast<std::size_t>(s)] = number(s % symmetries(), 0, i);
    images_.push_back(of_cell);
  }
}

// By their first cell, then by direction.
void Board::add_windows() {
  for (int first = 0; first < cells(); ++first)
    for (const auto& [dc, dr] : directions) {
      const int c = column(first), r = row(first), last = shape_.length - 1;
      if (!on_board(c + last * dc, r + last * dr)) continue;
      LineBoard::Window w;
      for (int i = 0; i <= last; ++i) w.cells.push_back(static_cast<u8>(cell(c + i * dc, r + i * dr)));
      if (shape_.exact && on_board(c - dc, r - dr)) w.beyond[0] = cell(c - dc, r - dr);
      if (shape_.exact && on_board(c + (last + 1) * dc, r + (last + 1) * dr))
        w.beyond[1] = cell(c + (last + 1) * dc, r + (last + 1) * dr);
      lines_.windows.push_back(std::move(w));
    }
}

// Bit 0 mirrors the columns, bit 1 the rows, bit 2, on a square, exchanges them first.
void Board::add_symmetries() {
  const int count = shape_.columns == shape_.rows ? 8 : 4;
  u64 seed = 0;
  for (int s = 0; s < count; ++s) {
    std::vector<u8> to;
    for (int i = 0; i < cells(); ++i) {
      int c = column(i), r = row(i);
      if ((s & 4) != 0) std::swap(c, r);
      if ((s & 1) != 0) c = shape_.columns - 1 - c;
      if ((s & 2) != 0) r = shape_.rows - 1 - r;
      to.push_back(static_cast<u8>(cell(c, r)));
    }
    lines_.symmetries.push_back(std::move(to));
  }
  std::vector<u64> of_stone(static_cast<std::size_t>(2 * cells()));
  for (u64& n : of_stone) n = mix_bits(++seed * 0x9e3779b97f4a7c15);
  for (const auto& to : lines_.symmetries)
    for (std::size_t colour = 0; colour < 2; ++colour)
      for (const u8 image : to) numbers_.push_back(of_stone[colour * static_cast<std::size_t>(cells()) + image]);
}

CellSet Board::image(int symmetry, const CellSet& set) const {
  CellSet out;
  const auto& to = lines_.symmetries[static_cast<std::size_t>(symmetry)];
  set.each([&](int cell) { out.add(to[static_cast<std::size_t>(cell)]); });
  return out;
}

} // namespace zermelo::gomoku
