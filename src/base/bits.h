// Counting bits, on the CPU and on the GPU.
#pragma once

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

} // namespace zermelo
