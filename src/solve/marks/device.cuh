// Layers by marks on a CUDA device. Included by the generated file of each folder of games, compiled by nvcc.
#pragma once

#include <algorithm>
#include <map>
#include <optional>

#include "exec/cuda/copy.h"
#include "exec/cuda/courier.h"
#include "solve/device.cuh"
#include "solve/marks/device.h"
#include "solve/marks/device_pass.cuh"

namespace zermelo {

template <class Board> class CudaMarks final : public MarkDevice, CudaSolver {
public:
  CudaMarks(const Board& board, const std::vector<MarkLayer>& layers, bool distances)
      : layers_(layers), distances_(distances), copy_(board), board_(1), count_(1) {
    board_.from_host(&copy_.get(), 1);
  }

  void begin(std::size_t number) override {
    const MarkLayer& layer = layers_[number];
    replay_.reset();
    work_.reset();
    const bool first = number == 0;
    check_memory(layer.sets, "sets of " + std::to_string(layer.marks) + " marks",
                 MarkValues::bytes_for(layer, distances_) + 2 * MarkWork::bytes_for(layer) +
                     (first ? 0 : 2 * layers_[number - 1].sets * mark_words(layer.marks + 1) * sizeof(u64)));
    Held& here = held_.try_emplace(number, layer, distances_).first->second;
    here.clear();
    work_.emplace(layer);
    at_work_ = number;
    if (!first) replay_.emplace(held_.at(number - 1), distances_);
  }

  bool pass(int plies) override {
    Held& here = held_.at(at_work_);
    const MarkLayer& l = here.layer;
    timed([&] {
      const u64 outside = plies > 0 ? replay(plies - 1) : 0;
      work_->turn();
      MarkDevicePass<Board> p = describe(here, plies);
      if (plies > 1 && (found_ + outside) * cost_of_taking_back < l.slots()) {
        take_back(p, {static_cast<u32>(l.sets), l.marks, 0, p.stride, work_->before().won.data(), work_->before().lost.data(),
                      nullptr, work_->changed.data()});
        if (outside != 0) {
          const Held& after = replay_->held;
          take_back(p, {static_cast<u32>(after.layer.sets), after.layer.marks, plies - 1, after.stride(), after.won.data(),
                        nullptr, after.plies.data(), replay_->news.data()});
        }
        ZERMELO_LAUNCH((mark_look<Board>), grid(l), mark_threads, 0, p);
      } else {
        ZERMELO_LAUNCH((mark_pass<Board>), grid(l), mark_threads, 0, p);
      }
      check_launch("start a pass");
      count_.clear();
      work_->changed.clear();
      ZERMELO_LAUNCH(mark_merge, grid(l), mark_threads, 0, p.sets, p.parts, l.marks, p.stride, here.won.data(), here.lost.data(),
                     p.fresh_won, p.fresh_lost, p.fresh, work_->changed.data(), distances_ ? here.plies.data() : nullptr,
                     here.last.data(), plies, distances_ ? nullptr : here.over.data(), count_.data());
      check_launch("take over what a pass has found");
    });
    found_ = count_.template read<unsigned long long>(0);
    if (found_ != 0) here.longest = plies;
    const int outside = replay_ ? replay_->held.longest : -1;
    return !(plies > 0 && found_ == 0 && plies > outside);
  }

  void fetch(MarkValues& out, Pool& pool) override {
    Held& here = held_.at(at_work_);
    const std::byte* const from[] = {bytes(here.won), bytes(here.lost), distances_ ? bytes(here.plies) : bytes(here.over)};
    const auto to = out.arrays();
    for (std::size_t i = 0; i < to.size(); ++i)
      courier_.bring(to[i].data(), to[i].size(), pool, [&](u64 at, u64) { return from[i] + at; });
    out.longest = here.longest;
    if (distances_) here.last.to_host(out.last.data(), out.last.size());
  }
  void save(MarkValues& values, MarkWork& work, Pool& pool) override {
    fetch(values, pool);
    std::vector<u32> changed(work.changed.size());
    work_->changed.to_host(changed.data(), changed.size());
    std::copy(changed.begin(), changed.end(), work.changed.begin());
  }
  void restore(const MarkValues& values, const MarkWork& work, int plies) override {
    load(at_work_, values);
    const std::vector<u32> changed(work.changed.begin(), work.changed.end());
    work_->changed.from_host(changed.data(), changed.size());
    for (int n = 0; n + 1 < plies; ++n) replay(n);
    found_ = layers_[at_work_].slots(); // what the pass before has found is not here: a whole look comes first
  }

  bool holds(std::size_t number) const override { return held_.count(number) != 0; }
  void forget(std::size_t number) override {
    if (replay_ && &replay_->held == find(number)) replay_.reset();
    held_.erase(number);
  }
  void load(std::size_t number, const MarkValues& values) override {
    Held& here = held_.try_emplace(number, layers_[number], distances_).first->second;
    here.won.from_host(reinterpret_cast<const u32*>(values.won.data()), here.won.size());
    here.lost.from_host(reinterpret_cast<const u32*>(values.lost.data()), here.lost.size());
    if (distances_) {
      here.plies.from_host(values.plies(), here.plies.size());
      here.last.from_host(values.last.data(), here.last.size());
    } else {
      here.over.from_host(reinterpret_cast<const u32*>(values.over.data()), here.over.size());
    }
    here.longest = values.longest;
  }

  DeviceReport report() const override { return {info_.name, seconds_, 0, 0, 0, 0}; }

private:
  // A layer that is finished, or on its way.
  struct Held {
    Held(const MarkLayer& l, bool distances)
        : layer(l), won(l.sets * stride()), lost(l.sets * stride()), over(distances ? 0 : l.sets * stride()),
          plies(distances ? l.slots() : 0), last(distances ? l.sets : 0) {}
    u64 stride() const { return 2 * mark_words(layer.marks); }
    void clear() {
      won.clear();
      lost.clear();
      if (over.size() != 0) over.clear();
      if (plies.size() != 0) plies.fill(0xFF), last.clear(); // MarkValues::open
      longest = -1;
    }
    MarkLayer layer;
    CudaBuffer<u32> won, lost, over;
    CudaBuffer<u16> plies, last;
    int longest = -1;
  };
  struct Replay {
    Replay(const Held& h, bool distances)
        : held(h), won(distances ? h.won.size() : 0), lost(distances ? h.lost.size() : 0), news(h.layer.sets) {
      news.clear();
      if (distances) won.clear(), lost.clear();
    }
    const Held& held;
    CudaBuffer<u32> won, lost, news;
  };
  // What a pass finds; and what the one before it has found, of which moves are taken back.
  struct Fresh {
    explicit Fresh(const MarkLayer& l) : won(l.sets * 2 * mark_words(l.marks)), lost(l.sets * 2 * mark_words(l.marks)) {
      won.clear();
      lost.clear();
    }
    CudaBuffer<u32> won, lost;
  };
  struct Work {
    explicit Work(const MarkLayer& l) : fresh_planes{Fresh(l), Fresh(l)}, changed(l.sets), fresh(l.sets) { changed.clear(); }
    Fresh& now() { return fresh_planes[at]; }
    Fresh& before() { return fresh_planes[1 - at]; }
    void turn() {
      at = 1 - at;
      now().won.clear();
      now().lost.clear();
      fresh.clear();
    }
    Fresh fresh_planes[2];
    int at = 0;
    CudaBuffer<u32> changed, fresh;
  };

  template <class T> static const std::byte* bytes(const CudaBuffer<T>& b) {
    return reinterpret_cast<const std::byte*>(b.data());
  }
  const Held* find(std::size_t number) const {
    const auto at = held_.find(number);
    return at == held_.end() ? nullptr : &at->second;
  }
  // Where there are few sets, several blocks take one.
  static u32 parts_of(const MarkLayer& l) {
    const u64 stretches = l.marks <= 13 ? 1 : u64{1} << (l.marks - 13); // of a block
    return static_cast<u32>(std::clamp<u64>((u64{1} << 14) / l.sets, 1, stretches));
  }
  u32 grid(const MarkLayer& l) const {
    return static_cast<u32>(std::clamp<u64>(l.sets * parts_of(l), 1, u64{16} * static_cast<u64>(info_.processors)));
  }

  MarkDevicePass<Board> describe(Held& here, int plies) {
    MarkDevicePass<Board> p{};
    p.board = board_.data();
    p.marks = here.layer.marks;
    p.plies = plies;
    p.sets = static_cast<u32>(here.layer.sets);
    p.parts = parts_of(here.layer);
    p.stride = here.stride();
    p.won = here.won.data();
    p.lost = here.lost.data();
    p.fresh_won = work_->now().won.data();
    p.fresh_lost = work_->now().lost.data();
    p.changed = work_->changed.data();
    p.fresh = work_->fresh.data();
    if (!replay_) return p;
    const Held& after = replay_->held;
    p.after_stride = after.stride();
    p.after_won = (distances_ ? replay_->won : after.won).data();
    p.after_lost = (distances_ ? replay_->lost : after.lost).data();
    p.after_news = replay_->news.data();
    return p;
  }

  void take_back(const MarkDevicePass<Board>& p, const MarkNews& news) {
    ZERMELO_LAUNCH((mark_take_back<Board>), grid(layers_[at_work_]), mark_threads, 0, p, news);
    check_launch("take moves back");
  }

  // How much is decided there in so many plies.
  u64 replay(int level) {
    if (!replay_) return 0;
    const Held& after = replay_->held;
    replay_->news.clear();
    if (!distances_ && level == 0) {
      const std::vector<u32> all(after.layer.sets, news_of_wins | news_of_losses);
      replay_->news.from_host(all.data(), all.size());
      return after.layer.slots();
    }
    if (!distances_ || level > after.longest) return 0;
    count_.clear();
    ZERMELO_LAUNCH(mark_replay, grid(after.layer), mark_threads, 0, static_cast<u32>(after.layer.sets), parts_of(after.layer),
                   after.layer.marks, after.stride(), after.plies.data(), after.last.data(), after.won.data(),
                   replay_->won.data(), replay_->lost.data(), replay_->news.data(), level, count_.data());
    check_launch("look at a finished layer");
    return count_.template read<unsigned long long>(0);
  }

  const std::vector<MarkLayer>& layers_;
  bool distances_;
  CudaCopy<Board> copy_;
  CudaBuffer<Board> board_;
  std::map<std::size_t, Held> held_;
  std::optional<Work> work_;
  std::optional<Replay> replay_;
  std::size_t at_work_ = 0;
  CudaBuffer<unsigned long long> count_;
  u64 found_ = 0; // by the last pass
  CudaCourier courier_;
};

template <class Board>
std::unique_ptr<MarkDevice> make_cuda_marks(const Board& board, const std::vector<MarkLayer>& layers, bool distances) {
  return std::make_unique<CudaMarks<Board>>(board, layers, distances);
}

} // namespace zermelo
