// What the explorer shows.
#include "tictactoe/index.h"

namespace zermelo::tictactoe {

namespace {

constexpr Letter looks[] = {{'x', "cross", 1}, {'o', "ring", 2}};

} // namespace

Picture Rules::picture(const Position& p) const { return picture_of(print(p), grid.columns, looks, grid.names()); }

std::vector<std::string> Rules::clicks(const Position& p, Move cell) const { return {move_name(p, cell)}; }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, grid.columns, grid.rows, looks, '.', grid.names(), why);
  return text ? composed(*this, *text, first, why) : std::nullopt;
}

} // namespace zermelo::tictactoe
