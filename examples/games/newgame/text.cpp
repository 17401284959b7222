// Notation: the rows from the top, "x.o/.x./..o"; a turn is its cell, a1 at the bottom left.
#include "newgame/rules.h"

namespace zermelo::newgame {
namespace {

constexpr Letter letters[] = {{'x', "first", 1}, {'o', "second", 2}};

auto letter_of(const Position& p) {
  return [p](int cell) { return (p.first >> cell & 1) != 0 ? 'x' : (p.second >> cell & 1) != 0 ? 'o' : '.'; };
}

} // namespace

std::string Rules::print(const Position& p) const { return grid.print(letter_of(p)); }
std::string Rules::draw(const Position& p) const { return grid.draw(letter_of(p)); }
std::string Rules::move_name(const Position&, Move cell) const { return grid.name(cell); }

// Everything that is no legal position is refused, with the reason.
std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  Position p;
  auto put = [&](int cell, char letter) {
    if (letter == 'x') p.first |= u64{1} << cell;
    if (letter == 'o') p.second |= u64{1} << cell;
  };
  if (!grid.parse(text, "xo.", put, why)) return std::nullopt;
  if (!legal(p)) {
    why = "x begins, turns alternate, and play stops at the first three in a row";
    return std::nullopt;
  }
  return p;
}

Picture Rules::picture(const Position& p) const { return picture_of(print(p), grid.columns, letters, grid.names()); }
std::vector<std::string> Rules::clicks(const Position& p, Move cell) const { return {move_name(p, cell)}; }
std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, grid.columns, grid.rows, letters, '.', grid.names(), why);
  return text ? composed(*this, *text, first, why) : std::nullopt;
}

} // namespace zermelo::newgame
