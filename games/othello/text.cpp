// Notation: rows from the top, '/' between them, ':' and who is to move, "..../.ox./.xo./....:x"; x is Black, o White. A move is its
// square, a1 at the top left, letters for columns and numbers for rows downwards; or "pass".
#include "game/grid.h"
#include "othello/rules.h"

namespace zermelo::othello {

namespace {

char letter_at(const Position& p, int at) {
  if ((p.own >> at & 1) != 0) return p.white != 0 ? 'o' : 'x';
  if ((p.other >> at & 1) != 0) return p.white != 0 ? 'x' : 'o';
  return '.';
}

} // namespace

std::string Rules::print(const Position& p) const {
  return Grid{side, side}.print([&](int at) { return letter_at(p, at); }) + (p.white != 0 ? ":o" : ":x");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  auto refuse = [&] {
    why =
        "expected " + std::to_string(side) + " rows of x, o and '.' from the top and the player to move, like " + print(start());
    return std::nullopt;
  };
  const std::size_t cells = text.size() < 2 ? 0 : text.size() - 2;
  u64 sets[2] = {}; // of x, of o
  auto put = [&](int at, char letter) {
    if (letter != '.') sets[letter == 'o' ? 1 : 0] |= u64{1} << at;
  };
  std::string unsaid;
  if (cells == 0 || text[cells] != ':' || (text.back() != 'x' && text.back() != 'o') ||
      !Grid{side, side}.parse(text.substr(0, cells), "xo.", put, unsaid))
    return refuse();
  if (((sets[0] | sets[1]) & middle()) != middle()) {
    why = "the four squares in the middle hold a disc from the start on";
    return std::nullopt;
  }
  const bool white = text.back() == 'o';
  return Position{sets[white ? 1 : 0], sets[white ? 0 : 1], white ? 1U : 0U};
}

std::string Rules::move_name(const Position&, Move m) const {
  if (m == pass) return "pass";
  return {static_cast<char>('a' + m % side), static_cast<char>('1' + m / side)};
}

std::string Rules::draw(const Position& p) const {
  std::string out = " ";
  for (int column = 0; column < side; ++column) (out += ' ') += static_cast<char>('a' + column);
  out += '\n';
  for (int row = 0; row < side; ++row) {
    out += static_cast<char>('1' + row);
    for (int column = 0; column < side; ++column) (out += ' ') += letter_at(p, side * row + column);
    out += '\n';
  }
  const bool can = placements(p.own, p.other) != 0;
  const int black = count_ones(p.white != 0 ? p.other : p.own), white = count_ones(p.white != 0 ? p.own : p.other);
  return out + (p.white != 0 ? "o" : "x") + (can || outcome(p) != Wdl::unknown ? " to move" : " must pass") + ", x " +
         std::to_string(black) + ", o " + std::to_string(white) + "\n";
}

} // namespace zermelo::othello
