// Layers on a CUDA device. Included by one generated file per game with cubes, compiled by nvcc.
#pragma once

#include <map>

#include "exec/cuda/copy.h"
#include "solve/cells.h"
#include "solve/cubes/device.h"
#include "solve/cubes/device_pass.cuh"
#include "solve/device.h"

namespace zermelo {

template <class Board> class CudaCubes final : public CubeDevice {
public:
  CudaCubes(const Board& board, const std::vector<CubeLayer>& layers) : info_(cuda_info()), layers_(layers), board_(board), counts_(1) {}

  void solve(std::size_t number, CubeValues& out, const Pause& pause) override {
    const CubeLayer& layer = layers_[number];
    check_memory(layer);
    Held& here = held_.try_emplace(number, layer).first->second;
    const u64 words = layer.blocks * stride_of_32(layer.pieces);
    here.seen.clear();
    here.decided.fill(CubeValues::open);
    CudaBuffer<u32> planes[4] = {CudaBuffer<u32>(words), CudaBuffer<u32>(words), CudaBuffer<u32>(words), CudaBuffer<u32>(words)};
    CudaBuffer<u8> changed(layer.blocks), fresh(layer.blocks);
    for (CudaBuffer<u32>* b : {&here.won[0], &here.won[1], &planes[0], &planes[1], &planes[2], &planes[3]}) b->clear();
    changed.clear();
    fresh.clear();
    std::vector<Replay> replays;
    replays.reserve(2);
    CubeDevicePass<Board> pass{};
    pass.board = board_.get();
    pass.pieces = layer.pieces;
    pass.blocks = static_cast<u32>(layer.blocks);
    pass.decided = here.decided.data();
    pass.seen = here.seen.data();
    pass.counts = counts_.data();
    int outside = -1;
    for (int s = 0; s < 2; ++s) {
      pass.won[s] = here.won[s].data();
      pass.lost[s] = planes[s].data();
      pass.fresh_lost[s] = planes[2 + s].data();
      if (layer.after[s] < 0) continue;
      const Held& after = held_.at(static_cast<std::size_t>(layer.after[s]));
      const Replay& replay = replays.emplace_back(after, 1 - s);
      pass.after_won[s] = replay.won.data();
      pass.after_lost[s] = replay.lost.data();
      pass.after_seen[s] = after.seen.data();
      outside = std::max(outside, after.longest);
    }
    here.longest = -1;
    for (pass.plies = 0;; ++pass.plies) {
      if (pass.plies == CubeValues::open) throw NeedsWideCells{};
      pass.changed = changed.data();
      pass.fresh = fresh.data();
      const u64 found = run(pass, replays);
      changed.swap(fresh);
      fresh.clear();
      if (found != 0) here.longest = pass.plies;
      pause(pass.plies);
      if (pass.plies >= 1 && found == 0 && pass.plies > outside) break;
    }
    here.decided.to_host(out.plies(), out.slots());
    for (int s = 0; s < 2; ++s) here.won[s].to_host(reinterpret_cast<u32*>(out.won[s].data()), words);
  }

  bool holds(std::size_t number) const override { return held_.count(number) != 0; }
  void forget(std::size_t number) override { held_.erase(number); }
  void load(std::size_t number, const CubeValues& values) override {
    Held& here = held_.try_emplace(number, layers_[number]).first->second;
    here.decided.from_host(values.plies(0, 0), values.slots());
    for (int s = 0; s < 2; ++s) here.won[s].from_host(reinterpret_cast<const u32*>(values.won[s].data()), here.won[s].size());
    here.seen.from_host(values.seen(), here.seen.size());
    here.longest = values.longest();
  }

  DeviceReport report() const override { // an exchange is about six operations on each word
    return {info_.name, seconds_, bytes_, info_.peak_bandwidth, 6.0 * 32 * exchanges_, info_.peak_operations};
  }

private:
  // A layer that is finished, or on its way.
  struct Held {
    explicit Held(const CubeLayer& l)
        : layer(l), decided(l.blocks * 2 << l.pieces),
          won{CudaBuffer<u32>(l.blocks * stride_of_32(l.pieces)), CudaBuffer<u32>(l.blocks * stride_of_32(l.pieces))},
          seen(l.blocks * 4 * seen_words_of_32) {}
    CubeLayer layer;
    CudaBuffer<u8> decided;
    CudaBuffer<u32> won[2], seen;
    int longest = -1;
  };
  // One as it stood after so many plies.
  struct Replay {
    Replay(const Held& h, int s) : held(h), side(s), won(h.won[0].size()), lost(h.won[0].size()) {
      won.clear();
      lost.clear();
    }
    const Held& held;
    int side;
    CudaBuffer<u32> won, lost;
  };

  void check_memory(const CubeLayer& layer) const {
    const u64 words = layer.blocks * stride_of_32(layer.pieces);
    u64 need = (layer.blocks * 2 << layer.pieces) + 6 * words * sizeof(u32) + layer.blocks * (4 * seen_words_of_32 * sizeof(u32) + 2);
    for (const int after : layer.after)
      if (after >= 0) need += 2 * layers_[static_cast<std::size_t>(after)].blocks * stride_of_32(layer.pieces + 1) * sizeof(u32);
    const u64 free = cuda_info().free_memory;
    if (need > free) 
      refuse_device_memory(layer.blocks, "blocks of " + std::to_string(layer.pieces) + " pieces, with the layers that they lead to,", need,
                           info_.name, free);
  }

  u32 grid(u64 blocks) const { return static_cast<u32>(std::clamp<u64>((blocks + cube_warps - 1) / cube_warps, 1, 16ULL * info_.processors)); }

  template <int R, int RA> void launch(const CubeDevicePass<Board>& pass) {
    const u32 n = grid(pass.blocks);
    if (pass.plies == 0) {
      cube_stuck<Board, R><<<n, cube_warps * 32>>>(pass);
    } else {
      cube_losses<Board, R, RA><<<n, cube_warps * 32>>>(pass);
      cube_wins<Board, R, RA><<<n, cube_warps * 32>>>(pass);
    }
    check_launch("start a pass");
  }

  u64 run(const CubeDevicePass<Board>& pass, std::vector<Replay>& replays) {
    counts_.clear();
    timer_.start();
    for (Replay& r : replays) {
      if (pass.plies == 0 || pass.plies - 1 > r.held.longest) continue;
      cube_replay<<<grid(r.held.layer.blocks), cube_warps * 32>>>(r.held.decided.data(), r.held.won[r.side].data(), r.held.seen.data(),
                                                                  static_cast<u32>(r.held.layer.blocks), r.held.layer.pieces, r.side,
                                                                  pass.plies - 1, r.won.data(), r.lost.data());
      check_launch("look at a finished layer");
    }
    if (pass.pieces <= 9) launch<1, 1>(pass);
    if (pass.pieces == 10) replays.empty() ? launch<1, 0>(pass) : launch<1, 2>(pass);
    if (pass.pieces == 11) replays.empty() ? launch<2, 0>(pass) : launch<2, 4>(pass);
    if (pass.pieces == 12) launch<4, 0>(pass);
    for (int s = 0; s < 2; ++s) {
      cube_merge<<<16 * info_.processors, 256>>>(pass.lost[s], pass.fresh_lost[s], pass.fresh, 2 + s, pass.blocks, stride_of_32(pass.pieces));
      check_launch("merge losses");
    }
    seconds_ += timer_.stop();
    CubeCounts counts;
    counts_.to_host(&counts, 1);
    bytes_ += 4.0 * (static_cast<double>(counts.moves) * words_of_32(pass.pieces) + static_cast<double>(counts.placements) * words_of_32(pass.pieces + 1));
    exchanges_ += static_cast<double>(counts.exchanges);
    return counts.found;
  }

  CudaInfo info_;
  const std::vector<CubeLayer>& layers_;
  CudaCopy<Board> board_;
  std::map<std::size_t, Held> held_;
  CudaBuffer<CubeCounts> counts_;
  CudaTimer timer_;
  double seconds_ = 0, bytes_ = 0, exchanges_ = 0;
};

template <class Board> std::unique_ptr<CubeDevice> make_cuda_cubes(const Board& board, const std::vector<CubeLayer>& layers) {
  return std::make_unique<CudaCubes<Board>>(board, layers);
}

} // namespace zermelo
