// The passes of passes.h on a CUDA device: a warp takes a block, its lanes find the turns side by side and then work on the vectors
// of one turn after the other together.
#pragma once

#include "solve/cubes/device_vector.cuh"
#include "solve/cubes/turns.h"

namespace zermelo {

struct CubeCounts {
  unsigned long long found; // blocks in which something was found
  unsigned long long moves, placements, exchanges;
};

template <class Board> struct CubeDevicePass {
  Board board;
  int pieces, plies;
  u32 blocks;
  u32* won[2];
  u32* lost[2];
  u32* fresh_lost[2];
  u8* decided; // plies of every slot
  u32* seen;   // [block][side][win]: which plies there are
  const u8* changed;
  u8* fresh;
  // The layers that placements by each player lead to, for the other to move, as they stood a ply before.
  const u32* after_won[2];
  const u32* after_lost[2];
  const u32* after_seen[2];
  CubeCounts* counts;

  ZERMELO_HD bool places() const { return after_won[0] != nullptr || after_won[1] != nullptr; }
  ZERMELO_HD u32 words() const { return words_of_32(pieces); }
  ZERMELO_HD u64 at(u32 block) const { return u64{block} * stride_of_32(pieces); }
};

inline constexpr u32 cube_warps = 8, seen_words_of_32 = 8, most_listed = 160;
__device__ inline bool has_plies(const u32* seen, u32 block, int side, bool win, int plies) {
  return (seen[((u64{block} * 2 + side) * 2 + (win ? 1 : 0)) * seen_words_of_32 + plies / 32] >> (plies % 32) & 1) != 0;
}

// What the lanes of a warp tell each other.
struct CubeDesk {
  CubeMove moves[32];
  CubePlacement placements[32];
  u16 list[most_listed]; // piece | target square << 4 | by << 9
};

static_assert(sizeof(CubeDesk) % sizeof(u64) == 0);
__device__ inline CubeDesk& own_desk() { // without the constructors that shared memory cannot have
  __shared__ u64 room[cube_warps][sizeof(CubeDesk) / sizeof(u64)];
  return reinterpret_cast<CubeDesk&>(room[threadIdx.x / 32]);
}

template <class Board, int R, int RA> class CubeWarp {
public:
  __device__ CubeWarp(const CubeDevicePass<Board>& pass, CubeDesk& desk, u32 block)
      : p_(pass), desk_(desk), block_(block), set_(pass.board.set(pass.pieces, block)) {}

  WarpVector<R> left[2];
  bool open[2];
  u32 moves = 0, placements = 0, exchanges = 0;

  __device__ WarpVector<R> undecided(int side) const {
    WarpVector<R> v;
    const u64 at = p_.at(block_);
    v.each([&](u32& x, int r) {
      const u32 i = lane_number() + 32 * r;
      x = i < p_.words() ? mask_of_32(p_.pieces) & ~(p_.won[side][at + i] | p_.lost[side][at + i] | p_.fresh_lost[side][at + i]) : 0;
    });
    return v;
  }
  __device__ bool start() {
    left[0] = undecided(0);
    left[1] = undecided(1);
    return look();
  }
  __device__ bool look() {
    open[0] = left[0].any();
    open[1] = left[1].any();
    return open[0] || open[1];
  }

  // All pairs of a piece and a target, in desk.list.
  __device__ void list_moves() {
    const u32 lane = lane_number();
    u32 targets[2] = {0, 0};
    if (lane < static_cast<u32>(p_.pieces)) {
      const u32 from = nth_square(lane);
      targets[0] = p_.board.targets(0, from, set_);
      targets[1] = p_.board.targets(1, from, set_);
    }
    const u32 mine = static_cast<u32>(count_ones(targets[0] | targets[1]));
    u32 before = mine;
    for (u32 step = 1; step < 16; step <<= 1) {
      const u32 n = __shfl_up_sync(all_lanes, before, step);
      if (lane >= step) before += n;
    }
    listed_ = __shfl_sync(all_lanes, before, 15);
    u32 at = before - mine;
    for (u32 rest = targets[0] | targets[1]; rest != 0; rest &= rest - 1) {
      const u32 to = rest & (0 - rest), by = ((targets[0] & to) != 0 ? 1 : 0) | ((targets[1] & to) != 0 ? 2 : 0);
      desk_.list[at++] = static_cast<u16>(lane | static_cast<u32>(lowest_bit(to)) << 4 | by << 9);
    }
    __syncwarp();
  }

  // wants(block) in every lane at once; f(block wanted somewhere) for each.
  template <class Wants, class F> __device__ void each_move(Wants&& wants, F&& f) {
    for (u32 base = 0; base < listed_; base += 32) {
      const u32 i = base + lane_number();
      bool wanted = false;
      if (i < listed_) {
        const u32 entry = desk_.list[i];
        const u32 from = nth_square(entry & 15), to = u32{1} << (entry >> 4 & 31);
        const auto place = p_.board.place((set_ & ~from) | to);
        wanted = wants(place.number());
        if (wanted) {
          CubeMove& m = desk_.moves[lane_number()];
          m.piece = static_cast<u8>(entry & 15);
          m.by = static_cast<u8>(entry >> 9);
          m.from = from;
          m.to = to;
          p_.board.describe(set_, place, m);
        }
      }
      __syncwarp();
      for (u32 rest = __ballot_sync(all_lanes, wanted); rest != 0; rest &= rest - 1)
        if (!f(desk_.moves[lowest_bit(rest)])) return;
      __syncwarp();
    }
  }
  // Whether some lane's move, or placement, leads to what is asked for.
  template <class Asks> __device__ bool any_move(Asks&& asks) const {
    bool found = false;
    for (u32 i = lane_number(); i < listed_; i += 32) {
      const u32 entry = desk_.list[i];
      found = found || asks(p_.board.place((set_ & ~nth_square(entry & 15)) | u32{1} << (entry >> 4 & 31)).number());
    }
    return __any_sync(all_lanes, found);
  }
  template <class Asks> __device__ bool any_placement(Asks&& asks) const {
    const u32 to = (u32{1} << lane_number()) & p_.board.all_squares() & ~set_;
    return __any_sync(all_lanes, to != 0 && asks(p_.board.place(set_ | to).number()));
  }
  template <class Wants, class F> __device__ void each_placement(Wants&& wants, F&& f) {
    const u32 to = (u32{1} << lane_number()) & p_.board.all_squares() & ~set_;
    bool wanted = false;
    if (to != 0) {
      const auto place = p_.board.place(set_ | to);
      wanted = wants(place.number());
      if (wanted) p_.board.describe_placement(set_, to, place, desk_.placements[lane_number()]);
    }
    __syncwarp();
    for (u32 rest = __ballot_sync(all_lanes, wanted); rest != 0; rest &= rest - 1)
      if (!f(desk_.placements[lowest_bit(rest)])) break;
    __syncwarp();
  }

  __device__ void reach(const CubeMove& m, const WarpVector<R>& v) {
    if ((m.by & 1) != 0) left[0].remove_owned(v, m.piece, true);
    if ((m.by & 2) != 0) left[1].remove_owned(v, m.piece, false);
    ++moves;
    exchanges += m.exchanges.count * R;
  }
  __device__ void reach(const CubePlacement& p, const u32* const* planes, bool inverted) {
    WarpVector<RA> v;
    const u64 at = u64{p.block} * stride_of_32(p_.pieces + 1);
    v.load(planes[0] != nullptr ? planes[0] + at : nullptr, planes[1] != nullptr ? planes[1] + at : nullptr, p.at,
           words_of_32(p_.pieces + 1));
    take_back(p, v);
#pragma unroll
    for (int s = 0; s < 2; ++s) {
      if (planes[s] == nullptr) continue;
      WarpVector<R> half = v.template half<R>(p_.pieces, s == 0);
      if (inverted) half.invert();
      left[s].remove(half);
    }
    ++placements;
    exchanges += p.exchanges.count * RA;
  }

  // Writes down what was found for one side.
  __device__ void record(int side, const WarpVector<R>& found, u32* plane, bool win) {
    if (!found.any()) return;
    const u64 at = p_.at(block_);
    u8* const decided = p_.decided + ((u64{block_} * 2 + side) << p_.pieces);
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const u32 bits = found.w[r], i = lane_number() + 32 * r;
      if (bits == 0) continue;
      plane[at + i] |= bits;
      for (u32 rest = bits; rest != 0; rest &= rest - 1) decided[32 * i + lowest_bit(rest)] = static_cast<u8>(p_.plies);
    }
    if (lane_number() == 0) {
      p_.fresh[block_] |= static_cast<u8>(1 << (win ? side : 2 + side));
      p_.seen[((u64{block_} * 2 + side) * 2 + (win ? 1 : 0)) * seen_words_of_32 + p_.plies / 32] |= 1U << (p_.plies % 32);
      atomicAdd(&p_.counts->found, 1ULL);
    }
  }
  __device__ void add_counts() const {
    if (lane_number() != 0 || moves + placements == 0) return;
    atomicAdd(&p_.counts->moves, static_cast<unsigned long long>(moves));
    atomicAdd(&p_.counts->placements, static_cast<unsigned long long>(placements));
    atomicAdd(&p_.counts->exchanges, static_cast<unsigned long long>(exchanges));
  }

  __device__ u32 set() const { return set_; }

private:
  __device__ u32 nth_square(u32 n) const {
    u32 rest = set_;
    for (; n > 0; --n) rest &= rest - 1;
    return rest & (0 - rest);
  }

  const CubeDevicePass<Board>& p_;
  CubeDesk& desk_;
  u32 block_, set_, listed_ = 0;
};

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
          if (take_back(p.board, m, v, wins, loses)) v.add(wins);
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
                     if (take_back(p.board, m, v, wins, loses)) v.add(loses);
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
