#include "game/grid.h"

#include <fmt/format.h>

namespace zermelo {

std::string Grid::name(int column, int row) const { return fmt::format("{}{}", static_cast<char>('a' + column), rows - row); }

std::string Grid::expected(std::string_view letters) const {
  std::string list;
  for (const char letter : letters) list += fmt::format("{}{}", list.empty() ? "" : ", ", letter);
  return fmt::format("expected {} rows of {} cells from the top, each one of {}, with '/' between the rows", rows, columns, list);
}

std::string Grid::framed(const std::string& rows_of_letters) const {
  const int width = rows > 9 ? 2 : 1; // of the numbers of rows
  std::string out, letters;
  for (int row = 0; row < rows; ++row) {
    out += fmt::format("{:>{}}", rows - row, width);
    const auto first = static_cast<std::size_t>(row) * (static_cast<std::size_t>(columns) + 1);
    for (const char letter : rows_of_letters.substr(first, static_cast<std::size_t>(columns))) (out += ' ') += letter;
    out += '\n';
  }
  for (int column = 0; column < columns; ++column) letters += fmt::format(" {}", static_cast<char>('a' + column));
  return out + std::string(static_cast<std::size_t>(width), ' ') + letters + "\n";
}

} // namespace zermelo
