#include "trax/grid.h"

#include <algorithm>

namespace zermelo::trax {

namespace {

constexpr int row_step[4] = {-1, 0, 1, 0}, column_step[4] = {0, 1, 0, -1};

struct Place {
  int row, column, direction; // out of the cell
  friend bool operator==(const Place&, const Place&) = default;
};

// Follows the line that leaves a cell to where it ends, or back to where it began.
Place follow(const Grid& grid, const Place from) {
  Place at = from;
  for (;;) {
    const int row = at.row + row_step[at.direction], column = at.column + column_step[at.direction];
    const Tile tile = grid.at(row, column);
    if (tile == no_tile) return at;
    at = {row, column, other_edge(tile, opposite(at.direction))};
    if (at == from) return at;
  }
}

// Makes room for a tile outside the box.
void grow(Grid& grid, int row, int column) {
  const int down = row < 0 ? 1 : 0, right = column < 0 ? 1 : 0;
  grid.height = std::max(grid.height + down, row + 1);
  grid.width = std::max(grid.width + right, column + 1);
  if (down == 0 && right == 0) return;
  for (int r = grid.height; r-- > 0;)
    for (int c = grid.width; c-- > 0;) grid.tiles[r][c] = r >= down && c >= right ? grid.tiles[r - down][c - right] : no_tile;
}

} // namespace

int Grid::count() const {
  int n = 0;
  for (int r = 0; r < height; ++r)
    for (int c = 0; c < width; ++c) n += tiles[r][c] != no_tile;
  return n;
}

const char* sentence_of(Refusal why) {
  switch (why) {
  case Refusal::none: return "the move is legal";
  case Refusal::game_over: return "the game is already over";
  case Refusal::bad_first: return "the first move is @0/ or @0+";
  case Refusal::occupied: return "there is a tile already";
  case Refusal::no_neighbour: return "no tile is next to that cell";
  case Refusal::too_large: return "the board would become too large";
  case Refusal::mismatch: return "the colours do not match";
  case Refusal::three_edges: return "three edges of one colour would enter a cell";
  }
  return "";
}

Entering entering(const Grid& grid, int row, int column) {
  Entering e;
  for (int d = 0; d < 4; ++d) {
    const Tile tile = grid.at(row + row_step[d], column + column_step[d]);
    if (tile == no_tile) continue;
    ((tile >> opposite(d) & 1) != 0 ? e.white : e.red) |= 1U << d;
  }
  return e;
}

Grid turned(const Grid& grid) {
  Grid to = grid;
  std::swap(to.width, to.height);
  for (int r = 0; r < grid.width || r < grid.height; ++r)
    for (int c = 0; c < grid.width || c < grid.height; ++c) {
      const unsigned tile = grid.at(grid.height - 1 - c, r);
      to.tiles[r][c] = static_cast<Tile>((tile << 1 | tile >> 3) & 15U);
    }
  return to;
}

Grid mirrored(const Grid& grid) {
  Grid to = grid;
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c) {
      const unsigned tile = grid.at(r, grid.width - 1 - c);
      to.tiles[r][c] = static_cast<Tile>((tile & 5U) | (tile & 2U) << 2 | (tile & 8U) >> 2);
    }
  return to;
}

bool play_forced(Grid& grid) {
  for (bool played = true; played;) {
    played = false;
    for (int r = 0; r < grid.height; ++r) {
      for (int c = 0; c < grid.width; ++c) {
        if (grid.at(r, c) != no_tile) continue;
        const Entering e = entering(grid, r, c);
        const int white = std::popcount(e.white), red = std::popcount(e.red);
        if (white > 2 || red > 2) return false;
        if (white < 2 && red < 2) continue;
        grid.tiles[r][c] = static_cast<Tile>(white == 2 ? e.white : ~e.red & 15U);
        played = true;
      }
    }
  }
  return true;
}

Refusal PlainRules::check(const Grid& grid, int row, int column, Tile tile) const {
  if (grid.over != Wdl::unknown) return Refusal::game_over;
  if (grid.width == 0) {
    const bool known = std::find(first_tiles.begin(), first_tiles.end(), tile) != first_tiles.end();
    return row == -1 && column == -1 && known ? Refusal::none : Refusal::bad_first;
  }
  if (grid.at(row, column) != no_tile) return Refusal::occupied;
  const Entering e = entering(grid, row, column);
  if ((e.white | e.red) == 0) return Refusal::no_neighbour;
  if ((grid.width == limit && (column < 0 || column == grid.width)) || (grid.height == limit && (row < 0 || row == grid.height)))
    return Refusal::too_large;
  return e.admits(tile) ? Refusal::none : Refusal::mismatch;
}

Refusal PlainRules::play(Grid& grid, int row, int column, Tile tile) const {
  if (const Refusal refused = check(grid, row, column, tile); refused != Refusal::none) return refused;
  const bool first = grid.width == 0;
  grow(grid, first ? 0 : row, first ? 0 : column);
  grid.tiles[std::max(row, 0)][std::max(column, 0)] = tile;
  if (!play_forced(grid)) return Refusal::three_edges;
  grid.red_to_move = !grid.red_to_move;
  grid.over = judge(grid);
  return Refusal::none;
}

// Both colours may have completed something: the player who has just moved wins then.
Wdl PlainRules::judge(const Grid& grid) const {
  if (completes(grid, grid.red_to_move)) return Wdl::loss;
  if (completes(grid, !grid.red_to_move)) return Wdl::win;
  return grid.count() == limit * limit ? Wdl::draw : Wdl::unknown;
}

bool PlainRules::completes(const Grid& grid, bool white) const {
  auto has = [&](int r, int c, int d) { return grid.at(r, c) != no_tile && ((grid.at(r, c) >> d & 1) != 0) == white; };
  // From an end on one border to where the line ends.
  auto across = [&](int r, int c, int d) { return follow(grid, {r, c, other_edge(grid.at(r, c), d)}); };
  for (int r = 0; r < grid.height && grid.width >= needed; ++r) {
    if (!has(r, 0, west)) continue;
    const Place end = across(r, 0, west);
    if (end.direction == east && end.column == grid.width - 1) return true;
  }
  for (int c = 0; c < grid.width && grid.height >= needed; ++c) {
    if (!has(0, c, north)) continue;
    const Place end = across(0, c, north);
    if (end.direction == south && end.row == grid.height - 1) return true;
  }
  // A loop has a tile whose line leaves it to the south and comes back to it.
  for (int r = 0; r < grid.height; ++r)
    for (int c = 0; c < grid.width; ++c)
      if (has(r, c, south) && grid.at(r + 1, c) != no_tile && follow(grid, {r, c, south}) == Place{r, c, south}) return true;
  return false;
}

} // namespace zermelo::trax
