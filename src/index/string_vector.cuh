// Sets of strings on a CUDA device: the masks of strings.h as a kernel reads them, and vectors in registers.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "index/strings.h"

namespace zermelo {

// The masks of one mover, laid out so that lanes with different places read different banks.
template <class S> struct DeviceMasks {
  using Masks = StringMasks<S, u32>;
  static constexpr int words = Masks::words, lifted_words = Masks::lifted_words;
  static constexpr int network = words * S::stages, stride = network + (words % 4 == 0 ? 4 : 2);
  static constexpr int shift_words = static_cast<int>(sizeof(typename Masks::Shift) / sizeof(u32));
  static constexpr int has = 0, lift = has + S::pieces * words, drop = lift + S::pieces * stride;
  static constexpr int swap = (drop + S::pieces * stride + 3) / 4 * 4,
                       all = swap + (S::pieces - 2) * S::most_shifts * shift_words;
  static constexpr int size = (all + words + 3) / 4 * 4;

  static std::vector<u32> make(int mover) {
    const auto made = std::make_unique<Masks>(make_string_masks<S, u32>());
    std::vector<u32> out(size, 0);
    for (int p = 0; p < S::pieces; ++p) {
      for (int i = 0; i < words; ++i) out[static_cast<u64>(has + p * words + i)] = made->has[mover][p].w[i];
      for (int s = 0; s < S::stages; ++s) {
        for (int i = 0; i < words; ++i) {
          out[static_cast<u64>(lift + p * stride + s * words + i)] = made->lift[mover][p][s].w[i];
          out[static_cast<u64>(drop + p * stride + s * words + i)] = made->drop[mover][p][s].w[i];
        }
      }
    }
    for (int p = 0; p < S::pieces - 2; ++p) {
      for (int k = 0; k < S::most_shifts; ++k) {
        const int at = swap + (p * S::most_shifts + k) * shift_words;
        std::memcpy(&out[static_cast<u64>(at)], &made->swap[mover][p][k], sizeof(typename Masks::Shift));
      }
    }
    for (int i = 0; i < words; ++i) out[static_cast<u64>(all + i)] = made->all.w[i];
    return out;
  }
};

#if defined(__CUDACC__) || defined(ZERMELO_EMULATED)

template <class S> struct DeviceVectors {
  using M = DeviceMasks<S>;
  using Ops = StringOps<S, u32>;
  using Full = typename Ops::Full;
  using Lifted = typename Ops::Lifted;
  static constexpr int words = M::words;
  static constexpr bool few = Ops::few;

  __device__ static Full load(const u32* from) {
    Full x;
    if constexpr (words % 4 == 0) {
      const uint4* source = reinterpret_cast<const uint4*>(from);
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words / 4; ++i) {
        const uint4 four = __ldcg(source + i);
        x.w[4 * i] = four.x, x.w[4 * i + 1] = four.y, x.w[4 * i + 2] = four.z, x.w[4 * i + 3] = four.w;
      }
    } else {
      const uint2* source = reinterpret_cast<const uint2*>(from);
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words / 2; ++i) {
        const uint2 two = __ldcg(source + i);
        x.w[2 * i] = two.x, x.w[2 * i + 1] = two.y;
      }
    }
    return x;
  }
  __device__ static void store(u32* to, const Full& x) {
    ZERMELO_UNROLL(few)
    for (int i = 0; i < words / 2; ++i) reinterpret_cast<uint2*>(to)[i] = make_uint2(x.w[2 * i], x.w[2 * i + 1]);
  }
};

#endif

} // namespace zermelo
