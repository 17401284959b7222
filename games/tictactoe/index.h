// The index of tic-tac-toe: nine digits to the base three, one slot per class of the eight symmetries of the square.
#pragma once

#include <array>

#include "index/product.h"
#include "index/symmetry.h"
#include "tictactoe/rules.h"
#include "tictactoe/zdd.h"

namespace zermelo::tictactoe {

using Square = Symmetries<9, 8>;
ZERMELO_TABLE(Square, square, square_symmetries<3>())

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr bool on_device = true; // rules and index are plain data, and all functions that a solver calls are marked
  static constexpr int max_predecessors = 9;

  ZERMELO_HD static constexpr Product<9> cells() { return Product<9>{{3, 3, 3, 3, 3, 3, 3, 3, 3}}; }
  ZERMELO_HD u64 size() const { return cells().size(); }
  Diagram diagram() const { return {}; }

  ZERMELO_HD Slot rank(const Position& p) const {
    Slot least = number(p);
    for (std::size_t m = 1; m < Square::size(); ++m)
      if (const Slot s = number(image(m, p)); s < least) least = s;
    return least;
  }

  // Most base-three numbers are no position, or not the least of their class: those slots stay empty.
  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    p = from_number(s);
    return legal(p) && rank(p) == s;
  }

  Position canonical(const Position& p) const { return from_number(rank(p)); }

  int orbit(const Position& p) const {
    return count_distinct(square().images([&](std::size_t m) { return number(image(m, p)); }));
  }

  // Takes back any mark of the player who moved last. The position before must not have been over.
  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const bool first_moved = !first_to_move(p);
    for (u16 marks = first_moved ? p.first : p.second; marks != 0; marks &= static_cast<u16>(marks - 1)) {
      Position q = p;
      (first_moved ? q.first : q.second) ^= static_cast<u16>(1U << lowest_bit(u32{marks}));
      if (outcome(q) == Wdl::unknown) out.push(q);
    }
  }

  // Marks alternate, and the game stops at the first row.
  ZERMELO_HD static bool legal(const Position& p) {
    const int ahead = count_ones(u32{p.first}) - count_ones(u32{p.second});
    if ((p.first & p.second) != 0 || ahead < 0 || ahead > 1) return false;
    return !has_row(first_to_move(p) ? p.first : p.second);
  }

private:
  ZERMELO_HD static Slot number(const Position& p) {
    std::array<u64, 9> digits{};
    for (std::size_t i = 0; i < 9; ++i) digits[i] = (p.first >> i & 1U) + 2 * (p.second >> i & 1U);
    return cells().rank(digits);
  }

  ZERMELO_HD static Position from_number(Slot s) {
    Position p;
    const auto digits = cells().unrank(s);
    for (std::size_t i = 0; i < 9; ++i) {
      if (digits[i] == 1) p.first |= static_cast<u16>(1U << i);
      if (digits[i] == 2) p.second |= static_cast<u16>(1U << i);
    }
    return p;
  }

  ZERMELO_HD static Position image(std::size_t member, const Position& p) {
    return {static_cast<u16>(square().image(member, p.first)), static_cast<u16>(square().image(member, p.second))};
  }
};

} // namespace zermelo::tictactoe
