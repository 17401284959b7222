// A warp at work on one block (search.h). Its lanes find the turns side by side, one turn each, and lay them on a desk in shared
// memory; then they work on the vectors of one turn after the other together, each lane with its words of the vector.
//
// Why a warp and not a thread: a vector of 2^12 colourings is 128 words, too many for the registers of one thread, and exchanging two
// places of all colourings is partly a shuffle between lanes (index/cube_vector.cuh). Why no atomic instruction but for counters: a
// block is written by its own warp, and a pass reads what it does not write (passes.h).
#pragma once

#include "index/cube_vector.cuh"
#include "solve/cubes/search.h"

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

  ZERMELO_HD u32 words() const { return words_of_32(pieces); }
  ZERMELO_HD u64 at(u32 block) const { return u64{block} * stride_of_32(pieces); }
};

inline constexpr u32 cube_warps = 8, seen_words_of_32 = 8;
__device__ inline bool has_plies(const u32* seen, u32 block, int side, bool win, int plies) {
  return (seen[((u64{block} * 2 + side) * 2 + (win ? 1 : 0)) * seen_words_of_32 + plies / 32] >> (plies % 32) & 1) != 0;
}

// What the lanes of a warp tell each other.
struct CubeDesk {
  CubeMove moves[32];
  CubePlacement placements[32];
  u16 list[most_cube_moves]; // piece | target square << 4 | by << 9
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
      x = i < p_.words() ? mask_of_32(p_.pieces) & ~(p_.won[side][at + i] | p_.lost[side][at + i] | p_.fresh_lost[side][at + i])
                         : 0;
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

  __device__ int plies() const { return p_.plies; }
  __device__ bool places(int side) const { return p_.after_won[side] != nullptr; }
  __device__ u32 changed(u32 block) const { return p_.changed[block]; }
  __device__ bool leads_to(int side, u32 block, bool win) const {
    return p_.after_seen[side] != nullptr && has_plies(p_.after_seen[side], block, 1 - side, win, p_.plies - 1);
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
    if (RA == 0 || !(places(0) || places(1))) return false;
    const u32 to = (u32{1} << lane_number()) & p_.board.all_squares() & ~set_;
    return __any_sync(all_lanes, to != 0 && asks(p_.board.place(set_ | to).number()));
  }
  template <class Wants, class F> __device__ void each_placement(Wants&& wants, F&& f) {
    if (RA == 0 || !(places(0) || places(1))) return;
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

  __device__ WarpVector<R> before(const CubeMove& m, bool wins) const {
    WarpVector<R> v, winning, losing;
    const u32* const* const planes = wins ? p_.lost : p_.won;
    v.load(planes[1] + p_.at(m.block), planes[0] + p_.at(m.block), m.at, p_.words());
    if (p_.board.take_back(m, v, winning, losing)) v.add(wins ? winning : losing);
    if (!wins) v.invert();
    return v;
  }
  __device__ void reach(const CubeMove& m, const WarpVector<R>& v) {
    if ((m.by & 1) != 0) left[0].remove_owned(v, m.piece, true);
    if ((m.by & 2) != 0) left[1].remove_owned(v, m.piece, false);
    ++moves;
    exchanges += m.exchanges.count * R;
  }
  __device__ void reach(const CubePlacement& p, bool wins) {
    if constexpr (RA != 0) {
      const u32* const* const planes = wins ? p_.after_lost : p_.after_won;
      WarpVector<RA> v;
      const u64 at = u64{p.block} * stride_of_32(p_.pieces + 1);
      v.load(planes[0] != nullptr ? planes[0] + at : nullptr, planes[1] != nullptr ? planes[1] + at : nullptr, p.at,
             words_of_32(p_.pieces + 1));
      p.exchanges.apply(v);
#pragma unroll
      for (int s = 0; s < 2; ++s) {
        if (planes[s] == nullptr) continue;
        WarpVector<R> half = v.template half<R>(p_.pieces, s == 0);
        if (!wins) half.invert();
        left[s].remove(half);
      }
      ++placements;
      exchanges += p.exchanges.count * RA;
    }
  }
  __device__ u32 mobile(int side) const {
    const u32 own = lane_number() < static_cast<u32>(p_.pieces) ? nth_square(lane_number()) : 0;
    return __ballot_sync(all_lanes, own != 0 && p_.board.targets(side, own, set_) != 0);
  }

  // Writes down what was found for one side.
  __device__ void record(int side, const WarpVector<R>& found, bool win) {
    if (!found.any()) return;
    u32* const plane = (win ? p_.won : p_.fresh_lost)[side];
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

} // namespace zermelo
