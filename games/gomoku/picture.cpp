// What the explorer shows: stones on crossings; those that go boards mark with stars, the centre among them, have another ground.
#include "game/picture.h"

#include "gomoku/rules.h"

namespace zermelo::gomoku {
namespace {

bool is_star(const Shape& s, int column, int row) {
  auto marked = [](int size, int at, bool& middle) {
    middle = size % 2 == 1 && at == size / 2;
    const int edge = size >= 13 ? 3 : 2;
    return size >= 9 && (at == edge || at == size - 1 - edge);
  };
  bool middle_column = false, middle_row = false;
  const bool c = marked(s.columns, column, middle_column), r = marked(s.rows, row, middle_row);
  return (c && r) || (middle_column && middle_row && s.columns >= 7 && s.rows >= 7);
}

} // namespace

Picture Game::picture(const Position& p) const {
  const Shape& s = board->shape();
  Picture picture;
  for (int row = s.rows - 1; row >= 0; --row)
    for (int column = 0; column < s.columns; ++column) {
      const int at = board->cell(column, row);
      Picture::Cell cell;
      cell.name = board->name(at);
      if (is_star(s, column, row)) cell.ground = "star";
      cell.x = static_cast<float>(column);
      cell.y = static_cast<float>(s.rows - 1 - row);
      if (p.black.has(at)) cell.pieces.push_back({"stone", 1});
      if (p.white.has(at)) cell.pieces.push_back({"stone", 2});
      picture.cells.push_back(std::move(cell));
    }
  return picture;
}

std::vector<std::string> Game::clicks(const Position&, Move cell) const { return {board->name(cell)}; }

std::optional<Position> Game::compose(const Picture& picture, bool first, std::string& why) const {
  Position p;
  for (int at = 0; at < board->cells(); ++at) {
    const Picture::Cell* cell = picture.find(board->name(at));
    if (cell == nullptr || cell->pieces.empty()) continue;
    const Picture::Piece& piece = cell->pieces.front();
    if (cell->pieces.size() > 1 || piece.kind != "stone" || (piece.owner != 1 && piece.owner != 2)) {
      why = cell->name + " holds something that is no stone";
      return std::nullopt;
    }
    (piece.owner == 1 ? p.black : p.white).add(at);
  }
  p.stones = first ? 0 : 1; // for whose turn it is to be; the text is read with all its rules
  return parse(print(p), why);
}

} // namespace zermelo::gomoku
