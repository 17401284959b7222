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

  // Appends the moves of p. One that fails at once is left out, or by one of the other's threats, one that succeeds is the only one; of
  // moves to positions that are the same to the memory the first is kept.
  void list(const PositionOf<G>& p, bool attacker_moves, List& out) {
    const std::size_t first = out.size();
    boards_.clear();
    open_.clear();
    threats_.clear();
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
      if (known == granted) threats_.push_back(move);
      if (known == granted || (known != refused && is_dominated(move))) return true;
      if (known == refused) {
        only(out, first, {move, {}, refused, refused, {}, {}});
        won = true;
        return false;
      }
      if constexpr (Carrying<G>) {
        open_.emplace_back(move, q); // until the threats are known: a key takes longer than to try them
      } else {
        add(p, move, q, attacker_moves, first, out);
      }
      return true;
    });
    if (won) return;
    for (const auto& [move, q] : open_)
      if (!is_refuted(move, q)) add(p, move, q, attacker_moves, first, out);
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
  template <class P>
  void add(const PositionOf<G>& p, const MoveOf<G>& move, const P& q, bool attacker_moves, std::size_t first, List& out) {
    const Key key = search_key(g_, q, !attacker_moves);
    const Child child{move, key, {}, {}, {}, memory_.place(p, q, key)};
    for (std::size_t i = first; i < out.size(); ++i)
      if (Memory::same(out[i], child)) return;
    table_.prefetch(key);
    out.push_back(child);
    boards_.push_back(q);
  }

  // Whether one of the threats wins after a move to q.
  bool is_refuted(const MoveOf<G>& move, const ExpandedOf<G>& q) const {
    bool lost = false;
    if constexpr (Carrying<G>) {
      for (std::size_t i = 0; i < threats_.size() && !lost; ++i)
        g_.attempt(q, g_.carried(threats_[i], move), [&](const MoveOf<G>&, const auto& r) {
          lost = recorded(g_, r) == Wdl::loss;
          return false;
        });
    }
    return lost;
  }

  // How many moves of p neither fail at once nor by a threat.
  u32 moves_against_threats(const ExpandedOf<G>& p, bool attacker_moves) const {
    u32 n = 0;
    each_move(g_, p, [&](const MoveOf<G>& move, const auto& q) {
      n += known_numbers(g_, q, !attacker_moves) != granted && !is_refuted(move, q);
      return true;
    });
    return n;
  }

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
      if (known == granted) threats_.push_back(m);
      ++(known == granted ? replies.failing : replies.open);
      return !wins;
    };
    if constexpr (Attempting<G>) {
      for (std::size_t i = 0; i < known_[attacker_moves] && !wins; ++i) g_.attempt(p, hints_[attacker_moves][i], reply);
    }
    if (!wins) {
      replies = {};
      threats_.clear();
      if constexpr (Foreseeing<G>) {
        replies.open += g_.foresee(p, reply);
      } else {
        each_move(g_, p, reply);
      }
    }
    if constexpr (Carrying<G>) {
      if (!wins && replies.failing > 0) replies.open = moves_against_threats(p, attacker_moves);
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
  std::vector<ExpandedOf<G>> boards_;                     // of the moves just listed
  std::vector<std::size_t> unseen_;                       // of those the table knows nothing of
  std::vector<std::pair<MoveOf<G>, ExpandedOf<G>>> open_; // moves that do not fail at once
  std::vector<MoveOf<G>> threats_;                        // moves that do: the other may make them, too
  std::array<std::array<MoveOf<G>, hints>, 2> hints_{};
  std::array<std::size_t, 2> known_{};
  u64 evaluated_ = 0;
};

} // namespace zermelo
