// Arrangements of tiles: against a look at whole boards, and against what play reaches.
#include "trax/arrangements.h"

#include <gtest/gtest.h>

#include <set>

#include "index/sampling.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

using Cells = std::vector<Tile>; // row by row

// The definition, on the whole board.
bool lies_right(const Cells& cells, int side) {
  auto at = [&](int row, int column) {
    return row < 0 || column < 0 || row >= side || column >= side ? no_tile
                                                                  : cells[static_cast<std::size_t>(row * side + column)];
  };
  constexpr int rows[4] = {-1, 0, 1, 0}, columns[4] = {0, 1, 0, -1};
  bool first_row = false, first_column = false;
  int first = -1, tiles = 0;
  for (int cell = 0; cell < side * side; ++cell) {
    const int row = cell / side, column = cell % side;
    const Tile here = at(row, column);
    int white = 0, red = 0;
    for (int d = 0; d < 4; ++d) {
      const Tile there = at(row + rows[d], column + columns[d]);
      if (there == no_tile) continue;
      const int colour = there >> opposite(d) & 1;
      if (here != no_tile && (here >> d & 1) != colour) return false;
      white += colour;
      red += 1 - colour;
    }
    if (here == no_tile && (white > 1 || red > 1)) return false;
    if (here == no_tile) continue;
    first_row |= row == 0;
    first_column |= column == 0;
    first = cell;
    ++tiles;
  }
  if (!first_row || !first_column) return false;
  std::set<int> piece = {first};
  std::vector<int> left = {first};
  while (!left.empty()) {
    const int cell = left.back();
    left.pop_back();
    for (int d = 0; d < 4; ++d) {
      const int row = cell / side + rows[d], column = cell % side + columns[d];
      if (at(row, column) != no_tile && piece.insert(row * side + column).second) left.push_back(row * side + column);
    }
  }
  return static_cast<int>(piece.size()) == tiles;
}

bool accepted(const Cells& cells, int side) {
  const Arrangements::Spec spec = Arrangements(side).spec();
  auto state = spec.start();
  for (int i = 0; i < spec.items(); ++i) {
    const auto* tile = std::find(all_tiles.begin(), all_tiles.end(), cells[static_cast<std::size_t>(i)]);
    const auto next = spec.step(i, state, tile == all_tiles.end() ? 0 : 1 + static_cast<int>(tile - all_tiles.begin()));
    if (!next) return false;
    state = *next;
  }
  return spec.accepts(state);
}

TEST(TraxArrangements, AreThoseOfTheDefinition) {
  u64 right = 0;
  for (int n = 0; n < 7 * 7 * 7 * 7; ++n) {
    Cells cells;
    for (int i = 0, rest = n; i < 4; ++i, rest /= 7)
      cells.push_back(rest % 7 == 0 ? no_tile : all_tiles[static_cast<std::size_t>(rest % 7 - 1)]);
    ASSERT_EQ(accepted(cells, 2), lies_right(cells, 2));
    right += lies_right(cells, 2);
  }
  EXPECT_TRUE(count_strings(Arrangements(2).spec(), 1000) == right);
}

// Boards of 3x3 with tiles that match their neighbours, one by one.
TEST(TraxArrangements, AreCountedRight) {
  u64 right = 0, seen = 0;
  Cells cells(9, no_tile);
  auto fill = [&](auto&& self, int i) -> void {
    if (i == 9) {
      const bool lies = lies_right(cells, 3);
      if (++seen % 7 == 0) {
        ASSERT_EQ(accepted(cells, 3), lies);
      }
      right += lies;
      return;
    }
    cells[static_cast<std::size_t>(i)] = no_tile;
    self(self, i + 1);
    for (const Tile tile : all_tiles) {
      const Tile up = i >= 3 ? cells[static_cast<std::size_t>(i - 3)] : no_tile,
                 left = i % 3 > 0 ? cells[static_cast<std::size_t>(i - 1)] : no_tile;
      if (up != no_tile && ((up >> south ^ tile >> north) & 1) != 0) continue;
      if (left != no_tile && ((left >> east ^ tile >> west) & 1) != 0) continue;
      cells[static_cast<std::size_t>(i)] = tile;
      self(self, i + 1);
    }
    cells[static_cast<std::size_t>(i)] = no_tile;
  };
  fill(fill, 0);
  EXPECT_TRUE(count_strings(Arrangements(3).spec(), 100'000) == right);
}

TEST(TraxArrangements, HoldWhatPlayReaches) {
  const Game game{.side = 3};
  std::set<std::string> seen;
  std::vector<Position> left = {game.start()};
  u64 reached = 0;
  while (!left.empty()) {
    const Position p = left.back();
    left.pop_back();
    if (!seen.insert(game.print(p)).second) continue;
    if (p.width != 0) {
      Cells cells(9, no_tile);
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
          cells[static_cast<std::size_t>(3 * row + column)] =
              (p.tiles() >> (8 * row + column) & 1) != 0 ? p.tile(8 * row + column) : no_tile;
      ASSERT_TRUE(accepted(cells, 3)) << game.print(p);
      ++reached;
    }
    game.expand(p, [&](Move, const Position& q) {
      left.push_back(q);
      return true;
    });
  }
  EXPECT_GT(reached, 10'000U);
}

} // namespace
} // namespace zermelo::trax
