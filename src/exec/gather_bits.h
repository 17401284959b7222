// The bits of a word at the places of a mask, moved together, and back: one instruction each with BMI2. Only for files that
// are compiled for it and called where the processor has it.
#pragma once

#include <immintrin.h>

#include "base/types.h"

namespace zermelo {

#ifdef __BMI2__
[[gnu::always_inline]] inline u64 gather_bits(u64 x, u64 mask) { return _pext_u64(x, mask); }
[[gnu::always_inline]] inline u64 scatter_bits(u64 x, u64 mask) { return _pdep_u64(x, mask); }
#endif
[[gnu::always_inline]] inline u64 rotate_left(u64 x, u32 by) { return x << (by % 64) | x >> (-by % 64); }
[[gnu::always_inline]] inline u64 rotate_right(u64 x, u32 by) { return x >> (by % 64) | x << (-by % 64); }

} // namespace zermelo
