// Scores by the best turn so far and a counter of open successors (Romein and Bal 2003).
//
// Each position knows the best score that turns to lower layers and to decided successors give, and how many successors within
// the layer are not decided. Scores are decided by their distance from 0, largest first. At distance v
//   a position whose best turn is worth v is decided: an open successor could be worth more only if it had been decided before;
//   a position without open successors whose best turn is worth -v is decided.
// A decided position tells the origins of turns to it, once. What is never decided can go on for ever: 0.
// So each turn within a layer is taken back once, and only turns that leave the layer are ever looked up.
//
//   state byte   0 .. 253   open successors
//                254        decided, its origins are to be told
//                255        decided, or no position
#pragma once

#include <functional>
#include <vector>

#include "exec/pool.h"
#include "exec/scatter.h"
#include "exec/shared.h"
#include "solve/scored/layer.h"

namespace zermelo {

template <Originating G> class ScoreCounters {
public:
  // pause(slots just worked on, distance from 0) is called between pieces of work.
  using Pause = std::function<void(u64, i32)>;

  ScoreCounters(const G& g, const ScoredLayer& layer, u8* state, Pool& pool, u64 scatter_memory, Pause pause)
      : g_(g), layer_(layer), state_(state), pool_(pool), pause_(std::move(pause)),
        scatter_(layer.slots, pool.threads(), scatter_memory), chunks_((layer.slots + chunk - 1) / chunk),
        dirty_{std::vector<u8>(chunks_, 0), std::vector<u8>(chunks_, 0)} {}

  void run() {
    seed();
    for (v_ = layer_.most; v_ > 0; --v_) {
      begin_level();
      finish_level();
      pause_(0, v_);
    }
    close();
  }

  static constexpr u8 pending = 254, decided = 255;
  static_assert(G::max_moves < pending);

private:
  static constexpr u64 chunk = 4096;         // slots that are skipped or worked on together
  static constexpr u64 round = u64{1} << 13; // chunks between two pauses
  static_assert(Scatter::partition_slots % chunk == 0, "a chunk is changed under one lock");

  template <class F> void each_chunk(F&& f) { // f(chunk, worker)
    for (u64 first = 0; first < chunks_; first += round) {
      pool_.for_ranges(first, std::min(chunks_, first + round), 1, [&](u64 c, u64, int worker) { f(c, worker); });
    }
  }
  u64 end_of(u64 c) const { return std::min(layer_.slots, (c + 1) * chunk); }

  void seed() {
    for (u64 first = 0; first < chunks_; first += round) {
      const u64 last = std::min(chunks_, first + round);
      pool_.for_ranges(first, last, 1, [&](u64 c, u64, int) {
        Walker<G> walker(g_);
        for (u64 i = c * chunk; i < end_of(c); ++i) look(walker, i);
      });
      pause_((last - first) * chunk, layer_.most);
    }
  }

  void look(Walker<G>& walker, u64 i) {
    PositionOf<G> p;
    if (!walker.unrank(layer_.begin + i, p)) {
      layer_.scores[i] = no_position_score;
      state_[i] = decided;
    } else if (const auto over = g_.settled(p)) {
      layer_.scores[i] = static_cast<i8>(*over);
      state_[i] = decided;
    } else {
      const Survey s = survey(g_, p, layer_.begin, [&](Slot lower) { return layer_.lower(lower); });
      layer_.scores[i] = static_cast<i8>(std::max(s.best, -128)); // below every score, where no turn leaves the layer
      state_[i] = static_cast<u8>(s.open);
    }
  }

  // Finds what is decided at this distance without another position of it.
  void begin_level() {
    const auto* scores = reinterpret_cast<const u8*>(layer_.scores);
    each_chunk([&](u64 c, int) {
      bool any = false;
      auto decide = [&](u64 i) {
        state_[i] = pending;
        any = true;
      };
      each_equal_byte(scores, c * chunk, end_of(c), static_cast<u8>(v_), [&](u64 i) {
        if (state_[i] < pending) decide(i);
      });
      each_equal_byte(scores, c * chunk, end_of(c), static_cast<u8>(-v_), [&](u64 i) {
        if (state_[i] == 0) decide(i);
      });
      dirty_[now_][c] = any;
    });
  }

  void finish_level() {
    const i32 v = v_;
    // What has been told meanwhile is told in the same round where it lies ahead, else in the next.
    auto apply = [this, v](Slot i, bool lost) {
      const u8 open = load_shared(state_[i]);
      if (open >= pending) return;
      i8& score = layer_.scores[i];
      bool decides = lost;
      if (lost) {
        score = static_cast<i8>(v);
      } else {
        score = std::max(score, static_cast<i8>(-v));
        store_shared(state_[i], static_cast<u8>(open - 1));
        decides = open == 1 && score == -v;
      }
      if (!decides) return;
      store_shared(state_[i], pending);
      store_shared(dirty_[1 - now_][i / chunk], u8{1});
    };
    for (std::vector<u64> work = take_dirty(); !work.empty(); work = take_dirty()) {
      for (u64 first = 0; first < work.size(); first += round) {
        const u64 last = std::min<u64>(work.size(), first + round);
        pool_.for_ranges(first, last, 1, [&](u64 i, u64, int worker) { tell(work[i], worker, apply); });
        pause_((last - first) * chunk, v_);
      }
      pool_.for_ranges(0, static_cast<u64>(pool_.threads()), 1,
                       [&](u64 worker, u64, int) { scatter_.flush(static_cast<int>(worker), apply); });
      now_ = 1 - now_;
    }
  }

  std::vector<u64> take_dirty() {
    std::vector<u64> list;
    for (u64 c = 0; c < chunks_; ++c) {
      if (dirty_[now_][c] == 0) continue;
      dirty_[now_][c] = 0;
      list.push_back(c);
    }
    return list;
  }

  template <class Apply> void tell(u64 c, int worker, const Apply& apply) {
    Walker<G> walker(g_);
    each_equal_byte(state_, c * chunk, end_of(c), pending, [&](u64 i) {
      store_shared(state_[i], decided);
      PositionOf<G> p;
      walker.unrank(layer_.begin + i, p);
      const bool lost = layer_.scores[i] < 0;
      g_.each_origin(p, [&](Slot from) { scatter_.emit(worker, from - layer_.begin, lost, apply); });
    });
  }

  void close() {
    each_chunk([&](u64 c, int) {
      for (u64 i = c * chunk; i < end_of(c); ++i)
        if (state_[i] != decided) layer_.scores[i] = 0;
    });
  }

  const G& g_;
  ScoredLayer layer_;
  u8* state_;
  Pool& pool_;
  Pause pause_;
  Scatter scatter_;
  u64 chunks_;
  std::vector<u8> dirty_[2]; // chunks with positions whose origins are to be told, in this round and in the next
  int now_ = 0;
  i32 v_ = 0;
};

} // namespace zermelo
