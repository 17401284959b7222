// Notation: rows 1-5 from the top, '/' between them, then ':' and who is to move, "hbd/.../.../.../CAS:1"; a move names its
// squares as the paper does, "B5-A4", or "B3xA2" when it takes.
#include <algorithm>

#include "anpanman/index.h"
#include "game/refuse.h"

namespace zermelo::anpanman {

namespace {

constexpr std::string_view letters = "ACSbdh"; // in the order of Position::at

char letter_at(const Position& p, int square) {
  for (std::size_t i = 0; i < pieces; ++i)
    if (p.at[i] == square) return letters[i];
  return '.';
}

std::string square_name(u8 square) {
  return {static_cast<char>('A' + square % columns), static_cast<char>('1' + square / columns)};
}

} // namespace

std::string Rules::print(const Position& p) const {
  std::string text;
  for (int square = 0; square < squares; ++square) {
    if (square != 0 && square % columns == 0) text += '/';
    text += letter_at(p, square);
  }
  return text + (first_to_move(p) ? ":1" : ":2");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const Refuse refuse{why};
  constexpr const char* shape = "expected five rows of three from the top and the player to move, like hbd/.../.../.../CAS:1";
  if (text.size() != 21 || text[19] != ':' || (text[20] != '1' && text[20] != '2')) return refuse(shape);
  Position p{{off, off, off, off, off, off}, static_cast<u8>(text[20] - '1')};
  for (std::size_t i = 0, square = 0; i < 19; ++i) {
    if (i % 4 == 3) {
      if (text[i] != '/') return refuse(shape);
      continue;
    }
    if (text[i] != '.') {
      const auto piece = letters.find(text[i]);
      if (piece == std::string_view::npos) return refuse("pieces are A C S of the first player, b d h of the second, and '.'");
      if (p.at[piece] != off) return refuse("each piece is there once");
      p.at[piece] = static_cast<u8>(square);
    }
    ++square;
  }
  const u8 mine = p.at[first_piece(p.mover)], theirs = p.at[first_piece(1 - p.mover)];
  if (theirs == off) return refuse("the player to move has already taken the enemy leader");
  if ((bit(mine) & home(1 - p.mover)) != 0) return refuse("the leader of the player to move is already in the enemy's home row");
  return p;
}

std::string Rules::move_name(const Position& p, Move m) const {
  const bool takes = (bit(m.to) & squares_of(p, 1 - p.mover)) != 0;
  return square_name(p.at[m.piece]) + (takes ? 'x' : '-') + square_name(m.to);
}

std::string Rules::draw(const Position& p) const {
  std::string out = "  A B C\n";
  for (int row = 0; row < rows; ++row) {
    out += static_cast<char>('1' + row);
    for (int column = 0; column < columns; ++column) (out += ' ') += letter_at(p, columns * row + column);
    out += '\n';
  }
  return out + (first_to_move(p) ? "first player (A C S, upwards) to move\n" : "second player (b d h, downwards) to move\n");
}

} // namespace zermelo::anpanman
