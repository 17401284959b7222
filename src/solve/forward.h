// Retrograde analysis without un-moves, for games that cannot take moves back: pass d looks at the successors of every open
// position and finds those won or lost in exactly d plies. The same values as Backward, and so the same bytes; the cost is
// the open positions times the passes.
//
// In place, with threads: pass d writes words of d plies and takes only words of fewer plies for known, so it does not
// matter whether a word written in the same pass is seen.
#pragma once

#include "exec/shared.h"
#include "solve/seed.h"

namespace zermelo {

template <class Word, Indexed G> class Forward {
public:
  using C = Cell<Word>;

  Forward(const G& g, Work<Word>& work, Pool& pool, Pacer& pacer) : g_(g), work_(work), pool_(pool), pacer_(pacer) {}

  void run() {
    if (work_.plies == 0) work_.plies = 1;
    found_ = count(work_.plies);
    for (;;) {
      pass();
      // Seeds are decided in at most 2 plies; beyond, a pass needs what the one before found.
      if (work_.plies > 2 && found_ == 0) return;
      ++work_.plies;
      work_.cursor = 0;
      found_ = 0;
    }
  }

private:
  static constexpr u64 chunk = Work<Word>::chunk;

  // After a resume: whether this pass has already found something.
  u64 count(i32 plies) {
    u64 n = 0;
    for (Slot s = 0; s < work_.slots; ++s) n += C::is_decided(work_.cells[s], work_.limit) && C::plies(work_.cells[s]) == plies;
    return n;
  }

  void pass() {
    const u64 round = chunk * static_cast<u64>(pool_.threads());
    std::vector<u64> found(static_cast<std::size_t>(pool_.threads())), open(found);
    while (work_.cursor < work_.slots) {
      const u64 end = std::min(work_.slots, work_.cursor + round);
      pool_.for_ranges(work_.cursor, end, chunk / 16, [&](u64 first, u64 last, int worker) {
        for (Slot s = first; s < last; ++s) {
          if (!C::is_open(work_.cells[s], work_.limit)) continue;
          const auto n = static_cast<std::size_t>(worker);
          if (decide(s)) {
            ++found[n];
          } else {
            ++open[n];
          }
        }
      });
      const u64 done = end - work_.cursor;
      work_.cursor = end;
      u64 left = 0;
      for (u64 n : open) left += n;
      pacer_.pause(work_, done, left);
    }
    for (u64 n : found) found_ += n;
  }

  bool decide(Slot s) {
    const i32 d = work_.plies;
    PositionOf<G> p;
    g_.unrank(s, p);
    FixedList<Slot, G::max_moves> slots;
    const Children outside = list_children(g_, p, slots);
    bool all_won = !outside.drawn && outside.longest < d;
    for (const Slot child : slots) {
      const Word w = load_shared(work_.cells[child]);
      const bool known = C::is_decided(w, work_.limit) && C::plies(w) < d;
      if (known && !C::is_win(w)) {
        store_shared(work_.cells[s], C::decided(win_in(d), work_.limit));
        return true;
      }
      all_won = all_won && known;
    }
    if (!all_won) return false;
    store_shared(work_.cells[s], C::decided(loss_in(d), work_.limit));
    return true;
  }

  const G& g_;
  Work<Word>& work_;
  Pool& pool_;
  Pacer& pacer_;
  u64 found_ = 0;
};

} // namespace zermelo
