#include "gomoku/rules.h"

#include <algorithm>
#include <array>

#include "base/bits.h"
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

// Small boards: not the stones but what they leave open. A window counts as long as it has stones of one side at most, and of it
// only whose it is and which cells are empty. Two positions with the same such windows and as many stones have the same future: a
// move to a cell that is in none of them changes nothing, and there are equally many such cells. Lines of an exact length depend
// on stones beside them, so they get the other key.
Key Game::open_key(const Position& p) const {
  std::array<u64, 8> sums{}, others{};
  const u64 black = p.black.words[0], white = p.white.words[0];
  for (const u64 window : board->window_masks()) {
    const bool has_black = (window & black) != 0, has_white = (window & white) != 0;
    if (has_black && has_white) continue;
    const u64 whose = has_black ? 0x9e3779b97f4a7c15 : has_white ? 0xd1342543de82ef95 : 0;
    std::array<u64, 8> open;
    open.fill(whose);
    for (u64 rest = window & ~(black | white); rest != 0; rest &= rest - 1) {
      const auto& numbers = board->numbers(lowest_bit(rest));
      for (std::size_t s = 0; s < 8; ++s) open[s] += numbers[s];
    }
    for (std::size_t s = 0; s < 8; ++s) {
      const u64 mixed = (open[s] ^ open[s] >> 29) * 0xbf58476d1ce4e5b9;
      sums[s] += mixed ^ mixed >> 32;
      others[s] += mixed >> 7 ^ mixed << 23;
    }
  }
  const auto best = static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
  return {mix_bits(sums[best] + p.stones), mix_bits(others[best] + p.stones)};
}

// Sums of random numbers, one for each stone: of the images of a position the least sum chooses one, whose stones make the key.
Key Game::key(const Position& p) const {
  if (board->cells() <= 64 && !board->shape().exact && p.over == Wdl::unknown) return open_key(p);
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
  if (attacker.empty() && defender.empty()) return centre;
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
  if (!board->window_masks().empty() && !board->shape().exact) {
    auto completing = [&](u64 stones, u64 against) { // the cells that complete a line
      u64 all = 0;
      for (const u64 window : board->window_masks())
        if (const u64 missing = window & ~stones; (missing & (missing - 1)) == 0 && (window & against) == 0) all |= missing;
      return all;
    };
    const u64 theirs = completing(others.words[0], own.words[0]);
    return theirs != 0 && ((theirs | completing(own.words[0], others.words[0])) >> cell & 1) == 0;
  }
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
