// Notation: rows from the top, '/' between them, ':' and who is to move, "......./......./......./......./......./...x...:o"; a digit
// stands for so many empty cells. A move is its column, a from the left. A string of digits is read as the columns that were played
// from the start, 1 from the left, as public solvers have it.
#include "connect4/rules.h"

namespace zermelo::connect4 {

namespace {

char letter_at(const Rules& g, const Position& p, int column, int row) { // rows from the bottom
  const u64 cell = u64{1} << (g.stride() * column + row); // NOLINT(clang-analyzer-core.BitwiseShift): a cell of the board
  if ((p.stones & cell) == 0) return '.';
  return ((p.own & cell) != 0) == g.first_to_move(p) ? 'x' : 'o';
}

std::string rows_of(const Rules& g, const Position& p) {
  std::string text;
  for (int row = g.rows - 1; row >= 0; --row) {
    for (int c = 0; c < g.columns; ++c) text += letter_at(g, p, c, row);
    if (row > 0) text += '/';
  }
  return text;
}

// The cells of one row; false if it is none.
bool read_row(std::string_view text, int columns, std::string& cells) {
  for (std::size_t i = 0; i < text.size() && static_cast<int>(cells.size()) <= columns;) {
    if (text[i] >= '1' && text[i] <= '9') {
      std::size_t n = 0;
      for (; i < text.size() && text[i] >= '0' && text[i] <= '9' && n < 100; ++i)
        n = 10 * n + static_cast<std::size_t>(text[i] - '0');
      cells.append(std::min<std::size_t>(n, 100), '.');
    } else if (text[i] == 'x' || text[i] == 'o' || text[i] == '.') {
      cells += text[i++];
    } else {
      return false;
    }
  }
  return static_cast<int>(cells.size()) == columns;
}

} // namespace

const char* Rules::why_illegal(const Position& p) const {
  for (int c = 0; c < columns; ++c)
    if (const u64 here = p.stones & column(c); ((here + (u64{1} << stride() * c)) & here) != 0)
      return "a stone floats: below it there is an empty cell";
  const int ahead = count_ones(p.stones) - 2 * count_ones(p.own); // the other's stones minus the mover's
  if (ahead != (first_to_move(p) ? 0 : 1))
    return "x moves first and turns alternate: the numbers of stones do not fit who is to move";
  if (has_four(p.own)) return "the side to move has four in a line: play has stopped before";
  const u64 others = p.own ^ p.stones;
  if (!has_four(others)) return nullptr;
  for (int c = 0; c < columns; ++c) {
    const u64 here = p.stones & column(c), top = here & ~(here >> 1);
    if ((top & others) != 0 && !has_four(others & ~top)) return nullptr;
  }
  return "no last stone can have made all these fours: play stops at the first";
}

std::string Rules::print(const Position& p) const { return rows_of(*this, p) + (first_to_move(p) ? ":x" : ":o"); }

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  if (!text.empty() && text.find_first_not_of("123456789") == std::string_view::npos) {
    Position p;
    for (const char digit : text) {
      const int c = digit - '1';
      if (c >= columns || (playable(p) & column(c)) == 0 || outcome(p) != Wdl::unknown) {
        why = std::string("no stone can be put into column ") + digit + " there: it is full, there is none, or the game is over";
        return std::nullopt;
      }
      p = play(p, static_cast<Move>(c));
    }
    return p;
  }
  auto refuse = [&] {
    why = "expected " + std::to_string(rows) + " rows of " + std::to_string(columns) +
          " cells from the top, x, o and '.', and the player to move, like " + print({}) +
          ", or the columns that were played, like 4433";
    return std::nullopt;
  };
  const auto colon = text.find(':');
  if (colon == std::string_view::npos || (text.substr(colon) != ":x" && text.substr(colon) != ":o")) return refuse();
  u64 sets[2] = {}; // of x, of o
  std::string_view rest = text.substr(0, colon);
  for (int row = rows - 1; row >= 0; --row) {
    const auto slash = rest.find('/');
    if ((slash == std::string_view::npos) != (row == 0)) return refuse();
    std::string cells;
    if (!read_row(rest.substr(0, slash), columns, cells)) return refuse();
    for (int c = 0; c < columns; ++c)
      if (const char letter = cells[static_cast<std::size_t>(c)]; letter != '.')
        sets[letter == 'o' ? 1 : 0] |= u64{1} << (stride() * c + row);
    rest = row == 0 ? std::string_view() : rest.substr(slash + 1);
  }
  const bool second = text.back() == 'o';
  const Position p{sets[second ? 1 : 0], sets[0] | sets[1]};
  const char* illegal = first_to_move(p) == second
                            ? "x moves first and turns alternate: the numbers of stones do not fit who is to move"
                            : why_illegal(p);
  if (illegal == nullptr) return p;
  why = illegal;
  return std::nullopt;
}

std::string Rules::move_name(const Position&, Move c) const { return {static_cast<char>('a' + c)}; }

std::string Rules::draw(const Position& p) const {
  std::string out;
  for (int row = rows - 1; row >= 0; --row) {
    for (int c = 0; c < columns; ++c) (out += c == 0 ? "" : " ") += letter_at(*this, p, c, row);
    out += '\n';
  }
  for (int c = 0; c < columns; ++c) (out += c == 0 ? "" : " ") += static_cast<char>('a' + c);
  return out + (first_to_move(p) ? "\nx to move\n" : "\no to move\n");
}

} // namespace zermelo::connect4
