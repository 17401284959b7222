// What the explorer shows.
#include "game/picture.h"

#include "tictactoe/index.h"

namespace zermelo::tictactoe {

namespace {

constexpr Letter looks[] = {{'x', "cross", 1}, {'o', "ring", 2}};

std::string cell_name(int column, int row) { return {static_cast<char>('a' + column), static_cast<char>('3' - row)}; }

} // namespace

Picture Rules::picture(const Position& p) const { return picture_of(print(p), 3, looks, cell_name); }

std::vector<std::string> Rules::clicks(const Position& p, Move cell) const { return {move_name(p, cell)}; }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, 3, 3, looks, '.', cell_name, why);
  return text ? composed(*this, *text, first, why) : std::nullopt;
}

} // namespace zermelo::tictactoe
