// Solves a game by planes (index/planes.h): pass after pass over all sets, 64 at a time. A pass of wins reads losses and writes wins,
// one of losses reads wins: exact in place, on any number of threads, and what is done twice is found once.
#pragma once

#include <memory>

#include "base/error.h"
#include "exec/shared.h"
#include "index/plane_words.h"
#include "solve/device.h"
#include "solve/drive.h"
#include "solve/planes/device.h"
#include "solve/value_strategy.h"

namespace zermelo {

template <Planed G> class PlaneStrategy final : public ValueStrategy<PlaneStrategy<G>, G> {
  using Base = ValueStrategy<PlaneStrategy<G>, G>;

public:
  static constexpr i64 most_plies = 32'766; // that a table can say

  PlaneStrategy(const G& g, Contents contents, const SolveOptions&, SolvePlan plan)
      : Base(g, contents, std::move(plan)), board_(this->g_.planes()) {
    constexpr u64 likely_slices = 5; // games of up to 61 plies
    const u64 planes = 2 * board_.planes * board_.words() * sizeof(u64), slices = likely_slices * g.size() / 8;
    const u64 here = this->on_device() ? 2 * board_.words() * sizeof(u64) : planes;
    plan_.memory = plan_.planned = memory_before(plan_.device) + here + slices + writing_memory(plan_.threads) + (u64{8} << 20);
    plan_.device_memory = this->on_device() ? planes + board_.words() * sizeof(u64) + (u64{1} << 30) : 0;
    plan_.disk = (this->on_device() ? 0 : planes + slices) + (contents == Contents::distances ? g.size() : g.size() / 4) +
                 (g.size() >> 4) + (u64{1} << 16);
    if (contents == Contents::distances) plan_.otherwise = "; --values, without distances, takes less disk";
  }

  std::vector<Stage> stages() const override { return {{"", g_.size()}}; }

  void prepare(Pool& pool, const StageFiles&) override {
    pool_ = &pool;
    if (this->on_device()) device_ = make_device(PlaneDeviceMaker::make, board_);
  }
  void begin(std::size_t) override {
    state_ = std::make_unique<PlaneState>(board_);
    if (!device_) state_->allocate(board_);
    state_->make_room();
  }

  void run(std::size_t, const Pause& pause) override {
    for (;;) {
      if (device_) {
        state_->forget_planes();                               // of a checkpoint
        if (device_->pass(*state_, *pool_)) state_->found = 1; // it may have been found before the pass was cut off
        state_->plane = 0; // a pass on the device is a whole one; what was done before finds nothing again
      } else {
        pass_here(pause);
      }
      if (state_->plies == most_plies)
        throw Error(Exit::runtime, "some games last longer than 32,766 plies, which no table can say");
      const bool last = state_->plies > 0 && state_->found == 0;
      ++state_->plies;
      state_->found = 0;
      if (last) break;
      state_->make_room(); // before it can be saved
      pause(report_of(device_ ? g_.size() : 0));
    }
    state_->forget_planes();
  }

  StageState state() override {
    if (device_) {
      state_->allocate(board_);
      device_->save(*state_, *pool_);
    }
    return StageState().set("plies", i64{state_->plies}).set("found", state_->found != 0).set("plane", i64{state_->plane});
  }
  std::string restore(std::size_t i, const StageState& saved) override {
    begin(i);
    const i64 plies = saved.get<i64>("plies");
    const i64 plane = saved.get<i64>("plane");
    if (plies < 0 || plies > most_plies || plane < 0 || plane >= i64{board_.planes}) return "contradicts itself";
    state_->allocate(board_);
    state_->plies = static_cast<int>(plies);
    state_->plane = static_cast<u32>(plane);
    state_->found = saved.get<bool>("found") ? 1 : 0;
    state_->make_room();
    return "";
  }
  std::vector<std::span<std::byte>> arrays() override { return state_->arrays(); }
  void restored() override {
    if (!device_) return;
    device_->load(*state_);
    state_->forget_planes();
  }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    const auto& slices = state_->slices;
    for (Slot s = first; s < last;) {
      const int orbit = board_.orbit[s >> board_.bits >> 1];
      const bool wins = (s >> board_.bits & 1) == 0;
      u64 words[16]; // of 64 slots
      for (std::size_t i = 0; i < slices.size(); ++i) words[i] = slices[i][s / 64];
      for (const Slot end = std::min(last, (s / 64 + 1) * 64); s < end; ++s) {
        i32 level = 0;
        for (std::size_t i = 0; i < slices.size(); ++i) level |= static_cast<i32>(words[i] >> (s % 64) & 1) << i;
        PositionOf<G> p;
        const Value v = level == 0 ? draw_value : wins ? win_in(2 * level - 1) : loss_in(2 * level - 2);
        f(s, orbit == 0 && !g_.unrank(s, p) ? unknown_value : v, orbit);
      }
    }
  }
  bool left_out(Walker<G>& walker, Slot s, Value v) const {
    return v.wdl == Wdl::draw ? Base::left_out(walker, s, v) : v.plies == 0; // whoever draws may be without a step
  }
  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  using Base::g_, Base::plan_, Base::pool_;

  void pass_here(const Pause& pause) {
    PlaneState& s = *state_;
    const int side = s.plies % 2 == 0 ? 1 : 0;
    while (s.plane < board_.planes) {
      const u32 plane = s.plane;
      u64 cls = 0;
      while (cls < board_.classes && board_.first[cls] != plane) ++cls;
      Pages& now = s.planes[side][plane];
      pool_->for_ranges(0, s.words, u64{1} << 10, [&](u64 first, u64 last, int) {
        bool found = false;
        for (u64 w = first; w < last; ++w) {
          const u64 before = now[w];
          if (before == ~u64{0}) continue;
          const u64 after = side == 0 ? plane_wins(board_, plane, s.planes[1][plane].data(), w, before)
                                      : plane_losses(board_, plane, [&](u32 p) { return s.planes[0][p].data(); }, w);
          const u64 fresh = after & ~before;
          if (fresh == 0) continue;
          found = true;
          now[w] = before | fresh;
          if (cls < board_.classes) s.record(cls, side, w, fresh);
        }
        if (found) store_shared(s.found, u8{1});
      });
      if (++s.plane < board_.planes) pause(report_of(g_.size() / board_.planes / 2));
    }
    s.plane = 0;
  }

  StageReport report_of(u64 done) const { return {SolveProgress::Phase::passes, state_->plies, g_.size(), 0, done}; }

  const PlaneBoard& board_;
  std::unique_ptr<PlaneState> state_;
  std::unique_ptr<PlaneDevice> device_;
};

} // namespace zermelo
