// Room in a table that is nearly full: the entries with the fewest visits below them are dropped until a share of the places is
// free (SmallTreeGC). How few is found from a sample. The other threads search on meanwhile.
#pragma once

#include <array>

#include "solve/dfpn/table.h"

namespace zermelo {

struct Collection {
  static constexpr double full = 0.9; // when it is time
  double free = 0.3;                  // of all places, afterwards

  // How many entries were dropped.
  u64 collect(ProofTable& table) const {
    std::array<u64, 256> sizes{};
    u64 used = 0;
    const u64 seen = table.sample(20'000, [&](const ProofTable::Placed& p) {
      ++sizes[p.entry().size];
      ++used;
    });
    const double kept = (1 - free) * static_cast<double>(seen);
    double left = static_cast<double>(used) - kept; // to drop, in the sample
    if (left <= 0) return 0;
    u32 bound = 0; // smaller ones go, and of this size a share
    while (left > static_cast<double>(sizes[bound])) left -= static_cast<double>(sizes[bound++]);
    const u64 share = static_cast<u64>(left / static_cast<double>(sizes[bound]) * 65536.0);
    return table.forget([&](const ProofTable::Placed& p) {
      const u32 size = p.entry().size;
      return size < bound || (size == bound && p.low % 65536 < share);
    });
  }
};

} // namespace zermelo
