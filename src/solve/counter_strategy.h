// What strategies have in common that solve stage after stage with counters, on the CPU or on a device, and keep a code of one or
// two bytes for every slot. A plain game is a game with one stage. Each kind says what is its own: its stages, its cells, and
// what it does where a byte is too small.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>
#include <functional>
#include <memory>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/large_array.h"
#include "exec/scatter.h"
#include "solve/counters/device.h"
#include "solve/counters/passes.h"
#include "solve/device.h"
#include "solve/drive.h"
#include "solve/value_strategy.h"

namespace zermelo {

// "Level, cursor, told" of a checkpoint, checked against what a stage can have.
inline nlohmann::json state_in_words(const PassState& s) {
  return {
      {"phase", s.seeding ? "seed" : "levels"}, {"level", s.level}, {"cursor", s.cursor}, {"told", s.told}, {"found", s.found}};
}
inline bool state_from_words(const nlohmann::json& j, u64 slots, i32 most_level, PassState& out) {
  const u64 cursor = j.at("cursor"), told = j.at("told"), found = j.at("found");
  const i64 level = j.at("level");
  const std::string phase = j.at("phase");
  if ((phase != "seed" && phase != "levels") || cursor > slots || told > slots || found > slots || level < 0 ||
      level > most_level)
    return false;
  out = {phase == "seed", static_cast<i32>(level), cursor, told, found};
  return true;
}

// A stage: its slots follow one another.
struct CounterStage {
  std::string name;
  Slot first = 0;
  u64 slots = 0;
  i32 most_score = 0; // of a game of scores
};

template <class Base, Indexed G> class CounterStrategy : public Base {
public:
  CounterStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan, std::vector<CounterStage> stages,
                  u64 word)
      : Base(g, contents, std::move(plan)), options_(options), stages_(std::move(stages)), word_(word) {
    for (const CounterStage& s : stages_) largest_ = std::max(largest_, s.slots);
    plan_.stages = stages_.size();
  }

  std::vector<Stage> stages() const override {
    std::vector<Stage> all;
    for (const CounterStage& s : stages_) all.push_back({s.name, s.slots});
    return all;
  }

  void prepare(Pool& pool, const StageFiles&) override {
    pool_ = &pool;
    if (keeps_stages()) codes_ = LargeArray<u8>(g_.size() * word_);
    make_device();
  }

  void begin(std::size_t stage) override {
    state_ = {};
    stage_ = stages_[stage];
    if (device_) return device_->begin(stage_.first, stage_.slots, stage_.most_score);
    allocate();
  }

  void run(std::size_t, const Pause& pause) override {
    const bool forward = plan_.method == Method::forward;
    while (!(device_ ? run_on(*device_, state_, stage_.slots, forward, pause) : at_work_.run(pause))) widen();
    known_ = stage_.first + stage_.slots;
    keep();
  }

  nlohmann::json state() override {
    if (device_) {
      allocate();
      device_->save(arrays());
    }
    return state_in_words(state_);
  }
  std::vector<std::span<std::byte>> arrays() override { return at_work_.arrays; }
  void restored() override {
    if (!device_) return;
    if (state_.seeding) {
      state_ = {}; // the device seeds everything at once
    } else {
      device_->restore(arrays(), state_.level, state_.cursor * at_work_.chunk);
    }
    state_.cursor = 0;
    at_work_ = {};
  }

  bool keeps_stages() const override { return true; }
  u64 stage_word() const override { return word_; }
  void store(std::size_t stage, u64 first, std::span<std::byte> out) const override {
    std::memcpy(out.data(), code(stages_[stage].first + first), out.size());
  }
  bool recall(std::size_t stage, u64 first, u64 word, std::span<const std::byte> in) override {
    if (word != word_) return false;
    std::memcpy(code(stages_[stage].first + first), in.data(), in.size());
    return true;
  }
  void end_recall(std::size_t stage) override {
    const CounterStage& s = stages_[stage];
    known_ = s.first + s.slots;
    if (device_) device_->load(s.first, s.slots, code(s.first));
  }
  bool holds(std::size_t stage) const override { return stages_[stage].first + stages_[stage].slots <= known_; }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    const std::byte* const codes = code(0);
    for (Slot s = first; s < last; ++s)
      f(s,
        word_ == 2 ? decode(Encoding::plies16, reinterpret_cast<const u16*>(codes)[s])
                   : decode(Encoding::plies8, std::to_integer<u8>(codes[s])),
        0);
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if constexpr (!Scored<G>)
      if (word_ == 2 || e != Encoding::plies8) return Base::fill(e, block, raw);
    std::memcpy(raw.data(), code(block * block_slots(e)), raw.size());
  }

  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

protected:
  using Base::g_, Base::plan_, Base::pool_;

  virtual void allocate() = 0; // cells for the stage at work
  virtual CounterKind kind() const = 0;
  // The cells of the stage at work are too small.
  virtual void widen() {
    throw Error(Exit::runtime, "the game cannot be solved: some games of it are too long for a table (32,000 plies)");
  }
  // The stage at work is finished.
  virtual void keep() {
    if (device_) return device_->fetch(code(stage_.first));
    std::memcpy(code(stage_.first), arrays()[0].data(), stage_.slots * word_);
    at_work_ = {};
  }

  // `scattered`: bytes for buckets that are of use at most; none where nothing is scattered.
  void plan_for(CounterKind kind, u64 cells, u64 scattered = ~u64{0}) {
    const u64 fixed = memory_before(plan_.device) + cells, writing = writing_memory(plan_.threads);
    const u64 least = scattered != 0 ? Scatter::least_memory(largest_, plan_.threads) : 0;
    const u64 most = std::max(least, std::min(Scatter::most_memory(largest_, plan_.threads), scattered));
    // A stage that saves itself half way writes beside its buckets.
    plan_.memory = plan_.planned = fixed + writing + least;
    if (scattered != 0) plan_.planned = std::max(plan_.memory, std::min(fixed + writing + most, memory_limit(options_)));
    if (this->on_device()) plan_.device_memory = bytes_on_device(kind, g_.size(), largest_);
  }
  void check_room(u64 need) const {
    if (need > memory_limit(options_))
      throw Error(Exit::resources, fmt::format("two bytes a slot are needed, {} of memory in all; {} may be taken: give more by "
                                               "--memory, and the same command goes on",
                                               bytes(need), bytes(memory_limit(options_))));
  }

  void make_device() {
    if constexpr (OnDevice<DeviceIndexOf<G>>) {
      using Devices = CounterDevices<DeviceIndexOf<G>>;
      if (!this->on_device()) return;
      device_.reset();
      device_ = zermelo::make_device(Devices::make[static_cast<std::size_t>(kind())], DeviceIndex<G>::of(g_),
                                     typename Devices::Size{g_.size(), largest_});
    }
  }

  // Takes cells as those of the stage at work; run(cells, pause) works on it.
  template <class Cells, class Run> void work_on(std::shared_ptr<Cells> cells, u64 chunk, Run run) {
    at_work_ = {cells, cells->arrays(), chunk, [here = cells.get(), run](const Pause& pause) { return run(*here, pause); }};
  }
  template <class Cells> bool run_counters(Cells& cells, const Pause& pause) {
    // Bytes for buckets beside what is there already, within the plan.
    const u64 here = resident_memory() + writing_memory(plan_.threads);
    const u64 least = Scatter::least_memory(cells.slots, plan_.threads);
    const u64 room = std::max(plan_.planned > here ? plan_.planned - here : 0, least);
    return CounterPasses<G, Cells>(g_, cells, state_, *pool_, room).run(pause);
  }

  // Begins a stage at a state that was saved.
  std::string restore_at(std::size_t stage, const nlohmann::json& j, i32 most_level) {
    begin(stage);
    if (!state_from_words(j, stage_.slots, most_level, state_)) return "contradicts itself";
    if (device_) allocate();
    return "";
  }

  // Of the only stage the cells are the codes.
  std::byte* code(Slot s) {
    return (keeps_stages() ? reinterpret_cast<std::byte*>(codes_.data()) : at_work_.arrays[0].data()) + s * word_;
  }
  const std::byte* code(Slot s) const { return const_cast<CounterStrategy*>(this)->code(s); }

  const SolveOptions options_;
  std::vector<CounterStage> stages_;
  u64 largest_ = 0; // stage
  u64 word_;        // bytes of a code
  LargeArray<u8> codes_;
  Slot known_ = 0; // slots before it have their codes
  CounterStage stage_;
  PassState state_;
  // Cells of whatever kind and width.
  struct AtWork {
    std::shared_ptr<void> cells;
    std::vector<std::span<std::byte>> arrays;
    u64 chunk = 0;
    std::function<bool(const Pause&)> run;
  };
  AtWork at_work_;
  std::unique_ptr<CounterDevice> device_;
};

} // namespace zermelo
