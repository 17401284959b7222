// Retrograde analysis with un-moves and counters, for every kind of cell: each edge of the game's graph is touched once.
//
// Every slot gets its first word. Then, level by level, positions that are decided at this level tell those that have a move to
// them: a lost successor decides, a won one is one open successor less. (Ströhlein 1970; Thompson 1986; with counters after Wu
// and Beal 2001, for scores Romein and Bal 2003.) What is left when no level is marked is drawn by endless play. Cost: one unrank
// per decided slot, one rank per edge; memory: the cells and the buckets of Scatter.
//
// Between rounds the cells are consistent: there a solve reports, saves itself and stops.
//
// The loops are compiled once for each kind of cells (passes.cpp). What knows the game is called for many slots at a time: the
// first look (earlier.h) and take_back.
#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "exec/mail.h"
#include "exec/pool.h"
#include "exec/scatter.h"
#include "exec/share.h"
#include "exec/shared.h"
#include "solve/counters/bounded_cells.h"
#include "solve/counters/packed_cells.h"
#include "solve/counters/score_cells.h"
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

// What a stage of several ranks needs beside its cells; of one process all of it is trivial.
struct Crew {
  Ranks& ranks;
  Share share;                  // of the stage
  EdgeCounts* counts = nullptr; // of what was told and asked for, if anybody wants to know
};

// The first look at the slots of a stage, as the loops see it. look: at a stretch of this rank's slots, of which the last may be
// taken nearer; false where the words are too small. done: all of them were looked at.
struct FirstLook {
  u64 at_once; // slots
  FunctionRef<bool(u64 first, u64& last)> look;
  FunctionRef<void()> done;
};

// Every slot gets its first word. False where the words are too small. Ranks go through the stage side by side: a stretch of it is
// seeded by all of them before the next.
bool seed_cells(i32 first_level, PassState& state, const Pause& pause, const Crew& crew, const FirstLook& first);

// Tells the slots that have a move to a position, here or at the rank that has them.
struct Teller {
  Slot begin; // of the stage
  i32 level;
  int worker;
  const Share& share;
  Scatter& scatter;
  const Scatter::Apply& apply;
};

// Positions that are decided at a level: twice the slot, and whether it is lost.
using Decided = std::span<const u64>;
using TakeBack = FunctionRef<void(Decided, const Teller&)>;

// The one inner loop that knows the game. Undo: steps.h. Everything that it calls is to become one function: the rules and the
// index are small functions, and a call costs as much as what they do. One process has every slot, so it looks up no owner; of
// several, slots are gathered first.
template <class Undo, class G> [[gnu::flatten]] void take_back(const G& g, Decided decided, const Teller& tell) {
  constexpr std::size_t most = 512;
  Walker<G> walker(g);
  const bool whole = tell.share.whole();
  std::array<u64, most> gathered;
  std::size_t n = 0;
  for (const u64 d : decided) {
    const u64 lost = d & 1;
    PositionOf<G> p;
    walker.unrank(d >> 1, p);
    Undo::undo(g, p, tell.level, [&, begin = tell.begin, worker = tell.worker](Slot s) {
      if (whole) return tell.scatter.emit(worker, s - begin, lost != 0, tell.apply);
      gathered[n++] = (s - begin) << 1 | lost;
      if (n == most) tell.scatter.emit_all(worker, tell.share, {gathered.data(), std::exchange(n, 0)}, tell.apply);
    });
  }
  if (n > 0) tell.scatter.emit_all(tell.worker, tell.share, {gathered.data(), n}, tell.apply);
}

template <class Cells> class CounterPasses {
public:
  CounterPasses(Cells& cells, PassState& state, Pool& pool, u64 scatter_memory, const Crew& crew)
      : cells_(cells), state_(state), pool_(pool), crew_(crew), share_(crew.share), mail_(crew.ranks, pool.threads()),
        scatter_(cells.slots, pool.threads(), scatter_memory, mail_), votes_(crew.ranks) {}

  // False where the cells are too small: seeding is to begin anew, or the level to go on, with wider ones.
  bool run(const Pause& pause, const FirstLook& first, TakeBack take_back);
  u64 updates() const { return scatter_.applied(); }

private:
  static constexpr u64 chunk = Cells::chunk;
  static constexpr i32 too_long = -2;
  static constexpr std::size_t batch = 512; // positions that are taken back together
  static_assert(Scatter::partition_slots % chunk == 0, "a chunk is changed under one lock");

  u64 own_chunk(u64 of_stage) const;
  u64 chunk_of_stage(u64 own) const;
  i32 next_level(i32 from);
  static i32 nearest(const std::vector<u64>& levels);
  i32 alone(const Pause& pause, TakeBack take_back);
  i32 together(const Pause& pause, TakeBack take_back);
  bool tell(bool first_round, const Pause& pause, TakeBack take_back);
  void tell(const std::vector<u64>& chunks, u64 first, u64 last, const Scatter::Apply& apply, TakeBack take_back);
  void tell(u64 c, int worker, const Scatter::Apply& apply, TakeBack take_back);
  void tell_few(const std::vector<u64>& slots, const Scatter::Apply& apply, TakeBack take_back);
  template <class Each> void tell_each(int worker, const Scatter::Apply& apply, TakeBack take_back, Each&& each);
  std::vector<u64> take_chunks(u64 from);
  void ripen(const std::vector<u64>& chunks);
  void flush(const Scatter::Apply& apply);
  template <class F> void with_buckets(F&& f);

  Cells& cells_;
  PassState& state_;
  Pool& pool_;
  const Crew& crew_;
  const Share share_;
  Mail mail_;
  Scatter scatter_;
  Votes votes_;
  u64 told_of_all_ = 0;
  u64 paused_at_ = 0; // told then: a pause without work since the last one would be followed by the next
};
extern template class CounterPasses<PackedCells<u8>>;
extern template class CounterPasses<PackedCells<u16>>;
extern template class CounterPasses<BoundedCells<u8>>;
extern template class CounterPasses<BoundedCells<u16>>;
extern template class CounterPasses<ScoreCells>;

// f(first): `earlier` (earlier.h) knows the codes of earlier stages, or asks for them.
template <class G, class Cells, class Earlier, class F>
bool with_first_look(const G& g, Cells& cells, Pool& pool, const Crew& crew, Earlier& earlier, F&& f) {
  return f(FirstLook{earlier.round(pool.threads()),
                     [&](u64 first, u64& last) { return earlier.seed(g, cells, first, last, crew.share, pool); },
                     [&] { earlier.seeded(); }});
}

template <class G, class Cells, class Earlier>
bool run_counters(const G& g, Cells& cells, PassState& state, Pool& pool, u64 scatter_memory, const Crew& crew,
                  const Pause& pause, Earlier& earlier) {
  return with_first_look(g, cells, pool, crew, earlier, [&](const FirstLook& first) {
    CounterPasses<Cells> passes(cells, state, pool, scatter_memory, crew);
    const bool fits =
        passes.run(pause, first, [&](Decided decided, const Teller& tell) { take_back<typename Cells::Undo>(g, decided, tell); });
    if (crew.counts != nullptr) {
      crew.counts->updates += passes.updates();
      crew.counts->questions += earlier.questions();
    }
    return fits;
  });
}

} // namespace zermelo
