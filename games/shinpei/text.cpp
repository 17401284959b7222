// Notation: the upper rows from the top, '|', the lower rows, ':' and who is to move, "..../.x../..../....|.../.o./...:x". A '#'
// at the end says that the last move made three in a row. Points are A1 to D4 above, a1 to c3 below, rows from the top.
#include "game/refuse.h"
#include "shinpei/index.h"

namespace zermelo::shinpei {

namespace {

std::string point_name(int at) {
  const bool upper = at < upper_points;
  const int side = upper ? upper_side : lower_side, within = upper ? at : at - upper_points;
  return {static_cast<char>((upper ? 'A' : 'a') + within % side), static_cast<char>('1' + within / side)};
}

char letter_at(const Position& p, int at) {
  if ((p.own >> at & 1) != 0) return p.second != 0 ? 'o' : 'x';
  if ((p.other >> at & 1) != 0) return p.second != 0 ? 'x' : 'o';
  return '.';
}

// Points in the order of their bits.
std::vector<int> list(u32 set) {
  std::vector<int> out;
  for (; set != 0; set &= set - 1) out.push_back(lowest_bit(set));
  return out;
}

constexpr std::string_view empty_board = "..../..../..../....|.../.../...";

} // namespace

std::string Rules::print(const Position& p) const {
  std::string text(empty_board);
  int at = 0;
  for (char& c : text)
    if (c == '.') c = letter_at(p, at++);
  return text + (p.second != 0 ? ":o" : ":x") + (p.over != 0 ? "#" : "");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const Refuse refuse{why};
  constexpr const char* shape = "expected rows of x, o and '.', four above and three below, and the player to move, like "
                                "..../.x../..../....|.../.o./...:x";
  constexpr std::size_t board_size = empty_board.size();
  const bool over = text.size() == board_size + 3 && text.back() == '#';
  if (text.size() != board_size + (over ? 3 : 2) || text[board_size] != ':') return refuse(shape);
  const char mover = text[board_size + 1];
  if (mover != 'x' && mover != 'o') return refuse(shape);
  u32 sets[2] = {}; // of x, of o
  for (std::size_t i = 0, at = 0; i < board_size; ++i) {
    if (empty_board[i] != '.') {
      if (text[i] != empty_board[i]) return refuse(shape);
      continue;
    }
    if (text[i] == 'x' || text[i] == 'o')
      sets[text[i] == 'o' ? 1 : 0] |= 1U << at;
    else if (text[i] != '.')
      return refuse(shape);
    ++at;
  }
  const int x = count_ones(sets[0]), o = count_ones(sets[1]);
  if (x > each || (x != o && x != o + 1)) return refuse("both place in turn, x first, four pieces each");
  const bool second = mover == 'o';
  if (x < each && second != (x > o)) return refuse("with these pieces on the board it is the other player's turn");
  if (x == each && o < each && !second) return refuse("o still has a piece to place");
  const Position p{sets[second ? 1 : 0], sets[second ? 0 : 1], second ? 1U : 0U, over ? 1U : 0U};
  bool line = false;
  for (const int to : list(p.other)) line = line || (completing(p.other & ~(1U << to)) >> to & 1) != 0;
  if (over && !line) return refuse("'#' says that the last move made three in a row, but there are none");
  return p;
}

std::string Rules::move_name(const Position& p, const Move& m) const {
  if (m.to == nowhere) return "pass";
  std::string name = m.from == nowhere ? "" : point_name(m.from) + "-";
  name += point_name(m.to);
  if (m.targets == 0) return name;
  const auto from = list(enclosed(left(p, m.from), p.other, m.to)), to = list(m.targets);
  // No piece goes to where it was: the first shift of the list for which that is so.
  std::size_t shift = 0;
  auto stays = [&] {
    for (std::size_t i = 0; i < from.size(); ++i)
      if (from[i] == to[(i + shift) % to.size()]) return true;
    return false;
  };
  while (stays()) ++shift;
  for (std::size_t i = 0; i < from.size(); ++i)
    name += (i == 0 ? ">" : ",") + point_name(from[i]) + "=" + point_name(to[(i + shift) % to.size()]);
  return name;
}

// The points as they touch: a lower one in the middle of four upper ones.
std::string Rules::draw(const Position& p) const {
  std::string out = "   A   B   C   D\n";
  for (int row = 0; row < upper_side; ++row) {
    out += static_cast<char>('1' + row);
    out += "  ";
    for (int column = 0; column < upper_side; ++column) {
      out += letter_at(p, upper_side * row + column);
      if (column + 1 < upper_side) out += "   ";
    }
    out += '\n';
    if (row + 1 == upper_side) break;
    out += "    ";
    for (int column = 0; column < lower_side; ++column)
      (out += ' ') += letter_at(p, upper_points + lower_side * row + column), out += "  ";
    (out += "    ") += static_cast<char>('1' + row);
    out += '\n';
  }
  return out + "     a   b   c\n" + (p.second != 0 ? "o to move\n" : "x to move\n");
}

} // namespace zermelo::shinpei
