// For an opponent that searches: how many stones each player still needs for a chain if the other never moves, and how many cells
// lie on such shortest chains.
#include <vector>

#include "hex/rules.h"

namespace zermelo::hex {
namespace {

struct Way {
  int stones = 0; // that the shortest chain needs
  int cells = 0;  // that are on one
};

// Distances from an edge: own stones cost nothing, empty cells one.
std::vector<int> distances(const Board& board, const CellSet& from, const CellSet& own, const CellSet& other) {
  std::vector<int> far(static_cast<std::size_t>(board.cells), 1000);
  std::vector<int> now, next;
  auto reach = [&](int cell, int before) {
    if (other.has(cell)) return;
    const int there = before + (own.has(cell) ? 0 : 1);
    if (there >= far[static_cast<std::size_t>(cell)]) return;
    far[static_cast<std::size_t>(cell)] = there;
    (there == before ? now : next).push_back(cell);
  };
  from.each([&](int cell) { reach(cell, 0); });
  for (int at = 0; !now.empty() || !next.empty(); ++at) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      const int cell = now[i];
      if (far[static_cast<std::size_t>(cell)] == at)
        board.next[static_cast<std::size_t>(cell)].each([&](int near) { reach(near, at); });
    }
    now.swap(next);
    next.clear();
  }
  return far;
}

Way way_of(const Board& board, int player, const CellSet& own, const CellSet& other) {
  const auto one = distances(board, board.edges[player][0], own, other),
             two = distances(board, board.edges[player][1], own, other);
  Way way{1000, 0};
  for (std::size_t cell = 0; cell < one.size(); ++cell) {
    const int whole = one[cell] + two[cell] - (own.has(static_cast<int>(cell)) ? 0 : 1);
    if (whole > way.stones) continue;
    if (whole < way.stones) way = {whole, 0};
    ++way.cells;
  }
  return way;
}

} // namespace

int Rules::evaluate(const Position& p) const {
  const Way x = way_of(*board, 0, p.x, p.o), o = way_of(*board, 1, p.o, p.x);
  const int score = 100 * (o.stones - x.stones) + 2 * (x.cells - o.cells) + (first_to_move(p) ? 50 : -50);
  return first_to_move(p) ? score : -score;
}

} // namespace zermelo::hex
