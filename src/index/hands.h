// Hands: how the pieces that are not on the board are shared between two players.
// Of each of N kinds, off[i] identical pieces are off the board; the first player holds 0 .. off[i] of them.
#pragma once

#include <array>

#include "base/types.h"

namespace zermelo {

template <std::size_t N> class Hands {
public:
  using Counts = std::array<int, N>;

  ZERMELO_HD constexpr explicit Hands(const Counts& off) : off_(off) {}

  ZERMELO_HD constexpr u64 size() const {
    u64 n = 1;
    for (int k : off_) n *= static_cast<u64>(k) + 1;
    return n;
  }

  ZERMELO_HD constexpr u64 rank(const Counts& first) const {
    u64 r = 0;
    for (std::size_t i = 0; i < N; ++i) r = r * (static_cast<u64>(off_[i]) + 1) + static_cast<u64>(first[i]);
    return r;
  }

  ZERMELO_HD constexpr Counts unrank(u64 r) const {
    Counts first{};
    for (std::size_t i = N; i-- > 0;) {
      const u64 radix = static_cast<u64>(off_[i]) + 1;
      first[i] = static_cast<int>(r % radix);
      r /= radix;
    }
    return first;
  }

private:
  Counts off_;
};

} // namespace zermelo
