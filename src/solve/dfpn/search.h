// Depth-first proof-number search (Nagai 2002), one thread of it. The threads share the transposition table and the counters of
// presence.h, nothing else.
//
// visit() stays below a position until one of its numbers reaches the limit at which another position of the tree would be more
// promising, so the tree itself is never kept: the table holds what is known. `numbers` is what was shown; `shown` adds the threads
// that are at work below, and only decides where to go.
#pragma once

#include <span>

#include "base/function_ref.h"
#include "solve/dfpn/children.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/presence.h"

namespace zermelo {

// Memory decides what is kept of a result and where it holds: PathMemory, or HistoryMemory where no position may occur twice.
template <Provable G, class Memory = PathMemory<G>> class DfPn {
public:
  DfPn(const G& g, ProofTable& table, Presence& presence, const ProveOptions& options)
      : g_(g), presence_(presence), options_(options), memory_(g, table, options), children_(g, table, memory_) {}

  struct Found {
    Numbers numbers, shown; // shown: with the threads below
    typename Memory::Basis basis;
  };
  struct Node {
    PositionOf<G> position;
    Key key;
    bool attacker_moves;
    typename Memory::Place place{};
  };

  // Where a search begins: nothing that was played before counts.
  static Node root(const G& g, const PositionOf<G>& p, bool attacker_moves) {
    const Key key = search_key(g, p, attacker_moves);
    return {p, key, attacker_moves, Memory::root(g, p, key)};
  }

  // Searches below a position until one of its numbers reaches its limit, or go_on() says no.
  Found visit(const Node& node, Numbers limit, const FunctionRef<bool()>& go_on) {
    const u64 before = visits_++;
    const std::size_t first = list_.size();
    memory_.enter(node);
    children_.list(node.position, node.attacker_moves, list_);
    Found found;
    for (;;) {
      Combined numbers(weak_), shown(weak_);
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
      found = {numbers.numbers(), shown.numbers(), memory_.basis(std::span(list_).subspan(first), numbers.numbers())};
      if (first == 0) memory_.store(node, found.numbers, found.basis, visits_ - before); // the root, for whoever watches
      if (found.shown.mine >= limit.mine || found.shown.theirs >= limit.theirs || !go_on()) break;
      const Node child{g_.play(node.position, list_[best].move), list_[best].key, !node.attacker_moves, list_[best].place};
      const Numbers room{shown.room(list_[best].shown, limit.theirs), stay(second, epsilon_, limit.mine)};
      const u64 visited = visits_;
      presence_.enter(child.key);
      const Found result = visit(child, room, go_on);
      presence_.leave(child.key);
      list_[best].numbers = result.numbers;
      list_[best].shown = result.shown;
      list_[best].basis = Memory::seen_from_above(child.place, result.basis);
      if (visits_ - visited >= refresh_after) refresh(first, best, node.attacker_moves);
    }
    memory_.store(node, found.numbers, found.basis, visits_ - before);
    memory_.leave(node);
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

  void refresh(std::size_t first, std::size_t but, bool attacker_moves) {
    for (std::size_t i = first; i < list_.size(); ++i) {
      Child<G, Memory>& child = list_[i];
      if (i == but || child.numbers.settled()) continue;
      memory_.look(child, attacker_moves);
      child.shown = presence_.seen(child.key, child.numbers);
    }
  }

  const G& g_;
  Presence& presence_;
  const ProveOptions& options_;
  const bool weak_ = options_.weak && !adds_up<G>;
  const double epsilon_ = options_.epsilon * (adds_up<G> ? 2 : 1); // sums change more often than weak numbers
  Memory memory_;
  ChildLists<G, Memory> children_;
  std::vector<Child<G, Memory>> list_; // of all positions on the path
  u64 visits_ = 0;
};

} // namespace zermelo
