// A set of cells of a board whose size is chosen at run time.
#pragma once

#include <array>
#include <bit>
#include <compare>

#include "base/types.h"

namespace zermelo {

// A set of at most 256 cells.
struct CellSet {
  std::array<u64, 4> words{};

  constexpr bool has(int cell) const { return (words[static_cast<std::size_t>(cell) >> 6] >> (cell & 63) & 1) != 0; }
  constexpr void add(int cell) { words[static_cast<std::size_t>(cell) >> 6] |= u64{1} << (cell & 63); }
  constexpr void remove(int cell) { words[static_cast<std::size_t>(cell) >> 6] &= ~(u64{1} << (cell & 63)); }
  constexpr CellSet& operator|=(const CellSet& other) {
    for (std::size_t i = 0; i < 4; ++i) words[i] |= other.words[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (std::size_t i = 0; i < 4; ++i) words[i] &= other.words[i];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr auto operator<=>(const CellSet&, const CellSet&) = default;
  constexpr int count() const {
    int n = 0;
    for (const u64 word : words) n += std::popcount(word);
    return n;
  }
  constexpr int before(int cell) const { // how many are lower
    int n = std::popcount(words[static_cast<std::size_t>(cell) >> 6] & ((u64{1} << (cell & 63)) - 1));
    for (std::size_t i = 0; i < static_cast<std::size_t>(cell) >> 6; ++i) n += std::popcount(words[i]);
    return n;
  }
  constexpr bool empty() const { return *this == CellSet{}; }
  // Cells in rising order.
  template <class F> constexpr void each(F&& f) const {
    for (int i = 0; i < 4; ++i)
      for (u64 rest = words[static_cast<std::size_t>(i)]; rest != 0; rest &= rest - 1) f(64 * i + std::countr_zero(rest));
  }
};

} // namespace zermelo
