// Notation: rows from the top, '/' between them, ':' and who is to move, "x../.o./...:x". Columns are a, b, ... from the left,
// row 1 is at the bottom; a move is the cell that is taken and the one where it comes in again, "a3:a1".
#include "game/grid.h"
#include "quixo/index.h"

namespace zermelo::quixo {

namespace {

std::string cell_name(int side, int at) {
  return {static_cast<char>('a' + at % side), static_cast<char>('0' + side - at / side)};
}

char letter_at(const Position& p, int at) {
  if ((p.own >> at & 1) != 0) return p.second != 0 ? 'o' : 'x';
  if ((p.other >> at & 1) != 0) return p.second != 0 ? 'x' : 'o';
  return '.';
}

} // namespace

std::string Rules::print(const Position& p) const {
  return Grid{side, side}.print([&](int at) { return letter_at(p, at); }) + (p.second != 0 ? ":o" : ":x");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  auto refuse = [&] {
    why =
        "expected " + std::to_string(side) + " rows of x, o and '.' from the top and the player to move, like " + print(start());
    return std::nullopt;
  };
  const std::size_t cells = text.size() < 2 ? 0 : text.size() - 2;
  u32 sets[2] = {}; // of x, of o
  auto put = [&](int at, char letter) {
    if (letter != '.') sets[letter == 'o' ? 1 : 0] |= 1U << at;
  };
  std::string unsaid;
  if (cells == 0 || text[cells] != ':' || (text.back() != 'x' && text.back() != 'o') ||
      !Grid{side, side}.parse(text.substr(0, cells), "xo.", put, unsaid))
    return refuse();
  if (count_ones(sets[0] | sets[1]) < least) {
    why = "expected at least " + std::to_string(least) + " marks, like " + print(start());
    return std::nullopt;
  }
  const bool second = text.back() == 'o';
  return Position{sets[second ? 1 : 0], sets[second ? 0 : 1], second ? 1U : 0U};
}

std::string Rules::move_name(const Position&, Move m) const {
  const Push& push = board().pushes[m];
  return cell_name(side, lowest_bit(push.from)) + ":" + cell_name(side, lowest_bit(push.to));
}

std::string Rules::draw(const Position& p) const {
  std::string out;
  for (int row = 0; row < side; ++row) {
    out += static_cast<char>('0' + side - row);
    for (int column = 0; column < side; ++column) (out += ' ') += letter_at(p, side * row + column);
    out += '\n';
  }
  out += ' ';
  for (int column = 0; column < side; ++column) (out += ' ') += static_cast<char>('a' + column);
  return out + (p.second != 0 ? "\no to move\n" : "\nx to move\n");
}

} // namespace zermelo::quixo
