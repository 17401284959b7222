#include "trax/arrangements.h"

#include <algorithm>
#include <utility>

namespace zermelo::trax {
namespace {

using Cell = Arrangements::Cell;
using State = Arrangements::State;

// An edge of a tile meets an empty cell: false if an edge of the same colour has met it before.
bool enter(Cell& empty, bool white) {
  bool& met = white ? empty.entered_white : empty.entered_red;
  return !std::exchange(met, true);
}

// Parts numbered as they come, so that states that mean the same are the same.
void number_parts(State& s, int side) {
  std::array<u8, Arrangements::most_columns + 2> number{};
  u8 next = 0;
  for (int c = 0; c < side; ++c) {
    u8& part = s.cells[static_cast<std::size_t>(c)].part;
    if (part == 0) continue;
    if (number[part] == 0) number[part] = ++next;
    part = number[part];
  }
}

int parts_of(const State& s) {
  u8 most = 0;
  for (const Cell& cell : s.cells) most = std::max(most, cell.part);
  return most;
}

} // namespace

bool Arrangements::Spec::accepts(const State& s) const {
  return s.first_row && s.first_column && parts_of(s) + (s.done ? 1 : 0) == 1;
}

std::optional<State> Arrangements::Spec::step(int item, const State& state, int content) const {
  const int row = item / side, column = item % side;
  State s = state;
  Cell& here = s.cells[static_cast<std::size_t>(column)];
  const Cell above = here;
  Cell* left = column > 0 ? &s.cells[static_cast<std::size_t>(column - 1)] : nullptr;
  here = {};
  if (content == 0) {
    if (above.held && !enter(here, above.white_south)) return std::nullopt;
    if (left != nullptr && left->held && !enter(here, left->white_east)) return std::nullopt;
  } else {
    if (s.done) return std::nullopt;
    const unsigned tile = all_tiles[static_cast<std::size_t>(content - 1)];
    const bool white_north = (tile >> north & 1) != 0, white_west = (tile >> west & 1) != 0;
    here = {
        .held = true, .white_south = (tile >> south & 1) != 0, .white_east = (tile >> east & 1) != 0, .part = most_columns + 1};
    if (row > 0) {
      Cell up = above;
      if (up.held ? up.white_south != white_north : !enter(up, white_north)) return std::nullopt;
    }
    if (left != nullptr && (left->held ? left->white_east != white_west : !enter(*left, white_west))) return std::nullopt;
    for (const u8 part : {above.part, left != nullptr ? left->part : u8{0}})
      if (part != 0)
        for (Cell& cell : s.cells)
          if (cell.part == part) cell.part = most_columns + 1;
    s.first_row |= row == 0;
    s.first_column |= column == 0;
  }
  // The part above may have been seen for the last time.
  if (above.part != 0 && here.part == 0 &&
      std::none_of(s.cells.begin(), s.cells.end(), [&](const Cell& cell) { return cell.part == above.part; })) {
    if (s.done || parts_of(s) != 0) return std::nullopt;
    s.done = true;
  }
  if (left != nullptr) left->white_east = false; // nobody asks any more
  if (column == side - 1) here.white_east = false;
  number_parts(s, side);
  return s;
}

} // namespace zermelo::trax
