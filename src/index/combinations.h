// Subsets of a fixed size, numbered in the order of their value as binary numbers (the combinatorial number system).
#pragma once

#include <array>

#include "base/bits.h"
#include "base/error.h"
#include "base/types.h"

namespace zermelo {

// Pascal's triangle up to 64 choose k, as far as it fits; entries that overflow are never used by a table that fits in memory.
class Binomials {
public:
  constexpr Binomials() {
    for (std::size_t n = 0; n <= limit; ++n) {
      at_[n][0] = 1;
      for (std::size_t k = 1; k <= n; ++k) at_[n][k] = at_[n - 1][k - 1] + (k <= n - 1 ? at_[n - 1][k] : 0);
    }
  }
  ZERMELO_HD constexpr u64 operator()(int n, int k) const {
    return k < 0 || k > n ? 0 : at_[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
  }

private:
  static constexpr std::size_t limit = 61; // 61 choose 30 is the last central one below 2^58
  std::array<std::array<u64, limit + 1>, limit + 1> at_{};
};

ZERMELO_TABLE(Binomials, binomials, {})
ZERMELO_HD constexpr u64 binomial(int n, int k) { return binomials()(n, k); }

// The k-element subsets of {0 .. n-1} as bit masks. rank costs one addition per element, unrank one step per place.
class Combinations {
public:
  ZERMELO_HD constexpr Combinations(int n, int k) : n_(n), k_(k) {}

  ZERMELO_HD constexpr u64 size() const { return binomial(n_, k_); }
  ZERMELO_HD constexpr int places() const { return n_; }
  ZERMELO_HD constexpr int chosen() const { return k_; }

  ZERMELO_HD constexpr u64 rank(u64 mask) const {
    u64 r = 0;
    for (int i = 1; mask != 0; ++i, mask &= mask - 1) r += binomial(lowest_bit(mask), i);
    return r;
  }

  ZERMELO_HD constexpr u64 unrank(u64 r) const {
    u64 mask = 0;
    int place = n_;
    for (int i = k_; i > 0; --i) {
      do --place;
      while (binomial(place, i) > r);
      mask |= u64{1} << place;
      r -= binomial(place, i);
    }
    return mask;
  }

private:
  int n_;
  int k_;
};

} // namespace zermelo
