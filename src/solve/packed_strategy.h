// Solves a game as one stage: by un-moves with counters (backward), or by passes without un-moves (forward); on the CPU or on a
// device, with one byte a slot where that is enough.
#pragma once

#include "base/machine.h"
#include "solve/counter_strategy.h"
#include "solve/forward.h"

namespace zermelo {

template <Indexed G> class PackedStrategy final : public CounterStrategy<ValueStrategy<PackedStrategy<G>, G>, G> {
  using Base = CounterStrategy<ValueStrategy<PackedStrategy<G>, G>, G>;
  static constexpr int most_successors = G::max_moves + 1;

public:
  PackedStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan)
      : Base(g, contents, options, std::move(plan), {{"", 0, g.size()}}, needs_wide(g) ? 2 : 1), planned_word_(word_) {
    const u64 slots = g.size();
    // A device saves two bytes a slot.
    this->plan_for(kind(), 0, memory_of(this->on_device() ? 2 : word_),
                   this->on_device() || plan_.method == Method::forward ? 0 : ~u64{0});
    plan_.disk = 2 * slots * word_ + (slots >> 4) + (u64{1} << 16); // a checkpoint, and the table beside it
    if (plan_.method == Method::forward && !this->on_device()) {
      plan_.pass_seconds = seconds_a_pass(g) / plan_.threads;
      plan_.seconds = usual_passes * plan_.pass_seconds;
    }
  }

  StageState state() override {
    if (device_) word_ = 2;
    return Base::state().set("word", word_).set("limit", limit_of(word_));
  }
  std::string restore(std::size_t stage, const StageState& saved) override {
    const u64 word = saved.get<u64>("word"), limit = saved.get<u64>("limit");
    const i32 most_level = word == 2 ? 32'767 : 255;
    PassState ignored;
    if ((word != 1 && word != 2) || !state_from_words(saved, g_.size(), most_level, ignored)) return "contradicts itself";
    check_room(word);
    if (limit != limit_of(word)) return "was written by another version of this program";
    word_ = word;
    return this->restore_at(stage, saved, most_level);
  }
  void restored() override {
    if (device_ && word_ == 1) widen_cells();
    Base::restored();
  }

  bool keeps_stages() const override { return false; }

private:
  using Base::g_, Base::plan_, Base::pool_, Base::word_, Base::state_, Base::device_, Base::at_work_;

  CounterKind kind() const override { return CounterKind::packed; }
  u64 unit() const override { return PackedCells<u8>::chunk; }

  // Forward passes look at the successors of every open slot again and again. What that takes differs much by game, so it is tried
  // on a sample. As many passes are needed as the longest win has plies; but what is decided is passed over, and all passes
  // together took as long as 5.7 (quixo:4), 7.0 (anpanman) and 7.2 (shinpei) over all slots.
  static constexpr double usual_passes = 8;
  static double seconds_a_pass(const G& g) {
    u64 found = 0;
    const double start = cpu_seconds();
    Base::any_in_sample(g, [&](const PositionOf<G>& p) {
      FixedList<Slot, G::max_moves> slots;
      if (!settle(g, p).known()) found += static_cast<u64>(list_children(g, p, slots).open);
      return found == ~u64{0}; // never: all are looked at
    });
    return (cpu_seconds() - start) / static_cast<double>(Base::sampled(g)) * static_cast<double>(g.size());
  }

  // Some seeds look as a sample of slots has them: a game that ends with a win for the mover shows it at once.
  static bool needs_wide(const G& g) {
    const Packed<u8> rule{Packed<u8>::limit_for(most_successors)};
    if (rule.limit == 0) return true;
    return Base::any_in_sample(g, [&](const PositionOf<G>& p) { return seed_packed(g, p, rule) == rule.too_long; });
  }
  static u64 limit_of(u64 word) { return (word == 2 ? Packed<u16>::limit_for : Packed<u8>::limit_for)(most_successors); }
  u64 memory_of(u64 word) const {
    const u64 slots = this->mine(g_.size());
    return word == 2 ? PackedCells<u16>::bytes_for(slots) : PackedCells<u8>::bytes_for(slots);
  }

  void allocate() override { word_ == 2 ? allocate_with<u16>() : allocate_with<u8>(); }
  template <class Word> void allocate_with() {
    at_work_ = {};
    this->work_on(std::make_shared<PackedCells<Word>>(this->share_.own(), most_successors), PackedCells<Word>::chunk,
                  [this](PackedCells<Word>& cells, const Pause& pause) {
                    EarlierHere<Word> nothing;
                    if constexpr (Reversible<G>)
                      if (plan_.method != Method::forward) return this->run_counters(cells, pause, nothing);
                    const Crew crew{this->ranks_, this->share_};
                    auto seed = [&](const FirstLook& first) { return seed_cells(0, state_, pause, crew, first); };
                    if (state_.seeding && !with_first_look(g_, cells, *pool_, crew, nothing, seed)) return false;
                    return run_forward(g_, cells, state_, *pool_, pause);
                  });
  }

  void check_room(u64 word) const {
    if (word > planned_word_) Base::check_room(plan_.memory + memory_of(2) - memory_of(1));
  }

  void widen() override { word_ == 2 || device_ ? Base::widen() : widen_cells(); }
  // Two bytes for each slot in place of one, and on.
  void widen_cells() {
    check_room(2);
    word_ = 2;
    if (state_.seeding) {
      state_ = {};
      return allocate();
    }
    const auto narrow = std::move(at_work_);
    allocate();
    const Packed<u8> from{Packed<u8>::limit_for(most_successors)};
    const Packed<u16> to{Packed<u16>::limit_for(most_successors)};
    const auto* const bytes = reinterpret_cast<const u8*>(narrow.arrays[0].data());
    auto* const words = reinterpret_cast<u16*>(at_work_.arrays[0].data());
    pool_->for_ranges(0, this->share_.own(), u64{1} << 16, [&](u64 first, u64 last, int) {
      for (u64 i = first; i < last; ++i) words[i] = to.widened(bytes[i], from);
    });
  }

  // The cells have become the codes; from a device they come as narrow as they may be.
  void keep() override {
    if (!device_) return;
    word_ = device_->code_bytes();
    allocate();
    device_->fetch_all(at_work_.arrays[0], *pool_);
  }

  const u64 planned_word_;
};

} // namespace zermelo
