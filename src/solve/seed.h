// The start of retrograde analysis: every slot gets its value where the rules tell it, else its number of open successors.
#pragma once

#include "exec/pool.h"
#include "game/children.h"
#include "solve/pacer.h"

namespace zermelo {

// The word of one slot, from the rules alone.
template <class Word, Indexed G> Word seed(const G& g, Walker<G>& walker, Slot slot, u32 limit) {
  PositionOf<G> p;
  if (!walker.unrank(slot, p)) return Cell<Word>::empty;
  if (const Value v = settle(g, p); v.known()) return v.wdl == Wdl::draw ? Cell<Word>::top : Cell<Word>::decided(v, limit);
  const Children c = count_children(g, p);
  if (c.lost) return Cell<Word>::decided(win_in(1), limit);
  if (c.open + c.drawn > 0) return Cell<Word>::open(c.open + c.drawn);
  ensure(c.longest >= 0, "a position that is not over has a move");
  return Cell<Word>::decided(loss_in(c.longest + 1), limit);
}

template <class Word, Indexed G> void seed_all(const G& g, Work<Word>& work, Pool& pool, Pacer& pacer) {
  const u64 round = Work<Word>::chunk * 16 * static_cast<u64>(pool.threads());
  while (work.cursor < work.slots) {
    const u64 end = std::min(work.slots, work.cursor + round);
    pool.for_ranges(work.cursor, end, Work<Word>::chunk / 4, [&](u64 first, u64 last, int) {
      Walker<G> walker(g);
      for (Slot s = first; s < last; ++s) work.cells[s] = seed<Word>(g, walker, s, work.limit);
    });
    const u64 done = end - work.cursor;
    work.cursor = end;
    pacer.pause(work, done, work.slots);
  }
}

} // namespace zermelo
