#include "game/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/bits.h"

namespace zermelo {

int Net::at(int column, int row) const {
  const auto it = std::find_if(points.begin(), points.end(), [&](const Point& p) { return p.column == column && p.row == row; });
  return it == points.end() ? -1 : static_cast<int>(it - points.begin());
}

std::string Net::name(int point) const {
  const Point& p = points[static_cast<std::size_t>(point)];
  return fmt::format("{}{}", static_cast<char>('a' + p.column), from_the_top ? p.row + 1 : rows - p.row);
}

// Four characters and two rows from one column and row to the next.
std::string Net::draw(const std::function<char(int point)>& letter) const {
  std::vector<std::string> canvas(2 * static_cast<std::size_t>(rows) - 1,
                                  std::string(4 * static_cast<std::size_t>(columns) - 3, ' '));
  auto put = [&](int x, int y, char c) { canvas[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] = c; };
  for (const Point& p : points)
    for (u64 to = p.beside; to != 0; to &= to - 1) {
      const Point& q = points[static_cast<std::size_t>(lowest_bit(to))];
      const int right = q.column - p.column, down = q.row - p.row;
      for (int i = 1; down == 0 && i < 4 * right; ++i) put(4 * p.column + i, 2 * p.row, '-');
      for (int i = 1; right == 0 && i < 2 * down; ++i) put(4 * p.column, 2 * p.row + i, '|');
      if (right != 0 && down > 0) put(4 * p.column + 2 * right, 2 * p.row + 1, right > 0 ? '\\' : '/');
    }
  for (std::size_t i = 0; i < points.size(); ++i) put(4 * points[i].column, 2 * points[i].row, letter(static_cast<int>(i)));
  std::string out, names = " ";
  for (int y = 0; y < 2 * rows - 1; ++y)
    out += (y % 2 != 0 ? "  " : fmt::format("{} ", from_the_top ? y / 2 + 1 : rows - y / 2)) +
           canvas[static_cast<std::size_t>(y)] + "\n";
  for (int column = 0; column < columns; ++column)
    names += fmt::format("{}{}", column == 0 ? " " : "   ", static_cast<char>('a' + column));
  return out + names + "\n";
}

std::string Net::lines_from(const Point& p) const {
  std::string out;
  for (u64 to = p.beside; to != 0; to &= to - 1) {
    const Point& q = points[static_cast<std::size_t>(lowest_bit(to))];
    const int right = q.column - p.column, down = q.row - p.row;
    if (!out.empty()) out += ' ';
    if (down != 0) out += down < 0 ? 'n' : 's';
    if (right != 0) out += right < 0 ? 'w' : 'e';
    if (const int far = std::max(std::abs(right), std::abs(down)); far > 1) out += std::to_string(far);
  }
  return out;
}

Picture Net::picture(const std::function<char(int point)>& letter, Letters letters) const {
  std::string text;
  for (int i = 0; i < rows * columns; ++i) {
    const int point = at(i % columns, i / columns);
    text += point < 0 ? '.' : letter(point);
  }
  Picture out = picture_of(text, columns, letters, [&](int column, int row) {
    const int point = at(column, row);
    return point < 0 ? fmt::format("gap-{}", row * columns + column) : name(point);
  });
  for (Picture::Cell& cell : out.cells) {
    const int point = at(static_cast<int>(cell.x), static_cast<int>(cell.y));
    cell.ground = point < 0 ? "gap" : lines_from(points[static_cast<std::size_t>(point)]);
  }
  return out;
}

std::optional<std::string> Net::letters_in(const Picture& picture, Letters letters, std::string& why) const {
  return letters_of(picture, static_cast<int>(points.size()), 1, letters, '.', [&](int point, int) { return name(point); }, why);
}

} // namespace zermelo
