// What the explorer shows.
#include "game/picture.h"

#include "quixo/index.h"

namespace zermelo::quixo {

namespace {

constexpr Letter looks[] = {{'x', "cross", 1}, {'o', "ring", 2}};

CellName names(int side) {
  return
      [side](int column, int row) { return std::string{static_cast<char>('a' + column), static_cast<char>('0' + side - row)}; };
}

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  return picture_of(std::string_view(text).substr(0, text.find(':')), side, looks, names(side));
}

std::vector<std::string> Rules::clicks(const Position& p, Move m) const { return cells_in(move_name(p, m), ":"); }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, side, side, looks, '.', names(side), why);
  return text ? composed(*this, *text + (first ? ":x" : ":o"), first, why) : std::nullopt;
}

} // namespace zermelo::quixo
