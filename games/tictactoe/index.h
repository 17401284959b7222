// The index of tic-tac-toe: nine digits to the base three, one slot per class of the eight symmetries of the square.
#pragma once

#include <algorithm>
#include <array>

#include "index/product.h"
#include "tictactoe/rules.h"

namespace zermelo::tictactoe {

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr Product<9> cells{{3, 3, 3, 3, 3, 3, 3, 3, 3}};
  static constexpr int max_predecessors = 9;

  u64 size() const { return cells.size(); }

  Slot rank(const Position& p) const {
    Slot least = no_slot;
    for (const auto& image : images(p)) least = std::min(least, number(image));
    return least;
  }

  // Most base-three numbers are no position, or not the least of their class: those slots stay empty.
  bool unrank(Slot s, Position& p) const {
    p = {};
    const auto digits = cells.unrank(s);
    for (std::size_t i = 0; i < 9; ++i) {
      if (digits[i] == 1) p.first |= static_cast<u16>(1U << i);
      if (digits[i] == 2) p.second |= static_cast<u16>(1U << i);
    }
    return legal(p) && rank(p) == s;
  }

  Position canonical(const Position& p) const {
    const auto all = images(p);
    return *std::min_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return number(a) < number(b); });
  }

  int orbit(const Position& p) const {
    const auto all = images(p);
    std::array<Slot, 8> numbers;
    std::transform(all.begin(), all.end(), numbers.begin(), number);
    std::sort(numbers.begin(), numbers.end());
    return static_cast<int>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
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

  // The eight images of a position: four quarter turns of it and of its mirror image.
  static std::array<Position, 8> images(Position p) {
    auto move_cells = [](u16 marks, auto target) {
      u16 out = 0;
      for (int i = 0; i < 9; ++i)
        if ((marks >> i & 1) != 0) out |= static_cast<u16>(1U << target(i / 3, i % 3));
      return out;
    };
    auto turn = [](int row, int column) { return 3 * column + 2 - row; };
    auto mirror = [](int row, int column) { return 3 * row + 2 - column; };
    std::array<Position, 8> all;
    for (std::size_t i = 0; i < 8; i += 2) {
      all[i] = p;
      all[i + 1] = {move_cells(p.first, mirror), move_cells(p.second, mirror)};
      p = {move_cells(p.first, turn), move_cells(p.second, turn)};
    }
    return all;
  }
};

} // namespace zermelo::tictactoe
