// Notation: rows from the top with '/' between them, x Black, o White, a number for as many empty cells, then ':' and the side to
// move, "3/1x1/3:o"; or the moves of a game, "b2 a1". A move is its cell, a1 at the bottom left.
#include <fmt/format.h>

#include "gomoku/rules.h"

namespace zermelo::gomoku {
namespace {

std::nullopt_t refuse(std::string& why, std::string reason) {
  why = std::move(reason);
  return std::nullopt;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "x2o" into stones of row `row`.
bool read_row(const Board& board, std::string_view text, int row, Position& p) {
  int column = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == 'x' || text[i] == 'o') {
      if (column == board.shape().columns) return false;
      (text[i++] == 'x' ? p.black : p.white).add(board.cell(column++, row));
      continue;
    }
    if (text[i] < '1' || text[i] > '9') return false;
    int run = 0;
    while (i < text.size() && is_digit(text[i]) && run < 100) run = 10 * run + (text[i++] - '0');
    column += run;
    if (column > board.shape().columns) return false;
  }
  return column == board.shape().columns;
}

// The game stops at the first line: the last stone completed all that there are.
bool could_be_last(const LineBoard& lines, const CellSet& stones) {
  bool could = false;
  stones.each([&](int cell) {
    CellSet before = stones;
    before.remove(cell);
    could = could || !lines.line_in(before);
  });
  return could;
}

std::optional<Position> parse_position(const Board& board, std::string_view text, std::string& why) {
  const auto colon = text.find(':');
  const std::string_view side = text.substr(colon + 1);
  if (side != "x" && side != "o") return refuse(why, "expected ':x' or ':o' at the end, for Black or White to move");
  std::string_view rest = text.substr(0, colon);
  Position p;
  for (int row = board.shape().rows - 1; row >= 0; --row) {
    const auto slash = rest.find('/');
    if ((slash == std::string_view::npos) != (row == 0) || !read_row(board, rest.substr(0, slash), row, p))
      return refuse(why, fmt::format("expected {} rows of {} cells from the top, of x, o and numbers of empty cells, with '/' "
                                     "between them",
                                     board.shape().rows, board.shape().columns));
    if (row > 0) rest.remove_prefix(slash + 1);
  }
  const int black = p.black.count(), white = p.white.count();
  if (black != white && black != white + 1)
    return refuse(why, "Black begins and stones alternate: x has as many as o, or one more");
  p.stones = static_cast<u16>(black + white);
  if (Game::first_to_move(p) != (side == "x"))
    return refuse(why, fmt::format("with {} stones on the board it is {}'s turn", p.stones, side == "x" ? "White" : "Black"));
  const CellSet &mover = side == "x" ? p.black : p.white, &other = side == "x" ? p.white : p.black;
  const std::string stops = "play stops at the first line";
  if (board.lines().line_in(mover)) return refuse(why, stops);
  if (board.lines().line_in(other)) {
    if (!could_be_last(board.lines(), other)) return refuse(why, stops);
    p.over = Wdl::loss;
  } else if (p.stones == board.cells()) {
    p.over = Wdl::draw;
  }
  return p;
}

std::optional<Position> parse_record(const Game& g, std::string_view text, std::string& why) {
  constexpr std::string_view between = " ,";
  const Board& board = *g.board;
  Position p = g.start();
  int number = 0;
  for (std::size_t at = text.find_first_not_of(between); at != std::string_view::npos; at = text.find_first_not_of(between, at)) {
    const std::string_view word = text.substr(at, text.find_first_of(between, at) - at);
    at += word.size();
    const std::string turn = fmt::format("move {}, '{}': ", ++number, word.substr(0, 16));
    int cell = 0;
    while (cell < board.cells() && board.name(cell) != word) ++cell;
    if (cell == board.cells()) return refuse(why, turn + "expected a cell from a1 to " + board.name(board.cells() - 1));
    if ((p.black | p.white).has(cell)) return refuse(why, turn + "there is a stone already");
    if (p.over != Wdl::unknown) return refuse(why, turn + "the game is over before it");
    p = g.play(p, static_cast<u8>(cell));
  }
  if (number == 0) return refuse(why, "expected rows and the side to move, or the moves of a game, like b2 a1");
  return p;
}

} // namespace

std::string Game::print(const Position& p) const {
  std::string text;
  for (int row = board->shape().rows - 1; row >= 0; --row) {
    int run = 0;
    auto flush = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int column = 0; column < board->shape().columns; ++column) {
      const int cell = board->cell(column, row);
      const bool black = p.black.has(cell), white = p.white.has(cell);
      if (!black && !white) {
        ++run;
        continue;
      }
      flush();
      text += black ? 'x' : 'o';
    }
    flush();
    if (row > 0) text += '/';
  }
  return text + (first_to_move(p) ? ":x" : ":o");
}

std::optional<Position> Game::parse(std::string_view text, std::string& why) const {
  return text.find(':') != std::string_view::npos ? parse_position(*board, text, why) : parse_record(*this, text, why);
}

std::string Game::move_name(const Position&, Move cell) const { return board->name(cell); }

std::string Game::draw(const Position& p) const {
  std::string out;
  for (int row = board->shape().rows - 1; row >= 0; --row) {
    out += fmt::format("{:>2}", row + 1);
    for (int column = 0; column < board->shape().columns; ++column) {
      const int cell = board->cell(column, row);
      (out += ' ') += p.black.has(cell) ? 'x' : p.white.has(cell) ? 'o' : '.';
    }
    out += '\n';
  }
  out += "  ";
  for (int column = 0; column < board->shape().columns; ++column) (out += ' ') += static_cast<char>('a' + column);
  return out + (first_to_move(p) ? "\nBlack (x) to move\n" : "\nWhite (o) to move\n");
}

} // namespace zermelo::gomoku
