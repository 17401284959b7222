// The contract check: tests every promise of game/concepts.h on one game, on all or sampled positions.
#pragma once

#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "game/children.h"
#include "game/expand.h"
#include "game/picture.h"

namespace zermelo {

struct CheckReport {
  struct Promise {
    std::string name;    // what is promised
    u64 tested = 0;      // how often it was looked at
    u64 broken = 0;      // how often it did not hold
    std::string example; // the first position where it did not
  };
  std::vector<Promise> promises;
  bool all_slots = false; // every slot was visited, not a sample
  bool holds() const {
    for (const auto& p : promises)
      if (p.broken != 0) return false;
    return true;
  }
};

struct CheckOptions {
  u64 samples = 20'000; // slots to visit; the whole index if it is smaller
  u64 seed = 1;
};

template <Text G> class ContractCheck {
public:
  using Position = PositionOf<G>;
  using Moves = MoveListOf<G>;

  ContractCheck(const G& game, const CheckOptions& options) : g_(game), options_(options), random_(options.seed) {}

  CheckReport run() {
    playouts();
    if constexpr (Indexed<G>) slots();
    return std::move(report_);
  }

private:
  CheckReport::Promise& promise(const std::string& name) {
    for (auto& p : report_.promises)
      if (p.name == name) return p;
    report_.promises.push_back({name, 0, 0, ""});
    return report_.promises.back();
  }

  void expect(const std::string& name, bool holds, const Position& p) {
    auto& it = promise(name);
    ++it.tested;
    if (!holds && it.broken++ == 0) it.example = g_.print(p);
  }

  // Random games from the start: positions that people meet.
  void playouts() {
    const u64 wanted = options_.samples / 4 + 1;
    for (u64 seen = 0; seen < wanted;) {
      Position p = g_.start();
      for (int ply = 0; ply < 200 && seen < wanted; ++ply, ++seen) {
        visit(p);
        if (g_.outcome(p) != Wdl::unknown) break;
        Moves moves;
        g_.moves(p, moves);
        if (moves.empty()) break;
        p = g_.play(p, moves[static_cast<int>(random_() % static_cast<u64>(moves.size()))]);
      }
      ++seen;
    }
  }

  void slots()
    requires Indexed<G>
  {
    const u64 size = g_.size();
    report_.all_slots = size <= options_.samples;
    rising();
    const u64 visits = report_.all_slots ? size : options_.samples;
    for (u64 i = 0; i < visits; ++i) {
      const Slot s = report_.all_slots ? i : random_() % size;
      Position p;
      if (!g_.unrank(s, p)) {
        if constexpr (Weighing<G>) expect("an empty slot weighs nothing", g_.weight(s) == 0, g_.start());
        continue;
      }
      expect("rank(unrank(slot)) = slot", g_.rank(p) == s, p);
      if constexpr (Weighing<G>) expect("the weight of a slot is its orbit", g_.weight(s) == orbit(g_, p), p);
      visit(p);
    }
  }

  // Short runs of neighbours, jumps between them, and now and then a step back.
  void rising() {
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

  void visit(const Position& p) {
    texts(p);
    settled(p);
    if constexpr (Indexed<G>) ranked(p);
    if constexpr (Symmetric<G>) symmetric(p);
    if (g_.outcome(p) != Wdl::unknown) return;
    Moves moves;
    g_.moves(p, moves);
    expect("a position that is not over has a move", !moves.empty(), p);
    std::set<std::string> names;
    for (const auto& m : moves) names.insert(g_.move_name(p, m));
    expect("move names are unique", names.size() == static_cast<std::size_t>(moves.size()), p);
    if constexpr (Dominating<G>)
      expect("some move is not dominated",
             std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return !g_.dominated(p, m); }), p);
    for (const auto& m : moves) {
      const Position q = g_.play(p, m);
      expect("the sides alternate", g_.first_to_move(q) != g_.first_to_move(p), p);
      if constexpr (Layered<G>) expect("the layer never rises", g_.layer(q) <= g_.layer(p), p);
      if constexpr (Reversible<G>) forward_edge(p, q);
    }
    if constexpr (Pictured<G>) drawn(p, moves);
    if constexpr (Evaluating<G>) {
      const int e = g_.evaluate(p);
      expect("an evaluation is no win", -most_evaluation < e && e < most_evaluation, p);
    }
    if constexpr (Foreseeing<G>) foreseen(p, moves);
    if constexpr (Reversible<G>) backward_edges(p);
    if constexpr (SlotReversible<G>)
      if (g_.rank(p) != no_slot && !settle(g_, p).known()) emitted_slots(p);
    if constexpr (Counting<G>) {
      if (g_.rank(p) != no_slot && !settle(g_, p).known()) {
        FixedList<Slot, G::max_moves> slots;
        expect("count_children agrees with the moves", g_.count_children(p) == list_children(g_, p, slots), p);
      }
    }
  }

  void texts(const Position& p) {
    std::string why;
    const auto back = g_.parse(g_.print(p), why);
    expect("parse(print(p)) = p", back && *back == p, p);
  }

  // Whoever clicks what is drawn can play every move, and nothing else.
  void drawn(const Position& p, const Moves& moves)
    requires Pictured<G>
  {
    const Picture picture = g_.picture(p);
    std::set<std::string> names;
    for (const auto& cell : picture.cells) names.insert(cell.name);
    expect("cells have names of their own", names.size() == picture.cells.size(), p);
    std::set<std::vector<std::string>> sequences;
    const int mover = g_.first_to_move(p) ? 1 : 2;
    for (const auto& m : moves) {
      const auto clicks = g_.clicks(p, m);
      sequences.insert(clicks);
      for (const auto& click : clicks)
        expect("clicks are on what is there",
               names.contains(click) || click.starts_with("piece:") ||
                   (click.starts_with("hand:") && picture.held(click.substr(5), mover) > 0),
               p);
    }
    expect("every move has clicks of its own", sequences.size() == static_cast<std::size_t>(moves.size()), p);
    std::string why;
    const auto back = g_.compose(picture, g_.first_to_move(p), why);
    expect("compose(picture(p)) = p", back && *back == p, p);
  }

  // settle must say what a one-ply search says.
  void settled(const Position& p) {
    const Value v = settle(g_, p);
    const Wdl over = g_.outcome(p);
    if (over != Wdl::unknown) {
      expect("a finished position is settled in 0 plies", Scored<G> ? v.wdl == over && v.has_score() : v == (Value{over, 0}), p);
      return;
    }
    if (!v.known()) return;
    Moves moves;
    g_.moves(p, moves);
    bool wins = false;
    for (const auto& m : moves) wins = wins || g_.outcome(g_.play(p, m)) == Wdl::loss;
    expect("a position settled before its end is a win in 1", v == win_in(1) && wins, p);
  }

  void ranked(const Position& p)
    requires Indexed<G>
  {
    const Slot s = g_.rank(p);
    expect("a position is in the index or settled, or all its successors are in the index",
           s != no_slot || settle(g_, p).known() || (Scored<G> && successors_ranked(p)), p);
    if (s == no_slot) return;
    Position q;
    const bool held = s < g_.size() && g_.unrank(s, q);
    expect("unrank(rank(p)) is p or of its class", held && canonical(g_, q) == canonical(g_, p) && (G::folded || q == p), p);
  }

  bool successors_ranked(const Position& p) const
    requires Indexed<G>
  {
    Moves moves;
    g_.moves(p, moves);
    return std::all_of(moves.begin(), moves.end(), [&](const auto& m) { return g_.rank(g_.play(p, m)) != no_slot; });
  }

  void symmetric(const Position& p)
    requires Symmetric<G>
  {
    const Position c = g_.canonical(p);
    expect("the canonical form is idempotent", g_.canonical(c) == c, p);
    expect("an orbit has at least one member", g_.orbit(p) >= 1 && g_.orbit(p) == g_.orbit(c), p);
    expect("symmetric positions are settled alike", settle(g_, c) == settle(g_, p), p);
    if constexpr (Indexed<G>) expect("a folded index has one slot per class", !G::folded || g_.rank(c) == g_.rank(p), p);
    if (g_.outcome(p) != Wdl::unknown) return;
    expect("symmetric positions have symmetric moves", classes_after(p) == classes_after(c), p);
  }

  std::set<std::string> classes_after(const Position& p)
    requires Symmetric<G>
  {
    std::set<std::string> classes;
    Moves moves;
    g_.moves(p, moves);
    for (const auto& m : moves) classes.insert(g_.print(g_.canonical(g_.play(p, m))));
    return classes;
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

  // The slots of each_predecessor are those of predecessors.
  void emitted_slots(const Position& p)
    requires SlotReversible<G>
  {
    Predecessors wanted = predecessor_slots(p);
    wanted.erase(no_slot);
    Predecessors slots;
    bool once = true;
    g_.each_predecessor(p, [&](Slot s) { once = slots.insert(s).second && once; });
    expect("each_predecessor emits the slots of predecessors", slots == wanted, p);
    expect("each_predecessor emits a slot once", once, p);
  }

  void foreseen(const Position& p, const Moves& moves)
    requires Foreseeing<G>
  {
    std::set<std::string> shown;
    const u32 others = g_.foresee(p, [&](const auto& m, const auto& q) {
      expect("what is foreseen is what a move leads to", q == g_.play(p, m), p);
      shown.insert(g_.move_name(p, m));
      return true;
    });
    expect("no move is foreseen twice or forgotten", shown.size() + others == static_cast<std::size_t>(moves.size()), p);
    for (const auto& m : moves)
      expect("moves that end the game are foreseen",
             recorded(g_, g_.play(p, m)) == Wdl::unknown || shown.contains(g_.move_name(p, m)), p);
  }

  // Every move is undone by some un-move, as far as both ends are in the index and the end is not settled.
  void forward_edge(const Position& p, const Position& q)
    requires Reversible<G>
  {
    const Slot from = g_.rank(p), to = g_.rank(q);
    if (from == no_slot || to == no_slot || settle(g_, q).known()) return;
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
  std::mt19937_64 random_;
  CheckReport report_;
};

template <Text G> CheckReport check_contract(const G& g, const CheckOptions& options) {
  return ContractCheck<G>(g, options).run();
}

} // namespace zermelo
