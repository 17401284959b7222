// Hex on small boards, with an index of all positions: stones in equal numbers, or one more of x's, and no chain.
//
// By the number of stones; then which cells have a stone, as a combination; then which of these are x's. Of a position and the same
// turned by half a turn the lesser number is the slot. Slots of placements with a chain are empty.
#pragma once

#include "hex/rules.h"
#include "index/combinations.h"

namespace zermelo::hex {

struct TableGame : Rules {
  static constexpr int most_cells = 16;
  static constexpr bool folded = true;
  static constexpr int max_predecessors = most_cells / 2;

  explicit TableGame(const Shape& shape) : Rules(shape) {
    for (int stones = 0; stones <= board->cells; ++stones)
      begins[stones + 1] = begins[stones] + binomial(board->cells, stones) * binomial(stones, stones / 2);
  }

  u64 size() const { return begins[board->cells + 1]; }

  Slot rank(const Position& p) const {
    if (p.over != Wdl::unknown) return no_slot;
    return std::min(number(p), number(turned(p)));
  }

  bool unrank(Slot s, Position& p) const {
    int stones = 0;
    while (begins[stones + 1] <= s) ++stones;
    const u64 within = s - begins[stones], ways = binomial(stones, stones / 2);
    const u64 taken = Combinations(board->cells, stones).unrank(within / ways);
    const u64 o = scatter_bits(Combinations(stones, stones / 2).unrank(within % ways), taken);
    p = {};
    p.x.words[0] = taken & ~o;
    p.o.words[0] = o;
    p.stones = static_cast<u16>(stones);
    return !board->joined(p.x, 0) && !board->joined(p.o, 1) && number(turned(p)) >= s;
  }

  // A stone of who moved last comes off. Nobody had a chain, so nobody has one before.
  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const bool first = first_to_move(p);
    (first ? p.o : p.x).each([&](int cell) {
      Position q = p;
      (first ? q.o : q.x).remove(cell);
      --q.stones;
      out.push(q);
    });
  }

private:
  u64 number(const Position& p) const {
    const u64 o = p.o.words[0], taken = p.x.words[0] | o;
    const u64 ways = binomial(p.stones, p.stones / 2);
    return begins[p.stones] + Combinations(board->cells, p.stones).rank(taken) * ways +
           Combinations(p.stones, p.stones / 2).rank(gather_bits(o, taken));
  }

  Slot begins[most_cells + 2] = {}; // of so many stones
};

} // namespace zermelo::hex
