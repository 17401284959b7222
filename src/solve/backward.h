// Retrograde analysis with un-moves: each edge of the game's graph is touched once.
//
// Level d takes the positions decided in exactly d plies. A predecessor of a lost one is won in d + 1, if it has no value
// yet. A predecessor of a won one has one open successor less; when the last is gone it is lost in d + 1. Levels go up one
// by one, so the first win found is the shortest and the last refuted defence the longest: the distances are exact.
// What is left when a level is empty is drawn by endless play. (Ströhlein 1970; Thompson 1986; with counters, after
// Wu and Beal 2001.) Cost: one unrank per decided slot, one rank per edge; memory: the cells and the buckets of Scatter.
#pragma once

#include <algorithm>

#include "exec/scatter.h"
#include "exec/shared.h"
#include "solve/seed.h"

namespace zermelo {

template <class Word, Reversible G> class Backward {
public:
  using C = Cell<Word>;

  Backward(const G& g, Work<Word>& work, Pool& pool, Pacer& pacer, u64 scatter_memory)
      : g_(g), work_(work), pool_(pool), pacer_(pacer), fresh_(work.chunks()),
        scatter_(work.slots, pool.threads(), scatter_memory) {}

  void run() {
    recount();
    for (;;) {
      level();
      // Seeds are decided in at most 2 plies; beyond, a level comes from the one before.
      if (work_.plies >= 2 && fresh_.total(work_.plies + 1) == 0) return;
      fresh_.clear(work_.plies);
      ++work_.plies;
      work_.cursor = 0;
      if (work_.plies == 1) recount(); // the seeds of level 2
    }
  }

private:
  static constexpr u64 chunk = Work<Word>::chunk;

  // Counts the decided slots of this level and the next: at the start, after a resume, and while seeds come in.
  void recount() {
    std::vector<u64> open(static_cast<std::size_t>(pool_.threads()), 0);
    fresh_.clear(work_.plies);
    fresh_.clear(work_.plies + 1);
    pool_.for_ranges(0, work_.slots, chunk, [&](u64 first, u64 last, int worker) {
      u32 here = 0, next = 0;
      u64 undecided = 0;
      for (Slot s = first; s < last; ++s) {
        const Word w = work_.cells[s];
        if (C::is_decided(w, work_.limit)) {
          here += C::plies(w) == work_.plies;
          next += C::plies(w) == work_.plies + 1;
        } else {
          undecided += C::is_open(w, work_.limit);
        }
      }
      fresh_.at(work_.plies, first / chunk) = here;
      fresh_.at(work_.plies + 1, first / chunk) = next;
      open[static_cast<std::size_t>(worker)] += undecided;
    });
    open_ = 0;
    for (u64 n : open) open_ += n;
  }

  void level() {
    const i32 d = work_.plies;
    if constexpr (!C::wide) {
      if (static_cast<u32>(d) + 1 < work_.limit) {
        const ByteStep step(d, work_.limit);
        level([this, d, &step](Slot s, bool child_lost) {
          const Word w = work_.cells[s];
          store_shared(work_.cells[s], step.next[child_lost][w]);
          fresh_.at(d + 1, s / chunk) += step.decides[child_lost][w];
        });
        return;
      }
    }
    level([this, d](Slot s, bool child_lost) {
      const Word w = work_.cells[s];
      if (!C::is_open(w, work_.limit)) return;
      if (!child_lost && !C::is_last(w)) {
        store_shared(work_.cells[s], static_cast<Word>(w + 1));
        return;
      }
      // Throws where a word is too small; then everything starts again with wider ones. Only a value that occurs does so:
      // the longest game decides about the width, as it does in forward passes.
      store_shared(work_.cells[s],
                   C::decided(child_lost ? win_in(d + 1) : loss_in(std::max(d, longest_outside(s, d)) + 1), work_.limit));
      ++fresh_.at(d + 1, s / chunk);
    });
  }

  // What an update does to a byte, as tables: whether a position is already decided is hard to predict, so a branch on it
  // would often be mispredicted.
  struct ByteStep {
    ByteStep(i32 d, u32 limit) {
      for (u32 w = 0; w < 256; ++w) {
        const bool open = C::is_open(static_cast<u8>(w), limit), last = C::is_last(static_cast<u8>(w));
        decides[0][w] = open && last;
        decides[1][w] = open;
        next[0][w] = static_cast<u8>(!open ? w : last ? static_cast<u32>(d) + 1 : w + 1);
        next[1][w] = static_cast<u8>(open ? static_cast<u32>(d) + 1 : w);
      }
    }
    u8 next[2][256]; // [whether the successor is lost][byte before]
    u8 decides[2][256];
  };

  template <class Apply> void level(const Apply& apply) {
    const i32 d = work_.plies;
    const u64 round = 32 * static_cast<u64>(pool_.threads());
    u64 first = (work_.cursor + chunk - 1) / chunk; // the last chunk may be a short one: its end is the end of the level
    while (first < work_.chunks()) {
      // A round: some chunks that hold positions of this level.
      std::vector<u64> chunks;
      u64 positions = 0;
      for (; first < work_.chunks() && chunks.size() < round; ++first) {
        if (fresh_.at(d, first) == 0) continue;
        chunks.push_back(first);
        positions += fresh_.at(d, first);
      }
      const u64 before = fresh_.total(d + 1);
      pool_.for_ranges(0, chunks.size(), 1, [&](u64 i, u64, int worker) { propagate(chunks[i], worker, apply); });
      pool_.for_ranges(0, static_cast<u64>(pool_.threads()), 1,
                       [&](u64 worker, u64, int) { scatter_.flush(static_cast<int>(worker), apply); });
      open_ -= fresh_.total(d + 1) - before;
      work_.cursor = std::min(work_.slots, first * chunk);
      pacer_.pause(work_, positions, open_);
    }
  }

  // A defence outside the index can last longer than those inside only at level 0: the rules tell wins in 1 at most, and
  // wins in 0 need two bytes.
  i32 longest_outside(Slot s, i32 d) const {
    if (!C::wide || d > 0) return 0;
    PositionOf<G> p;
    g_.unrank(s, p);
    return count_children(g_, p).longest;
  }

  template <class Apply> void propagate(u64 chunk_number, int worker, const Apply& apply) {
    const Slot first = chunk_number * chunk, last = std::min(work_.slots, first + chunk);
    Walker<G> walker(g_);
    if constexpr (C::wide) {
      for (Slot s = first; s < last; ++s) {
        const Word w = load_shared(work_.cells[s]);
        if (C::is_decided(w, work_.limit) && C::plies(w) == work_.plies) undo(walker, s, !C::is_win(w), worker, apply);
      }
    } else {
      const Word w = static_cast<Word>(work_.plies);
      each_equal_byte(work_.cells.get(), first, last, w, [&](Slot s) { undo(walker, s, !C::is_win(w), worker, apply); });
    }
  }

  template <class Apply> void undo(Walker<G>& walker, Slot s, bool lost, int worker, const Apply& apply) {
    PositionOf<G> p;
    walker.unrank(s, p);
    // What the rules settle takes at most 1 ply, and its predecessors' seeds took it into account.
    if (work_.plies <= 1 && settle(g_, p).known()) return;
    auto emit = [&](Slot r) { scatter_.emit(worker, r, lost, apply); };
    if constexpr (SlotReversible<G>) {
      g_.each_predecessor(p, emit);
    } else {
      FixedList<PositionOf<G>, G::max_predecessors> list;
      g_.predecessors(p, list);
      FixedList<Slot, G::max_predecessors> slots;
      for (const auto& q : list)
        if (const Slot r = g_.rank(q); r != no_slot) slots.push(r);
      distinct(slots); // a class with two ways here has one open successor here
      for (const Slot r : slots) emit(r);
    }
  }

  const G& g_;
  Work<Word>& work_;
  Pool& pool_;
  Pacer& pacer_;
  Fresh fresh_;
  Scatter scatter_;
  u64 open_ = 0;
};

} // namespace zermelo
