// What strategies for a type of game have in common; and the end of a solve for those whose values can be read slot by slot:
// counts what was found, and packs it as a table has it.
#pragma once

#include <cstring>

#include "exec/pool.h"
#include "game/concepts.h"
#include "index/marks.h"
#include "solve/strategy.h"
#include "solve/sums.h"
#include "table/wdl2.h"

namespace zermelo {

// The size of the class of the position in a slot that holds one.
template <Indexed G> int orbit_at(const G& g, Slot s) {
  if constexpr (Weighing<G>) {
    return g.weight(s);
  } else if constexpr (Symmetric<G>) {
    PositionOf<G> p;
    g.unrank(s, p);
    return g.orbit(p);
  } else {
    return 1;
  }
}

template <Indexed G> class GameStrategy : public Strategy {
public:
  GameStrategy(const G& g, Contents contents, SolvePlan plan) : g_(g), contents_(contents), plan_(std::move(plan)) {}
  SolvePlan plan() const override { return plan_; }

protected:
  bool on_device() const { return plan_.device == Device::cuda; }

  const G g_;
  Contents contents_;
  SolvePlan plan_;
  Pool* pool_ = nullptr;
};

// Self offers each_value(first, last, f): f(slot, value, orbit) for every slot of a stretch, in order, from any thread. The value
// is unknown where a slot holds no position; the size of the position's class is 0 where the game is to be asked.
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility): its constructors are those of GameStrategy
template <class Self, Indexed G> class ValueStrategy : public GameStrategy<G> {
public:
  using GameStrategy<G>::GameStrategy;

  void count(SolveResult& result) override {
    const std::vector<Stage> stages = this->stages();
    if (counted_.empty()) {
      counting();
      self().each_stretch([&](u64 first, u64 last, int worker) { add_stretch(first, last, worker); });
    } else {
      for (std::size_t i = 0; i < stages.size(); ++i)
        if (!counted_[i]) count_stage(i);
    }
    for (Sums& sum : sums_) sum.close();
    for (std::size_t i = 1; i < sums_.size(); ++i) sums_[0].add(sums_[i]);
    self().add_other_ranks(sums_[0], initial_);
    result.statistics = sums_[0].statistics(initial_);
    result.findings = sums_[0].findings([this](Slot s) {
      PositionOf<G> p;
      return g_.unrank(s, p) ? g_.print(p) : std::string();
    });
    // Solved by marks they say nothing about plies, and every method writes the same bytes.
    if (Marked<G> && contents_ == Contents::values) {
      result.statistics.forget_plies();
      result.findings.forget_plies();
    }
  }

  void count_stage(std::size_t stage) override {
    const std::vector<Stage> stages = this->stages();
    if (counted_.empty()) {
      counting();
      counted_.resize(stages.size());
    }
    Slot begin = 0; // stages follow one another
    for (std::size_t i = 0; i < stage; ++i) begin += stages[i].slots;
    pool_->for_ranges(begin, begin + stages[stage].slots, u64{1} << 16,
                      [&](u64 first, u64 last, int worker) { add_stretch(first, last, worker); });
    counted_[stage] = true;
  }

  Encoding encoding(const SolveResult& result) const override {
    if (contents_ == Contents::values) return Encoding::wdl2;
    return needs_two_bytes(result.statistics) ? Encoding::plies16 : Encoding::plies8;
  }
  bool holds_settled() const override { return contents_ == Contents::distances; }

  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    const Slot first = block * block_slots(e), last = std::min(g_.size(), first + block_slots(e));
    if (e == Encoding::wdl2) return fill_values(first, last, raw);
    const u64 size = bits_per_slot(e) / 8;
    self().each_value(first, last, [&](Slot s, Value v, int) {
      const u32 code = v.known() ? encode(e, v) : no_position_code(e);
      std::memcpy(&raw[(s - first) * size], &code, size);
    });
  }

  // Adds up a stretch of slots; strategies that have codes hand them over instead.
  void add_up(Slot first, Slot last, Sums& sum) {
    self().each_value(first, last, [&](Slot s, Value v, int orbit) {
      sum.add(s, v, !v.known() ? 0 : orbit != 0 ? orbit : orbit_at(g_, s));
    });
  }

  // f(first, last, worker) for all slots, or where several ranks have them for this one's; and what the others have found.
  template <class F> void each_stretch(F&& f) const { pool_->for_ranges(0, g_.size(), u64{1} << 16, f); }
  void add_other_ranks(Sums&, Value&) const {}

  // Whether a table of values leaves a slot out: the rules settle it, or its successors tell.
  bool left_out(Walker<G>& walker, Slot s, Value) const {
    PositionOf<G> p;
    return walker.unrank(s, p) && (settle(g_, p).known() || deferred(g_, p));
  }

protected:
  using GameStrategy<G>::g_, GameStrategy<G>::contents_, GameStrategy<G>::pool_;

private:
  Self& self() { return static_cast<Self&>(*this); }

  void counting() {
    sums_.assign(static_cast<std::size_t>(pool_->threads()), sums_of(g_));
    start_ = g_.rank(g_.start());
    initial_ = start_ == no_slot ? settle(g_, g_.start()) : unknown_value;
  }
  void add_stretch(Slot first, Slot last, int worker) {
    self().add_up(first, last, sums_[static_cast<std::size_t>(worker)]);
    if (first <= start_ && start_ < last) self().each_value(start_, start_ + 1, [&](Slot, Value v, int) { initial_ = v; });
  }

  std::vector<Sums> sums_;    // of each thread
  std::vector<bool> counted_; // stages, where some were before all were finished
  Slot start_ = no_slot;
  Value initial_;

  void fill_values(Slot first, Slot last, std::span<std::byte> raw) {
    Wdl2Packer packer(raw);
    Walker<G> walker(g_);
    Wdl2Word word;
    int n = 0;
    self().each_value(first, last, [&](Slot s, Value v, int) {
      const u64 bit = u64{1} << n;
      if (!v.known()) {
        word.empty |= bit;
      } else if (self().left_out(walker, s, v)) {
        word.settled |= bit;
      } else {
        if (v.wdl == Wdl::win) word.won |= bit;
        if (v.wdl == Wdl::loss) word.lost |= bit;
      }
      if (++n < 64) return;
      packer.put(word, n);
      word = {};
      n = 0;
    });
    if (n > 0) packer.put(word, n);
    packer.finish();
  }
};

} // namespace zermelo
