// Solves a game layer by layer (index/layers.h): un-moves with counters within a layer, bounds from those before it. A code for
// every slot is kept in memory, since any earlier layer may be asked for.
#pragma once

#include <memory>

#include "solve/counters/bounded_cells.h"
#include "solve/counters/device.h"
#include "solve/staged_strategy.h"
#include "solve/value_strategy.h"

namespace zermelo {

template <LayeredTable G> class LayerStrategy final : public ValueStrategy<LayerStrategy<G>, G> {
  using Base = ValueStrategy<LayerStrategy<G>, G>;

public:
  LayerStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan)
      : Base(g, contents), options_(options), plan_(std::move(plan)), wide_(G::max_moves + 1 > Bounded<u8>::most_successors) {
    const u64 slots = g.size(), base = resident_memory(), fixed = memory_of(wide_), writing = writing_memory(plan_.threads);
    plan_.memory = plan_.planned = base + fixed + writing;
    plan_.device_memory = on_device() ? (wide_ ? wide_bounded_on_device : bounded_on_device).of(slots, largest()) : 0;
    if (!on_device()) {
      plan_.memory = base + fixed + std::max(writing, Scatter::least_memory(largest(), plan_.threads));
      plan_.planned = base + fixed + std::max(writing, Scatter::most_memory(largest(), plan_.threads));
      plan_.planned = std::max(plan_.memory, std::min(plan_.planned, memory_limit(options_)));
    }
    plan_.stages = g.layers().size();
    plan_.disk = (2 * slots + 3 * largest()) * word() + (slots >> 4) + (u64{1} << 16); // layers, the table, the layer at work
  }

  SolvePlan plan() const override { return plan_; }
  std::vector<Stage> stages() const override {
    std::vector<Stage> all;
    for (const TableLayer& l : g_.layers()) all.push_back({l.name, l.slots()});
    return all;
  }

  void prepare(Pool& pool, const StageFiles&) override {
    this->pool_ = &pool;
    values_ = LargeArray<u8>(g_.size() * word());
    make_device();
  }

  void begin(std::size_t stage) override {
    state_ = {};
    const TableLayer& l = g_.layers()[stage];
    first_ = l.first;
    slots_ = l.slots();
    if (device_) return device_->begin(first_, slots_, 0);
    allocate();
  }

  void run(std::size_t, const Pause& pause) override {
    while (!(device_       ? run_on(*device_, state_, slots_, false, pause)
             : wide_cells_ ? run_with(*wide_cells_, pause)
                           : run_with(*cells_, pause)))
      widen();
    known_ = first_ + slots_;
    if (device_) return device_->fetch(code(first_));
    std::memcpy(code(first_), arrays()[0].data(), slots_ * word());
    cells_.reset();
    wide_cells_.reset();
  }

  nlohmann::json state() override {
    if (device_) {
      allocate();
      device_->save(arrays());
    }
    auto j = state_in_words(state_);
    j["word"] = word();
    return j;
  }
  std::string restore(std::size_t stage, const nlohmann::json& j) override {
    if (j.at("word") == 2 && !wide_) make_wide();
    begin(stage);
    if (j.at("word") != word() || !state_from_words(j, slots_, wide_ ? 32'767 : 255, state_)) return "contradicts itself";
    if (device_) allocate();
    return "";
  }
  std::vector<std::span<std::byte>> arrays() override { return wide_cells_ ? wide_cells_->arrays() : cells_->arrays(); }
  void restored() override {
    if (!device_) return;
    if (state_.seeding) state_ = {};
    if (!state_.seeding) device_->restore(arrays(), state_.level, state_.cursor * BoundedCells<u8>::chunk);
    state_.cursor = 0;
    cells_.reset();
    wide_cells_.reset();
  }

  bool keeps_stages() const override { return true; }
  u64 stage_word() const override { return word(); }
  void store(std::size_t stage, u64 first, std::span<std::byte> out) const override {
    std::memcpy(out.data(), values_.data() + (g_.layers()[stage].first + first) * word(), out.size());
  }
  void begin_recall(std::size_t, u64 word_of_file) override {
    if (word_of_file == 2 && !wide_) make_wide();
  }
  bool recall(std::size_t stage, u64 first, u64 word_of_file, std::span<const std::byte> in) override {
    const Slot at = g_.layers()[stage].first + first;
    if (word_of_file == word()) {
      std::memcpy(code(at), in.data(), in.size());
    } else {
      for (u64 i = 0; i < in.size(); ++i) wide_values()[at + i] = widened(std::to_integer<u8>(in[i]));
    }
    return true;
  }
  void end_recall(std::size_t stage) override {
    const TableLayer& l = g_.layers()[stage];
    known_ = l.last;
    if (device_) device_->load(l.first, l.slots(), code(l.first));
  }
  bool holds(std::size_t stage) const override { return g_.layers()[stage].last <= known_; }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    for (Slot s = first; s < last; ++s)
      f(s, wide_ ? decode(Encoding::plies16, wide_values()[s]) : decode(Encoding::plies8, values_[s]), 0);
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if (e != Encoding::plies8 || wide_) return Base::fill(e, block, raw);
    std::memcpy(raw.data(), values_.data() + block * block_slots(e), raw.size());
  }
  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  using Base::g_;
  bool on_device() const { return plan_.device == Device::cuda; }
  u64 word() const { return wide_ ? 2 : 1; }
  std::byte* code(Slot s) { return reinterpret_cast<std::byte*>(values_.data() + s * word()); }
  u16* wide_values() { return reinterpret_cast<u16*>(values_.data()); }
  const u16* wide_values() const { return reinterpret_cast<const u16*>(values_.data()); }
  static u16 widened(u8 code) {
    const Value v = decode(Encoding::plies8, code);
    return static_cast<u16>(v.known() ? encode(Encoding::plies16, v) : no_position_code(Encoding::plies16));
  }

  u64 largest() const {
    u64 n = 0;
    for (const TableLayer& l : g_.layers()) n = std::max(n, l.slots());
    return n;
  }
  u64 memory_of(bool wide) const {
    return g_.size() * (wide ? 2 : 1) + (wide ? BoundedCells<u16>::bytes_for(largest()) : BoundedCells<u8>::bytes_for(largest()));
  }
  void allocate() {
    cells_.reset();
    wide_cells_.reset();
    if (wide_) {
      wide_cells_ = std::make_unique<BoundedCells<u16>>(first_, slots_, wide_values());
    } else {
      cells_ = std::make_unique<BoundedCells<u8>>(first_, slots_, values_.data());
    }
  }
  void make_device() {
    if constexpr (OnDevice<DeviceIndexOf<G>>) {
      using Devices = CounterDevices<DeviceIndexOf<G>>;
      if (!on_device()) return;
      device_.reset();
      device_ = zermelo::make_device(wide_ ? Devices::wide_bounded : Devices::bounded, DeviceIndex<G>::of(g_),
                                     typename Devices::Size{g_.size(), largest()});
    }
  }

  template <class Word> bool run_with(BoundedCells<Word>& cells, const Pause& pause) {
    return CounterPasses<G, BoundedCells<Word>>(g_, cells, state_, *this->pool_, scatter_room(plan_, slots_)).run(pause);
  }

  // Finished layers are kept, with two bytes a slot; the layer at work is begun anew with them.
  void widen() {
    if (wide_) throw Error(Exit::runtime, "the game cannot be solved: some games of it are too long for a table (32,000 plies)");
    make_wide();
    state_ = {};
    if (device_) return device_->begin(first_, slots_, 0);
    allocate();
  }
  void make_wide() {
    const u64 need = plan_.memory + memory_of(true);
    if (need > memory_limit(options_))
      throw Error(Exit::resources, fmt::format("two bytes a slot are needed, {} of memory in all; {} may be taken: give more by "
                                               "--memory, and the same command goes on",
                                               bytes(need), bytes(memory_limit(options_))));
    cells_.reset();
    LargeArray<u8> narrow = std::move(values_);
    wide_ = true;
    values_ = LargeArray<u8>(g_.size() * 2);
    this->pool_->for_ranges(0, known_, u64{1} << 16, [&](u64 first, u64 last, int) {
      for (u64 i = first; i < last; ++i) wide_values()[i] = widened(narrow[i]);
    });
    make_device();
    if (device_ && known_ > 0) device_->load(0, known_, code(0));
  }

  SolveOptions options_;
  SolvePlan plan_;
  bool wide_;
  LargeArray<u8> values_; // codes of all slots, of one or two bytes
  PassState state_;
  Slot first_ = 0; // of the layer at work
  u64 slots_ = 0;
  Slot known_ = 0; // slots before it have their codes
  std::unique_ptr<BoundedCells<u8>> cells_;
  std::unique_ptr<BoundedCells<u16>> wide_cells_;
  std::unique_ptr<CounterDevice> device_;
};

} // namespace zermelo
