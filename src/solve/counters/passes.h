// Retrograde analysis with un-moves and counters, for every kind of cell: each edge of the game's graph is touched once.
//
// Every slot gets its first word. Then, level by level, positions that are decided at this level tell those that have a move to
// them: a lost successor decides, a won one is one open successor less. (Ströhlein 1970; Thompson 1986; with counters after Wu
// and Beal 2001, for scores Romein and Bal 2003.) What is left when no level is marked is drawn by endless play. Cost: one unrank
// per decided slot, one rank per edge; memory: the cells and the buckets of Scatter.
//
// Between rounds the cells are consistent: there a solve reports, saves itself and stops.
#pragma once

#include <vector>

#include "exec/pool.h"
#include "exec/scatter.h"
#include "solve/strategy.h"

namespace zermelo {

// Where a stage stands; with the cells all that a checkpoint needs.
struct PassState {
  bool seeding = true;
  i32 level = 0;
  u64 cursor = 0; // slots before it are seeded, or chunks before it told at this level
  u64 told = 0;   // positions
  u64 found = 0;  // of these, in this pass of a game without un-moves
};

// Closes a pass without un-moves; false if it was the last. Seeds are decided in at most 2 plies; beyond, a pass needs what the
// one before found.
inline bool next_pass(PassState& state) {
  const bool last = state.level > 2 && state.found == 0;
  state = {false, state.level + 1, 0, state.told + state.found, 0};
  return !last;
}

// Every slot gets its first word. False where the words are too small.
template <class G, class Cells> bool seed_cells(const G& g, Cells& cells, PassState& state, Pool& pool, const Pause& pause) {
  const u64 round = (u64{1} << 20) * static_cast<u64>(pool.threads());
  u8 too_long = 0;
  while (state.cursor < cells.slots) {
    const u64 end = std::min(cells.slots, state.cursor + round), done = end - state.cursor;
    pool.for_ranges(state.cursor, end, std::min<u64>(Cells::chunk, u64{1} << 14), [&](u64 first, u64 last, int) {
      Walker<G> walker(g);
      for (u64 i = first; i < last; ++i)
        if (!cells.seed(g, walker, i)) return store_shared(too_long, u8{1});
    });
    if (too_long != 0) return false;
    state.cursor = end;
    pause({SolveProgress::Phase::seed, 0, end, 0, done});
  }
  state = {false, cells.first_level(), 0, 0};
  return true;
}

template <class G, class Cells> class CounterPasses {
public:
  CounterPasses(const G& g, Cells& cells, PassState& state, Pool& pool, u64 scatter_memory)
      : g_(g), cells_(cells), state_(state), pool_(pool), scatter_(cells.slots, pool.threads(), scatter_memory) {}

  // False where the cells are too small: seeding is to begin anew, or the level to go on, with wider ones.
  bool run(const Pause& pause) {
    // A checkpoint holds the cells and no marks; at the beginning there is nothing to mark.
    const u64 chunks = state_.seeding ? state_.cursor / chunk + (state_.cursor % chunk != 0) : cells_.schedule.chunks();
    const i32 level = state_.seeding ? cells_.first_level() : state_.level;
    pool_.for_ranges(0, chunks, 1, [&](u64 c, u64, int) { cells_.mark_again(c, level, state_.seeding ? 0 : state_.cursor); });
    if (state_.seeding && !seed_cells(g_, cells_, state_, pool_, pause)) return false;
    for (i32 now = state_.level; (now = cells_.next_level(now)) >= 0; now = cells_.after(now)) {
      if (now != state_.level) state_.cursor = 0;
      state_.level = now;
      if (!cells_.fits(now)) return false;
      // Rounds, until one of them from the first chunk on has nothing to tell; a resumed one begins further on.
      for (bool first = true, more = true; more; first = false) {
        const bool whole = state_.cursor == 0;
        more = tell(first, pause) || !whole;
        state_.cursor = 0;
      }
      if (!cells_.fits(now)) return false;
      state_.level = cells_.after(now);
    }
    pool_.for_ranges(0, cells_.slots, u64{1} << 16, [&](u64 first, u64 last, int) { cells_.close(first, last); });
    return true;
  }

private:
  static constexpr u64 chunk = Cells::chunk;
  static_assert(Scatter::partition_slots % chunk == 0, "a chunk is changed under one lock");

  // Whether there was something to tell at this level.
  bool tell(bool first_round, const Pause& pause) {
    const i32 level = state_.level;
    const std::vector<u64> chunks = cells_.schedule.take(level, state_.cursor);
    const u64 round = std::max<u64>(1, (u64{1} << 21) / chunk) * static_cast<u64>(pool_.threads());
    // What is due without being told comes first: a cell has one writer at a time.
    pool_.for_ranges(0, first_round ? chunks.size() : 0, 4, [&](u64 first, u64 last, int) {
      for (u64 c = first; c < last; ++c) cells_.ripen(chunks[c], level);
    });
    cells_.with_apply(level, [&](const auto& apply) {
      for (u64 first = 0; first < chunks.size(); first += round) {
        const u64 last = std::min<u64>(chunks.size(), first + round);
        const u64 before = state_.told;
        pool_.for_ranges(first, last, 1, [&](u64 c, u64, int worker) { tell(chunks[c], level, worker, apply); });
        pool_.for_ranges(0, static_cast<u64>(pool_.threads()), 1,
                         [&](u64 worker, u64, int) { scatter_.flush(static_cast<int>(worker), apply); });
        if (!cells_.fits(level)) return; // not to be saved: something was not decided
        state_.cursor = chunks[last - 1] + 1;
        pause({SolveProgress::Phase::levels, level, cells_.slots, state_.told, state_.told - before});
      }
    });
    return !chunks.empty();
  }

  template <class Apply> void tell(u64 c, i32 level, int worker, const Apply& apply) {
    Walker<G> walker(g_);
    u64 told = 0;
    cells_.take(c, level, [&](u64 i, bool lost) {
      PositionOf<G> p;
      walker.unrank(cells_.begin + i, p);
      cells_.undo(g_, p, level, [&](Slot s) { scatter_.emit(worker, s, lost, apply); });
      ++told;
    });
    add_shared(state_.told, told);
  }

  const G& g_;
  Cells& cells_;
  PassState& state_;
  Pool& pool_;
  Scatter scatter_;
};

} // namespace zermelo
