// The passes of passes.h on a CUDA device: a warp takes a block.
#pragma once

#include "solve/cubes/device_warp.cuh"

namespace zermelo {

__device__ inline u32 warp_number() { return (blockIdx.x * blockDim.x + threadIdx.x) / 32; }
__device__ inline u32 warp_count() { return gridDim.x * blockDim.x / 32; }

enum class CubeFind : u8 { stuck, losses, wins };

template <class Board, int R, int RA, CubeFind what>
__global__ void __launch_bounds__(cube_warps * 32) cube_pass(CubeDevicePass<Board> p) {
  for (u32 b = warp_number(); b < p.blocks; b += warp_count()) {
    CubeWarp<Board, R, RA> warp(p, own_desk(), b);
    if constexpr (what == CubeFind::stuck) find_stuck(warp);
    if constexpr (what == CubeFind::losses) find_losses(warp);
    if constexpr (what == CubeFind::wins) find_wins(warp);
    warp.add_counts();
  }
}

// Losses of this pass become losses like any other.
static __global__ void cube_merge(u32* lost, u32* fresh_lost, const u8* fresh, int flag, u32 blocks, u32 stride) {
  for (u64 i = blockIdx.x * u64{blockDim.x} + threadIdx.x; i < u64{blocks} * stride; i += u64{gridDim.x} * blockDim.x) {
    if ((fresh[i / stride] >> flag & 1) == 0) continue;
    lost[i] |= fresh_lost[i];
    fresh_lost[i] = 0;
  }
}

// Adds what is decided in so many plies to a finished layer as it stood before, for one side to move.
static __global__ void cube_replay(const u8* decided, const u32* won, const u32* seen, u32 blocks, int pieces, int side,
                                   int plies, u32* as_won, u32* as_lost) {
  for (u32 b = warp_number(); b < blocks; b += warp_count()) {
    if (!has_plies(seen, b, side, true, plies) && !has_plies(seen, b, side, false, plies)) continue;
    const u8* const from = decided + ((u64{b} * 2 + side) << pieces);
    const u32 count = pieces >= 5 ? 32 : 1U << pieces;
    for (u32 i = lane_number(); i < words_of_32(pieces); i += 32) {
      u32 now = 0;
      if (count == 32) {
        const uint4* const wide = reinterpret_cast<const uint4*>(from + 32 * i);
        const uint4 parts[2] = {wide[0], wide[1]};
        const u32 x[8] = {parts[0].x, parts[0].y, parts[0].z, parts[0].w, parts[1].x, parts[1].y, parts[1].z, parts[1].w};
        const u32 wanted = static_cast<u32>(plies) * 0x01010101U;
#pragma unroll
        for (int k = 0; k < 8; ++k) now |= ((__vcmpeq4(x[k], wanted) & 0x08040201U) * 0x01010101U >> 24) << 4 * k;
      } else {
        for (u32 k = 0; k < count; ++k) now |= (from[k] == plies ? 1U : 0U) << k;
      }
      const u64 at = u64{b} * stride_of_32(pieces) + i;
      as_won[at] |= now & won[at];
      as_lost[at] |= now & ~won[at];
    }
  }
}

} // namespace zermelo
