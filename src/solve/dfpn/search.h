// Depth-first proof-number search (Nagai), one thread of it. The threads share the table and nothing else.
#pragma once

#include "solve/dfpn/children.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/presence.h"
#include "solve/dfpn/repetition.h"

namespace zermelo {

template <Provable G> class DfPn {
public:
  DfPn(const G& g, ProofTable& table, Presence& presence, const ProveOptions& options)
      : g_(g), table_(table), presence_(presence), options_(options), children_(g, table) {}

  struct Found {
    Numbers numbers, shown; // shown: with the threads below
    Lean lean;              // of a result in the defender's favour
  };
  struct Node {
    PositionOf<G> position;
    Key key;
    bool attacker_moves;
  };

  // Searches below a position until one of its numbers reaches its limit, or go_on() says no.
  template <class GoOn> Found visit(const Node& node, Numbers limit, GoOn& go_on) {
    const u64 before = visits_++;
    const std::size_t first = list_.size();
    path_.enter(node.key);
    children_.list(node.position, node.attacker_moves, list_, [&](Child<G>& child) { return look(child, node.attacker_moves); });
    Found found;
    for (;;) {
      Combined numbers(options_.weak), shown(options_.weak);
      std::size_t best = first;
      u32 least = Numbers::infinite, second = Numbers::infinite;
      for (std::size_t i = first; i < list_.size(); ++i) {
        numbers.add(list_[i].numbers);
        shown.add(list_[i].shown);
        second = std::min(second, std::max(least, list_[i].shown.theirs));
        if (!better(list_[i].shown, least, list_[best].shown)) continue;
        least = list_[i].shown.theirs;
        best = i;
      }
      found = {numbers.numbers(), shown.numbers(), lean_of(first, numbers.numbers())};
      if (first == 0) store(node, found, visits_ - before); // the root, for whoever watches
      if (found.shown.mine >= limit.mine || found.shown.theirs >= limit.theirs || !go_on()) break;
      const Node child{g_.play(node.position, list_[best].move), list_[best].key, !node.attacker_moves};
      const Numbers room{shown.room(list_[best].shown, limit.theirs), stay(second, options_.epsilon, limit.mine)};
      const u64 visited = visits_;
      presence_.enter(child.key);
      const Found result = visit(child, room, go_on);
      presence_.leave(child.key);
      list_[best].numbers = result.numbers;
      list_[best].shown = result.shown;
      list_[best].lean = result.lean;
      if (visits_ - visited >= refresh_after) refresh(first, best, node.attacker_moves);
    }
    store(node, found, visits_ - before);
    path_.leave(node.key);
    list_.resize(first);
    return found;
  }

  u64 visits() const { return visits_; }
  u64 evaluated() const { return children_.evaluated(); }

private:
  // The move against which least is left to show; of equal ones that after which the other has most to show.
  static bool better(const Numbers& n, u32 least, const Numbers& best) {
    return n.theirs < least || (n.theirs == least && least != Numbers::infinite && n.mine > best.mine);
  }

  static constexpr u64 refresh_after = 4; // visits below one move that may have changed what is known of the others

  // What the table or the path say of a move. A move back to the path is the defender's.
  bool look(Child<G>& child, bool attacker_moves) const {
    ProofTable::Entry entry;
    const bool found = table_.find(child.key, entry);
    if (found) child.numbers = entry.numbers;
    if (!Path<G>::returns || (found && entry.numbers.settled())) return found;
    if (const i32 depth = path_.depth_of(child.key); depth >= 0) {
      child.numbers = attacker_moves ? granted : refused;
      child.lean = {depth, depth};
      return true;
    }
    if (!found || entry.depth == ProofTable::none || entry.depth > path_.depth()) return found;
    const i32 lowest = entry.depth;
    if (!table_.find(path_.twin(child.key, lowest), entry)) return true;
    child.numbers = entry.numbers;
    child.lean = {entry.depth, lowest};
    return true;
  }

  void refresh(std::size_t first, std::size_t but, bool attacker_moves) {
    for (std::size_t i = first; i < list_.size(); ++i) {
      Child<G>& child = list_[i];
      if (i == but || child.numbers.settled()) continue;
      look(child, attacker_moves);
      child.shown = presence_.seen(child.key, child.numbers);
    }
  }

  // One good move suffices for the defender, all of the attacker's must fail.
  Lean lean_of(std::size_t first, Numbers numbers) const {
    if (!Path<G>::returns || !numbers.settled()) return {};
    Lean lean;
    bool chosen = false;
    for (std::size_t i = first; i < list_.size(); ++i) {
      if (numbers == refused) lean.add(list_[i].lean);
      if (numbers != granted || list_[i].numbers != refused) continue;
      if (!chosen || list_[i].lean.highest > lean.highest) lean = list_[i].lean;
      chosen = true;
    }
    return lean.highest >= path_.depth() ? Lean{} : Lean{lean.highest, std::min(lean.lowest, path_.depth() - 1)};
  }

  void store(const Node& node, const Found& found, u64 visits) {
    if (found.lean.on_nothing() || found.lean.lowest > ProofTable::deepest) return table_.store(node.key, found.numbers, visits);
    table_.store(path_.twin(node.key, found.lean.lowest), found.numbers, visits, found.lean.highest);
    table_.store(node.key, node.attacker_moves ? elsewhere_refused : elsewhere_granted, visits, found.lean.lowest);
  }
  // What was settled on one path is likely to be settled on others, but must be shown again.
  static constexpr Numbers elsewhere_refused{8, 1}, elsewhere_granted{1, 8};

  const G& g_;
  ProofTable& table_;
  Presence& presence_;
  const ProveOptions& options_;
  ChildLists<G> children_;
  Path<G> path_;
  std::vector<Child<G>> list_; // of all positions on the path
  u64 visits_ = 0;
};

} // namespace zermelo
