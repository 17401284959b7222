// Planes on a CUDA device: a thread takes a word. Included by the generated files of games, compiled by nvcc.
#pragma once

#include <algorithm>

#include "exec/cuda/courier.h"
#include "exec/cuda/device.h"
#include "index/plane_words.h"
#include "solve/device.cuh"
#include "solve/planes/device.h"

namespace zermelo {

// One plane in one pass: `now` is where its finds go, `wins` and `losses` are all planes of the two sides, one after the other.
static __global__ void plane_pass(const PlaneBoard* board, u32 plane, int side, u64 words, const u64* wins, const u64* losses,
                                  u64* now, u64* fresh, u32* found) {
  bool any = false;
  for (u64 w = blockIdx.x * u64{blockDim.x} + threadIdx.x; w < words; w += u64{gridDim.x} * blockDim.x) {
    const u64 before = now[w];
    u64 after = before;
    if (before != ~u64{0})
      after = side == 0 ? plane_wins(*board, plane, losses + plane * words, w, before)
                        : before | plane_losses(*board, plane, [&](u32 p) { return wins + p * words; }, w);
    fresh[w] = after & ~before;
    if (after == before) continue;
    now[w] = after;
    any = true;
  }
  if (any) atomicOr(found, 1U);
}

class CudaPlanes final : public PlaneDevice, CudaSolver {
public:
  explicit CudaPlanes(const PlaneBoard& board)
      : CudaSolver(board.planes, "planes", (2 * u64{board.planes} + 1) * board.words() * sizeof(u64) + (u64{1} << 28)),
        board_(board), there_(1),
        sides_{CudaBuffer<u64>(board.planes * board.words()), CudaBuffer<u64>(board.planes * board.words())},
        fresh_(board.words()), found_(1), brought_(board.words()) {
    there_.from_host(&board_, 1);
    for (CudaBuffer<u64>& side : sides_) side.clear();
  }

  bool pass(PlaneState& state, Pool& pool) override {
    const int side = state.plies % 2 == 0 ? 1 : 0;
    bool any = false;
    for (u32 plane = 0; plane < board_.planes; ++plane) {
      timed([&] {
        found_.clear();
        const u32 grid = static_cast<u32>(std::min<u64>((state.words + 255) / 256, u64{64} * static_cast<u64>(info_.processors)));
        ZERMELO_LAUNCH(plane_pass, grid, 256, 0, there_.data(), plane, side, state.words, sides_[0].data(), sides_[1].data(),
                       sides_[side].data() + plane * state.words, fresh_.data(), found_.data());
        check_launch("start a pass");
      });
      if (found_.read<u32>(0) == 0) continue;
      any = true;
      const auto* const cls = std::find(board_.first, board_.first + board_.classes, plane);
      if (cls == board_.first + board_.classes) continue;
      courier_.bring(reinterpret_cast<std::byte*>(brought_.data()), state.words * sizeof(u64), pool,
                     [&](u64 at, u64) { return reinterpret_cast<const std::byte*>(fresh_.data()) + at; });
      pool.for_ranges(0, state.words, u64{1} << 16, [&](u64 first, u64 last, int) {
        for (u64 w = first; w < last; ++w)
          if (brought_[w] != 0) state.record(static_cast<u64>(cls - board_.first), side, w, brought_[w]);
      });
    }
    return any;
  }

  void save(PlaneState& state, Pool& pool) override {
    for (int side = 0; side < 2; ++side)
      for (u32 plane = 0; plane < board_.planes; ++plane)
        courier_.bring(
            reinterpret_cast<std::byte*>(state.planes[side][plane].data()), state.words * sizeof(u64), pool,
            [&](u64 at, u64) { return reinterpret_cast<const std::byte*>(sides_[side].data() + plane * state.words) + at; });
  }
  void load(const PlaneState& state) override {
    for (int side = 0; side < 2; ++side)
      for (u32 plane = 0; plane < board_.planes; ++plane)
        sides_[side].from_host(state.planes[side][plane].data(), state.words, plane * state.words);
  }

  DeviceReport report() const override { return {info_.name, seconds_, 0, 0, 0, 0}; }

private:
  PlaneBoard board_;
  CudaBuffer<PlaneBoard> there_;
  CudaBuffer<u64> sides_[2];
  CudaBuffer<u64> fresh_;
  CudaBuffer<u32> found_;
  Pages brought_;
  CudaCourier courier_;
};

inline std::unique_ptr<PlaneDevice> make_cuda_planes(const PlaneBoard& board) { return std::make_unique<CudaPlanes>(board); }

} // namespace zermelo
