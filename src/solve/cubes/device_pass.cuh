// The passes of passes.h on a CUDA device: a warp takes a block.
#pragma once

#include "solve/cubes/device_warp.cuh"

namespace zermelo {

__device__ inline u32 warp_number() { return (blockIdx.x * blockDim.x + threadIdx.x) / 32; }
__device__ inline u32 warp_count() { return gridDim.x * blockDim.x / 32; }

// Who has nothing in hand and no piece that can move has lost.
template <class Board, int R> __global__ void __launch_bounds__(cube_warps * 32) cube_stuck(CubeDevicePass<Board> p) {
  for (u32 b = warp_number(); b < p.blocks; b += warp_count()) {
    CubeWarp<Board, R, R> warp(p, own_desk(), b);
    warp.start();
    for (int s = 0; s < 2; ++s) {
      if (p.after_won[s] != nullptr) continue;
      u32 rest = warp.set();
      for (u32 n = lane_number(); n > 0; --n) rest &= rest - 1;
      const bool mobile = rest != 0 && p.board.targets(s, rest & (0 - rest), warp.set()) != 0;
      WarpVector<R> found = warp.left[s];
      WarpVector<R> all = found;
      for (u32 free = __ballot_sync(all_lanes, mobile); free != 0; free &= free - 1) found.remove_owned(all, lowest_bit(free), s == 0);
      warp.record(s, found, p.fresh_lost[s], false);
    }
  }
}

// A turn to a position that the other has lost in one ply less, or a line.
template <class Board, int R, int RA> __global__ void __launch_bounds__(cube_warps * 32) cube_wins(CubeDevicePass<Board> p) {
  for (u32 b = warp_number(); b < p.blocks; b += warp_count()) {
    CubeWarp<Board, R, RA> warp(p, own_desk(), b);
    if (!warp.start()) continue;
    warp.list_moves();
    warp.each_move(
        [&](u32 block) {
          const u32 flags = p.changed[block];
          return p.plies == 1 || (warp.open[0] && (flags >> 3 & 1) != 0) || (warp.open[1] && (flags >> 2 & 1) != 0);
        },
        [&](const CubeMove& m) {
          WarpVector<R> v, wins, loses;
          v.load(p.lost[1] + p.at(m.block), p.lost[0] + p.at(m.block), m.at, p.words());
          if (p.board.take_back(m, v, wins, loses)) v.add(wins);
          warp.reach(m, v);
          return true;
        });
    if constexpr (RA != 0) if (p.places()) {
      warp.each_placement(
          [&](u32 block) {
            for (int s = 0; s < 2; ++s)
              if (warp.open[s] && p.after_seen[s] != nullptr && has_plies(p.after_seen[s], block, 1 - s, false, p.plies - 1)) return true;
            return false;
          },
          [&](const CubePlacement& m) {
            warp.reach(m, p.after_lost, false);
            return true;
          });
    }
    for (int s = 0; s < 2; ++s) {
      WarpVector<R> found = warp.undecided(s);
      found.remove(warp.left[s]);
      warp.record(s, found, p.won[s], true);
    }
    warp.add_counts();
  }
}

// Where some turn leads to what the other has won just before, and no turn to anything else.
template <class Board, int R, int RA> __global__ void __launch_bounds__(cube_warps * 32) cube_losses(CubeDevicePass<Board> p) {
  for (u32 b = warp_number(); b < p.blocks; b += warp_count()) {
    CubeWarp<Board, R, RA> warp(p, own_desk(), b);
    if (!warp.start()) continue;
    warp.list_moves();
    for (int s = 0; s < 2; ++s) {
      const bool pressed = p.plies == 1 || warp.any_move([&](u32 block) { return (p.changed[block] >> (1 - s) & 1) != 0; }) ||
                           (p.after_seen[s] != nullptr && warp.any_placement([&](u32 block) {
                             return has_plies(p.after_seen[s], block, 1 - s, true, p.plies - 1);
                           }));
      if (!pressed) warp.left[s].clear();
    }
    if (!warp.look()) continue;
    if constexpr (RA != 0) if (p.places()) {
      warp.each_placement([](u32) { return true; },
                          [&](const CubePlacement& m) {
                            warp.reach(m, p.after_won, true);
                            return warp.look();
                          });
      if (!warp.look()) {
        warp.add_counts();
        continue;
      }
    }
    warp.each_move([](u32) { return true; },
                   [&](const CubeMove& m) {
                     WarpVector<R> v, wins, loses;
                     v.load(p.won[1] + p.at(m.block), p.won[0] + p.at(m.block), m.at, p.words());
                     if (p.board.take_back(m, v, wins, loses)) v.add(loses);
                     v.invert();
                     warp.reach(m, v);
                     return warp.look();
                   });
    for (int s = 0; s < 2; ++s) warp.record(s, warp.left[s], p.fresh_lost[s], false);
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
static __global__ void cube_replay(const u8* decided, const u32* won, const u32* seen, u32 blocks, int pieces, int side, int plies, u32* as_won,
                                   u32* as_lost) {
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
