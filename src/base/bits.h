// Counting bits, on the CPU and on the GPU; moving them together and apart.
#pragma once

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include <bit>

#include "base/types.h"

namespace zermelo {

ZERMELO_HD inline int count_ones(u64 x) {
#ifdef __CUDA_ARCH__
  return __popcll(x);
#else
  return std::popcount(x);
#endif
}
ZERMELO_HD inline int count_ones(u32 x) {
#ifdef __CUDA_ARCH__
  return __popc(x);
#else
  return std::popcount(x);
#endif
}

// The place of the lowest bit; x is not 0.
ZERMELO_HD inline int lowest_bit(u64 x) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(x)) - 1;
#else
  return std::countr_zero(x);
#endif
}
ZERMELO_HD inline int lowest_bit(u32 x) {
#ifdef __CUDA_ARCH__
  return __ffs(static_cast<int>(x)) - 1;
#else
  return std::countr_zero(x);
#endif
}

// The bits of x at the places of the mask, moved together; and back. Always inlined: files that are compiled for different
// processors must not share one copy.
[[gnu::always_inline]] inline u64 gather_bits(u64 x, u64 mask) {
#ifdef __BMI2__
  return _pext_u64(x, mask);
#else
  u64 out = 0;
  for (u64 place = 1; mask != 0; mask &= mask - 1, place <<= 1)
    if ((x & mask & (0 - mask)) != 0) out |= place;
  return out;
#endif
}
[[gnu::always_inline]] inline u64 scatter_bits(u64 x, u64 mask) {
#ifdef __BMI2__
  return _pdep_u64(x, mask);
#else
  u64 out = 0;
  for (; mask != 0; mask &= mask - 1, x >>= 1)
    if ((x & 1) != 0) out |= mask & (0 - mask);
  return out;
#endif
}

} // namespace zermelo
