// What the explorer shows: the points at their places on a chess board, gaps between them, and the men in hand.
#include "morris/rules.h"

namespace zermelo::morris {

Picture Rules::picture(const Position& p) const {
  const bool black = p.black != 0;
  const u32 white_men = black ? p.other : p.own, black_men = black ? p.own : p.other;
  Picture out;
  for (int row = 0; row < columns(); ++row)
    for (int column = 0; column < columns(); ++column)
      out.cells.push_back(
          {"gap-" + std::to_string(columns() * row + column), "gap", static_cast<float>(column), static_cast<float>(row), {}});
  for (int at = 0; at < points(); ++at) {
    const Place on = place(at);
    Picture::Cell& cell = out.cells[static_cast<std::size_t>(columns() * on.row + on.column)];
    cell.name = point_name(at);
    cell.ground =
        std::to_string(static_cast<int>(rings) - at / ring_points) + "-" + std::to_string(at % ring_points); // which lines
    if (((white_men | black_men) >> at & 1) != 0) cell.pieces.push_back({"man", (white_men >> at & 1) != 0 ? 1 : 2});
  }
  const u8 hands[] = {black ? p.other_hand : p.hand, black ? p.hand : p.other_hand};
  for (const int owner : {1, 2})
    if (hands[owner - 1] != 0) out.hands.push_back({"man", owner, hands[owner - 1]});
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, const Move& m) const { return cells_in(move_name(p, m)); }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  std::string text;
  for (int at = 0; at < points(); ++at) {
    if (at != 0 && at % ring_points == 0) text += '/';
    const Picture::Cell* const cell = picture.find(point_name(at));
    if (cell == nullptr || cell->pieces.empty()) {
      text += '.';
      continue;
    }
    const Picture::Piece& piece = cell->pieces.front();
    if (cell->pieces.size() > 1 || piece.kind != "man" || (piece.owner != 1 && piece.owner != 2)) {
      why = "point " + cell->name + " holds something that is no man";
      return std::nullopt;
    }
    text += piece.owner == 1 ? 'W' : 'B';
  }
  const int white = picture.held("man", 1), black = picture.held("man", 2);
  if (white > 9 || black > 9) {
    why = "a side holds at most nine men";
    return std::nullopt;
  }
  return composed(*this, text + (first ? ":w" : ":b") + std::to_string(white) + std::to_string(black), first, why);
}

} // namespace zermelo::morris
