// Solves a game as one stage: by un-moves with counters (backward), or by passes without un-moves (forward); on the CPU or on a
// device, with one byte a slot where that is enough.
#pragma once

#include <memory>

#include "exec/scatter.h"
#include "solve/counters/device.h"
#include "solve/forward.h"
#include "solve/staged_strategy.h"
#include "solve/value_strategy.h"

namespace zermelo {

template <Indexed G> class PackedStrategy final : public ValueStrategy<PackedStrategy<G>, G> {
  using Base = ValueStrategy<PackedStrategy<G>, G>;
  static constexpr int most_successors = G::max_moves + 1;

public:
  PackedStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan)
      : Base(g, contents), options_(options), plan_(plan), wide_(needs_wide(g)) {
    const u64 slots = g.size(), base = resident_memory();
    const u64 cells = memory_of(wide_);
    plan_.memory = plan_.planned = base + cells + writing_memory(plan_.threads);
    if (on_device()) {
      plan_.device_memory = packed_on_device.of(slots, slots);
    } else if (plan_.method == Method::backward) {
      const u64 least = Scatter::least_memory(slots, plan_.threads), most = Scatter::most_memory(slots, plan_.threads);
      plan_.memory = base + cells + std::max(least, writing_memory(plan_.threads));
      plan_.planned = base + cells + std::max(most, writing_memory(plan_.threads));
      plan_.planned = std::max(plan_.memory, std::min(plan_.planned, memory_limit(options_)));
    }
    plan_.disk = 2 * slots * (wide_ ? 2 : 1) + (slots >> 4) + (u64{1} << 16); // a checkpoint, and the table beside it
  }

  SolvePlan plan() const override { return plan_; }
  std::vector<Stage> stages() const override { return {{"", g_.size()}}; }

  void prepare(Pool& pool, const StageFiles&) override {
    this->pool_ = &pool;
    if constexpr (OnDevice<DeviceIndexOf<G>>) {
      using Devices = CounterDevices<DeviceIndexOf<G>>;
      if (on_device())
        device_ = make_device(Devices::packed, DeviceIndex<G>::of(g_), typename Devices::Size{g_.size(), g_.size()});
    }
  }

  void begin(std::size_t) override {
    state_ = {};
    if (device_) return device_->begin(0, g_.size(), 0);
    allocate(wide_);
  }

  void run(std::size_t, const Pause& pause) override {
    if (device_) {
      if (!run_on(*device_, state_, g_.size(), forward(), pause)) refuse_longer();
      return fetch();
    }
    while (!(wide_cells_ ? run_with(*wide_cells_, pause) : run_with(*cells_, pause))) widen();
  }

  nlohmann::json state() override {
    if (device_) {
      allocate(true);
      device_->save(wide_cells_->arrays());
    }
    auto j = state_in_words(state_);
    j["word"] = wide_cells_ ? 2 : 1;
    j["limit"] = wide_cells_ ? wide_cells_->rule.limit : cells_->rule.limit;
    return j;
  }
  std::string restore(std::size_t, const nlohmann::json& j) override {
    const u64 word = j.at("word"), limit = j.at("limit");
    if ((word != 1 && word != 2) || !state_from_words(j, g_.size(), word == 2 ? 32'767 : 255, state_))
      return "contradicts itself";
    check_room(word == 2);
    allocate(word == 2);
    if (limit != (word == 2 ? wide_cells_->rule.limit : cells_->rule.limit))
      return "was written by another version of this program";
    if (device_) device_->begin(0, g_.size(), 0);
    return "";
  }
  std::vector<std::span<std::byte>> arrays() override { return wide_cells_ ? wide_cells_->arrays() : cells_->arrays(); }
  void restored() override {
    if (!device_) return;
    if (state_.seeding) state_ = {}; // the device seeds everything at once
    if (!wide_cells_) widen();
    if (!state_.seeding) device_->restore(wide_cells_->arrays(), state_.level, state_.cursor * PackedCells<u16>::chunk);
    state_.cursor = 0;
    wide_cells_.reset();
  }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    for (Slot s = first; s < last; ++s)
      f(s, wide_cells_ ? decode(Encoding::plies16, wide_cells_->cells[s]) : decode(Encoding::plies8, cells_->cells[s]), 0);
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if (e != Encoding::plies8 || wide_cells_) return Base::fill(e, block, raw);
    std::memcpy(raw.data(), cells_->cells.data() + block * block_slots(e), raw.size());
  }

  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  using Base::g_;
  bool on_device() const { return plan_.device == Device::cuda; }
  bool forward() const { return plan_.method == Method::forward; }

  // Some seeds look as a sample of slots has them: a game that ends with a win for the mover shows it at once.
  static bool needs_wide(const G& g) {
    const Packed<u8> rule{Packed<u8>::limit_for(most_successors)};
    if (rule.limit == 0) return true;
    constexpr u64 samples = 2000;
    for (u64 i = 0; i < std::min(samples, g.size()); ++i) {
      PositionOf<G> p;
      const Slot s = g.size() <= samples ? i : std::min(g.size() - 1, g.size() / samples * i + i * i % 97);
      if (g.unrank(s, p) && seed_packed(g, p, rule) == rule.too_long) return true;
    }
    return false;
  }
  u64 memory_of(bool wide) const { return wide ? PackedCells<u16>::bytes_for(g_.size()) : PackedCells<u8>::bytes_for(g_.size()); }
  void allocate(bool wide) {
    cells_.reset();
    wide_cells_.reset();
    if (wide) {
      wide_cells_ = std::make_unique<PackedCells<u16>>(g_.size(), most_successors);
    } else {
      cells_ = std::make_unique<PackedCells<u8>>(g_.size(), most_successors);
    }
  }

  template <class Word> bool run_with(PackedCells<Word>& cells, const Pause& pause) {
    if constexpr (Reversible<G>) {
      if (!forward())
        return CounterPasses<G, PackedCells<Word>>(g_, cells, state_, *this->pool_, scatter_room(plan_, g_.size())).run(pause);
    }
    if (state_.seeding && !seed_cells(g_, cells, state_, *this->pool_, pause)) return false;
    return ForwardPasses<G, Word>(g_, cells, state_, *this->pool_).run(pause);
  }

  void check_room(bool wide) const {
    if (!wide || wide_) return;
    const u64 need = plan_.memory + memory_of(true) - memory_of(false);
    if (need > memory_limit(options_))
      throw Error(Exit::resources, fmt::format("two bytes a slot are needed, {} of memory in all; {} may be taken: give more by "
                                               "--memory, and the same command goes on",
                                               bytes(need), bytes(memory_limit(options_))));
  }
  [[noreturn]] void refuse_longer() const {
    throw Error(Exit::runtime, "the game cannot be solved: some games of it are too long for a table (32,000 plies)");
  }

  // Two bytes for each slot in place of one, and on.
  void widen() {
    if (wide_cells_) refuse_longer();
    check_room(true);
    auto narrow = std::move(cells_);
    if (state_.seeding) {
      narrow.reset();
      state_ = {};
      return allocate(true);
    }
    allocate(true);
    const Packed<u8>& from = narrow->rule;
    const Packed<u16>& to = wide_cells_->rule;
    this->pool_->for_ranges(0, g_.size(), u64{1} << 16, [&](u64 first, u64 last, int) {
      for (u64 i = first; i < last; ++i) wide_cells_->cells[i] = to.widened(narrow->cells[i], from);
    });
  }

  // From the device, as narrow as they may be.
  void fetch() {
    allocate(device_->code_bytes() == 2);
    device_->fetch(reinterpret_cast<std::byte*>(arrays()[0].data()));
  }

  SolveOptions options_;
  SolvePlan plan_;
  bool wide_;
  PassState state_;
  std::unique_ptr<PackedCells<u8>> cells_;
  std::unique_ptr<PackedCells<u16>> wide_cells_;
  std::unique_ptr<CounterDevice> device_;
};

} // namespace zermelo
