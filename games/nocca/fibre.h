// The fibre over a shape of NOCCA x NOCCA: who owns the pieces, as a string of bits (1 = the side to move), cell by cell in the
// order of reading.h, every stack from the bottom to the top. The strings over one shape are numbered by their value, hence
// side by side in a table; index/strings.h says what a move does to whole sets of them.
#pragma once

#include <vector>

#include "base/bits.h"
#include "index/combinations.h"
#include "nocca/reading.h"

namespace zermelo::nocca {

class Fibre {
public:
  explicit Fibre(const Rules& rules)
      : cells_(rules.cells()), reading_(rules), strings_(2 * rules.columns, rules.columns),
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
    for (int k = 0; k < levels; ++k) held[k] = reading_.read(p.held[k]), mine[k] = reading_.read(p.mine[k]);
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
    for (int k = 0; k < levels; ++k) held[k] = reading_.read(p.held[k]);
    for (int first = 0; first < cells_; first += chunk) {
      const u64 places = side_by_side(held, first), owned = scatter_bits(string, places);
      string >>= std::popcount(places);
      for (int k = 0; k < levels; ++k) mine[k] |= gather_bits(owned >> k, every_third) << first;
    }
    for (int k = 0; k < levels; ++k) p.mine[k] = reading_.write(mine[k]);
  }

private:
  static constexpr int chunk = 21; // cells in a word with three places for each
  static constexpr u64 every_third = 0x1249249249249249;

  // The levels of each cell next to each other, for 21 cells.
  static u64 side_by_side(const u64 (&planes)[levels], int first) {
    return scatter_bits(planes[0] >> first, every_third) | scatter_bits(planes[1] >> first, every_third) << 1 |
           scatter_bits(planes[2] >> first, every_third) << 2;
  }

  int cells_;
  Reading reading_;
  Combinations strings_;
  std::vector<u16> number_, string_;
};

} // namespace zermelo::nocca
