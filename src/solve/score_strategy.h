// Solves a game of scores layer by layer, the lowest first: by un-moves with counters (backward), or by windows without un-moves.
#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>

#include "base/units.h"
#include "solve/counters/device.h"
#include "solve/counters/score_cells.h"
#include "solve/staged_strategy.h"
#include "solve/windows.h"
#include "table/findings.h"

namespace zermelo {

template <Scored G> class ScoreStrategy final : public Strategy {
public:
  ScoreStrategy(const G& g, Contents, const SolveOptions& options, SolvePlan plan) : g_(g), plan_(std::move(plan)) {
    const u64 slots = g.size(), base = resident_memory(), writing = writing_memory(plan_.threads);
    const u64 fixed = base + slots +
                      (on_device() ? 0
                       : windows() ? ScoreWindows<G>::bytes_for(largest())
                                   : ScoreCells::bytes_for(largest()));
    plan_.memory = plan_.planned = fixed + writing;
    plan_.device_memory = on_device() ? scores_on_device.of(slots, largest()) : 0;
    if (!on_device() && !windows()) {
      const u64 least = Scatter::least_memory(largest(), plan_.threads);
      const u64 most = std::max(least, std::min(Scatter::most_memory(largest(), plan_.threads), u64{256} << 20));
      plan_.memory = fixed + std::max(writing, least);
      plan_.planned = std::max(plan_.memory, std::min(fixed + std::max(writing, most), memory_limit(options)));
    }
    plan_.stages = static_cast<u64>(g.layers());
    plan_.disk = 2 * slots + 2 * largest() + (u64{1} << 16); // layers, the table, the layer at work
    if constexpr (Effortful<G>)
      plan_.otherwise = fmt::format("; it would take about {} of disk and {} of CPU time",
                                    bytes(static_cast<u64>(2 * static_cast<double>(slots) * G::table_bytes_a_slot)),
                                    duration(static_cast<double>(slots) * G::solving_seconds_a_slot));
  }

  SolvePlan plan() const override { return plan_; }
  std::vector<Stage> stages() const override {
    std::vector<Stage> all;
    for (int i = 0; i < g_.layers(); ++i) all.push_back({g_.layer_name(i), slots_of(i)});
    return all;
  }

  void prepare(Pool& pool, const StageFiles&) override {
    pool_ = &pool;
    if constexpr (OnDevice<DeviceIndexOf<G>>) {
      using Devices = CounterDevices<DeviceIndexOf<G>>;
      if (on_device())
        device_ = make_device(Devices::scores, DeviceIndex<G>::of(g_), typename Devices::Size{g_.size(), largest()});
    }
    all_ = LargeArray<i8>(g_.size());
  }

  void begin(std::size_t stage) override {
    state_ = {};
    layer_ = static_cast<int>(stage);
    if (device_) return device_->begin(g_.layer_begin(layer_), slots_of(layer_), g_.most_score(layer_));
    allocate();
  }

  void run(std::size_t, const Pause& pause) override {
    known_ = g_.layer_begin(layer_ + 1);
    i8* const out = all_.data() + g_.layer_begin(layer_);
    if (device_) {
      run_on(*device_, state_, slots_of(layer_), false, as_scores(pause));
      return device_->fetch(reinterpret_cast<std::byte*>(out));
    }
    if (windows_) {
      windows_->run(as_scores(pause));
    } else if constexpr (Originating<G>) {
      CounterPasses<G, ScoreCells>(g_, *cells_, state_, *pool_, scatter_room(plan_, slots_of(layer_))).run(as_scores(pause));
    }
    std::memcpy(out, arrays()[0].data(), slots_of(layer_));
    cells_.reset();
    windows_.reset();
  }

  nlohmann::json state() override {
    if (device_) {
      allocate();
      device_->save(arrays());
    }
    return windows_ ? windows_->state() : state_in_words(state_);
  }
  std::string restore(std::size_t stage, const nlohmann::json& j) override {
    begin(stage);
    if (windows_) return windows_->restore(j) ? "" : "contradicts itself";
    if (!state_from_words(j, slots_of(layer_), 128, state_) || state_.level > g_.most_score(layer_)) return "contradicts itself";
    if (device_) allocate();
    return "";
  }
  std::vector<std::span<std::byte>> arrays() override { return windows_ ? windows_->arrays() : cells_->arrays(); }
  void restored() override {
    if (!device_) return;
    if (state_.seeding) state_ = {};
    if (!state_.seeding) device_->restore(arrays(), state_.level, 0);
    state_.cursor = 0;
    cells_.reset();
  }

  bool keeps_stages() const override { return true; }
  void store(std::size_t stage, u64 first, std::span<std::byte> out) const override {
    std::memcpy(out.data(), all_.data() + g_.layer_begin(static_cast<int>(stage)) + first, out.size());
  }
  bool recall(std::size_t stage, u64 first, u64 word, std::span<const std::byte> in) override {
    if (word != 1) return false;
    i8* const at = all_.data() + g_.layer_begin(static_cast<int>(stage)) + first;
    std::memcpy(at, in.data(), in.size());
    const i32 most = g_.most_score(static_cast<int>(stage));
    return std::all_of(at, at + in.size(), [&](i8 score) { return score == no_position_score || std::abs(score) <= most; });
  }
  void end_recall(std::size_t stage) override {
    const int layer = static_cast<int>(stage);
    known_ = g_.layer_begin(layer + 1);
    if (device_)
      device_->load(g_.layer_begin(layer), slots_of(layer),
                    reinterpret_cast<const std::byte*>(all_.data() + g_.layer_begin(layer)));
  }
  bool holds(std::size_t stage) const override { return g_.layer_begin(static_cast<int>(stage) + 1) <= known_; }

  void count(SolveResult& result) override {
    std::map<i32, u64> by_score;
    u64 empty = 0;
    for (int i = 0; i < g_.layers(); ++i) {
      Findings::Part part{.name = g_.layer_name(i)};
      count_layer(i, part.by_score, empty);
      for (const auto& [score, n] : part.by_score) by_score[score] += n;
      part.first = tally_of(part.by_score);
      result.findings.parts.push_back(std::move(part));
    }
    result.statistics = scored_statistics(by_score, scored(score_of(g_, g_.start(), [&](Slot s) { return i32{all_[s]}; })));
    result.statistics.empty_slots = empty;
  }
  Encoding encoding(const SolveResult&) const override { return Encoding::score8; }
  int compression(Encoding) const override { return 1; } // quicker than level 3, and of Awari's scores it makes less
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    std::memcpy(raw.data(), all_.data() + block * block_slots(e), raw.size());
  }
  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  static_assert(!Originating<G> || G::max_moves < Score::pending, "open turns are counted in a byte");

  bool on_device() const { return plan_.device == Device::cuda; }
  bool windows() const { return plan_.method == Method::windows; }
  u64 slots_of(int layer) const { return g_.layer_begin(layer + 1) - g_.layer_begin(layer); }
  u64 largest() const {
    u64 n = 0;
    for (int i = 0; i < g_.layers(); ++i) n = std::max(n, slots_of(i));
    return n;
  }
  void allocate() {
    const Slot begin = g_.layer_begin(layer_);
    if (windows()) {
      windows_ = std::make_unique<ScoreWindows<G>>(g_, begin, slots_of(layer_), g_.most_score(layer_), all_.data(), *pool_);
    } else {
      cells_ = std::make_unique<ScoreCells>(begin, slots_of(layer_), g_.most_score(layer_), all_.data());
    }
  }
  static Pause as_scores(const Pause& pause) {
    return [&pause](StageReport r) {
      r.phase = SolveProgress::Phase::scores;
      pause(r);
    };
  }

  void count_layer(int layer, std::map<i32, u64>& by_score, u64& empty) {
    using Counts = std::array<u64, 256>;
    std::vector<Counts> counts(static_cast<std::size_t>(pool_->threads()), Counts{});
    pool_->for_ranges(g_.layer_begin(layer), g_.layer_begin(layer + 1), u64{1} << 16, [&](Slot first, Slot last, int worker) {
      for (Slot s = first; s < last; ++s) ++counts[static_cast<std::size_t>(worker)][static_cast<u8>(all_[s])];
    });
    for (const Counts& c : counts) {
      for (std::size_t code = 0; code < c.size(); ++code) {
        const i32 score = static_cast<i32>(code) - (code < 128 ? 0 : 256);
        if (c[code] != 0) (score == no_position_score ? empty : by_score[score]) += c[code];
      }
    }
  }

  const G g_;
  SolvePlan plan_;
  Pool* pool_ = nullptr;
  LargeArray<i8> all_; // scores of all slots
  PassState state_;
  int layer_ = 0;
  Slot known_ = 0; // slots before it have their scores
  std::unique_ptr<ScoreCells> cells_;
  std::unique_ptr<ScoreWindows<G>> windows_;
  std::unique_ptr<CounterDevice> device_;
};

} // namespace zermelo
