// What the explorer shows: the tiles in their box and the cells around it, where the box may still grow.
#include "game/picture.h"

#include <algorithm>

#include "trax/plain_game.h"
#include "trax/rules.h"
#include "trax/text.h"

namespace zermelo::trax {

namespace {

std::string kind_of(Tile tile) { return std::string(1, letter_of(tile)); }

// As in the names of moves: '@' is the column left of the box, 0 the row above it.
std::string cell_name(int column, int row) { return static_cast<char>('A' + column) + std::to_string(row + 1); }

Picture picture_of(const Grid& grid, int limit) {
  Picture out;
  if (grid.width == 0) { // the only cell there is
    out.cells.push_back({cell_name(-1, -1), "edge", 0, 0, {}});
    return out;
  }
  const int wide = grid.width < limit ? 1 : 0, high = grid.height < limit ? 1 : 0;
  for (int row = -high; row < grid.height + high; ++row)
    for (int column = -wide; column < grid.width + wide; ++column) {
      const Tile tile = grid.at(row, column);
      const bool inside = row >= 0 && row < grid.height && column >= 0 && column < grid.width;
      Picture::Cell cell{cell_name(column, row), inside ? "" : "edge", static_cast<float>(column), static_cast<float>(row), {}};
      if (tile != no_tile) cell.pieces.push_back({kind_of(tile), 0});
      out.cells.push_back(std::move(cell));
    }
  return out;
}

std::vector<std::string> clicks_of(Move m) { return {cell_name(m.column - 1, m.row - 1), "piece:" + kind_of(m.tile)}; }

// The text of the box around the tiles.
std::string text_of(const Picture& picture, bool first) {
  int left = Grid::capacity, right = -1, top = Grid::capacity, bottom = -1;
  auto each_tile = [&](auto&& f) {
    for (int row = -1; row <= Grid::capacity; ++row)
      for (int column = -1; column <= Grid::capacity; ++column)
        if (const auto* cell = picture.find(cell_name(column, row)); cell != nullptr && !cell->pieces.empty())
          f(column, row, cell->pieces.back().kind);
  };
  each_tile([&](int column, int row, const std::string&) {
    left = std::min(left, column), right = std::max(right, column);
    top = std::min(top, row), bottom = std::max(bottom, row);
  });
  if (right < left) return first ? ".:w" : ".:r";
  std::vector<std::string> rows(static_cast<std::size_t>(bottom - top + 1),
                                std::string(static_cast<std::size_t>(right - left + 1), '.'));
  each_tile([&](int column, int row, const std::string& kind) {
    rows[static_cast<std::size_t>(row - top)][static_cast<std::size_t>(column - left)] = kind.size() == 1 ? kind[0] : '?';
  });
  std::string text;
  for (const auto& row : rows) text += (text.empty() ? "" : "/") + row;
  return text + (first ? ":w" : ":r");
}

} // namespace

Picture Game::picture(const Position& p) const { return picture_of(grid_of(p), side); }
std::vector<std::string> Game::clicks(const Position&, Move m) const { return clicks_of(m); }
std::optional<Position> Game::compose(const Picture& picture, bool first, std::string& why) const {
  return composed(*this, text_of(picture, first), first, why);
}

Picture PlainGame::picture(const Position& p) const { return picture_of(unpacked(p), rules.limit); }
std::vector<std::string> PlainGame::clicks(const Position&, Move m) const { return clicks_of(m); }
std::optional<PlainPosition> PlainGame::compose(const Picture& picture, bool first, std::string& why) const {
  return composed(*this, text_of(picture, first), first, why);
}

} // namespace zermelo::trax
