// Notation: rows from the top with '/' between them, x, o and '.', then ':' and the side to move, ".../.x./...:o"; or the moves of
// a game, "b2 a1". A move is its cell, the column's letter from the left and the row's number from the top; or "swap".
#include <fmt/format.h>

#include "hex/rules.h"

namespace zermelo::hex {
namespace {

std::nullopt_t refuse(std::string& why, std::string reason) {
  why = std::move(reason);
  return std::nullopt;
}

char letter_at(const Position& p, int cell) { return p.x.has(cell) ? 'x' : p.o.has(cell) ? 'o' : '.'; }

bool read_rows(const Board& board, std::string_view text, Position& p) {
  const auto width = static_cast<std::size_t>(board.shape.columns) + 1;
  if (text.size() != width * static_cast<std::size_t>(board.shape.rows) - 1) return false;
  int cell = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % width == width - 1) {
      if (text[i] != '/') return false;
      continue;
    }
    if (text[i] == 'x') p.x.add(cell);
    if (text[i] == 'o') p.o.add(cell);
    if (text[i] != 'x' && text[i] != 'o' && text[i] != '.') return false;
    ++cell;
  }
  return true;
}

// The game stops at the first chain: some stone of it was the last.
bool could_be_last(const Board& board, const CellSet& stones, int player) {
  bool could = false;
  stones.each([&](int cell) {
    CellSet before = stones;
    before.remove(cell);
    could = could || !board.joined(before, player);
  });
  return could;
}

std::optional<Position> parse_position(const Rules& g, std::string_view text, std::string& why) {
  const Board& board = *g.board;
  const auto colon = text.find(':');
  const std::string_view side = text.substr(colon + 1);
  if (side != "x" && side != "o") return refuse(why, "expected ':x' or ':o' at the end, for who is to move");
  Position p;
  if (!read_rows(board, text.substr(0, colon), p))
    return refuse(why, fmt::format("expected {} rows of {} cells from the top, of x, o and '.', with '/' between them, like {}",
                                   board.shape.rows, board.shape.columns, g.print(g.start())));
  const int x = p.x.count(), o = p.o.count();
  p.stones = static_cast<u16>(x + o);
  // After a swap o is where x would be: a stone ahead, or as many and to move.
  if (board.shape.swap && (o == x + 1 || (o == x && x > 0 && side == "o"))) p.swapped = 1;
  if (p.swapped == 0 && x != o && x != o + 1)
    return refuse(why, fmt::format("x begins and stones alternate: with {} of o's x has as many or one more, not {}", o, x));
  if (Rules::first_to_move(p) != (side == "x"))
    return refuse(why, fmt::format("with {} stones of x's and {} of o's it is {}'s turn", x, o, side == "x" ? "o" : "x"));
  const bool joined[2] = {board.joined(p.x, 0), board.joined(p.o, 1)};
  const int mover = side == "x" ? 0 : 1;
  if (joined[mover]) return refuse(why, "the side to move has a chain already: play stops at the first chain");
  if (joined[1 - mover]) {
    if (!could_be_last(board, mover == 0 ? p.o : p.x, 1 - mover))
      return refuse(why, "play stops at the first chain: no stone of these could have been the last");
    p.over = Wdl::loss;
  }
  return p;
}

std::optional<Position> parse_record(const Rules& g, std::string_view text, std::string& why) {
  constexpr std::string_view between = " ,";
  Position p = g.start();
  int number = 0;
  for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos; at = text.find_first_not_of(between, at)) {
    const std::string_view word = text.substr(at, text.find_first_of(between, at) - at);
    at += word.size();
    const std::string turn = fmt::format("move {}, '{}': ", ++number, word.substr(0, 16));
    if (p.over != Wdl::unknown) return refuse(why, turn + "the game is over before it");
    if (word == "swap") {
      if (!g.may_swap(p))
        return refuse(why, turn + "only o may swap, as the answer to the first stone, on boards like hex:5swap");
      p = g.play(p, Rules::swap);
      continue;
    }
    const int cell = g.board->find(word);
    if (cell < 0) return refuse(why, turn + "expected a cell from a1 to " + g.board->name(g.board->cells - 1));
    if ((p.x | p.o).has(cell)) return refuse(why, turn + "there is a stone already");
    p = g.play(p, static_cast<u8>(cell));
  }
  if (number == 0) return refuse(why, "expected rows and the side to move, or the moves of a game, like b2 a1");
  return p;
}

} // namespace

std::string Rules::print(const Position& p) const {
  std::string text;
  for (int cell = 0; cell < board->cells; ++cell) {
    if (cell != 0 && cell % board->shape.columns == 0) text += '/';
    text += letter_at(p, cell);
  }
  return text + (first_to_move(p) ? ":x" : ":o");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  return text.find(':') != std::string_view::npos ? parse_position(*this, text, why) : parse_record(*this, text, why);
}

std::string Rules::move_name(const Position&, Move cell) const { return cell == swap ? "swap" : board->name(cell); }

// Each row half a cell further to the right than the one above.
std::string Rules::draw(const Position& p) const {
  const auto [rows, columns, may] = board->shape;
  std::string out = "  ";
  for (int column = 0; column < columns; ++column) (out += ' ') += static_cast<char>('a' + column);
  for (int row = 0; row < rows; ++row) {
    out += '\n' + std::string(static_cast<std::size_t>(row), ' ') + fmt::format("{:>2}", row + 1);
    for (int column = 0; column < columns; ++column) (out += ' ') += letter_at(p, row * columns + column);
  }
  return out + (first_to_move(p) ? "\nx (top to bottom) to move\n" : "\no (left to right) to move\n");
}

} // namespace zermelo::hex
