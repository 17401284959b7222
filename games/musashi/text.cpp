// Notation: the rows from the top, 'o' brown, 'X' black, '.' for empty points and for places without one; then who is to move,
// "ooooo../o...o../o.X.o../o...o../ooooo..:o". Points have a letter for the column and a number for the row from the top.
#include <fmt/format.h>

#include <vector>

#include "musashi/rules.h"

namespace zermelo::musashi {

std::string Rules::point_name(int at) const {
  return {static_cast<char>('a' + board->x[at]), static_cast<char>('1' + board->y[at])};
}

char Rules::letter_at(const Position& p, int column, int row) const {
  const int at = board->point_at(column, row);
  if (at < 0) return '.';
  return static_cast<u32>(at) == p.black ? 'X' : (p.brown >> at & 1) != 0 ? 'o' : '.';
}

std::string Rules::print(const Position& p) const {
  const Grid grid{static_cast<int>(board->columns), Board::rows};
  return grid.print([&](int cell) { return letter_at(p, cell % grid.columns, cell / grid.columns); }) +
         (p.second != 0 ? ":X" : ":o");
}

std::optional<Position> Rules::parse(std::string_view text, std::string& why) const {
  auto refuse = [&why](std::string reason) {
    why = std::move(reason);
    return std::nullopt;
  };
  const bool sided = text.ends_with(":o") || text.ends_with(":X");
  if (!sided) return refuse("expected who is to move at the end, :o or :X, like " + print(start()));
  const Grid grid{static_cast<int>(board->columns), Board::rows};
  Position p{0, most_points, text.back() == 'X' ? 1U : 0U};
  int blacks = 0, beyond = 0;
  const bool fits = grid.parse(
      text.substr(0, text.size() - 2), ".oX",
      [&](int cell, char letter) {
        const int at = board->point_at(cell % grid.columns, cell / grid.columns);
        if (letter == '.') return;
        if (at < 0) {
          ++beyond;
        } else if (letter == 'X') {
          p.black = static_cast<u32>(at);
          ++blacks;
        } else {
          p.brown |= u64{1} << at;
        }
      },
      why);
  if (!fits) return std::nullopt;
  if (beyond != 0) return refuse("a piece stands where the board has no point");
  if (blacks != 1) return refuse("there is one black piece, X");
  return p;
}

std::string Rules::move_name(const Position& p, const Move& m) const {
  std::string name = point_name(m.from) + "-" + point_name(m.to);
  u64 out = p.second != 0 ? taken(p.brown, m.to) : 0;
  if (out != 0) name += 'x';
  for (; out != 0; out &= out - 1) name += point_name(lowest_bit(out));
  return name;
}

// The points with their lines: four characters and two rows from one to the next.
std::string Rules::draw(const Position& p) const {
  const std::size_t width = 4 * board->columns - 3;
  std::vector<std::string> canvas(2 * Board::rows - 1, std::string(width, ' '));
  auto put = [&](int x4, int y2, char c) { canvas[static_cast<std::size_t>(y2)][static_cast<std::size_t>(x4)] = c; };
  for (u32 at = 0; at < board->points; ++at)
    for (u64 to = board->beside[at] >> at >> 1; to != 0; to &= to - 1) {
      const auto next = at + 1 + static_cast<u32>(lowest_bit(to));
      const int x = board->x[at], y = board->y[at], right = board->x[next] - x, down = board->y[next] - y;
      for (int i = 1; i < 4 && down == 0; ++i) put(4 * x + i, 2 * y, '-');
      for (int i = 1; i < 2 * down && right == 0; ++i) put(4 * x, 2 * y + i, '|');
      if (right != 0 && down != 0) put(4 * x + 2 * right, 2 * y + 1, right > 0 ? '\\' : '/');
    }
  for (u32 at = 0; at < board->points; ++at) put(4 * board->x[at], 2 * board->y[at], letter_at(p, board->x[at], board->y[at]));
  std::string out, names = "  ";
  for (std::size_t y = 0; y < canvas.size(); ++y) out += (y % 2 == 0 ? fmt::format("{} ", y / 2 + 1) : "  ") + canvas[y] + "\n";
  for (u32 x = 0; x < board->columns; ++x)
    names += fmt::format("{}{}", static_cast<char>('a' + x), x + 1 < board->columns ? "   " : "\n");
  return out + names + (p.second != 0 ? "Black (X) to move\n" : "Brown (o) to move\n");
}

} // namespace zermelo::musashi
