// Notation: the rings from the outermost, each clockwise from its top left corner, W and B for men; then who is to move and how many
// men White and Black hold: "......../......../........:w99". Points have the names of a chess board of which only they are used.
#include <fmt/format.h>

#include <vector>

#include "morris/rules.h"

namespace zermelo::morris {

namespace {

char letter_at(const Position& p, int at) {
  if ((p.own >> at & 1) != 0) return p.black != 0 ? 'B' : 'W';
  if ((p.other >> at & 1) != 0) return p.black != 0 ? 'W' : 'B';
  return '.';
}

} // namespace

Rules::Place Rules::place(int at) const {
  constexpr Place around[] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};
  const int centre = static_cast<int>(rings), distance = centre - at / ring_points;
  const Place& to = around[at % ring_points];
  return {centre + distance * to.column, centre + distance * to.row};
}

std::string Rules::point_name(int at) const {
  const Place on = place(at);
  return {static_cast<char>('a' + on.column), static_cast<char>('0' + columns() - on.row)};
}

std::string Rules::print(const Position& p) const {
  std::string text;
  for (int at = 0; at < points(); ++at) {
    if (at != 0 && at % ring_points == 0) text += '/';
    text += letter_at(p, at);
  }
  const bool black = p.black != 0;
  return text + fmt::format(":{}{}{}", black ? 'b' : 'w', black ? p.other_hand : p.hand, black ? p.hand : p.other_hand);
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  auto refuse = [&why](std::string reason) {
    why = std::move(reason);
    return std::nullopt;
  };
  const std::string shape = fmt::format(
      "expected {} rings of eight points, W, B or '.', then who is to move and both hands, like {}", rings, print(start()));
  const std::size_t board = ring_points * rings + rings - 1;
  if (text.size() != board + 4 || text[board] != ':') return refuse(shape);
  u32 sets[2] = {}; // of White, of Black
  for (std::size_t i = 0, at = 0; i < board; ++i) {
    if (i % 9 == 8) {
      if (text[i] != '/') return refuse(shape);
      continue;
    }
    if (text[i] != 'W' && text[i] != 'B' && text[i] != '.') return refuse(shape);
    if (text[i] != '.') sets[text[i] == 'B' ? 1 : 0] |= 1U << at;
    ++at;
  }
  const char mover = text[board + 1];
  u8 hands[2] = {};
  for (std::size_t i = 0; i < 2; ++i) {
    if (text[board + 2 + i] < '0' || text[board + 2 + i] > '9') return refuse(shape);
    hands[i] = static_cast<u8>(text[board + 2 + i] - '0');
  }
  if (mover != 'w' && mover != 'b') return refuse(shape);
  const std::size_t own = mover == 'b' ? 1 : 0, other = 1 - own;
  for (const std::size_t side : {own, other})
    if (men_left(sets[side], hands[side]) > static_cast<int>(men)) return refuse(fmt::format("a side has at most {} men", men));
  if (placing == 0 && (hands[0] | hands[1]) != 0) return refuse("here all men are on the board: both hands are 0");
  if ((hands[0] | hands[1]) != 0 && hands[own] != hands[other] + static_cast<int>(own))
    return refuse("both place in turn, White first: with White to move the hands are equal, else Black holds one more");
  if (men_left(sets[other], hands[other]) < least_men) return refuse("only the side to move can have fewer than three men");
  if (men_left(sets[own], hands[own]) < least_men - 1) return refuse("the game ends when a side has two men left");
  return Position{sets[own], sets[other], hands[own], hands[other], static_cast<u16>(own)};
}

std::string Rules::move_name(const Position&, const Move& m) const {
  std::string name = m.from == nowhere ? "" : point_name(m.from) + "-";
  name += point_name(m.to);
  return m.taken == nowhere ? name : name + "x" + point_name(m.taken);
}

// The rings with their lines; a step along a line is four characters or two rows for each column of the board.
std::string Rules::draw(const Position& p) const {
  const auto size = static_cast<std::size_t>(columns());
  std::vector<std::string> canvas(2 * size - 1, std::string(4 * size - 3, ' '));
  auto line = [&](int from, int to) {
    Place a = place(from), b = place(to);
    if (a.column > b.column || a.row > b.row) std::swap(a, b);
    for (int x = 4 * a.column + 1; x < 4 * b.column; ++x)
      canvas[static_cast<std::size_t>(2 * a.row)][static_cast<std::size_t>(x)] = '-';
    for (int y = 2 * a.row + 1; y < 2 * b.row; ++y)
      canvas[static_cast<std::size_t>(y)][static_cast<std::size_t>(4 * a.column)] = '|';
  };
  for (int at = 0; at < points(); ++at)
    for (u32 to = beside(1U << at) >> at >> 1; to != 0; to &= to - 1) line(at, at + 1 + lowest_bit(to));
  for (int at = 0; at < points(); ++at)
    canvas[static_cast<std::size_t>(2 * place(at).row)][static_cast<std::size_t>(4 * place(at).column)] = letter_at(p, at);
  std::string out, names = "  ";
  for (std::size_t y = 0; y < canvas.size(); ++y)
    out += (y % 2 == 0 ? fmt::format("{} ", size - y / 2) : "  ") + canvas[y] + "\n";
  for (std::size_t x = 0; x < size; ++x) names += fmt::format("{}{}", static_cast<char>('a' + x), x + 1 < size ? "   " : "\n");
  const bool black = p.black != 0;
  return out + names +
         fmt::format("{} to move; in hand: White {}, Black {}\n", black ? "Black" : "White", black ? p.other_hand : p.hand,
                     black ? p.hand : p.other_hand);
}

} // namespace zermelo::morris
