// What the explorer shows.
#include "game/picture.h"

#include "anpanman/index.h"

namespace zermelo::anpanman {

namespace {

constexpr Letter looks[] = {{'A', "leader", 1}, {'C', "runner", 1}, {'S', "walker", 1},
                            {'b', "leader", 2}, {'d', "runner", 2}, {'h', "walker", 2}};

std::string cell_name(int column, int row) { return {static_cast<char>('A' + column), static_cast<char>('1' + row)}; }

} // namespace

Picture Rules::picture(const Position& p) const {
  const std::string text = print(p);
  Picture out = picture_of(std::string_view(text).substr(0, text.find(':')), columns, looks, cell_name);
  for (auto& cell : out.cells) cell.ground = cell.y == 0 ? "home-second" : cell.y == rows - 1 ? "home-first" : "";
  return out;
}

std::vector<std::string> Rules::clicks(const Position& p, Move m) const { return cells_in(move_name(p, m)); }

std::optional<Position> Rules::compose(const Picture& picture, bool first, std::string& why) const {
  const auto text = letters_of(picture, columns, rows, looks, '.', cell_name, why);
  return text ? composed(*this, *text + (first ? ":1" : ":2"), first, why) : std::nullopt;
}

} // namespace zermelo::anpanman
