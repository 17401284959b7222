// What the explorer shows. A click anywhere into a column plays there: the cell where the stone will lie stands for it.
#include "game/picture.h"

#include "connect4/rules.h"

namespace zermelo::connect4 {

namespace {

constexpr Letter looks[] = {{'x', "cross", 1}, {'o', "ring", 2}};

std::string name_of(const Rules& g, int column, int row) { // rows from the top
  return static_cast<char>('a' + column) + std::to_string(g.rows - row);
}
CellName names(const Rules& g) {
  return [g](int column, int row) { return name_of(g, column, row); };
}

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  return picture_of(std::string_view(text).substr(0, text.find(':')), columns, looks, names(*this));
}

std::vector<std::string> Rules::clicks(const Position& p, Move c) const {
  return {name_of(*this, c, rows - 1 - count_ones(p.stones & column(c)))};
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, columns, rows, looks, '.', names(*this), why);
  return text ? composed(*this, *text + (first ? ":x" : ":o"), first, why) : std::nullopt;
}

} // namespace zermelo::connect4
