// Scores by windows: which positions are worth at least v to the mover, which at most -v, for v from the largest score down. Two
// bits a position and no un-moves; each window is a game of wins and losses, found by passes over what is open.
//
// A position joins in window v with exactly that score: had it more, it would be in the window before.
#pragma once

#include <functional>

#include "exec/pool.h"
#include "exec/shared.h"
#include "solve/scored/layer.h"

namespace zermelo {

template <Scored G> class ScoreWindows {
public:
  using Pause = std::function<void(u64, i32)>;

  ScoreWindows(const G& g, const ScoredLayer& layer, Pool& pool, Pause pause)
      : g_(g), layer_(layer), pool_(pool), pause_(std::move(pause)), words_((layer.slots + 63) / 64), won_(words_),
        lost_(words_) {}

  static u64 bytes_for(u64 slots) { return slots / 4 + 64; }

  void run() {
    pass([&](u64 i, Walker<G>& walker) { return look(i, walker); });
    for (v_ = layer_.most; v_ > 0; --v_)
      while (pass([&](u64 i, Walker<G>& walker) { return decide(i, walker); })) {}
    // What no window holds is 0; its score has been 0 since the first look.
  }

private:
  // f(slot, walker) for every slot that is open, in this layer; whether it was true of any.
  template <class F> bool pass(F&& f) {
    u8 changed = 0;
    constexpr u64 grain = 64, round = u64{1} << 19;
    for (u64 first = 0; first < words_; first += round) {
      const u64 last = std::min(words_, first + round);
      pool_.for_ranges(first, last, grain, [&](u64 from, u64 to, int) {
        Walker<G> walker(g_);
        bool any = false;
        for (u64 w = from; w < to; ++w) {
          const u64 inside = w + 1 == words_ && layer_.slots % 64 != 0 ? (u64{1} << layer_.slots % 64) - 1 : ~u64{0};
          for (u64 open = ~(load_shared(won_[w]) | load_shared(lost_[w])) & inside; open != 0; open &= open - 1)
            any = f(w * 64 + static_cast<u64>(std::countr_zero(open)), walker) || any;
        }
        if (any) store_shared(changed, u8{1});
      });
      pause_((last - first) * 64, v_);
    }
    return changed != 0;
  }

  // Slots without a position and finished ones join no window: nobody asks for their bits. Both planes take them out of the way.
  bool look(u64 i, Walker<G>& walker) {
    PositionOf<G> p;
    const bool held = walker.unrank(layer_.begin + i, p);
    const auto over = held ? g_.settled(p) : std::nullopt;
    layer_.scores[i] = static_cast<i8>(!held ? no_position_score : over.value_or(0));
    if (!held || over) set_shared_bit(won_.data(), i);
    return false;
  }

  bool decide(u64 i, Walker<G>& walker) {
    PositionOf<G> p;
    walker.unrank(layer_.begin + i, p);
    MoveListOf<G> moves;
    g_.moves(p, moves);
    bool all_lose = true;
    for (const auto& m : moves) {
      const auto q = g_.play(p, m);
      const auto over = g_.settled(q);
      const Slot s = g_.rank(q);
      if (over || s < layer_.begin) {
        const i32 worth = g_.pays(p, m) - (over ? *over : layer_.lower(s));
        if (worth >= v_) return join(i, won_, v_);
        all_lose = all_lose && worth <= -v_;
      } else {
        if (has(lost_, s - layer_.begin)) return join(i, won_, v_);
        all_lose = all_lose && has(won_, s - layer_.begin);
      }
    }
    return all_lose && join(i, lost_, -v_);
  }

  static bool has(const Pages& plane, u64 i) { return (load_shared(plane.data()[i / 64]) >> (i % 64) & 1) != 0; }
  bool join(u64 i, Pages& plane, i32 score) {
    layer_.scores[i] = static_cast<i8>(score);
    return set_shared_bit(plane.data(), i);
  }

  const G& g_;
  ScoredLayer layer_;
  Pool& pool_;
  Pause pause_;
  u64 words_;
  Pages won_, lost_;
  i32 v_ = 0;
};

} // namespace zermelo
