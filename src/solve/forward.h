// Retrograde analysis without un-moves, for games that cannot take moves back: pass d looks at the successors of every open
// position and finds those won or lost in exactly d plies. The same values as with un-moves, and so the same bytes; the cost is
// the open positions times the passes.
//
// In place, with threads: pass d writes words of d plies and takes only words of fewer plies for known, so it does not
// matter whether a word written in the same pass is seen.
#pragma once

#include "exec/pool.h"
#include "solve/counters/packed_cells.h"
#include "solve/counters/passes.h"

namespace zermelo {

// After the seeds. False where the cells are too small for the pass at hand.
template <class G, class Word>
bool run_forward(const G& g, PackedCells<Word>& all, PassState& state, Pool& pool, const Pause& pause) {
  constexpr u64 chunk = PackedCells<Word>::chunk;
  const u64 round = chunk * static_cast<u64>(pool.threads());
  auto decide = [&](u64 i) {
    PositionOf<G> p;
    g.unrank(i, p);
    const Value v = decide_forward(g, p, all.rule, state.level, [&](Slot s) { return load_shared(all.cells[s]); });
    if (v.known()) store_shared(all.cells[i], static_cast<Word>(all.rule.decided(v)));
    return v.known();
  };
  if (state.level == 0) state.level = 1;
  do {
    if (!all.rule.fits(state.level - 1)) return false;
    while (state.cursor < all.slots) {
      const u64 end = std::min(all.slots, state.cursor + round), done = end - state.cursor;
      pool.for_ranges(state.cursor, end, chunk / 16, [&](u64 first, u64 last, int) {
        u64 n = 0;
        for (u64 i = first; i < last; ++i) n += all.rule.is_open(all.cells[i]) && decide(i);
        add_shared(state.found, n);
      });
      state.cursor = end;
      pause({SolveProgress::Phase::levels, state.level, all.slots, state.told + state.found, done});
    }
  } while (next_pass(state));
  pool.for_ranges(0, all.slots, u64{1} << 16, [&](u64 first, u64 last, int) { all.close(first, last); });
  return true;
}

} // namespace zermelo
