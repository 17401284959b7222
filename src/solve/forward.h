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

template <class G, class Word> class ForwardPasses {
public:
  ForwardPasses(const G& g, PackedCells<Word>& cells, PassState& state, Pool& pool)
      : g_(g), cells_(cells), state_(state), pool_(pool) {}

  // After the seeds. False where the cells are too small for the pass at hand.
  bool run(const Pause& pause) {
    if (state_.level == 0) state_.level = 1;
    for (bool more = true; more;) {
      if (!cells_.rule.fits(state_.level - 1)) return false;
      pass(pause);
      more = next_pass(state_);
    }
    pool_.for_ranges(0, cells_.slots, u64{1} << 16, [&](u64 first, u64 last, int) { cells_.close(first, last); });
    return true;
  }

private:
  static constexpr u64 chunk = PackedCells<Word>::chunk;

  void pass(const Pause& pause) {
    const u64 round = chunk * static_cast<u64>(pool_.threads());
    while (state_.cursor < cells_.slots) {
      const u64 end = std::min(cells_.slots, state_.cursor + round), done = end - state_.cursor;
      pool_.for_ranges(state_.cursor, end, chunk / 16, [&](u64 first, u64 last, int) {
        u64 n = 0;
        for (u64 i = first; i < last; ++i) n += cells_.rule.is_open(cells_.cells[i]) && decide(i);
        add_shared(state_.found, n);
      });
      state_.cursor = end;
      pause({SolveProgress::Phase::levels, state_.level, cells_.slots, state_.told + state_.found, done});
    }
  }

  bool decide(u64 i) {
    PositionOf<G> p;
    g_.unrank(i, p);
    const Value v = decide_forward(g_, p, cells_.rule, state_.level, [&](Slot s) { return load_shared(cells_.cells[s]); });
    if (v.known()) store_shared(cells_.cells[i], static_cast<Word>(cells_.rule.decided(v)));
    return v.known();
  }

  const G& g_;
  PackedCells<Word>& cells_;
  PassState& state_;
  Pool& pool_;
};

} // namespace zermelo
