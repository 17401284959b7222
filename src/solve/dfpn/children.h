// The moves of one position as the search weighs them. A position that is seen for the first time is looked at one ply deep:
// its mover may win at once or have no move that does not fail at once, and otherwise as many open moves as it has are against
// whoever must refute them all.
#pragma once

#include <vector>

#include "solve/dfpn/moves.h"
#include "solve/dfpn/repetition.h"
#include "solve/dfpn/table.h"

namespace zermelo {

template <Provable G> struct Child {
  MoveOf<G> move;
  Key key;
  Numbers numbers;
  Numbers shown; // with the threads that are below it
  Lean lean;     // of a settled one
};

template <Provable G> class ChildLists {
public:
  using List = std::vector<Child<G>>;

  ChildLists(const G& g, ProofTable& table) : g_(g), table_(table) {}

  // Appends the moves of p. One that fails at once is left out, one that succeeds is the only one; of moves to positions of
  // the same key the first is kept.
  // look(child) fills in what is known, and says whether there is anything.
  template <class Look> void list(const PositionOf<G>& p, bool attacker_moves, List& out, Look&& look) {
    const std::size_t first = out.size();
    each_move(g_, p, [&](const MoveOf<G>& move, const auto& q) {
      const Numbers known = known_numbers(g_, q, !attacker_moves);
      if (known == granted) return true;
      if (known == refused) {
        out.resize(first);
        out.push_back({move, {}, refused, refused, {}});
        return false;
      }
      const Key key = search_key(g_, q, !attacker_moves);
      for (std::size_t i = first; i < out.size(); ++i)
        if (out[i].key == key) return true;
      table_.prefetch(key);
      out.push_back({move, key, {}, {}, {}});
      return true;
    });
    if (out.size() == first + 1 && out[first].numbers == refused) return;
    for (std::size_t i = first; i < out.size(); ++i) {
      if (!look(out[i])) out[i].numbers = evaluate(g_.play(p, out[i].move), !attacker_moves, out[i].key);
      out[i].shown = out[i].numbers;
    }
  }

  u64 evaluated() const { return evaluated_; }

private:
  Numbers evaluate(const PositionOf<G>& p, bool attacker_moves, Key key) {
    ++evaluated_;
    u64 open = 0;
    bool wins = false;
    each_move(g_, p, [&](const MoveOf<G>&, const auto& q) {
      const Numbers known = known_numbers(g_, q, !attacker_moves);
      wins = known == refused;
      open += known != granted;
      return !wins;
    });
    const Numbers numbers = wins ? granted : open == 0 ? refused : Numbers{1, bounded(open)};
    table_.store(key, numbers, 1);
    return numbers;
  }

  const G& g_;
  ProofTable& table_;
  u64 evaluated_ = 0;
};

} // namespace zermelo
