// Layers on a CUDA device, as passes.h has them. Included by one generated file per game with such an index, compiled by nvcc.
//
// The three bytes of a slot (work.h) are in one word, so that a move that is undone touches one place:
//
//   bits 0-7 cell, 8-15 open, 16-23 bound
//
// Open successors are counted down by subtracting from the word. Each move is undone once, so the count does not fall below 0;
// where it is `fixed` it stays far above what any position has.
#pragma once

#include <array>

#include "exec/cuda/chunks.cuh"
#include "exec/cuda/copy.h"
#include "solve/device.cuh"
#include "solve/layers/device.h"
#include "solve/layers/work.h"

namespace zermelo {

struct LayerOnDevice {
  Slot first = 0;
  u64 slots = 0;
  const u8* earlier = nullptr; // a byte for every slot of the table
  u32* words = nullptr;        // of this layer
  u32* levels = nullptr;       // [chunk][8]: which plies occur in its cells or are bounds of wins
  u32* summary = nullptr;      // [8]: of all chunks; [8]: whether a distance was too long

  static constexpr u32 undecided = LayerWork::undecided, least_fixed = 128;
  __device__ static u32 cell(u32 word) { return word & 0xFF; }
  __device__ static u32 open(u32 word) { return word >> 8 & 0xFF; }
  __device__ static u32 bound(u32 word) { return word >> 16 & 0xFF; }

  __device__ void set_cell(u64 i, u32 plies) { reinterpret_cast<volatile u8*>(words)[4 * i] = static_cast<u8>(plies); }
  __device__ void mark(u64 i, u32 plies) {
    if (plies > LayerWork::most_plies) {
      summary[8] = 1;
      return;
    }
    const u32 bit = u32{1} << plies % 32;
    u32* const of_chunk = levels + i / chunk_slots * 8 + plies / 32;
    if ((*of_chunk & bit) == 0) atomicOr(of_chunk, bit);
    if ((summary[plies / 32] & bit) == 0) atomicOr(summary + plies / 32, bit);
  }
  __device__ bool marked(u64 chunk, u32 plies) const { return (levels[chunk * 8 + plies / 32] >> plies % 32 & 1) != 0; }

  __device__ void decide(u64 i, u32 plies) {
    set_cell(i, plies);
    mark(i, plies);
  }
  __device__ void successor_lost(u64 i, u32 plies) {
    const u32 word = words[i];
    if (cell(word) == undecided && open(word) < least_fixed) decide(i, plies + 1); // others that do so write the same
  }
  __device__ void successor_won(u64 i, u32 plies) {
    if (cell(words[i]) != undecided) return;
    const u32 before = atomicSub(words + i, u32{1} << 8);
    if (cell(before) != undecided || open(before) != 1 || bound(before) % 2 == 1) return;
    decide(i, max(plies + 1, bound(before)));
  }
};

struct LayerMarked {
  LayerOnDevice layer;
  u32 plies;
  __device__ bool operator()(u64 chunk) const { return layer.marked(chunk, plies); }
};

template <class Index> __global__ void __launch_bounds__(chunk_threads) layer_seed(Index index, LayerOnDevice layer) {
  for (u64 i = blockIdx.x * u64{blockDim.x} + threadIdx.x; i < layer.slots; i += u64{gridDim.x} * blockDim.x) {
    u32 win = 254, loss = 0; // plies, counted from before the move; 254 and 0: none
    bool draw = false;
    const auto p = index.at(layer.first + i);
    const u32 stay = index.split(p, [&](Slot s) {
      const u32 successor = layer.earlier[s];
      if (successor == LayerWork::undecided) {
        draw = true;
      } else if (successor % 2 == 1) {
        loss = max(loss, successor + 1);
      } else {
        win = min(win, successor + 1);
      }
    });
    if (max(loss, win == 254 ? 0U : win) > LayerWork::most_plies) layer.summary[8] = 1;
    u32 cell = LayerWork::undecided, open = LayerWork::fixed, bound = 0;
    if (stay == 0) {
      if (win != 254 || !draw) cell = win != 254 ? win : loss;
      if (cell != LayerWork::undecided) layer.mark(i, cell);
    } else {
      open = stay + (draw ? 1 : 0);
      bound = win != 254 ? win : loss;
      if (bound % 2 == 1) layer.mark(i, bound);
    }
    layer.words[i] = cell | open << 8 | bound << 16;
  }
}

// The moves to what is decided in so many plies are undone.
template <class Index>
__global__ void __launch_bounds__(chunk_threads) layer_level(Index index, LayerOnDevice layer, u32 plies, const u32* chunks, u32 count) {
  const bool won = plies % 2 == 1;
  for (u32 c = blockIdx.x; c < count; c += gridDim.x) {
    each_taken(
        chunks[c], layer.slots,
        [&](u64 i) {
          const u32 word = layer.words[i];
          if (layer.cell(word) == plies) return true;
          if (!won || layer.cell(word) != LayerWork::undecided || layer.bound(word) != plies) return false;
          layer.set_cell(i, plies);
          return true;
        },
        [&](u64 i) {
          index.each_return(index.at(layer.first + i), [&](Slot s) {
            won ? layer.successor_won(s - layer.first, plies) : layer.successor_lost(s - layer.first, plies);
          });
        });
  }
}

inline __global__ void layer_cells(LayerOnDevice layer, u8* cells) {
  for (u64 i = blockIdx.x * u64{blockDim.x} + threadIdx.x; i < layer.slots; i += u64{gridDim.x} * blockDim.x)
    cells[layer.first + i] = static_cast<u8>(layer.words[i]);
}

template <class Index> class CudaLayers final : public LayerDevice {
public:
  CudaLayers(const Index& index, u64 slots, u64 largest) : info_(cuda_with_room(slots, bytes_for(slots, largest))), index_(index), cells_(slots), words_(largest),
        levels_(chunks_in(largest) * 8), summary_(9), list_(largest, info_.processors) {
    give_cuda_stack(stack); // a turn may go on from where it came to, as jumps do
  }

  void solve(const TableLayer& table_layer, u8* out, const Pause& pause) override {
    LayerOnDevice layer{table_layer.first, table_layer.slots(), cells_.data(), words_.data(), levels_.data(), summary_.data()};
    const u64 chunks = chunks_in(layer.slots);
    levels_.clear();
    summary_.clear();
    timer_.start();
    layer_seed<<<list_.grid(layer.slots / chunk_threads + 1), chunk_threads>>>(index_.get(), layer);
    check_launch("look at a layer");
    seconds_ += timer_.stop();
    pause(0);
    for (u32 plies = next_level(0); plies <= LayerWork::most_plies; plies = next_level(plies + 1)) {
      timer_.start();
      list_.collect(chunks, LayerMarked{layer, plies});
      layer_level<<<list_.grid(list_.size()), chunk_threads>>>(index_.get(), layer, plies, list_.data(), list_.size());
      check_launch("undo moves");
      seconds_ += timer_.stop();
      pause(static_cast<i32>(plies));
    }
    layer_cells<<<list_.grid(layer.slots / chunk_threads + 1), chunk_threads>>>(layer, cells_.data());
    check_launch("keep a layer");
    cells_.to_host(out, layer.slots, layer.first);
  }

  void load(const TableLayer& layer, const u8* cells) override {
    cells_.from_host(cells, layer.slots(), layer.first);
  }

  DeviceReport report() const override { return {.name = info_.name, .seconds = seconds_}; }

private:
  static constexpr u64 stack = 4096;
  static u64 bytes_for(u64 slots, u64 largest) { return slots + 4 * largest + 36 * chunks_in(largest) + (u64{3} << 30); } // with stacks
  // The first level from here on that has something; more than there can be where none has.
  u32 next_level(u32 from) {
    std::array<u32, 9> summary;
    summary_.to_host(summary.data(), summary.size());
    if (summary[8] != 0) throw NeedsWideCells{};
    for (; from <= LayerWork::most_plies; ++from)
      if ((summary[from / 32] >> from % 32 & 1) != 0) return from;
    return from;
  }

  CudaInfo info_;
  CudaCopy<Index> index_;
  CudaBuffer<u8> cells_;
  CudaBuffer<u32> words_, levels_, summary_;
  ChunkList list_;
  CudaTimer timer_;
  double seconds_ = 0;
};

template <class Index> std::unique_ptr<LayerDevice> make_cuda_layers(const Index& index, u64 slots, u64 largest_layer) {
  return std::make_unique<CudaLayers<Index>>(index, slots, largest_layer);
}

} // namespace zermelo
