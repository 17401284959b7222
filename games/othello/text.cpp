// Notation: rows from the top, '/' between them, ':' and who is to move, "..../.ox./.xo./....:x"; x is Black, o White. A move is its
// square, a1 at the top left, letters for columns and numbers for rows downwards; or "pass".
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
  std::string text;
  for (int at = 0; at < side * side; ++at) {
    if (at != 0 && at % side == 0) text += '/';
    text += letter_at(p, at);
  }
  return text + (p.white != 0 ? ":o" : ":x");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  auto refuse = [&] {
    why =
        "expected " + std::to_string(side) + " rows of x, o and '.' from the top and the player to move, like " + print(start());
    return std::nullopt;
  };
  const auto n = static_cast<std::size_t>(side), cells = n * (n + 1) - 1;
  if (text.size() != cells + 2 || text[cells] != ':' || (text.back() != 'x' && text.back() != 'o')) return refuse();
  u64 sets[2] = {}; // of x, of o
  for (std::size_t i = 0; i < cells; ++i) {
    if (i % (n + 1) == n) {
      if (text[i] != '/') return refuse();
    } else if (text[i] == 'x' || text[i] == 'o') {
      sets[text[i] == 'o' ? 1 : 0] |= u64{1} << (i - i / (n + 1));
    } else if (text[i] != '.') {
      return refuse();
    }
  }
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
