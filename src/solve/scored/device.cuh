// Scores on a CUDA device, as counters.h has them. Included by one generated file per game with such an index, compiled by nvcc.
//
// Score and state of a slot are in one word of 16 bits, the score in the lower half, and are changed together.
#pragma once

#include "exec/cuda/chunks.cuh"
#include "exec/cuda/copy.h"
#include "solve/device.cuh"
#include "solve/scored/device.h"

namespace zermelo {

struct ScoresOnDevice {
  static constexpr u32 pending = 254, decided = 255; // states; below: open successors

  Slot begin = 0;
  u64 slots = 0;
  i8* all = nullptr;    // of every slot
  u16* words = nullptr; // of this layer
  u8* dirty[2] = {};    // chunks with positions whose origins are to be told, in this round and in the next
  i32 distance = 0;     // from 0

  __device__ static i32 score(u32 word) { return static_cast<i8>(word & 0xFF); }
  __device__ static u32 state(u32 word) { return word >> 8; }
  __device__ static u16 word(i32 score, u32 state) { return static_cast<u16>(static_cast<u8>(score) | state << 8); }

  // A successor is decided.
  __device__ void tell(u64 i, bool lost) {
    for (u16 seen = words[i];;) {
      const u32 open = state(seen);
      if (open >= pending) return;
      const i32 best = lost ? distance : max(score(seen), -distance);
      const bool decides = lost || (open == 1 && best == -distance);
      const u16 before = seen;
      seen = atomicCAS(words + i, before, word(best, decides ? pending : open - 1));
      if (seen != before) continue;
      if (decides) dirty[1][i / chunk_slots] = 1;
      return;
    }
  }
};

template <class Index> __global__ void __launch_bounds__(chunk_threads) score_seed(Index index, ScoresOnDevice layer) {
  for (u64 i = blockIdx.x * u64{blockDim.x} + threadIdx.x; i < layer.slots; i += u64{gridDim.x} * blockDim.x) {
    typename Index::Position p;
    i32 score = no_position_score;
    u32 state = ScoresOnDevice::decided;
    if (index.unrank(layer.begin + i, p)) {
      if (const auto over = index.settled(p)) {
        score = *over;
      } else {
        const Survey s = index.survey(p, [&](Slot lower) { return i32{layer.all[lower]}; });
        score = max(s.best, -128);
        state = static_cast<u32>(s.open);
      }
    }
    layer.words[i] = ScoresOnDevice::word(score, state);
  }
}

// Finds what is decided at this distance without another position of it.
inline __global__ void __launch_bounds__(chunk_threads) score_begin(ScoresOnDevice layer, u64 chunks) {
  for (u64 c = blockIdx.x; c < chunks; c += gridDim.x) {
    bool any = false;
    for (u64 i = c * chunk_slots + threadIdx.x; i < min(layer.slots, (c + 1) * chunk_slots); i += blockDim.x) {
      const u32 word = layer.words[i], state = layer.state(word);
      const i32 score = layer.score(word);
      if (score == layer.distance ? state >= ScoresOnDevice::pending : score != -layer.distance || state != 0) continue;
      layer.words[i] = ScoresOnDevice::word(score, ScoresOnDevice::pending);
      any = true;
    }
    if (any) layer.dirty[0][c] = 1;
  }
}

// What has been told meanwhile is told in the same round where it was not yet looked at, else in the next.
template <class Index>
__global__ void __launch_bounds__(chunk_threads) score_tell(Index index, ScoresOnDevice layer, const u32* chunks, u32 count) {
  for (u32 c = blockIdx.x; c < count; c += gridDim.x) {
    each_taken(
        chunks[c], layer.slots,
        [&](u64 i) {
          const u32 word = layer.words[i];
          if (layer.state(word) != ScoresOnDevice::pending) return false;
          layer.words[i] = ScoresOnDevice::word(layer.score(word), ScoresOnDevice::decided);
          return true;
        },
        [&](u64 i) {
          typename Index::Position p;
          index.unrank(layer.begin + i, p);
          const bool lost = layer.score(layer.words[i]) < 0;
          index.each_origin(p, [&](Slot from) { layer.tell(from - layer.begin, lost); });
        });
  }
}

inline __global__ void score_close(ScoresOnDevice layer) {
  for (u64 i = blockIdx.x * u64{blockDim.x} + threadIdx.x; i < layer.slots; i += u64{gridDim.x} * blockDim.x) {
    const u32 word = layer.words[i];
    layer.all[layer.begin + i] = static_cast<i8>(layer.state(word) == ScoresOnDevice::decided ? layer.score(word) : 0);
  }
}

struct TakeDirty {
  u8* dirty;
  __device__ bool operator()(u64 chunk) const {
    if (dirty[chunk] == 0) return false;
    dirty[chunk] = 0;
    return true;
  }
};

template <class Index> class CudaScores final : public ScoreDevice {
public:
  CudaScores(const Index& index, u64 slots, u64 largest)
      : info_(cuda_with_room(slots, bytes_for(slots, largest))), index_(index), all_(slots), words_(largest),
        dirty_{CudaBuffer<u8>(chunks_in(largest)), CudaBuffer<u8>(chunks_in(largest))}, list_(largest, info_.processors) {}

  void solve(const ScoredLayer& layer, const Pause& pause) override {
    ScoresOnDevice here{layer.begin, layer.slots, all_.data(), words_.data(), {dirty_[0].data(), dirty_[1].data()}, 0};
    for (auto& d : dirty_) d.clear();
    const u64 chunks = chunks_in(layer.slots);
    const u32 everything = list_.grid(chunks);
    timer_.start();
    score_seed<<<everything, chunk_threads>>>(index_.get(), here);
    check_launch("look at a layer");
    seconds_ += timer_.stop();
    pause(layer.slots, layer.most);
    for (here.distance = layer.most; here.distance > 0; --here.distance) {
      timer_.start();
      score_begin<<<everything, chunk_threads>>>(here, chunks);
      check_launch("begin a level");
      while (list_.collect(chunks, TakeDirty{here.dirty[0]}) != 0) {
        score_tell<<<list_.grid(list_.size()), chunk_threads>>>(index_.get(), here, list_.data(), list_.size());
        check_launch("tell origins");
        std::swap(here.dirty[0], here.dirty[1]);
      }
      seconds_ += timer_.stop();
      pause(0, here.distance);
    }
    score_close<<<everything, chunk_threads>>>(here);
    check_launch("close a layer");
    all_.to_host(layer.scores, layer.slots, layer.begin);
  }

  void load(Slot begin, u64 slots, const i8* scores) override {
    all_.from_host(scores, slots, begin);
  }

  DeviceReport report() const override { return {.name = info_.name, .seconds = seconds_}; }

private:
  static u64 bytes_for(u64 slots, u64 largest) { return slots + 2 * largest + 6 * chunks_in(largest) + (u64{1} << 30); }

  CudaInfo info_;
  CudaCopy<Index> index_;
  CudaBuffer<i8> all_;
  CudaBuffer<u16> words_;
  CudaBuffer<u8> dirty_[2];
  ChunkList list_;
  CudaTimer timer_;
  double seconds_ = 0;
};

template <class Index> std::unique_ptr<ScoreDevice> make_cuda_scores(const Index& index, u64 slots, u64 largest_layer) {
  return std::make_unique<CudaScores<Index>>(index, slots, largest_layer);
}

} // namespace zermelo
