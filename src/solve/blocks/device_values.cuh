// What a table has of a shape, made on a CUDA device: the values of its positions as the side to move sees them, or their plies.
//
// A warp takes 32 shapes. First each thread finds out what there is to know of one (`ShapeFacts`); then all threads look at the
// strings of one shape after the other, 32 at a time, and what they find is a word of a plane.
#pragma once

#include "solve/blocks/device_pass.cuh"

namespace zermelo {

// Both ways between the strings of owners and their numbers.
template <class S> struct DeviceStrings {
  static constexpr u32 numbers = 1U << S::pieces, size = numbers + (static_cast<u32>(S::size) + 1) / 2 * 2; // halfwords
  static std::vector<u16> make() {
    const Combinations strings(S::pieces, S::owned);
    std::vector<u16> out(size, 0);
    for (u64 n = 0; n < strings.size(); ++n) {
      out[strings.unrank(n)] = static_cast<u16>(n);
      out[numbers + n] = static_cast<u16>(strings.unrank(n));
    }
    return out;
  }
};

struct OwnImages {
  unsigned long long wins, losses, draws;
};

template <class Board> struct DeviceReading {
  Board board; // sums on the device
  u32 sums;
  const u16* strings; // DeviceStrings
  const u32* won;
  const u32* lost;
  const u32* list; // every so many words a shape; null: all shapes from `first` on
  u32 stride, first, count;
};

#if defined(__CUDACC__) || defined(ZERMELO_EMULATED)

template <class S> struct ShapeFacts {
  u64 turn = 0, mirror = 0; // four bits for each place: where the piece is read after the turn, and in the mirror image
  u32 turned = 0;           // the shape
  u32 tops = 0, goals = 0, movable = 0, weight = 0;

  __device__ static u32 permuted(u32 string, u64 places) {
    u32 out = 0;
    for (int i = 0; i < S::pieces; ++i) out |= (string >> i & 1) << (places >> 4 * i & 15);
    return out;
  }
  __device__ ShapeFacts of_lane(int lane) const {
    ShapeFacts f;
    f.turn = __shfl_sync(~0U, turn, lane);
    f.mirror = __shfl_sync(~0U, mirror, lane);
    f.turned = __shfl_sync(~0U, turned, lane);
    f.tops = __shfl_sync(~0U, tops, lane);
    f.goals = __shfl_sync(~0U, goals, lane);
    f.movable = __shfl_sync(~0U, movable, lane);
    f.weight = __shfl_sync(~0U, weight, lane);
    return f;
  }

  static constexpr u32 all = (1U << S::pieces) - 1;
  __device__ u32 turned_string(u32 string) const { return permuted(string, turn) ^ all; }
  __device__ u32 image(u32 string) const { return weight == 1 ? permuted(string, mirror) : string; }
  // Both players show a piece on top; of a position and its mirror image over the same shape the lower number counts.
  __device__ bool is_position(u32 string, u32 n, const u16* numbers) const {
    return (string & tops) != 0 && (~string & tops) != 0 && (weight != 1 || n <= numbers[image(string)]);
  }
  // Whoever is to move can leave the board, or cannot move.
  __device__ bool is_settled(u32 string) const { return (string & goals) != 0 || (string & movable) == 0; }
};

// Loads what the threads of a block share: the board and its sums.
template <class Where, class Board> __device__ void share_board(const Board& given, u32 sums) {
  for (u32 i = threadIdx.x; i < sums; i += blockDim.x) Where::sums()[i] = given.sums[i];
  for (u32 i = threadIdx.x; i < sizeof(Board) / sizeof(u32); i += blockDim.x)
    reinterpret_cast<u32*>(&Where::board())[i] = reinterpret_cast<const u32*>(&given)[i];
  __syncthreads();
}

// f(shape, its facts, where it is in the stretch) for all shapes of a stretch, by all threads of a warp together.
template <class S, class Shape, class Board, class F> __device__ void each_shape(const DeviceReading<Board>& r, F&& f) {
  using Where = SharedBoard<Board, 0>;
  share_board<Where>(r.board, r.sums);
  const u32 lane = threadIdx.x % 32;
  for (u64 base = u64{blockIdx.x} * blockDim.x + threadIdx.x - lane; base < r.count; base += u64{gridDim.x} * blockDim.x) {
    const u64 at = base + lane < r.count ? base + lane : base; // all threads of a warp stay
    const u32 rank = r.list != nullptr ? r.list[at * r.stride] : r.first + static_cast<u32>(at);
    const Shape shape(Where{}, rank);
    ShapeFacts<S> own;
    auto place = [&](int from, int to) { own.turn |= static_cast<u64>(to) << 4 * from; };
    own.turned = shape.turned(place);
    own.tops = shape.tops();
    own.goals = shape.goals(1);
    own.movable = shape.movable();
    own.weight = static_cast<u32>(shape.weight());
    if (own.weight == 1)
      for (int i = 0; i < S::pieces; ++i) own.mirror |= static_cast<u64>(shape.mirrored_place(i)) << 4 * i;
    __syncwarp();
    const int here = static_cast<int>(r.count - base < 32 ? r.count - base : 32);
    for (int i = 0; i < here; ++i) f(__shfl_sync(~0U, rank, i), own.of_lane(i), base + static_cast<u32>(i));
  }
}

template <class S> __device__ bool bit_of_string(const u32* plane, u32 shape, u32 n) {
  return (__ldcg(plane + u64{shape} * DeviceMasks<S>::words + n / 32) >> n % 32 & 1) != 0;
}

// Three planes a shape: won or no position, lost or no position, settled by the rules (table/wdl2.h).
template <class S, class Shape, class Board>
__global__ void __launch_bounds__(256) read_values(const __grid_constant__ DeviceReading<Board> r, u32* out) {
  constexpr u32 words = DeviceMasks<S>::words, size = S::size;
  const u16* const numbers = r.strings;
  const u16* const strings = r.strings + DeviceStrings<S>::numbers;
  each_shape<S, Shape>(r, [&](u32 rank, const ShapeFacts<S>& facts, u64 at) {
    for (u32 w = 0; w < words; ++w) {
      const u32 n = 32 * w + threadIdx.x % 32, string = n < size ? __ldg(strings + n) : 0;
      bool won = false, lost = false, settled = false;
      if (n < size) {
        const bool position = facts.is_position(string, n, numbers);
        settled = position && facts.is_settled(string);
        won = !position || bit_of_string<S>(r.won, rank, n);
        lost = !position || bit_of_string<S>(r.lost, facts.turned, __ldg(numbers + facts.turned_string(string)));
      }
      const u32 all[3] = {__ballot_sync(~0U, won), __ballot_sync(~0U, lost), __ballot_sync(~0U, settled)};
      if (threadIdx.x % 32 < 3) {
        const u32 i = threadIdx.x % 32;
        out[(at * 3 + i) * words + w] = i == 0 ? all[0] : i == 1 ? all[1] : all[2];
      }
    }
  });
}

// Positions that are their own mirror image, over a list of shapes that are.
template <class S, class Shape, class Board>
__global__ void __launch_bounds__(256) count_own_images(const __grid_constant__ DeviceReading<Board> r, OwnImages* sum) {
  constexpr u32 words = DeviceMasks<S>::words, size = S::size;
  const u16* const numbers = r.strings;
  const u16* const strings = r.strings + DeviceStrings<S>::numbers;
  each_shape<S, Shape>(r, [&](u32 rank, const ShapeFacts<S>& facts, u64) {
    for (u32 w = 0; w < words; ++w) {
      const u32 n = 32 * w + threadIdx.x % 32, string = n < size ? __ldg(strings + n) : 0;
      if (n >= size || !facts.is_position(string, n, numbers) || facts.image(string) != string) continue;
      const bool won = bit_of_string<S>(r.won, rank, n);
      const bool lost = bit_of_string<S>(r.lost, facts.turned, __ldg(numbers + facts.turned_string(string)));
      atomicAdd(won ? &sum->wins : lost ? &sum->losses : &sum->draws, 1ULL);
    }
  });
}

// The plies of what a pass has found: entries of a shape and a vector. Losses are the other player's, seen from his side.
template <class S, class Shape, class Board>
__global__ void __launch_bounds__(256)
    record_plies(const __grid_constant__ DeviceReading<Board> r, const u32* found, bool turn, u8 code, u8* plies) {
  constexpr u32 words = DeviceMasks<S>::words, size = S::size;
  const u16* const numbers = r.strings;
  const u16* const strings = r.strings + DeviceStrings<S>::numbers;
  if (!turn) { // a thread for each word
    for (u64 i = u64{blockIdx.x} * blockDim.x + threadIdx.x; i < u64{r.count} * words; i += u64{gridDim.x} * blockDim.x) {
      const u32* const entry = found + i / words * (words + 2);
      const u32 w = static_cast<u32>(i % words);
      for (u32 bits = entry[2 + w]; bits != 0; bits &= bits - 1)
        plies[u64{entry[0]} * size + 32 * w + static_cast<u32>(__ffs(static_cast<int>(bits))) - 1] = code;
    }
    return;
  }
  each_shape<S, Shape>(r, [&](u32, const ShapeFacts<S>& facts, u64 at) {
    for (u32 w = 0; w < words; ++w) {
      const u32 n = 32 * w + threadIdx.x % 32;
      if (n < size && (found[at * (words + 2) + 2 + w] >> threadIdx.x % 32 & 1) != 0)
        plies[u64{facts.turned} * size + __ldg(numbers + facts.turned_string(__ldg(strings + n)))] = code;
    }
  });
}

// Slots that hold no position.
template <class S, class Shape, class Board>
__global__ void __launch_bounds__(256) mark_no_positions(const __grid_constant__ DeviceReading<Board> r, u8 code, u8* plies) {
  constexpr u32 words = DeviceMasks<S>::words, size = S::size;
  const u16* const strings = r.strings + DeviceStrings<S>::numbers;
  each_shape<S, Shape>(r, [&](u32 rank, const ShapeFacts<S>& facts, u64) {
    for (u32 w = 0; w < words; ++w) {
      const u32 n = 32 * w + threadIdx.x % 32;
      if (n < size && !facts.is_position(__ldg(strings + n), n, r.strings)) plies[u64{rank} * size + n] = code;
    }
  });
}

#endif

} // namespace zermelo
