// Scores by windows: which positions are worth at least v to the mover, which at most -v, for v from the largest score down. Two
// bits a position and no un-moves; each window is a game of wins and losses, found by passes over what is open.
//
// A position joins in window v with exactly that score: had it more, it would be in the window before.
#pragma once

#include <utility>

#include "exec/large_array.h"
#include "exec/pool.h"
#include "exec/shared.h"
#include "solve/counters/score.h"
#include "solve/strategy.h"

namespace zermelo {

template <Scored G> class ScoreWindows {
public:
  // One layer; `lower` has the scores of all slots of the table.
  ScoreWindows(const G& g, Slot begin, u64 slots, i32 most, const i8* lower, Pool& pool)
      : g_(g), begin_(begin), slots_(slots), v_(most), lower_(lower), pool_(pool), words_((slots + 63) / 64), scores_(slots),
        won_(words_), lost_(words_) {}

  static u64 bytes_for(u64 slots) { return slots + slots / 4 + 128; }

  // From wherever it stands. Each pause comes after something that is never done again: else a solve that is stopped sooner than
  // a pass takes would not get anywhere.
  bool run(const Pause& pause) {
    if (!looked_) {
      pass(pause, [&](u64 i, Walker<G>& walker) { return look(i, walker); });
      looked_ = true;
      rest(pause);
    }
    while (v_ > 0) {
      if (!pass(pause, [&](u64 i, Walker<G>& walker) { return decide(i, walker); })) --v_;
      rest(pause);
    }
    return true; // what no window holds is 0; its score has been 0 since the first look
  }

  StageState state() const {
    return StageState().set("looked", looked_).set("window", i64{v_}).set("word", u64{word_}).set("changed", bool{changed_});
  }
  bool restore(const StageState& saved) {
    const i64 window = saved.get<i64>("window");
    looked_ = saved.get<bool>("looked");
    word_ = saved.get_or("word", u64{0}); // files without it do a pass again
    changed_ = saved.get_or("changed", false);
    if (window < 0 || window > v_ || word_ > words_) return false;
    v_ = static_cast<i32>(window);
    return true;
  }
  std::vector<std::span<std::byte>> arrays() { return {scores_.bytes(), won_.bytes(), lost_.bytes()}; }

private:
  // f(slot, walker) for every slot that is open, in this layer; whether it was true of any.
  template <class F> bool pass(const Pause& pause, F&& f) {
    constexpr u64 grain = 64, round = u64{1} << 19;
    while (word_ < words_) {
      const u64 first = word_, last = std::min(words_, first + round);
      u8 changed = 0;
      pool_.for_ranges(first, last, grain, [&](u64 from, u64 to, int) {
        Walker<G> walker(g_);
        bool any = false;
        for (u64 w = from; w < to; ++w) {
          const u64 inside = w + 1 == words_ && slots_ % 64 != 0 ? (u64{1} << slots_ % 64) - 1 : ~u64{0};
          for (u64 open = ~(load_shared(won_[w]) | load_shared(lost_[w])) & inside; open != 0; open &= open - 1)
            any = f(w * 64 + static_cast<u64>(std::countr_zero(open)), walker) || any;
        }
        if (any) store_shared(changed, u8{1});
      });
      changed_ = changed_ || changed != 0;
      word_ = last;
      worked_ += (last - first) * 64;
      if (word_ < words_) rest(pause);
    }
    word_ = 0;
    return std::exchange(changed_, false);
  }
  void rest(const Pause& pause) {
    pause({SolveProgress::Phase::levels, v_, looked_ ? slots_ : std::min(slots_, word_ * 64), looked_ ? slots_ / 2 : 0,
           std::exchange(worked_, 0)});
  }

  // Slots without a position and finished ones join no window: nobody asks for their bits. Both planes take them out of the way.
  bool look(u64 i, Walker<G>& walker) {
    PositionOf<G> p;
    const bool held = walker.unrank(begin_ + i, p);
    const auto over = held ? g_.settled(p) : std::nullopt;
    scores_[i] = static_cast<i8>(!held ? no_position_score : over.value_or(0));
    if (!held || over) set_shared_bit(won_.data(), i);
    return false;
  }

  bool decide(u64 i, Walker<G>& walker) {
    PositionOf<G> p;
    walker.unrank(begin_ + i, p);
    MoveListOf<G> moves;
    g_.moves(p, moves);
    bool all_lose = true;
    for (const auto& m : moves) {
      const auto q = g_.play(p, m);
      const auto over = g_.settled(q);
      const Slot s = g_.rank(q);
      if (over || s < begin_) {
        const i32 worth = g_.pays(p, m) - (over ? *over : i32{lower_[s]});
        if (worth >= v_) return join(i, won_, v_);
        all_lose = all_lose && worth <= -v_;
      } else {
        if (has(lost_, s - begin_)) return join(i, won_, v_);
        all_lose = all_lose && has(won_, s - begin_);
      }
    }
    return all_lose && join(i, lost_, -v_);
  }

  static bool has(const LargeArray<u64>& plane, u64 i) { return (load_shared(plane[i / 64]) >> (i % 64) & 1) != 0; }
  bool join(u64 i, LargeArray<u64>& plane, i32 score) {
    scores_[i] = static_cast<i8>(score);
    return set_shared_bit(plane.data(), i);
  }

  const G& g_;
  Slot begin_;
  u64 slots_;
  i32 v_; // the window
  bool looked_ = false;
  u64 word_ = 0;         // where the pass at work is
  bool changed_ = false; // whether it has found something
  u64 worked_ = 0;       // slots since the last pause
  const i8* lower_;
  Pool& pool_;
  u64 words_;
  LargeArray<i8> scores_;
  LargeArray<u64> won_, lost_;
};

} // namespace zermelo
