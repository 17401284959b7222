// Notation: three rows from the top, "x.o/.x./..o"; a move is its square, a1 at the bottom left.
#include "tictactoe/index.h"

namespace zermelo::tictactoe {

namespace {

auto letter_of(const Position& p) {
  return [p](int cell) { return (p.first >> cell & 1) != 0 ? 'x' : (p.second >> cell & 1) != 0 ? 'o' : '.'; };
}

} // namespace

std::string Rules::print(const Position& p) const { return grid.print(letter_of(p)); }
std::string Rules::draw(const Position& p) const { return grid.draw(letter_of(p)); }
std::string Rules::move_name(const Position&, Move cell) const { return grid.name(cell); }

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  Position p;
  auto put = [&](int cell, char letter) {
    if (letter == 'x') p.first |= static_cast<u16>(1U << cell);
    if (letter == 'o') p.second |= static_cast<u16>(1U << cell);
  };
  if (!grid.parse(text, "xo.", put, why)) return std::nullopt;
  if (!Game::legal(p)) {
    why = "x moves first, marks alternate, and play stops at the first row of three";
    return std::nullopt;
  }
  return p;
}

} // namespace zermelo::tictactoe
