// One pass on a CUDA device: a thread takes a shape, looks at every step, and adds up whole vectors. It uses the same shapes, the
// same masks and the same loop as the CPU (kernel.h), but writes no program down first: there are enough threads to wait for memory.
//
// Why threads do not disturb each other: a pass reads one plane of vectors and writes the other (state.h), and each shape is
// written by its own thread. So the result does not depend on their order, and no vector needs an atomic instruction.
//
// The cost of a step is one vector of a neighbouring shape, anywhere in memory. Therefore `step` asks for the next vector
// before it adds the one before (`pending`), a win pass skips steps to shapes that have not changed, and a shape whose strings are
// all reached (`full`) reads nothing more. The masks are in shared memory where they fit; vectors stay in registers. `solve`
// prints what was read and computed beside what the device can do: 19 % of either for NOCCA 5x6 on an H200 (docs/results/nocca.md).
#pragma once

#include "index/blocks.h"
#include "index/string_vector.cuh"

namespace zermelo {

struct DeviceCounts {
  unsigned long long found, changed, positions, quiet, quiet_moves, listed, reads;
};

// What a pass is given. A vector has `words` words of 32 bits.
template <class Board> struct DevicePass {
  Board board; // sums on the device
  u32 sums;    // how many, padding included
  const u32* masks;
  const u32* read;
  u32* written;
  const u32* changed; // bitmap; null: everything
  u32* fresh;         // bitmap
  const u32* list;    // shapes to look at; null: all from `first` on
  u32 first, count;
  bool census;
  DeviceCounts* counts;
  u32* out; // shape and vector of what is found, as long as there is room
  u32 room; // entries
};

#if defined(__CUDACC__) || defined(ZERMELO_EMULATED)

// Memory that the threads of a block share: the board, then the masks (if they fit), then the sums.
ZERMELO_DYNAMIC_SHARED(u32, device_shared);

template <class S> struct SharedMasks {
  static constexpr bool fits = DeviceMasks<S>::size * sizeof(u32) <= 40'000;
  static constexpr u32 words = fits ? DeviceMasks<S>::size : 0;
};

// Where a shape finds its board on a device. The 32 threads of a warp go in step.
template <class Board, u32 Before> struct SharedBoard {
  static constexpr u32 board_words = (sizeof(Board) / sizeof(u32) + 3) / 4 * 4;
  __device__ static Board& board() { return *reinterpret_cast<Board*>(device_shared + Before); }
  __device__ static u32* sums() { return device_shared + Before + board_words; }
  __device__ static u32 sum(i32 at) { return sums()[at + Board::per_count]; }
  static constexpr bool walks = false;
  __device__ static bool any(bool here) { return __any_sync(~0U, here) != 0; }
};

template <class S, int mover> struct DeviceVisitor {
  using V = DeviceVectors<S>;
  using M = typename V::M;
  using Ops = typename V::Ops;
  using Full = typename V::Full;
  using Lifted = typename V::Lifted;
  using Shift = typename StringMasks<S, u32>::Shift;
  static constexpr int words = M::words, lifted_words = M::lifted_words;
  static constexpr bool few = Ops::few;
  static constexpr u32 none = 16, of_image = 32; // beside a place

  const u32* masks_elsewhere;
  const u32* read;
  const u32* changed;
  Full reached;
  Lifted sum, images;
  Full pending; // asked for, not yet added
  u32 pending_place = none;
  int lifted_place = 0;
  u64 steps = 0; // four bits per place, for the census
  u32 reads = 0;
  bool full = false;

  __device__ const u32* masks() const { return SharedMasks<S>::fits ? device_shared : masks_elsewhere; }

  __device__ void lift(int place, bool) {
    lifted_place = place;
    pending_place = none;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < lifted_words; ++i) sum.w[i] = images.w[i] = 0;
  }

  __device__ void step(u32 shape, int place, bool image, bool wanted) {
    if (wanted) steps += u64{1} << 4 * lifted_place;
    wanted = wanted && !full;
    if (mover == 1 && changed != nullptr && wanted) wanted = (__ldg(changed + shape / 32) >> shape % 32 & 1) != 0;
    Full next;
    if (wanted) next = V::load(read + u64{shape} * words);
    settle(wanted);
    if (wanted) {
      ++reads;
      pending = next;
      pending_place = static_cast<u32>(place) | (image ? of_image : 0U);
    }
  }

  // Lifts and adds the vector that was asked for before.
  __device__ void settle(bool wanted) {
    if (!wanted || pending_place == none) return;
    Full x = pending;
    if (mover == 0) {
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words; ++i) x.w[i] = ~x.w[i];
    }
    const Lifted up = Ops::lift(x, reinterpret_cast<const Full*>(masks() + M::lift + (pending_place & 15) * M::stride));
    const bool image = (pending_place & of_image) != 0;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < lifted_words; ++i) {
      sum.w[i] |= image ? 0 : up.w[i];
      images.w[i] |= image ? up.w[i] : 0;
    }
    pending_place = none;
  }

  __device__ void swap(int place, bool wanted) {
    settle(wanted);
    if (!wanted || full) return;
    images = Ops::swap(images, reinterpret_cast<const Shift*>(masks() + M::swap + place * S::most_shifts * M::shift_words));
  }

  __device__ void done(bool wanted) {
    settle(wanted);
    u32 any = 0;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < lifted_words; ++i) any |= sum.w[i] |= images.w[i];
    if (!wanted || full || any == 0) return;
    const Full down = Ops::drop(sum, reinterpret_cast<const Full*>(masks() + M::drop + lifted_place * M::stride));
    const u32* has = masks() + M::has + lifted_place * words;
    u32 missing = 0;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < words; ++i) {
      reached.w[i] |= down.w[i] & has[i];
      missing |= masks()[M::all + i] & ~reached.w[i];
    }
    full = missing == 0;
  }
};

template <class S, int mover> __device__ auto visible(const u32* masks, const typename DeviceVectors<S>::Full& x, u32 tops) {
  using M = DeviceMasks<S>;
  return DeviceVectors<S>::Ops::visible(x, tops, [&](int player, int place, int i) {
    const u32 has = masks[M::has + place * M::words + i];
    return player == mover ? has : ~has;
  });
}

template <class Vector> __device__ u32 ones_in(const Vector& x) {
  u32 n = 0;
  for (const u32 w : x.w) n += static_cast<u32>(__popc(w));
  return n;
}

template <class S, class Shape, class Board, int mover>
__global__ void __launch_bounds__(256, 3) device_pass(const __grid_constant__ DevicePass<Board> pass) {
  using V = DeviceVectors<S>;
  using M = typename V::M;
  using Full = typename V::Full;
  using Where = SharedBoard<Board, SharedMasks<S>::words>;
  constexpr int words = M::words;
  [[maybe_unused]] constexpr bool few = V::few;

  for (u32 i = threadIdx.x; i < SharedMasks<S>::words; i += blockDim.x) device_shared[i] = pass.masks[i];
  for (u32 i = threadIdx.x; i < pass.sums; i += blockDim.x) Where::sums()[i] = pass.board.sums[i];
  for (u32 i = threadIdx.x; i < sizeof(Board) / sizeof(u32); i += blockDim.x)
    reinterpret_cast<u32*>(&Where::board())[i] = reinterpret_cast<const u32*>(&pass.board)[i];
  __syncthreads();
  const u32* const masks = SharedMasks<S>::fits ? device_shared : pass.masks;

  u64 found = 0, positions = 0, quiet_count = 0, quiet_moves = 0, reads = 0;
  u32 changed_shapes = 0;
  for (u64 base = u64{blockIdx.x} * blockDim.x; base < pass.count; base += u64{gridDim.x} * blockDim.x) {
    const u64 at = base + threadIdx.x;
    const bool inside = at < pass.count; // all threads of a warp stay, so that they can go in step
    const u32 rank = !inside ? 0 : pass.list != nullptr ? pass.list[at] : pass.first + static_cast<u32>(at);
    u32* const target = pass.written + u64{rank} * words;
    const Shape shape(Where{}, rank);
    const Full before = V::load(target);
    DeviceVisitor<S, mover> v{pass.masks, pass.read, pass.changed};
    v.reached = before;
    u32 missing = 0;
    for (u32 goals = shape.goals(mover); goals != 0; goals &= goals - 1) {
      const u32* has = masks + M::has + (__ffs(static_cast<int>(goals)) - 1) * words;
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words; ++i) v.reached.w[i] |= has[i];
    }
    ZERMELO_UNROLL(few)
    for (int i = 0; i < words; ++i) missing |= masks[M::all + i] & ~v.reached.w[i];
    v.full = missing == 0;
    __syncwarp();
    shape.expand(v, inside && (!v.full || pass.census));
    Full fresh;
    u32 any = 0;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < words; ++i) {
      fresh.w[i] = mover == 1 ? v.reached.w[i] & ~before.w[i] : masks[M::all + i] & ~v.reached.w[i];
      any |= fresh.w[i];
    }
    const bool is_fresh = inside && any != 0;
    const u64 weight = static_cast<u64>(shape.weight());
    const u32 tops = Where::any(is_fresh || pass.census) ? shape.tops() : 0;
    if (is_fresh) {
      Full now;
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words; ++i) now.w[i] = before.w[i] | fresh.w[i];
      V::store(target, now);
      found += weight * ones_in(visible<S, mover>(masks, fresh, tops));
      ++changed_shapes;
      if (pass.room != 0) {
        const u64 entry = atomicAdd(&pass.counts->listed, 1ULL);
        if (entry < pass.room) {
          u32* const out = pass.out + entry * (words + 2);
          out[0] = rank;
          out[1] = 0;
          for (int i = 0; i < words; ++i) out[2 + i] = fresh.w[i];
        }
      }
    }
    if (mover == 1 && pass.census && inside) {
      Full set;
      for (int i = 0; i < words; ++i) set.w[i] = masks[M::all + i];
      set = visible<S, mover>(masks, set, tops);
      positions += weight * ones_in(set);
      for (int i = 0; i < words; ++i) set.w[i] &= ~v.reached.w[i];
      quiet_count += weight * ones_in(set);
      for (int place = 0; place < S::pieces; ++place) {
        Full own;
        for (int i = 0; i < words; ++i) own.w[i] = set.w[i] & masks[M::has + place * words + i];
        quiet_moves += weight * (v.steps >> 4 * place & 15) * ones_in(own);
      }
    }
    reads += v.reads;
    const u32 bits = __ballot_sync(~0U, is_fresh);
    if (pass.list == nullptr) {
      if (threadIdx.x % 32 == 0 && bits != 0) pass.fresh[(pass.first + base + threadIdx.x) / 32] |= bits;
    } else if (is_fresh) {
      atomicOr(pass.fresh + rank / 32, 1U << rank % 32);
    }
  }
  auto add = [](unsigned long long* sum, u64 value) {
    for (int distance = 16; distance != 0; distance /= 2) value += __shfl_down_sync(~0U, value, static_cast<unsigned>(distance));
    if (threadIdx.x % 32 == 0 && value != 0) atomicAdd(sum, static_cast<unsigned long long>(value));
  };
  add(&pass.counts->found, found);
  add(&pass.counts->changed, changed_shapes);
  add(&pass.counts->reads, reads);
  if (pass.census) {
    add(&pass.counts->positions, positions);
    add(&pass.counts->quiet, quiet_count);
    add(&pass.counts->quiet_moves, quiet_moves);
  }
}

// The numbers of the bits that are set, in any order.
static __global__ void list_bits(const u32* map, u32 map_words, u32* list, unsigned long long* listed) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  u32 bits = i < map_words ? map[i] : 0;
  const u32 count = static_cast<u32>(__popc(bits));
  u32 before = count; // up to and with this lane
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const u32 other = __shfl_up_sync(~0U, before, distance);
    if (threadIdx.x % 32 >= distance) before += other;
  }
  u64 start = 0;
  if (threadIdx.x % 32 == 31 && before != 0) start = atomicAdd(listed, static_cast<unsigned long long>(before));
  start = __shfl_sync(~0U, start, 31) + before - count;
  for (; bits != 0; bits &= bits - 1) list[start++] = i * 32 + static_cast<u32>(__ffs(static_cast<int>(bits))) - 1;
}

struct DeviceMarker {
  u32* map;
  __device__ void lift(int, bool) {}
  __device__ void step(u32 shape, int, bool, bool wanted) {
    if (wanted) atomicOr(map + shape / 32, 1U << shape % 32);
  }
  __device__ void swap(int, bool) {}
  __device__ void done(bool) {}
};

// Marks every shape that a listed one leads to.
template <class Shape, class Board>
__global__ void __launch_bounds__(256)
    mark_neighbours(const __grid_constant__ Board given, u32 sums, const u32* list, u32 count, u32* map) {
  using Where = SharedBoard<Board, 0>;
  for (u32 i = threadIdx.x; i < sums; i += blockDim.x) Where::sums()[i] = given.sums[i];
  for (u32 i = threadIdx.x; i < sizeof(Board) / sizeof(u32); i += blockDim.x)
    reinterpret_cast<u32*>(&Where::board())[i] = reinterpret_cast<const u32*>(&given)[i];
  __syncthreads();
  for (u64 base = u64{blockIdx.x} * blockDim.x; base < count; base += u64{gridDim.x} * blockDim.x) {
    const u64 at = base + threadIdx.x;
    DeviceMarker marker{map};
    const Shape shape(Where{}, at < count ? list[at] : 0);
    __syncwarp();
    shape.expand(marker, at < count);
  }
}

#endif

} // namespace zermelo
