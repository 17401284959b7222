#include "gomoku/rules.h"

#include <algorithm>
#include <array>

#include "base/key.h"

namespace zermelo::gomoku {

Position Game::canonical(const Position& p) const {
  Position least = p;
  for (int s = 1; s < board->symmetries(); ++s) {
    Position q = p;
    q.black = board->image(s, p.black);
    q.white = board->image(s, p.white);
    if (std::tie(q.black, q.white) < std::tie(least.black, least.white)) least = q;
  }
  return least;
}

int Game::orbit(const Position& p) const {
  int same = 0; // symmetries that leave it as it is
  for (int s = 0; s < board->symmetries(); ++s)
    same += board->image(s, p.black) == p.black && board->image(s, p.white) == p.white;
  return board->symmetries() / same;
}

// Sums of random numbers, one for each stone: of the images of a position the least sum chooses one, whose stones make the key.
Key Game::key(const Position& p) const {
  std::array<u64, 8> sums{};
  const int all = board->symmetries();
  auto add = [&](int colour) {
    return [&, colour](int cell) {
      for (int s = 0; s < all; ++s) sums[static_cast<std::size_t>(s)] += board->number(s, colour, cell);
    };
  };
  p.black.each(add(0));
  p.white.each(add(1));
  const int best = static_cast<int>(std::min_element(sums.begin(), sums.begin() + all) - sums.begin());
  u64 second = 0; // of the same stones, by another function of their numbers
  p.black.each([&](int cell) { second += mix_bits(board->number(best, 0, cell)); });
  p.white.each([&](int cell) { second += mix_bits(board->number(best, 1, cell)); });
  return {mix_bits(sums[static_cast<std::size_t>(best)] + p.stones), mix_bits(second)};
}

// The attacker's second stone, where its first is in the centre and the other has one: what is known to be good on 15x15. With
// the other's stone turned to columns 0 <= a and rows a <= b from the centre.
int Game::suggest(const CellSet& attacker, const CellSet& defender) const {
  const Shape& s = board->shape();
  const int centre = board->cell(s.columns / 2, s.rows / 2);
  if (s.columns != s.rows || s.columns % 2 == 0 || attacker.count() != 1 || defender.count() != 1 || !attacker.has(centre))
    return -1;
  const int middle = s.columns / 2;
  for (int i = 0; i < board->symmetries(); ++i) {
    int at = -1;
    board->image(i, defender).each([&](int cell) { at = cell; });
    const int a = board->column(at) - middle, b = board->row(at) - middle;
    if (a < 0 || b < a) continue;
    const bool left = a == b || a == 0, up = a == b || (a == 0 && b == 1);
    const int cell = board->cell(middle + (left ? -1 : 1), middle + (up ? 1 : -1));
    const auto& to = board->lines().symmetries[static_cast<std::size_t>(i)];
    return static_cast<int>(std::find(to.begin(), to.end(), cell) - to.begin());
  }
  return -1;
}

bool Game::dominated(const Position& p, Move cell) const {
  const CellSet& own = first_to_move(p) ? p.black : p.white;
  const CellSet& others = first_to_move(p) ? p.white : p.black;
  auto completes = [&](CellSet stones, int at) {
    stones.add(at);
    return board->line_through(stones, at);
  };
  if (completes(others, cell) || completes(own, cell)) return false;
  const CellSet taken = p.black | p.white;
  for (int at = 0; at < board->cells(); ++at)
    if (!taken.has(at) && completes(others, at)) return true;
  return false;
}

} // namespace zermelo::gomoku
