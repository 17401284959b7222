// What the explorer shows: the points at their places, and gaps where there is none.
#include <algorithm>
#include <cstdlib>

#include "musashi/rules.h"

namespace zermelo::musashi {

namespace {

constexpr Letter looks[] = {{'o', "soldier", 1}, {'X', "general", 2}};

} // namespace

// Where its lines go, as board.json names the grounds: "n e sw", with how far where that is more than one.
std::string Rules::lines_at(int at) const {
  std::string out;
  for (u64 to = board->beside[at]; to != 0; to &= to - 1) {
    const int next = lowest_bit(to), right = board->x[next] - board->x[at], down = board->y[next] - board->y[at];
    if (!out.empty()) out += ' ';
    if (down != 0) out += down < 0 ? 'n' : 's';
    if (right != 0) out += right < 0 ? 'w' : 'e';
    if (const int far = std::max(std::abs(right), std::abs(down)); far > 1) out += std::to_string(far);
  }
  return out;
}

Picture Rules::picture(const Position& p) const {
  const int columns = static_cast<int>(board->columns);
  Picture out = picture_of(print(p).substr(0, static_cast<std::size_t>((columns + 1) * Board::rows - 1)), columns, looks,
                           [&](int column, int row) {
                             const int at = board->point_at(column, row);
                             return at < 0 ? "gap-" + std::to_string(row) + std::to_string(column) : point_name(at);
                           });
  for (Picture::Cell& cell : out.cells) {
    const int at = board->point_at(static_cast<int>(cell.x), static_cast<int>(cell.y));
    cell.ground = at < 0 ? "gap" : lines_at(at);
  }
  return out;
}

std::vector<std::string> Rules::clicks(const Position&, const Move& m) const { return {point_name(m.from), point_name(m.to)}; }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto rows = letters_of(
      picture, static_cast<int>(board->columns), Board::rows, looks, '.',
      [](int column, int row) { return std::string{static_cast<char>('a' + column), static_cast<char>('1' + row)}; }, why);
  return rows ? composed(*this, *rows + (first ? ":o" : ":X"), first, why) : std::nullopt;
}

} // namespace zermelo::musashi
