// Solves a game layer by layer (index/layers.h): un-moves with counters within a layer, bounds from those before it. A code for
// every slot is kept, in memory or in the files of the layers, since any earlier layer may be asked for.
#pragma once

#include "solve/counter_strategy.h"
#include "solve/counters/bounded_cells.h"

namespace zermelo {

template <LayeredTable G> class LayerStrategy final : public CounterStrategy<ValueStrategy<LayerStrategy<G>, G>, G> {
  using Base = CounterStrategy<ValueStrategy<LayerStrategy<G>, G>, G>;

public:
  LayerStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan)
      : Base(g, contents, options, std::move(plan), stages_of(g), needs_wide(g) ? 2 : 1) {
    const u64 slots = g.size();
    this->plan_for(kind(), codes_of(word_), cells_of(word_), this->on_device() ? 0 : ~u64{0});
    word_ == 2 ? this->template plan_on_disk<u16, BoundedCells<u16>>(cells_of(2))
               : this->template plan_on_disk<u8, BoundedCells<u8>>(cells_of(1));
    plan_.disk = (2 * slots + 3 * largest_) * word_ + (slots >> 4) + (u64{1} << 16); // layers, the table, the layer at work
  }

  StageState state() override { return Base::state().set("word", word_); }
  std::string restore(std::size_t stage, const StageState& saved) override {
    const u64 word = saved.get<u64>("word");
    begin_recall(stage, word);
    const std::string why = this->restore_at(stage, saved, word_ == 2 ? 32'767 : 255);
    return word != word_ ? "contradicts itself" : why;
  }

  void begin(std::size_t stage) override {
    this->open_finished(stage);
    if (this->finished_) begin_recall(stage, this->finished_->widest());
    Base::begin(stage);
  }
  void begin_recall(std::size_t, u64 word) override {
    if (word == 2 && word_ == 1) make_wide();
  }
  void finished() override {
    Base::finished();
    if (this->finished_) begin_recall(this->stages_.size(), this->finished_->widest());
  }
  bool recall(std::size_t stage, u64 first, u64 word, std::span<const std::byte> in) override {
    if (word == word_) return Base::recall(stage, first, word, in);
    widen_codes(in, wide_codes() + this->place(this->stages_[stage].first + first));
    return true;
  }

private:
  using Base::g_, Base::plan_, Base::pool_, Base::word_, Base::largest_, Base::codes_, Base::device_;

  // A game that can end with a win for the side to move needs it, as a sample of slots shows: better planned than found out.
  static bool needs_wide(const G& g) {
    if (G::max_moves + 1 > Bounded<u8>::most_successors) return true;
    if constexpr (Settling<G>) {
      return Base::any_in_sample(g, [&](const PositionOf<G>& p) {
        const Value v = g.settle(p);
        return v.decisive() && Bounded<u8>::code(v) == Bounded<u8>::too_long;
      });
    }
    return false;
  }
  static std::vector<CounterStage> stages_of(const G& g) {
    std::vector<CounterStage> all;
    for (const TableLayer& l : g.layers()) all.push_back({l.name, l.first, l.slots()});
    return all;
  }
  u64 unit() const override { return BoundedCells<u8>::chunk; }
  CounterKind kind() const override { return word_ == 2 ? CounterKind::wide_bounded : CounterKind::bounded; }
  u64 codes_of(u64 word) const {
    u64 all = 0;
    for (const CounterStage& s : this->stages_) all += this->mine(s.slots);
    return all * word;
  }
  u64 cells_of(u64 word) const {
    const u64 most = this->mine(largest_);
    return word == 2 ? BoundedCells<u16>::bytes_for(most) : BoundedCells<u8>::bytes_for(most);
  }

  void allocate() override { word_ == 2 ? allocate_with<u16>() : allocate_with<u8>(); }
  template <class Word> void allocate_with() {
    this->at_work_ = {};
    this->work_on(std::make_shared<BoundedCells<Word>>(this->stage_.first, this->share_.own()), BoundedCells<Word>::chunk,
                  [this](BoundedCells<Word>& cells, const Pause& pause) {
                    return this->run_after_stages(cells, pause, reinterpret_cast<const Word*>(codes_.data()));
                  });
  }

  // Finished layers are kept, with two bytes a slot; the layer at work is begun anew with them.
  void widen() override {
    if (word_ == 2) return Base::widen();
    make_wide();
    this->state_ = {};
    if (device_) return device_->begin(this->stage_.first, this->stage_.slots, 0);
    allocate();
  }
  void make_wide() {
    this->check_room(plan_.memory + cells_of(2) + (this->finished_ ? 0 : codes_of(2)));
    this->wait_for_saving();
    this->at_work_ = {};
    if (this->finished_) {
      word_ = 2;
      return this->make_device();
    }
    const LargeArray<u8> narrow = std::move(codes_);
    word_ = 2;
    codes_ = LargeArray<u8>(this->spread_->own() * 2);
    const auto* const from = reinterpret_cast<const std::byte*>(narrow.data());
    pool_->for_ranges(0, this->spread_->own(), u64{1} << 16,
                      [&](u64 first, u64 last, int) { widen_codes({from + first, last - first}, wide_codes() + first); });
    this->make_device();
  }
  u16* wide_codes() { return reinterpret_cast<u16*>(codes_.data()); }
};

} // namespace zermelo
