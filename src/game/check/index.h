// The promises of an index and of what makes it quick: slots and positions, symmetric ones, un-moves, shortcuts past ranking.
#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include "game/check/report.h"
#include "game/children.h"

namespace zermelo {

template <Text G> class IndexCheck {
public:
  using Position = PositionOf<G>;
  using Moves = MoveListOf<G>;

  IndexCheck(const G& game, const CheckOptions& options, Promises<G>& promises)
      : g_(game), options_(options), promises_(promises), random_(options.seed) {}

  // Visits all slots, or as many as asked for.
  template <class Visit> void slots(bool all, Visit&& visit) {
    walked();
    std::map<std::string, u64> members; // by class
    for (u64 i = 0; i < (all ? g_.size() : options_.samples); ++i) {
      const Slot s = all ? i : random_() % g_.size();
      Position p;
      if (!g_.unrank(s, p)) {
        if constexpr (Weighing<G>) expect("an empty slot weighs nothing", g_.weight(s) == 0, g_.start());
        continue;
      }
      expect("rank(unrank(slot)) = slot", g_.rank(p) == s, p);
      if constexpr (Weighing<G>) expect("the weight of a slot is its orbit", g_.weight(s) == orbit(g_, p), p);
      if constexpr (Symmetric<G> && !G::folded)
        if (all) ++members[g_.print(g_.canonical(p))];
      visit(p);
    }
    for (const auto& [text, n] : members) {
      std::string why;
      const auto p = g_.parse(text, why);
      expect("an orbit has as many members as it says", p && static_cast<u64>(orbit(g_, *p)) == n, p.value_or(g_.start()));
    }
  }

  // Any position, over or not.
  void visit(const Position& p) {
    const Slot s = g_.rank(p);
    expect("a position is in the index or settled, or all its successors are in the index",
           s != no_slot || settle(g_, p).known() || (Scored<G> && successors_ranked(p)), p);
    if (s == no_slot) return;
    Position q;
    const bool held = s < g_.size() && g_.unrank(s, q);
    expect("unrank(rank(p)) is p or of its class", held && canonical(g_, q) == canonical(g_, p) && (G::folded || q == p), p);
    if constexpr (Symmetric<G>) expect("a folded index has one slot per class", !G::folded || g_.rank(g_.canonical(p)) == s, p);
  }

  // A position that is not over.
  void visit(const Position& p, const Moves& moves) {
    if constexpr (Reversible<G>) {
      for (const auto& m : moves) forward_edge(p, g_.play(p, m));
      backward_edges(p);
    }
    if (g_.rank(p) == no_slot || settle(g_, p).known()) return;
    if constexpr (SlotReversible<G>) emitted_slots(p);
    if constexpr (Counting<G>) {
      FixedList<Slot, G::max_moves> slots;
      expect("count_children agrees with the moves", g_.count_children(p) == list_children(g_, p, slots), p);
    }
  }

private:
  void expect(std::string_view name, bool holds, const Position& p) { promises_.expect(name, holds, p); }

  // Short runs of neighbours, jumps between them, and now and then a step back.
  void walked() {
    if constexpr (Walking<G>) {
      auto walker = g_.walker();
      const u64 size = g_.size();
      Slot s = 0;
      for (u64 i = 0; i < std::min(4 * size, options_.samples); ++i) {
        Position p, q;
        const bool held = g_.unrank(s, p), walked = walker.unrank(s, q);
        expect("a walker unranks as the game does", held == walked && (!held || p == q), held ? p : g_.start());
        const u64 dice = random_() % 64;
        s = (dice == 0 ? random_() : dice == 1 ? s + size - 1 : s + dice % 4) % size;
      }
    }
  }

  bool successors_ranked(const Position& p) const {
    Moves moves;
    g_.moves(p, moves);
    return std::all_of(moves.begin(), moves.end(), [&](const auto& m) { return g_.rank(g_.play(p, m)) != no_slot; });
  }

  using Predecessors = std::set<Slot>;
  Predecessors predecessor_slots(const Position& p)
    requires Reversible<G>
  {
    FixedList<Position, G::max_predecessors> list;
    g_.predecessors(p, list);
    Predecessors slots;
    for (const auto& q : list) slots.insert(g_.rank(q));
    return slots;
  }

  // The slots of each_predecessor are those of predecessors; both may leave out what is settled.
  void emitted_slots(const Position& p)
    requires SlotReversible<G>
  {
    const Predecessors wanted = predecessor_slots(p);
    Predecessors slots;
    bool once = true;
    g_.each_predecessor(p, [&](Slot s) { once = slots.insert(s).second && once; });
    const auto all_in = [&](const Predecessors& some, const Predecessors& others) {
      return std::all_of(some.begin(), some.end(), [&](Slot s) { return others.contains(s) || s == no_slot || is_settled(s); });
    };
    expect("each_predecessor emits the slots of predecessors", all_in(wanted, slots) && all_in(slots, wanted), p);
    expect("each_predecessor emits a slot once", once, p);
  }

  bool is_settled(Slot s) const {
    Position p;
    return g_.unrank(s, p) && settle(g_, p).known();
  }

  // Every move is undone by some un-move, as far as both ends are in the index and neither is settled.
  void forward_edge(const Position& p, const Position& q)
    requires Reversible<G>
  {
    const Slot from = g_.rank(p), to = g_.rank(q);
    if (from == no_slot || to == no_slot || settle(g_, p).known() || settle(g_, q).known()) return;
    Position held;
    g_.unrank(to, held);
    expect("predecessors undo every move", predecessor_slots(held).contains(from), p);
  }

  // Every un-move is the inverse of some move.
  void backward_edges(const Position& p)
    requires Reversible<G>
  {
    const Slot here = g_.rank(p);
    if (here == no_slot || settle(g_, p).known()) return;
    FixedList<Position, G::max_predecessors> list;
    g_.predecessors(p, list);
    for (const auto& q : list) {
      if (g_.rank(q) == no_slot || settle(g_, q).known()) continue;
      FixedList<Slot, G::max_moves> slots;
      list_children(g_, q, slots);
      expect("every predecessor has a move to it", std::binary_search(slots.begin(), slots.end(), here), p);
    }
  }

  const G& g_;
  CheckOptions options_;
  Promises<G>& promises_;
  std::mt19937_64 random_;
};

} // namespace zermelo
