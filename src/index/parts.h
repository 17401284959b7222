// An index of parts that lie one after the other, each with its `first` slot.
#pragma once

#include "base/types.h"

namespace zermelo {

// The one that holds a slot.
template <class Part> ZERMELO_HD constexpr const Part& part_holding(const Part* parts, u32 count, Slot s) {
  u32 low = 0;
  for (u32 high = count; high - low > 1;) {
    const u32 middle = (low + high) / 2;
    (parts[middle].first <= s ? low : high) = middle;
  }
  return parts[low];
}

} // namespace zermelo
