// The fibre over a shape of NOCCA x NOCCA: who owns the pieces, as a string of bits (1 = the side to move), read in a fixed
// order.
//
// Cells are read in the order of their numbers. In the first half of the board a stack is read from the bottom to the top, in
// the second half from the top to the bottom: so a half turn of the board reverses the string, whatever the shape, and the
// change of colours complements it. Only the centre cell of a board with an odd number of cells is turned onto itself; it
// is read from the bottom to the top, so its own piece of the string keeps its order when the rest is reversed.
// The strings over one shape are numbered as subsets of fixed size, hence side by side in a table.
#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include <vector>

#include "index/combinations.h"
#include "nocca/rules.h"

namespace zermelo::nocca {

// The bits of x at the places of the mask, moved together; and back.
inline u64 gather_bits(u64 x, u64 mask) {
#ifdef __BMI2__
  return _pext_u64(x, mask);
#else
  u64 out = 0;
  for (u64 place = 1; mask != 0; mask &= mask - 1, place <<= 1)
    if ((x & mask & (0 - mask)) != 0) out |= place;
  return out;
#endif
}
inline u64 scatter_bits(u64 x, u64 mask) {
#ifdef __BMI2__
  return _pdep_u64(x, mask);
#else
  u64 out = 0;
  for (; mask != 0; mask &= mask - 1, x >>= 1)
    if ((x & 1) != 0) out |= mask & (0 - mask);
  return out;
#endif
}

class Fibre {
public:
  explicit Fibre(const Rules& rules)
      : cells_(rules.cells()), rising_((u64{1} << ((rules.cells() + 1) / 2)) - 1), strings_(2 * rules.columns, rules.columns),
        number_(u64{1} << (2 * rules.columns)) {
    for (u64 i = 0; i < strings_.size(); ++i) {
      string_.push_back(static_cast<u16>(strings_.unrank(i)));
      number_[string_.back()] = static_cast<u16>(i);
    }
  }

  u64 size() const { return strings_.size(); }
  u64 number(u64 string) const { return number_[string]; }
  u64 string(u64 number) const { return string_[number]; }

  u64 read(const Position& p) const {
    u64 held[levels], mine[levels], string = 0;
    order_levels(p.held, held);
    order_levels(p.mine, mine);
    for (int first = 0, length = 0; first < cells_; first += chunk) {
      const u64 places = side_by_side(held, first);
      string |= gather_bits(side_by_side(mine, first), places) << length;
      length += std::popcount(places);
    }
    return string;
  }

  // Gives the pieces of a shape to their owners.
  void write(u64 string, Position& p) const {
    u64 held[levels], mine[levels] = {};
    order_levels(p.held, held);
    for (int first = 0; first < cells_; first += chunk) {
      const u64 places = side_by_side(held, first), owned = scatter_bits(string, places);
      string >>= std::popcount(places);
      for (int k = 0; k < levels; ++k) mine[k] |= gather_bits(owned >> k, every_third) << first;
    }
    order_levels(mine, p.mine);
  }

private:
  static constexpr int chunk = 21; // cells in a word with three places for each
  static constexpr u64 every_third = 0x1249249249249249;

  // Turns the stacks of the second half upside down (with gaps below where they are not full); its own inverse.
  void order_levels(const u64 (&planes)[levels], u64 (&out)[levels]) const {
    out[0] = (planes[0] & rising_) | (planes[2] & ~rising_);
    out[1] = planes[1];
    out[2] = (planes[2] & rising_) | (planes[0] & ~rising_);
  }

  // The levels of each cell next to each other, for 21 cells.
  static u64 side_by_side(const u64 (&planes)[levels], int first) {
    return scatter_bits(planes[0] >> first, every_third) | scatter_bits(planes[1] >> first, every_third) << 1 |
           scatter_bits(planes[2] >> first, every_third) << 2;
  }

  int cells_;
  u64 rising_; // cells whose stacks are read upwards: the first half, with the centre
  Combinations strings_;
  std::vector<u16> number_, string_;
};

} // namespace zermelo::nocca
