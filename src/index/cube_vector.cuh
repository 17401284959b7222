// A bit for each colouring, in the registers of a warp: what cube_vector.h is on a processor. Places 0 to 4 of a colouring are within a
// word of 32 bits, 5 to 9 among the lanes, 10 and 11 among a lane's words.
#pragma once

#include "index/cubes.h"

namespace zermelo {

inline constexpr u32 all_lanes = 0xffffffff;
__device__ inline u32 lane_number() { return threadIdx.x & 31; }

static __constant__ u32 without_place_32[5] = {0x55555555, 0x33333333, 0x0f0f0f0f, 0x00ff00ff, 0x0000ffff};

// Words of a cube, and from one block's vector to the next in memory, as on the processor.
ZERMELO_HD constexpr u32 words_of_32(int pieces) { return pieces <= 5 ? 1 : 1U << (pieces - 5); }
ZERMELO_HD constexpr u32 stride_of_32(int pieces) { return pieces <= 6 ? 2 : 1U << (pieces - 5); }
ZERMELO_HD constexpr u32 mask_of_32(int pieces) { return pieces >= 5 ? ~u32{0} : (u32{1} << (1 << pieces)) - 1; }

template <int R> struct WarpVector {
  static_assert(R == 1 || R == 2 || R == 4);
  u32 w[R];

  __device__ void clear() {
    each([](u32& x, int) { x = 0; });
  }
  __device__ void invert() {
    each([](u32& x, int) { x = ~x; });
  }
  __device__ void add(const WarpVector& o) {
    each([&](u32& x, int r) { x |= o.w[r]; });
  }
  __device__ void remove(const WarpVector& o) {
    each([&](u32& x, int r) { x &= ~o.w[r]; });
  }
  __device__ bool any() const {
    u32 all = 0;
#pragma unroll
    for (int r = 0; r < R; ++r) all |= w[r];
    return __any_sync(all_lanes, all != 0);
  }

  __device__ void remove_owned(const WarpVector& o, int place, bool first_player) {
    each([&](u32& x, int r) { x &= ~(o.w[r] & (first_player ? owned(place, r) : ~owned(place, r))); });
  }

  // Of the first where the piece at a place is the first player's, else of the second; null: nothing.
  __device__ void load(const u32* first, const u32* second, int place, u32 words) {
    each([&](u32& x, int r) {
      const u32 at = lane_number() + 32 * r, mine = owned(place, r);
      const u32 a = first != nullptr && at < words && mine != 0 ? first[at] : 0;
      const u32 b = second != nullptr && at < words && ~mine != 0 ? second[at] : 0;
      x = (a & mine) | (b & ~mine);
    });
  }

  // Exchanges two places in the numbers of all colourings, a < b.
  __device__ void exchange(int a, int b) {
    if (b < 5) {
      const int shift = (1 << b) - (1 << a);
      const u32 mask = ~without_place_32[a] & without_place_32[b];
      each([&](u32& x, int) {
        const u32 t = (x ^ x >> shift) & mask;
        x ^= t ^ t << shift;
      });
    } else if (b < 10 && a < 5) {
      const u32 other = 1U << (b - 5), mask = without_place_32[a];
      const int shift = 1 << a;
      const bool high = (lane_number() & other) != 0;
      each([&](u32& x, int) {
        const u32 theirs = __shfl_xor_sync(all_lanes, x, other);
        x = high ? (x & ~mask) | (theirs >> shift & mask) : (x & mask) | (theirs & mask) << shift;
      });
    } else if (b < 10) {
      const u32 lane = lane_number(), different = (lane >> (a - 5) ^ lane >> (b - 5)) & 1;
      const u32 source = lane ^ (different << (a - 5) | different << (b - 5));
      each([&](u32& x, int) { x = __shfl_sync(all_lanes, x, source); });
    } else if (a < 5) {
      const u32 mask = without_place_32[a];
      const int shift = 1 << a;
      each_pair(b - 10, [&](u32& low, u32& high) {
        const u32 t = (low >> shift ^ high) & mask;
        high ^= t;
        low ^= t << shift;
      });
    } else if (a < 10) {
      const u32 other = 1U << (a - 5);
      const bool upper = (lane_number() & other) != 0;
      each_pair(b - 10, [&](u32& low, u32& high) {
        const u32 t = __shfl_xor_sync(all_lanes, upper ? low : high, other);
        (upper ? low : high) = t;
      });
    } else if constexpr (R == 4) {
      swap(w[1], w[2]);
    }
  }

  // Every colouring in which the pieces `taken` are one player's and those of `others` the other's becomes what the colouring is
  // in which those taken are the other's too.
  __device__ void take_from(u32 taken, u32 others) {
    const u32 within = taken & 31, lanes = taken >> 5 & 31, registers = taken >> 10;
    u32 mask = ~u32{0}, opposite = ~u32{0};
#pragma unroll
    for (int i = 0; i < 5; ++i) {
      if ((taken >> i & 1) != 0) mask &= without_place_32[i], opposite &= ~without_place_32[i];
      if ((others >> i & 1) != 0) mask &= ~without_place_32[i], opposite &= without_place_32[i];
    }
    const u32 fixed = (taken | others) >> 5 & 31, value = others >> 5 & 31, here = lane_number() & fixed;
    if (here != value) mask = 0;
    if (here != (fixed ^ value)) opposite = 0;
    const u32 fixed_words = (taken | others) >> 10, word_value = others >> 10;
    u32 from[R];
#pragma unroll
    for (int r = 0; r < R; ++r) from[r] = w[r];
    if constexpr (R >= 2) {
      if ((registers & 1) != 0) {
#pragma unroll
        for (int r = 0; r < R; r += 2) swap(from[r], from[r + 1]);
      }
    }
    if constexpr (R == 4) {
      if ((registers & 2) != 0) swap(from[0], from[2]), swap(from[1], from[3]);
    }
    each([&](u32& x, int r) {
      const u32 source = lanes != 0 ? __shfl_xor_sync(all_lanes, from[r], lanes) : from[r];
      const u32 at = static_cast<u32>(r) & fixed_words;
      const u32 m = at == word_value ? mask : 0, o = at == (fixed_words ^ word_value) ? opposite : 0;
      x = (x & ~(m | o)) | (source >> within & m) | (source << within & o);
    });
  }

  // The colourings in which some pieces have one owner.
  __device__ WarpVector alike(u32 pieces) const {
    u32 ones = ~u32{0}, zeros = ~u32{0};
#pragma unroll
    for (int i = 0; i < 5; ++i)
      if ((pieces >> i & 1) != 0) ones &= ~without_place_32[i], zeros &= without_place_32[i];
    const u32 fixed = pieces >> 5 & 31, here = lane_number() & fixed;
    if (here != fixed) ones = 0;
    if (here != 0) zeros = 0;
    const u32 fixed_words = pieces >> 10;
    WarpVector out;
    out.each([&](u32& x, int r) {
      const u32 at = static_cast<u32>(r) & fixed_words;
      x = (at == fixed_words ? ones : 0) | (at == 0 ? zeros : 0);
    });
    return out;
  }

  // Those of the lower pieces for which the last piece is the player's.
  template <int Less> __device__ WarpVector<Less> half(int pieces, bool first_player) const {
    WarpVector<Less> out;
    if constexpr (Less < R) {
      out.each([&](u32& x, int r) { x = first_player ? w[r + Less] : w[r]; });
    } else if (pieces >= 5) {
      const u32 source = lane_number() | (first_player ? 1U << (pieces - 5) : 0);
      out.each([&](u32& x, int r) { x = __shfl_sync(all_lanes, w[r], source & 31); });
    } else {
      out.each([&](u32& x, int r) { x = (first_player ? w[r] >> (1 << pieces) : w[r]) & mask_of_32(pieces); });
    }
    return out;
  }

  template <class F> __device__ void each(F&& f) {
#pragma unroll
    for (int r = 0; r < R; ++r) f(w[r], r);
  }

private:
  __device__ static u32 owned(int place, int r) {
    if (place < 5) return ~without_place_32[place];
    const u32 number = place < 10 ? lane_number() >> (place - 5) : static_cast<u32>(r) >> (place - 10);
    return (number & 1) != 0 ? ~u32{0} : 0;
  }
  __device__ static void swap(u32& a, u32& b) {
    const u32 t = a;
    a = b;
    b = t;
  }
  // Words that differ in one bit of their number only.
  template <class F> __device__ void each_pair(int bit, F&& f) {
    if constexpr (R == 2) f(w[0], w[1]);
    if constexpr (R == 4) {
      if (bit == 0) {
        f(w[0], w[1]);
        f(w[2], w[3]);
      } else {
        f(w[0], w[2]);
        f(w[1], w[3]);
      }
    }
  }
};

} // namespace zermelo
