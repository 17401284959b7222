// Solves a game of scores layer by layer, the lowest first: by un-moves with counters (backward), or by windows without un-moves.
#pragma once

#include <map>

#include "solve/counter_strategy.h"
#include "solve/counters/score_cells.h"
#include "solve/windows.h"
#include "table/findings.h"

namespace zermelo {

template <Scored G> class ScoreStrategy final : public CounterStrategy<GameStrategy<G>, G> {
  using Base = CounterStrategy<GameStrategy<G>, G>;

public:
  ScoreStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan)
      : Base(g, contents, options, std::move(plan), stages_of(g), 1) {
    const u64 slots = g.size(), scattered = this->on_device() || windows() ? 0 : u64{256} << 20;
    const u64 cells = windows() ? ScoreWindows<G>::bytes_for(largest_) : ScoreCells::bytes_for(this->mine(largest_));
    u64 codes = 0;
    for (const CounterStage& s : this->stages_) codes += this->mine(s.slots);
    this->plan_for(kind(), codes, cells, scattered); // cells of a device come here when they are saved
    if (!windows()) this->template plan_on_disk<i8, ScoreCells>(cells);
    plan_.disk = 2 * slots + 2 * largest_ + (u64{1} << 16); // layers, the table, the layer at work
    if constexpr (Effortful<G>)
      plan_.otherwise = fmt::format("; it would take about {} of disk and {} of CPU time",
                                    bytes(static_cast<u64>(2 * static_cast<double>(slots) * G::table_bytes_a_slot)),
                                    duration(static_cast<double>(slots) * G::solving_seconds_a_slot));
  }

  void run(std::size_t stage, const Pause& pause) override {
    auto of_scores = [](StageReport r) {
      r.phase = SolveProgress::Phase::scores;
      return r;
    };
    Base::run(stage, Pause([&](const StageReport& r) { pause(of_scores(r)); },
                           [&](const StageReport& r) { return pause.due(of_scores(r)); }));
  }

  StageState state() override { return windows() ? windows_at_work().state() : Base::state(); }
  std::string restore(std::size_t stage, const StageState& saved) override {
    if (!windows()) {
      const std::string why = this->restore_at(stage, saved, 128);
      return this->state_.level > this->stage_.most_score ? "contradicts itself" : why;
    }
    this->begin(stage);
    return windows_at_work().restore(saved) ? "" : "contradicts itself";
  }

  void count(SolveResult& result) override {
    std::map<i32, u64> by_score;
    u64 empty = 0;
    for (std::size_t i = 0; i < this->stages_.size(); ++i) {
      Findings::Part part{.name = this->stages_[i].name};
      add_up_stage(i, part.by_score, empty);
      for (const auto& [score, n] : part.by_score) by_score[score] += n;
      part.first = tally_of(part.by_score);
      result.findings.parts.push_back(std::move(part));
    }
    result.statistics = scored_statistics(by_score, scored(score_of(g_, g_.start(), [&](Slot s) { return score(s); })));
    result.statistics.empty_slots = empty;
  }
  Encoding encoding(const SolveResult&) const override { return Encoding::score8; }
  int compression(Encoding) const override { return 1; } // quicker than level 3, and of Awari's scores it makes less

private:
  using Base::g_, Base::plan_, Base::pool_, Base::largest_;
  static_assert(!Originating<G> || G::max_moves < Score::pending, "open moves are counted in a byte");

  static std::vector<CounterStage> stages_of(const G& g) {
    std::vector<CounterStage> all;
    for (int i = 0; i < g.layers(); ++i) {
      const Slot first = g.layer_begin(i);
      all.push_back({g.layer_name(i), first, g.layer_begin(i + 1) - first, g.most_score(i)});
    }
    return all;
  }
  CounterKind kind() const override { return CounterKind::scores; }
  bool is_sound(std::size_t stage, std::span<const std::byte> in) const override {
    const i32 most = this->stages_[stage].most_score;
    const auto* const at = reinterpret_cast<const i8*>(in.data());
    return std::all_of(at, at + in.size(), [&](i8 score) { return score == no_position_score || std::abs(score) <= most; });
  }
  u64 unit() const override { return ScoreCells::chunk; }
  bool windows() const { return plan_.method == Method::windows; }
  ScoreWindows<G>& windows_at_work() { return *static_cast<ScoreWindows<G>*>(this->at_work_.cells.get()); }
  const i8* scores() const { return reinterpret_cast<const i8*>(this->codes_.data()); }

  void allocate() override {
    const auto& [name, first, slots, most] = this->stage_;
    if (windows())
      return this->work_on(std::make_shared<ScoreWindows<G>>(g_, first, slots, most, scores(), *pool_), 0,
                           [](ScoreWindows<G>& all, const Pause& pause) { return all.run(pause); });
    this->work_on(std::make_shared<ScoreCells>(first, this->share_.own(), most), 0,
                  [this](ScoreCells& cells, const Pause& pause) {
                    if constexpr (Originating<G>) return this->run_after_stages(cells, pause, scores());
                    return true;
                  });
  }

  // Of any slot; all ranks ask together.
  i32 score(Slot s) const {
    if (this->ranks_.alone()) {
      Bytes read;
      return static_cast<i8>(*this->codes_from(s, s + 1, read));
    }
    const Spread::Place p = this->spread_->place(s);
    const bool here = p.rank == static_cast<u64>(this->ranks_.rank());
    return static_cast<i8>(this->ranks_.sum(here ? u64{static_cast<u8>(scores()[p.at])} : 0));
  }

  void add_up_stage(std::size_t i, std::map<i32, u64>& by_score, u64& empty) {
    using Counts = std::array<u64, 256>;
    std::vector<Counts> counts(static_cast<std::size_t>(pool_->threads()), Counts{});
    this->each_own_stretch(i, [&](std::span<const std::byte> codes, int worker) {
      std::array<Counts, 4> here{}; // equal neighbours in different places: none waits for the last
      for (std::size_t k = 0; k < codes.size(); ++k) ++here[k % 4][std::to_integer<u8>(codes[k])];
      for (const Counts& some : here)
        for (std::size_t code = 0; code < 256; ++code) counts[static_cast<std::size_t>(worker)][code] += some[code];
    });
    for (std::size_t n = 1; n < counts.size(); ++n)
      for (std::size_t code = 0; code < 256; ++code) counts[0][code] += counts[n][code];
    const std::vector<u64> sums = this->ranks_.sums(std::vector<u64>(counts[0].begin(), counts[0].end()));
    std::copy(sums.begin(), sums.end(), counts[0].begin());
    counts.resize(1);
    for (const Counts& c : counts) {
      for (std::size_t code = 0; code < c.size(); ++code) {
        const i32 score = static_cast<i32>(code) - (code < 128 ? 0 : 256);
        if (c[code] != 0) (score == no_position_score ? empty : by_score[score]) += c[code];
      }
    }
  }
};

} // namespace zermelo
