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

// How a kind of cells has moves taken back: of a game that is one stage, of one with layers, of one with scores.
struct ByPredecessors {
  template <class G, class Emit> static void undo(const G& g, const PositionOf<G>& p, i32 level, Emit&& emit) {
    undo_moves(g, p, level, emit);
  }
};
struct ByReturns {
  template <class G, class Emit> static void undo(const G& g, const PositionOf<G>& p, i32, Emit&& emit) {
    g.each_return(p, emit);
  }
};
struct ByOrigins {
  template <class G, class Emit> static void undo(const G& g, const PositionOf<G>& p, i32, Emit&& emit) {
    g.each_origin(p, emit);
  }
};

// A slot of a layer as far as it is known before earlier layers were asked: what they answer is added in any order, and then it
// is the slot's seed. ask(this, slot, with) is called for every successor in an earlier layer, and leads to add(code of it,
// with), at once or later.
template <class Word> struct BoundedLook {
  Value settled = unknown_value;
  Outlook outlook;
  bool held = true; // the slot holds a position

  ZERMELO_HD void add(Word code, i32) { outlook.add(decode(Bounded<Word>::encoding, code)); }
  ZERMELO_HD typename Bounded<Word>::Seed seed() const {
    return held ? Bounded<Word>::seed(settled, settled.known() ? Outlook{} : outlook) : Bounded<Word>::no_position();
  }
};
// A game without a hook to settle tells by its moves what is over.
template <class Word, class G, class Ask>
ZERMELO_HD void look_bounded(const G& g, const PositionOf<G>& p, BoundedLook<Word>& look, Ask&& ask) {
  if constexpr (Settling<G>) {
    look.settled = g.settle(p);
    if (look.settled.known()) return;
  }
  look.outlook.stay = g.split(p, [&](Slot s) { ask(look, s, 0); });
}

// The same of a game of scores.
struct ScoreLook {
  Score over{}; // of what needs no look
  Survey survey;
  bool open = false;

  ZERMELO_HD void add(i8 score, i32 pays) { survey.best = pays - score > survey.best ? pays - score : survey.best; }
  ZERMELO_HD Score seed() const { return open ? Score::seed(survey) : over; }
};
template <class G, class Ask>
ZERMELO_HD void look_score(const G& g, const PositionOf<G>& p, Slot layer_begin, ScoreLook& look, Ask&& ask) {
  if (const auto over = g.settled(p)) {
    look.over = Score::over(*over);
    return;
  }
  look.open = true;
  const Survey rest = survey(g, p, layer_begin, [&](Slot s, i32 pays) { ask(look, s, pays); });
  look.survey.open = rest.open;
  look.survey.best = rest.best > look.survey.best ? rest.best : look.survey.best;
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
