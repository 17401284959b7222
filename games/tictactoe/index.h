// The index of tic-tac-toe: nine digits to the base three, one slot per class of the eight symmetries of the square.
#pragma once

#include <algorithm>
#include <array>

#include "index/product.h"
#include "index/symmetry.h"
#include "tictactoe/rules.h"
#include "tictactoe/zdd.h"

namespace zermelo::tictactoe {

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr Product<9> cells{{3, 3, 3, 3, 3, 3, 3, 3, 3}};
  static constexpr auto square = square_symmetries<3>();
  static constexpr int max_predecessors = 9;

  u64 size() const { return cells.size(); }
  Diagram diagram() const { return {}; }

  Slot rank(const Position& p) const {
    const auto numbers = square.images([&](std::size_t m) { return number(image(m, p)); });
    return *std::min_element(numbers.begin(), numbers.end());
  }

  // Most base-three numbers are no position, or not the least of their class: those slots stay empty.
  bool unrank(Slot s, Position& p) const {
    p = from_number(s);
    return legal(p) && rank(p) == s;
  }

  Position canonical(const Position& p) const { return from_number(rank(p)); }

  int orbit(const Position& p) const {
    return count_distinct(square.images([&](std::size_t m) { return number(image(m, p)); }));
  }

  // Takes back any mark of the player who moved last. The position before must not have been over.
  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const bool first_moved = !first_to_move(p);
    for (u16 marks = first_moved ? p.first : p.second; marks != 0; marks &= static_cast<u16>(marks - 1)) {
      Position q = p;
      (first_moved ? q.first : q.second) ^= static_cast<u16>(1U << std::countr_zero(marks));
      if (outcome(q) == Wdl::unknown) out.push(q);
    }
  }

  // Marks alternate, and the game stops at the first row.
  static bool legal(const Position& p) {
    const int ahead = std::popcount(p.first) - std::popcount(p.second);
    if ((p.first & p.second) != 0 || ahead < 0 || ahead > 1) return false;
    return !has_row(first_to_move(p) ? p.first : p.second);
  }

private:
  static Slot number(const Position& p) {
    std::array<u64, 9> digits{};
    for (std::size_t i = 0; i < 9; ++i) digits[i] = (p.first >> i & 1U) + 2 * (p.second >> i & 1U);
    return cells.rank(digits);
  }

  static Position from_number(Slot s) {
    Position p;
    const auto digits = cells.unrank(s);
    for (std::size_t i = 0; i < 9; ++i) {
      if (digits[i] == 1) p.first |= static_cast<u16>(1U << i);
      if (digits[i] == 2) p.second |= static_cast<u16>(1U << i);
    }
    return p;
  }

  static Position image(std::size_t member, const Position& p) {
    return {static_cast<u16>(square.image(member, p.first)), static_cast<u16>(square.image(member, p.second))};
  }
};

} // namespace zermelo::tictactoe
