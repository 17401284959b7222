// A finished layer as it stood after so many plies, for one side to move: the passes over a layer that leads to it see it grow.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "solve/cubes/layer.h"

namespace zermelo {

// The bits of those of up to 64 bytes that are equal to one.
inline u64 equal_bytes(const u8* at, int count, u8 wanted) {
#ifdef __SSE2__
  if (count == 64) {
    const __m128i all = _mm_set1_epi8(static_cast<char>(wanted));
    u64 out = 0;
    for (int i = 0; i < 4; ++i) {
      const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + std::ptrdiff_t{16} * i));
      out |= static_cast<u64>(static_cast<u32>(_mm_movemask_epi8(_mm_cmpeq_epi8(x, all)))) << 16 * i;
    }
    return out;
  }
#endif
  u64 out = 0;
  for (int i = 0; i < count; ++i) out |= u64{at[i] == wanted} << i;
  return out;
}

class CubeReplay {
public:
  CubeReplay(const CubeValues& values, int side)
      : values_(values), side_(side), won_(values.layer.blocks * values.words()), lost_(values.layer.blocks * values.words()) {}

  // Adds what is decided in so many plies.
  void add(int plies, Pool& pool) {
    if (plies > values_.longest()) return;
    pool.for_ranges(0, values_.layer.blocks, 512, [&](u64 first, u64 last, int) {
      for (u64 b = first; b < last; ++b)
        if (values_.has(b, side_, true, plies) || values_.has(b, side_, false, plies)) add(b, plies);
    });
  }

  const u64* won(u64 block) const { return won_.data() + block * values_.words(); }
  const u64* lost(u64 block) const { return lost_.data() + block * values_.words(); }
  bool has(u64 block, bool win, int plies) const { return values_.has(block, side_, win, plies); }

  static u64 bytes_for(const CubeLayer& l) { return 2 * l.blocks * static_cast<u64>(cube_words(l.pieces)) * sizeof(u64); }

private:
  void add(u64 b, int plies) {
    const u8* const at = values_.plies(b, side_);
    const int n = values_.layer.pieces, count = n >= 6 ? 64 : 1 << n;
    for (u64 i = 0; i < values_.words(); ++i) {
      const u64 word = b * values_.words() + i, now = equal_bytes(at + 64 * i, count, static_cast<u8>(plies));
      won_[word] |= now & values_.won[side_][word];
      lost_[word] |= now & ~values_.won[side_][word];
    }
  }

  const CubeValues& values_;
  int side_;
  Pages won_, lost_;
};

} // namespace zermelo
