// Cells that are empty, the first player's or the second's, as digits to the base three; the number of cells is chosen at run
// time. The plainest index of a board: it needs no knowledge of the game and has a slot for every placement, possible or not.
#pragma once

#include "base/types.h"

namespace zermelo {

struct Ternary {
  static constexpr int most_cells = 40; // 3^40 is the last power below 2^64

  int cells = 0;

  ZERMELO_HD constexpr u64 size() const {
    u64 n = 1;
    for (int i = 0; i < cells; ++i) n *= 3;
    return n;
  }

  // Of two sets of cells without a common one.
  ZERMELO_HD constexpr u64 rank(u64 first, u64 second) const {
    u64 r = 0;
    for (int i = cells; i-- > 0;) r = 3 * r + (first >> i & 1) + 2 * (second >> i & 1);
    return r;
  }
  ZERMELO_HD constexpr void unrank(u64 r, u64& first, u64& second) const {
    first = second = 0;
    for (int i = 0; i < cells; ++i, r /= 3) {
      first |= (r % 3 == 1 ? u64{1} : 0) << i;
      second |= (r % 3 == 2 ? u64{1} : 0) << i;
    }
  }
};

} // namespace zermelo
