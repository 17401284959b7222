// Counting bits, on the CPU and on the GPU; moving them together and apart.
#pragma once

#if defined(__BMI2__) && !defined(__CUDA_ARCH__)
#define ZERMELO_BMI2
#include <immintrin.h>
#endif

#include <bit>
#include <type_traits>

#include "base/types.h"

namespace zermelo {

ZERMELO_HD constexpr int count_ones(u64 x) {
#ifdef __CUDA_ARCH__
  if (!std::is_constant_evaluated()) return __popcll(x);
#endif
  return std::popcount(x);
}
ZERMELO_HD constexpr int count_ones(u32 x) {
#ifdef __CUDA_ARCH__
  if (!std::is_constant_evaluated()) return __popc(x);
#endif
  return std::popcount(x);
}

// The place of the lowest bit; x is not 0.
ZERMELO_HD constexpr int lowest_bit(u64 x) {
#ifdef __CUDA_ARCH__
  if (!std::is_constant_evaluated()) return __ffsll(static_cast<long long>(x)) - 1;
#endif
  return std::countr_zero(x);
}
ZERMELO_HD constexpr int lowest_bit(u32 x) {
#ifdef __CUDA_ARCH__
  if (!std::is_constant_evaluated()) return __ffs(static_cast<int>(x)) - 1;
#endif
  return std::countr_zero(x);
}

// The place of the highest bit; x is not 0.
ZERMELO_HD inline int highest_bit(u64 x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(static_cast<long long>(x));
#else
  return 63 - std::countl_zero(x);
#endif
}

// The lowest bit becomes the highest.
ZERMELO_HD inline u32 reverse_bits(u32 x) {
#ifdef __CUDA_ARCH__
  return __brev(x);
#else
  x = __builtin_bswap32(x);
  x = (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  return (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
#endif
}

// The bits of x at the places of the mask, moved together; and back. Always inlined: files that are compiled for different
// processors must not share one copy.
[[gnu::always_inline]] ZERMELO_HD inline u64 gather_bits(u64 x, u64 mask) {
#ifdef ZERMELO_BMI2
  return _pext_u64(x, mask);
#else
  u64 out = 0;
  for (u64 place = 1; mask != 0; mask &= mask - 1, place <<= 1)
    if ((x & mask & (0 - mask)) != 0) out |= place;
  return out;
#endif
}
[[gnu::always_inline]] ZERMELO_HD inline u64 scatter_bits(u64 x, u64 mask) {
#ifdef ZERMELO_BMI2
  return _pdep_u64(x, mask);
#else
  u64 out = 0;
  for (; mask != 0; mask &= mask - 1, x >>= 1)
    if ((x & 1) != 0) out |= mask & (0 - mask);
  return out;
#endif
}

} // namespace zermelo
