#include "hex/rules.h"

namespace zermelo::hex {

Board::Board(const Shape& of) : shape(of) {
  cells = of.rows * of.columns;
  next.resize(static_cast<std::size_t>(cells));
  for (int row = 0; row < of.rows; ++row)
    for (int column = 0; column < of.columns; ++column) {
      const int cell = row * of.columns + column;
      for (const auto& [down, across] : {std::pair{0, -1}, {0, 1}, {-1, 0}, {-1, 1}, {1, -1}, {1, 0}}) {
        const int r = row + down, c = column + across;
        if (r >= 0 && r < of.rows && c >= 0 && c < of.columns) next[static_cast<std::size_t>(cell)].add(r * of.columns + c);
      }
      if (row == 0) edges[0][0].add(cell);
      if (row == of.rows - 1) edges[0][1].add(cell);
      if (column == 0) edges[1][0].add(cell);
      if (column == of.columns - 1) edges[1][1].add(cell);
    }
  symmetries.emplace_back();
  for (int cell = 0; cell < cells; ++cell) symmetries.back().push_back(static_cast<u8>(turned(cell)));
}

std::string Board::name(int cell) const {
  return static_cast<char>('a' + cell % shape.columns) + std::to_string(cell / shape.columns + 1);
}

int Board::find(std::string_view wanted) const {
  int cell = 0;
  while (cell < cells && name(cell) != wanted) ++cell;
  return cell < cells ? cell : -1;
}

Position Rules::turned(const Position& p) const {
  Position q = p;
  q.x = q.o = {};
  p.x.each([&](int cell) { q.x.add(board->turned(cell)); });
  p.o.each([&](int cell) { q.o.add(board->turned(cell)); });
  return q;
}

Position Rules::canonical(const Position& p) const {
  const Position q = turned(p);
  return std::pair(q.x, q.o) < std::pair(p.x, p.o) ? q : p;
}

Key Rules::key(const Position& p) const {
  const Position least = canonical(p);
  KeyMaker maker;
  for (const u64 word : least.x.words) maker.add(word);
  for (const u64 word : least.o.words) maker.add(word);
  maker.add(p.swapped); // the stones tell the rest
  return maker.key();
}

} // namespace zermelo::hex
