// Layers on a CUDA device. Included by one generated file per game with cubes, compiled by nvcc.
#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include "exec/cuda/copy.h"
#include "exec/cuda/courier.h"
#include "solve/cubes/device.h"
#include "solve/cubes/device_pass.cuh"
#include "solve/device.cuh"

namespace zermelo {

using CubeBuffer = CudaBuffer<u32>;

template <class Board> class CudaCubes final : public CubeDevice, CudaSolver {
public:
  CudaCubes(const Board& board, const std::vector<CubeLayer>& layers) : layers_(layers), board_(board), counts_(1) {}

  void begin(std::size_t number) override {
    const CubeLayer& layer = layers_[number];
    check_memory(layer.blocks, "blocks of " + std::to_string(layer.pieces) + " pieces, with the layers that they lead to,",
                 bytes_for(layer));
    Held& here = held_.try_emplace(number, layer).first->second;
    here.seen.clear();
    here.decided.fill(CubeValues::open);
    here.longest = -1;
    for (CubeBuffer& b : here.won) b.clear();
    work_.emplace(layer);
    at_work_ = number;
    replays_.clear();
    replays_.reserve(2);
    pass_ = {};
    pass_.board = board_.get();
    pass_.pieces = layer.pieces;
    pass_.blocks = static_cast<u32>(layer.blocks);
    pass_.decided = here.decided.data();
    pass_.seen = here.seen.data();
    pass_.counts = counts_.data();
    outside_ = -1;
    for (int s = 0; s < 2; ++s) {
      pass_.won[s] = here.won[s].data();
      pass_.lost[s] = work_->lost[s].data();
      pass_.fresh_lost[s] = work_->fresh_lost[s].data();
      if (layer.after[s] < 0) continue;
      const Held& after = held_.at(static_cast<std::size_t>(layer.after[s]));
      const Replay& replay = replays_.emplace_back(after, 1 - s);
      pass_.after_won[s] = replay.won.data();
      pass_.after_lost[s] = replay.lost.data();
      pass_.after_seen[s] = after.seen.data();
      outside_ = std::max(outside_, after.longest);
    }
  }

  bool pass(int plies) override {
    pass_.plies = plies;
    pass_.changed = work_->changed.data();
    pass_.fresh = work_->fresh.data();
    const bool found = run() != 0 || found_before_;
    found_before_ = false;
    work_->changed.swap(work_->fresh);
    work_->fresh.clear();
    if (found) held_.at(at_work_).longest = plies;
    return !(plies >= 1 && !found && plies > outside_);
  }

  void fetch(CubeValues& out, Pool& pool) const override {
    const Held& here = held_.at(at_work_);
    const std::byte* const from[] = {reinterpret_cast<const std::byte*>(here.decided.data()),
                                     reinterpret_cast<const std::byte*>(here.won[0].data()),
                                     reinterpret_cast<const std::byte*>(here.won[1].data())};
    const auto to = out.arrays();
    for (std::size_t i = 0; i < to.size(); ++i)
      courier_.bring(to[i].data(), to[i].size(), pool, [&](u64 at, u64) { return from[i] + at; });
  }
  void save(CubeValues& values, CubePlanes& planes, Pool& pool) const override {
    fetch(values, pool);
    for (int s = 0; s < 2; ++s) work_->lost[s].to_host(reinterpret_cast<u32*>(planes.lost[s].data()), work_->lost[s].size());
    work_->changed.to_host(planes.changed.data(), planes.changed.size());
  }
  void restore(CubeValues& values, CubePlanes& planes, int plies) override {
    load(at_work_, values);
    for (int s = 0; s < 2; ++s) {
      work_->lost[s].from_host(reinterpret_cast<const u32*>(planes.lost[s].data()), work_->lost[s].size());
      work_->fresh_lost[s].from_host(reinterpret_cast<const u32*>(planes.fresh_lost[s].data()), work_->fresh_lost[s].size());
    }
    work_->changed.from_host(planes.changed.data(), planes.changed.size());
    work_->fresh.from_host(planes.fresh.data(), planes.fresh.size());
    // A pass that was cut off on the CPU may have found all there is.
    found_before_ = std::any_of(planes.fresh.begin(), planes.fresh.end(), [](u8 flags) { return flags != 0; });
    for (pass_.plies = 1; pass_.plies < plies; ++pass_.plies) replay();
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

  u64 bytes_for(const CubeLayer& layer) const {
    const u64 words = layer.blocks * stride_of_32(layer.pieces);
    u64 need =
        (layer.blocks * 2 << layer.pieces) + 6 * words * sizeof(u32) + layer.blocks * (4 * seen_words_of_32 * sizeof(u32) + 2);
    for (const int after : layer.after)
      if (after >= 0) need += 2 * layers_[static_cast<std::size_t>(after)].blocks * stride_of_32(layer.pieces + 1) * sizeof(u32);
    return need;
  }

  u32 grid(u64 blocks) const {
    return static_cast<u32>(std::clamp<u64>((blocks + cube_warps - 1) / cube_warps, 1, 16ULL * info_.processors));
  }

  template <int R, int RA> void launch() {
    const u32 n = grid(pass_.blocks);
    if (pass_.plies == 0) {
      ZERMELO_LAUNCH((cube_pass<Board, R, R, CubeFind::stuck>), n, cube_warps * 32, 0, pass_);
    } else {
      ZERMELO_LAUNCH((cube_pass<Board, R, RA, CubeFind::losses>), n, cube_warps * 32, 0, pass_);
      ZERMELO_LAUNCH((cube_pass<Board, R, RA, CubeFind::wins>), n, cube_warps * 32, 0, pass_);
    }
    check_launch("start a pass");
  }

  void replay() {
    for (Replay& r : replays_) {
      if (pass_.plies == 0 || pass_.plies - 1 > r.held.longest) continue;
      ZERMELO_LAUNCH(cube_replay, grid(r.held.layer.blocks), cube_warps * 32, 0, r.held.decided.data(), r.held.won[r.side].data(),
                     r.held.seen.data(), static_cast<u32>(r.held.layer.blocks), r.held.layer.pieces, r.side, pass_.plies - 1,
                     r.won.data(), r.lost.data());
      check_launch("look at a finished layer");
    }
  }

  u64 run() {
    counts_.clear();
    timer_.start();
    replay();
    if (pass_.pieces <= 9) launch<1, 1>();
    if (pass_.pieces == 10) replays_.empty() ? launch<1, 0>() : launch<1, 2>();
    if (pass_.pieces == 11) replays_.empty() ? launch<2, 0>() : launch<2, 4>();
    if (pass_.pieces == 12) launch<4, 0>();
    for (int s = 0; s < 2; ++s) {
      ZERMELO_LAUNCH(cube_merge, static_cast<u32>(16 * info_.processors), 256, 0, pass_.lost[s], pass_.fresh_lost[s], pass_.fresh,
                     2 + s, pass_.blocks, stride_of_32(pass_.pieces));
      check_launch("merge losses");
    }
    seconds_ += timer_.stop();
    const auto counts = counts_.template read<CubeCounts>(0);
    bytes_ += 4.0 * (static_cast<double>(counts.moves) * words_of_32(pass_.pieces) +
                     static_cast<double>(counts.placements) * words_of_32(pass_.pieces + 1));
    exchanges_ += static_cast<double>(counts.exchanges);
    return counts.found;
  }

  // The layer at work.
  struct Work {
    explicit Work(const CubeLayer& l)
        : lost{plane(l), plane(l)}, fresh_lost{plane(l), plane(l)}, changed(l.blocks), fresh(l.blocks) {
      for (CubeBuffer* b : {&lost[0], &lost[1], &fresh_lost[0], &fresh_lost[1]}) b->clear();
      changed.clear();
      fresh.clear();
    }
    static CubeBuffer plane(const CubeLayer& l) { return CubeBuffer(l.blocks * stride_of_32(l.pieces)); }
    CubeBuffer lost[2], fresh_lost[2];
    CudaBuffer<u8> changed, fresh;
  };

  const std::vector<CubeLayer>& layers_;
  CudaCopy<Board> board_;
  std::map<std::size_t, Held> held_;
  std::optional<Work> work_;
  std::size_t at_work_ = 0;
  std::vector<Replay> replays_;
  CubeDevicePass<Board> pass_{};
  int outside_ = -1;
  bool found_before_ = false;
  CudaBuffer<CubeCounts> counts_;
  mutable CudaCourier courier_;
  double bytes_ = 0, exchanges_ = 0;
};

template <class Board> std::unique_ptr<CubeDevice> make_cuda_cubes(const Board& board, const std::vector<CubeLayer>& layers) {
  return std::make_unique<CudaCubes<Board>>(board, layers);
}

} // namespace zermelo
