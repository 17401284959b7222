// Notation: rows a to e, '/' between them, B and W for pieces, then ':' and who is to move with Blue's and White's hands,
// ".../...:b66"; "=4" or "=5" at the end when the last turn made a line of so many. A placement names its square as the
// paper does, "3c", a move both, "3c-2d".
#include "game/refuse.h"
#include "yonmoque/rules.h"

namespace zermelo::yonmoque {

namespace {

char letter_at(const Position& p, int square, char empty) {
  const u32 here = u32{1} << square;
  return (p.blue & here) != 0 ? 'B' : (p.white & here) != 0 ? 'W' : empty;
}

std::string square_name(int square) { return {static_cast<char>('1' + square % side), static_cast<char>('a' + square / side)}; }

} // namespace

std::string Rules::print(const Position& p) const {
  std::string text;
  for (int square = 0; square < squares; ++square) {
    if (square != 0 && square % side == 0) text += '/';
    text += letter_at(p, square, '.');
  }
  text += p.blue_to_move() ? ":b" : ":w";
  text += static_cast<char>('0' + p.hand(true));
  text += static_cast<char>('0' + p.hand(false));
  if (p.end() != Position::none) text += p.end() == Position::four ? "=4" : "=5";
  return text;
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const Refuse refuse{why};
  constexpr const char* shape =
      "expected five rows from a to e, the player to move and both hands, like ..B../.W.../...../...../.....:b55";
  constexpr std::size_t board_end = squares + side - 1, plain = board_end + 4;
  if ((text.size() != plain && text.size() != plain + 2) || text[board_end] != ':') return refuse(shape);
  u32 blue = 0, white = 0, here = 1;
  for (std::size_t i = 0; i < board_end; ++i) {
    if (i % (side + 1) == side) {
      if (text[i] != '/') return refuse(shape);
      continue;
    }
    if (text[i] == 'B') {
      blue |= here;
    } else if (text[i] == 'W') {
      white |= here;
    } else if (text[i] != '.') {
      return refuse("pieces are B and W, '.' is an empty square");
    }
    here <<= 1;
  }
  const char mover = text[board_end + 1], blue_hand = text[board_end + 2], white_hand = text[board_end + 3];
  if (mover != 'b' && mover != 'w') return refuse("the player to move is b or w");
  const char most = static_cast<char>('0' + each);
  if (blue_hand < '0' || blue_hand > most || white_hand < '0' || white_hand > most)
    return refuse(std::string("a hand holds 0 to ") + most + " pieces");
  if (count_ones(blue | white) + (blue_hand - '0') + (white_hand - '0') != 2 * each)
    return refuse("the pieces on the board and in both hands are " + std::to_string(2 * each) + " together");
  Position::End end = Position::none;
  if (text.size() > plain) {
    const std::string_view last = text.substr(plain);
    if (last != "=4" && last != "=5") return refuse(shape);
    end = last == "=4" ? Position::four : Position::five;
    const u32 theirs = mover == 'b' ? white : blue;
    if (!(end == Position::four ? has_line<4>(theirs, theirs) : has_line<5>(theirs, theirs)))
      return refuse("the last turn made no line of " + std::string(last.substr(1)) + ": there is none on the board");
  }
  return make_position(blue, white, static_cast<u32>(blue_hand - '0'), static_cast<u32>(white_hand - '0'), mover == 'b', end);
}

std::string Rules::move_name(const Position&, Move m) const {
  return m.from == Move::hand ? square_name(m.to) : square_name(m.from) + '-' + square_name(m.to);
}

std::string Rules::draw(const Position& p) const {
  std::string out = "   1  2  3  4  5\n"; // each square: its piece, and its colour where it has one
  for (int row = 0; row < side; ++row) {
    out += static_cast<char>('a' + row);
    for (int column = 0; column < side; ++column) {
      const int at = side * row + column;
      const u32 here = u32{1} << at;
      const char colour = (blue_squares & here) != 0 ? 'b' : (white_squares & here) != 0 ? 'w' : ' ';
      out += column == 0 ? "  " : " ";
      out += letter_at(p, at, '.');
      out += colour;
    }
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
  out += "in hand: Blue " + std::to_string(p.hand(true)) + ", White " + std::to_string(p.hand(false)) + "; ";
  const char *mover = p.blue_to_move() ? "Blue" : "White", *other = p.blue_to_move() ? "White" : "Blue";
  switch (p.end()) {
  case Position::none: return out + mover + " to move\n";
  case Position::four: return out + other + " has made a line of four and won\n";
  case Position::five: break;
  }
  return out + other + " has made a line of five and lost\n";
}

} // namespace zermelo::yonmoque
