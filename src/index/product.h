// Products of indices: digits with different radices written as one number, the last digit varying fastest.
#pragma once

#include <array>

#include "base/types.h"

namespace zermelo {

template <std::size_t N> class Product {
public:
  ZERMELO_HD constexpr explicit Product(const std::array<u64, N>& radices) : radices_(radices) {}

  ZERMELO_HD constexpr u64 size() const {
    u64 n = 1;
    for (u64 r : radices_) n *= r;
    return n;
  }

  ZERMELO_HD constexpr u64 rank(const std::array<u64, N>& digits) const {
    u64 r = 0;
    for (std::size_t i = 0; i < N; ++i) r = r * radices_[i] + digits[i];
    return r;
  }

  ZERMELO_HD constexpr std::array<u64, N> unrank(u64 r) const {
    std::array<u64, N> digits{};
    for (std::size_t i = N; i-- > 0;) {
      digits[i] = r % radices_[i];
      r /= radices_[i];
    }
    return digits;
  }

private:
  std::array<u64, N> radices_;
};

} // namespace zermelo
