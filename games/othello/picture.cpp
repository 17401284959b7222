// What the explorer shows. A pass is a click on any disc in the middle: no other move begins there.
#include "game/picture.h"

#include "othello/rules.h"

namespace zermelo::othello {

namespace {

constexpr Letter looks[] = {{'x', "black", 1}, {'o', "white", 2}};

std::string name_of(int column, int row) { return {static_cast<char>('a' + column), static_cast<char>('1' + row)}; }

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  return picture_of(std::string_view(text).substr(0, text.find(':')), side, looks, name_of);
}

std::vector<std::string> Rules::clicks(const Position&, Move m) const {
  return {m == pass ? name_of(side / 2, side / 2) : name_of(m % side, m / side)};
}

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, side, side, looks, '.', name_of, why);
  return text ? composed(*this, *text + (first ? ":x" : ":o"), first, why) : std::nullopt;
}

} // namespace zermelo::othello
