// Solves a game by planes (index/planes.h): pass after pass over all sets, 64 at a time. A pass of wins reads losses and writes wins,
// one of losses reads wins: exact in place, on any number of threads, and what is done twice is found once.
#pragma once

#include <array>
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
    for (u32 cls = 0; cls < board_.classes; ++cls)
      for (u32 k = 0; k < board_.image_count[cls]; ++k)
        for (u64 i = 0; i < 64; ++i) low_[cls][k][i] = board_.image(cls, k, i);
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
    for (Slot s = first; s < last;) {
      const Word word = word_at(s / 64 * 64);
      for (const Slot end = std::min(last, (s / 64 + 1) * 64); s < end; ++s) {
        const int at = static_cast<int>(s % 64);
        if ((word.positions >> at & 1) == 0)
          f(s, unknown_value, 0);
        else
          f(s, value_of(word, level_at(s / 64 * 64, at)), (word.alone >> at & 1) != 0 ? board_.symmetries : 0);
      }
    }
  }
  // Slots of a word have few different levels, so they are counted level by level.
  void add_up(Slot first, Slot last, Sums& sum) const {
    for (Slot s = first; s < last; s += 64) {
      const Word word = word_at(s);
      for (u64 rest = word.positions; rest != 0;) {
        const int at = lowest_bit(rest);
        const u64 same = rest & like(s, at);
        const Value v = value_of(word, (word.decided >> at & 1) != 0 ? level_at(s, at) : 0);
        const u64 alone = same & word.alone;
        if (alone != 0) sum.add(s + static_cast<u64>(at), v, board_.symmetries, static_cast<u64>(count_ones(alone)));
        for (u64 one = same & ~alone; one != 0; one &= one - 1) {
          const Slot slot = s + static_cast<u64>(lowest_bit(one));
          sum.add(slot, v, orbit_at(g_, slot));
        }
        rest &= ~same;
      }
      if (word.positions != ~u64{0}) sum.add(s, unknown_value, 0, static_cast<u64>(count_ones(~word.positions)));
    }
  }

  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if (e != Encoding::wdl2) return Base::fill(e, block, raw);
    Wdl2Packer packer(raw);
    Walker<G> walker(g_);
    const Slot first = block * block_slots(e), last = std::min(g_.size(), first + block_slots(e));
    for (Slot s = first; s < last;) {
      const u64 skip = s % 64, n = std::min(64 - skip, last - s);
      const Word word = word_at(s - skip);
      Wdl2Word out;
      out.empty = ~word.positions;
      (word.wins ? out.won : out.lost) = word.decided;
      if (!word.wins) out.settled = word.decided & level_one(s - skip);
      for (u64 rest = word.positions & ~word.decided; rest != 0; rest &= rest - 1)
        if (left_out(walker, s - skip + static_cast<u64>(lowest_bit(rest)), draw_value)) out.settled |= rest & (0 - rest);
      packer.put({out.won >> skip, out.lost >> skip, out.settled >> skip, out.empty >> skip}, static_cast<int>(n));
      s += n;
    }
    packer.finish();
  }

  bool left_out(Walker<G>& walker, Slot s, Value v) const {
    return v.wdl == Wdl::draw ? Base::left_out(walker, s, v) : v.plies == 0; // whoever draws may be without a step
  }
  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  using Base::g_, Base::plan_, Base::pool_;

  // 64 slots, from a multiple of 64 on.
  struct Word {
    u64 positions; // slots that hold one
    u64 alone;     // and no symmetry leaves it as it is
    u64 decided;
    bool wins; // the first player is to move
  };
  Word word_at(Slot s) const {
    Word word{~u64{0}, ~u64{0}, 0, (s >> board_.bits & 1) == 0};
    for (const Pages& slice : state_->slices) word.decided |= slice[s / 64];
    const u32 cls = static_cast<u32>(s >> board_.bits >> 1);
    const u64 number = s & ((u64{1} << board_.bits) - 1);
    for (u32 k = 0; k < board_.image_count[cls]; ++k) {
      const u64 high = board_.image(cls, k, number);
      const auto& low = low_[cls][k];
      u64 less = 0, equal = 0;
      for (u64 i = 0; i < 64; ++i) {
        less |= u64{(high | low[i]) < (number | i)} << i;
        equal |= u64{(high | low[i]) == (number | i)} << i;
      }
      word.positions &= ~less;
      word.alone &= ~equal;
    }
    word.alone &= word.positions;
    return word;
  }
  // Those of the 64 slots that have the level of one of them; its level; those of level 1.
  u64 like(Slot s, int at) const {
    u64 same = ~u64{0};
    for (const Pages& slice : state_->slices) {
      const u64 bits = slice[s / 64];
      same &= (bits >> at & 1) != 0 ? bits : ~bits;
    }
    return same;
  }
  i32 level_at(Slot s, int at) const {
    i32 level = 0;
    for (std::size_t i = 0; i < state_->slices.size(); ++i) level |= static_cast<i32>(state_->slices[i][s / 64] >> at & 1) << i;
    return level;
  }
  u64 level_one(Slot s) const {
    u64 out = state_->slices[0][s / 64];
    for (std::size_t i = 1; i < state_->slices.size(); ++i) out &= ~state_->slices[i][s / 64];
    return out;
  }
  static Value value_of(const Word& word, i32 level) {
    return level == 0 ? draw_value : word.wins ? win_in(2 * level - 1) : loss_in(2 * level - 2);
  }

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
  std::array<std::array<std::array<u64, 64>, PlaneBoard::most_images>, PlaneBoard::most_planes>
      low_{}; // images of numbers below 64
  std::unique_ptr<PlaneState> state_;
  std::unique_ptr<PlaneDevice> device_;
};

} // namespace zermelo
