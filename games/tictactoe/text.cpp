// Notation: three rows from the top, "x.o/.x./..o"; a move is its square, a1 at the bottom left.
#include "tictactoe/index.h"

namespace zermelo::tictactoe {

std::string Rules::print(const Position& p) const {
  std::string text;
  for (int cell = 0; cell < 9; ++cell) {
    if (cell == 3 || cell == 6) text += '/';
    text += (p.first >> cell & 1) != 0 ? 'x' : (p.second >> cell & 1) != 0 ? 'o' : '.';
  }
  return text;
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const std::string shape = "three rows of x, o and '.', from the top, like x.o/.x./..o";
  if (text.size() != 11 || text[3] != '/' || text[7] != '/') {
    why = "expected " + shape;
    return std::nullopt;
  }
  Position p;
  for (std::size_t i = 0, cell = 0; i < text.size(); ++i) {
    if (i == 3 || i == 7) continue;
    if (text[i] == 'x') {
      p.first |= static_cast<u16>(1U << cell);
    } else if (text[i] == 'o') {
      p.second |= static_cast<u16>(1U << cell);
    } else if (text[i] != '.') {
      why = "expected " + shape;
      return std::nullopt;
    }
    ++cell;
  }
  if (!Game::legal(p)) {
    why = "x moves first, marks alternate, and play stops at the first row of three";
    return std::nullopt;
  }
  return p;
}

std::string Rules::move_name(const Position&, Move cell) const {
  return {static_cast<char>('a' + cell % 3), static_cast<char>('3' - cell / 3)};
}

std::string Rules::draw(const Position& p) const {
  const std::string cells = print(p);
  std::string out;
  for (std::size_t row = 0; row < 3; ++row) {
    out += static_cast<char>('3' - static_cast<char>(row));
    for (std::size_t column = 0; column < 3; ++column) (out += ' ') += cells[row * 4 + column];
    out += '\n';
  }
  return out + "  a b c\n";
}

} // namespace zermelo::tictactoe
