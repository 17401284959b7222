// The board for whoever draws it: Black, who begins, sits at the bottom, so it is turned round.
#include <fmt/format.h>

#include "checkers/rules.h"

namespace zermelo::checkers {

Picture Rules::picture(const Position& p) const {
  const Position black = p.white != 0 ? turned(p) : p;
  const int side = board->side();
  Picture picture;
  for (int row = side - 1; row >= 0; --row) {
    for (int column = side - 1; column >= 0; --column) {
      const int square = row * board->width() + column / 2;
      const bool dark = (row + column) % 2 == 1;
      Picture::Cell cell;
      cell.name = dark ? fmt::format("{}", square + 1) : fmt::format("light-{}-{}", row + 1, column + 1);
      cell.ground = dark ? "dark" : "light";
      cell.x = static_cast<float>(side - 1 - column);
      cell.y = static_cast<float>(side - 1 - row);
      const bool king = (black.kings >> square & 1) != 0;
      if (dark && ((black.own | black.other) >> square & 1) != 0)
        cell.pieces.push_back({king ? "king" : "man", (black.own >> square & 1) != 0 ? 1 : 2});
      picture.cells.push_back(std::move(cell));
    }
  }
  return picture;
}

std::vector<std::string> Rules::clicks(const Position& p, const Move& m) const {
  std::vector<std::string> names;
  for (const int square : path(p, m)) names.push_back(fmt::format("{}", square));
  return names;
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  std::string sides[2]; // Black's and White's
  for (const Picture::Cell& cell : picture.cells) {
    if (cell.pieces.empty()) continue;
    const Picture::Piece& piece = cell.pieces.front();
    if (cell.pieces.size() > 1 || (piece.kind != "man" && piece.kind != "king") || (piece.owner != 1 && piece.owner != 2)) {
      why = fmt::format("square {} holds something that is no piece of the game", cell.name);
      return std::nullopt;
    }
    std::string& list = sides[piece.owner - 1];
    list += fmt::format("{}{}{}", list.empty() ? "" : ",", piece.kind == "king" ? "K" : "", cell.name);
  }
  return parse(fmt::format("{}:W{}:B{}", first ? 'B' : 'W', sides[1], sides[0]), why);
}

} // namespace zermelo::checkers
