// Notation: rows from White's home row down to Black's, '/' between them; a cell is '.', or a stack from the bottom to the top
// with '+' between the pieces; then ':' and who is to move: "w./.b+w/b.:b". A move is "a1-b2", leaving the board "a3-goal".
#include "game/refuse.h"
#include "nocca/index.h"

namespace zermelo::nocca {

std::string Rules::stack(const Position& seen_by_black, int cell, std::string_view between) const {
  std::string text;
  for (int k = 0; k < levels && (seen_by_black.held[k] >> cell & 1) != 0; ++k) {
    if (k > 0) text += between;
    text += (seen_by_black.mine[k] >> cell & 1) != 0 ? 'b' : 'w';
  }
  return text.empty() ? "." : text;
}

std::string Rules::print(const Position& p) const {
  const Position black = first_to_move(p) ? p : turned(p);
  std::string text;
  for (int row = rows; row-- > 0;) {
    for (int column = 0; column < columns; ++column) text += stack(black, columns * row + column, "+");
    text += row > 0 ? '/' : ':';
  }
  text += first_to_move(p) ? 'b' : 'w';
  return text;
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  const Refuse refuse{why};
  const std::string size = std::to_string(rows) + " rows of " + std::to_string(columns) + " cells";
  if (text.size() < 2 || text[text.size() - 2] != ':' || (text.back() != 'b' && text.back() != 'w'))
    return refuse("expected " + size + " and ':b' or ':w' for the side to move, like " + print(start()));
  const bool white_moves = text.back() == 'w';
  text.remove_suffix(2);

  Position p; // as Black sees it
  int row = rows - 1, column = 0, height = 0;
  bool climbing = false; // after a '+'
  for (const char c : text) {
    if (climbing ? c != 'b' && c != 'w' : c == '+' && height == 0) return refuse("'+' stands between the pieces of a stack");
    if (c == '/') {
      if (column != columns || row == 0) return refuse("expected " + size);
      --row, column = 0, height = 0;
    } else if (c == '+') {
      if (height == levels) return refuse("a stack has at most three pieces");
      climbing = true;
    } else if (c == '.' || c == 'b' || c == 'w') {
      if (!climbing && ++column > columns) return refuse("expected " + size);
      if (!climbing) height = 0;
      climbing = false;
      if (c == '.') continue;
      const u64 cell = u64{1} << (columns * row + column - 1);
      p.held[height] |= cell;
      if (c == 'b') p.mine[height] |= cell;
      ++height;
    } else {
      return refuse("a cell is '.', or a stack of b and w from the bottom to the top, like b+w");
    }
  }
  if (climbing) return refuse("'+' stands between the pieces of a stack");
  if (row != 0 || column != columns) return refuse("expected " + size);

  if (white_moves) p = turned(p);
  const int mine = p.my_pieces(), theirs = p.pieces() - mine;
  if (mine != columns || theirs > columns || theirs < columns - 1)
    return refuse("each side has " + std::to_string(columns) +
                  " pieces; only the last move may have taken one of its own off the board");
  if (theirs == columns && p.their_tops() == 0) return refuse("whoever has just moved shows at least the piece that moved");
  return p;
}

std::string Rules::square_name(const Position& p, int cell) const {
  const int seen = first_to_move(p) ? cell : cells() - 1 - cell;
  return {static_cast<char>('a' + seen % columns), static_cast<char>('1' + seen / columns)};
}

std::string Rules::move_name(const Position& p, Move m) const {
  const std::string from = square_name(p, m.from);
  return m.to == Move::goal ? from + "-goal" : from + '-' + square_name(p, m.to);
}

std::string Rules::draw(const Position& p) const {
  const Position black = first_to_move(p) ? p : turned(p);
  std::string out;
  auto pad = [&out](const std::string& text) { (out += text).append(5 - text.size(), ' '); };
  auto end_line = [&out] {
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  };
  for (int row = rows; row-- > 0;) {
    (out += static_cast<char>('1' + row)) += "  ";
    for (int column = 0; column < columns; ++column) pad(stack(black, columns * row + column, ""));
    end_line();
  }
  out += "   ";
  for (int column = 0; column < columns; ++column) pad({static_cast<char>('a' + column)});
  end_line();
  out += first_to_move(p) ? "Black (b, upwards)" : "White (w, downwards)";
  return out += " to move; stacks from bottom to top\n";
}

} // namespace zermelo::nocca
