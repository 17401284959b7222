// What the explorer shows: hexagons with stones; those at the border have a ground that tells whose edge it is.
#include <cmath>

#include "hex/rules.h"

namespace zermelo::hex {

Picture Rules::picture(const Position& p) const {
  static const float row_height = std::sqrt(0.75F);
  const auto [rows, columns, may] = board->shape;
  Picture picture;
  for (int at = 0; at < board->cells; ++at) {
    const int row = at / columns, column = at % columns;
    Picture::Cell cell;
    cell.name = board->name(at);
    const char* down = row == 0 ? "top" : row == rows - 1 ? "bottom" : "";
    const char* across = column == 0 ? "left" : column == columns - 1 ? "right" : "";
    cell.ground = std::string(down) + (*down != 0 && *across != 0 ? "-" : "") + across;
    cell.x = static_cast<float>(column) + static_cast<float>(row) / 2;
    cell.y = static_cast<float>(row) * row_height;
    if (p.x.has(at)) cell.pieces.push_back({"stone", 1});
    if (p.o.has(at)) cell.pieces.push_back({"stone", 2});
    picture.cells.push_back(std::move(cell));
  }
  return picture;
}

// To swap one clicks the stone that is taken over.
std::vector<std::string> Rules::clicks(const Position& p, Move cell) const {
  int at = cell;
  if (cell == swap) p.x.each([&](int stone) { at = stone; });
  return {board->name(at)};
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  std::string text;
  for (int at = 0; at < board->cells; ++at) {
    if (at != 0 && at % board->shape.columns == 0) text += '/';
    const Picture::Cell* cell = picture.find(board->name(at));
    if (cell == nullptr || cell->pieces.empty()) {
      text += '.';
      continue;
    }
    const Picture::Piece& piece = cell->pieces.front();
    if (cell->pieces.size() > 1 || piece.kind != "stone" || (piece.owner != 1 && piece.owner != 2)) {
      why = cell->name + " holds something that is no stone";
      return std::nullopt;
    }
    text += piece.owner == 1 ? 'x' : 'o';
  }
  return parse(text + (first ? ":x" : ":o"), why);
}

} // namespace zermelo::hex
