// The moves of one position as the search weighs them. A position that is seen for the first time is looked at one ply deep:
// its mover may win at once or have no move that does not fail at once; otherwise its first numbers come from how many there are.
#pragma once

#include <array>
#include <vector>

#include "solve/dfpn/path_memory.h"

namespace zermelo {

template <Provable G, class Memory> struct Child {
  MoveOf<G> move;
  Key key;
  Numbers numbers;
  Numbers shown;                // with the threads that are below it
  typename Memory::Basis basis; // of a settled one
  typename Memory::Place place;
};

template <Provable G, class Memory> class ChildLists {
public:
  using Child = zermelo::Child<G, Memory>;
  using List = std::vector<Child>;

  ChildLists(const G& g, ProofTable& table, const Memory& memory) : g_(g), table_(table), memory_(memory) {}

  // Appends the moves of p. One that fails at once is left out, one that succeeds is the only one; of moves to positions that
  // are the same to the memory the first is kept.
  void list(const PositionOf<G>& p, bool attacker_moves, List& out) {
    const std::size_t first = out.size();
    boards_.clear();
    bool won = false;
    const auto is_dominated = [&] {
      if constexpr (Dominating<G>) {
        return dominated(g_, p);
      } else {
        return [](const MoveOf<G>&) { return false; };
      }
    }();
    each_move(g_, p, [&](const MoveOf<G>& move, const auto& q) {
      const Numbers known = known_numbers(g_, q, !attacker_moves);
      if (known == granted || (known != refused && is_dominated(move))) return true;
      if (known == refused) {
        only(out, first, {move, {}, refused, refused, {}, {}});
        won = true;
        return false;
      }
      const Key key = search_key(g_, q, !attacker_moves);
      const Child child{move, key, {}, {}, {}, memory_.place(p, q, key)};
      for (std::size_t i = first; i < out.size(); ++i)
        if (Memory::same(out[i], child)) return true;
      table_.prefetch(key);
      out.push_back(child);
      boards_.push_back(q);
      return true;
    });
    if (won) return;
    unseen_.clear();
    for (std::size_t i = first; i < out.size(); ++i) {
      if (!memory_.look(out[i], attacker_moves)) {
        unseen_.push_back(i);
      } else if (out[i].numbers == refused && out[i].basis.on_nothing()) {
        return only(out, first, out[i]);
      }
    }
    for (const std::size_t i : unseen_) {
      out[i].numbers = evaluate(boards_[i - first], !attacker_moves, out[i].key);
      if (out[i].numbers == refused) return only(out, first, out[i]);
    }
    for (std::size_t i = first; i < out.size(); ++i) out[i].shown = out[i].numbers;
  }

  u64 evaluated() const { return evaluated_; }

private:
  static void only(List& out, std::size_t first, Child child) {
    child.shown = child.numbers;
    out.resize(first);
    out.push_back(child);
  }

  Numbers evaluate(const ExpandedOf<G>& p, bool attacker_moves, Key key) {
    ++evaluated_;
    Replies replies;
    bool wins = false;
    // Replies that another is as good as do not count where the game tells of all of them at once: to ask for each of them would
    // cost more than better first numbers bring.
    const auto is_dominated = [&] {
      if constexpr (DominatingAtOnce<G>) {
        return dominated(g_, p);
      } else {
        return [](const MoveOf<G>&) { return false; };
      }
    }();
    auto reply = [&](const MoveOf<G>& m, const auto& q) {
      const Numbers known = known_numbers(g_, q, !attacker_moves);
      wins = known == refused;
      if (wins) remember(attacker_moves, m);
      if (!wins && known != granted && is_dominated(m)) return true;
      ++(known == granted ? replies.failing : replies.open);
      return !wins;
    };
    if constexpr (Attempting<G>) {
      for (std::size_t i = 0; i < known_[attacker_moves] && !wins; ++i) g_.attempt(p, hints_[attacker_moves][i], reply);
    }
    if (!wins) {
      replies = {};
      if constexpr (Foreseeing<G>) {
        replies.open += g_.foresee(p, reply);
      } else {
        each_move(g_, p, reply);
      }
    }
    const Numbers numbers = wins ? granted : replies.open == 0 ? refused : first_numbers(g_, p, replies);
    table_.store(key, numbers, 1);
    return numbers;
  }

  // Moves that have lately won at once are tried first.
  void remember(bool attacker_moves, const MoveOf<G>& m) {
    auto& list = hints_[attacker_moves];
    if (known_[attacker_moves] > 0 && list[0] == m) return;
    for (std::size_t i = hints - 1; i > 0; --i) list[i] = list[i - 1];
    list[0] = m;
    known_[attacker_moves] = std::min(hints, known_[attacker_moves] + 1);
  }

  static constexpr std::size_t hints = 2;
  const G& g_;
  ProofTable& table_;
  const Memory& memory_;
  std::vector<ExpandedOf<G>> boards_; // of the moves just listed
  std::vector<std::size_t> unseen_;   // of those the table knows nothing of
  std::array<std::array<MoveOf<G>, hints>, 2> hints_{};
  std::array<std::size_t, 2> known_{};
  u64 evaluated_ = 0;
};

} // namespace zermelo
