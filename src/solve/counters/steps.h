// What the loops ask of a game: the first word of a slot, and the slots from which a move leads to a position. The same functions
// serve the loops on the CPU and the kernels on a device; there the game is a copy of its plain data (exec/cuda/copy.h).
#pragma once

#include "index/layers.h"
#include "solve/counters/bounded.h"
#include "solve/counters/packed.h"
#include "solve/counters/score.h"

namespace zermelo {

// A game that is one stage.
template <class Word, class G> ZERMELO_HD u32 seed_packed(const G& g, const PositionOf<G>& p, const Packed<Word>& rule) {
  const Value v = settle(g, p);
  return rule.seed(v, v.known() ? Outlook{} : outlook(g, p));
}

// emit(slot) for each slot with a move to p, once. What the rules settle takes at most one ply, and its predecessors' seeds took
// it into account: it has nothing to say.
template <class G, class Emit> ZERMELO_HD void undo_moves(const G& g, const PositionOf<G>& p, i32 level, Emit&& emit) {
  if (level <= 1 && settle(g, p).known()) return;
  if constexpr (SlotReversible<G>) {
    g.each_predecessor(p, emit);
  } else {
    FixedList<PositionOf<G>, G::max_predecessors> list;
    g.predecessors(p, list);
    FixedList<Slot, G::max_predecessors> slots;
    for (const auto& q : list)
      if (const Slot r = g.rank(q); r != no_slot) slots.push(r);
    distinct(slots); // a class with two ways here has one open successor here
    for (const Slot r : slots) emit(r);
  }
}

// A layer; `earlier` has the codes of all slots before it. A game without a hook to settle tells by its moves what is over.
template <class Word, class G>
ZERMELO_HD typename Bounded<Word>::Seed seed_bounded(const G& g, const PositionOf<G>& p, const Word* earlier) {
  if constexpr (Settling<G>) {
    if (const Value v = g.settle(p); v.known()) return Bounded<Word>::seed(v, {});
  }
  Outlook o;
  o.stay = g.split(p, [&](Slot s) { o.add(decode(Bounded<Word>::encoding, earlier[s])); });
  return Bounded<Word>::seed(unknown_value, o);
}

// A layer of a game of scores.
template <class G> ZERMELO_HD Score seed_score(const G& g, const PositionOf<G>& p, Slot layer_begin, const i8* lower) {
  if (const auto over = g.settled(p)) return Score::over(*over);
  return Score::seed(survey(g, p, layer_begin, [&](Slot s) { return i32{lower[s]}; }));
}

// One pass of a game without un-moves: whether an open position is decided in exactly so many plies, from words of fewer.
// at(slot) is the word of a slot. Unknown if not.
template <class Word, class G, class At>
ZERMELO_HD Value decide_forward(const G& g, const PositionOf<G>& p, const Packed<Word>& rule, i32 plies, At&& at) {
  FixedList<Slot, G::max_moves> slots;
  const Children outside = list_children(g, p, slots);
  bool all_won = !outside.drawn && outside.longest < plies;
  for (const Slot child : slots) {
    const Word w = at(child);
    const bool known = rule.is_decided(w) && Packed<Word>::plies(w) < plies;
    if (known && !Packed<Word>::is_win(w)) return win_in(plies);
    all_won = all_won && known;
  }
  return all_won ? loss_in(plies) : unknown_value;
}

} // namespace zermelo
