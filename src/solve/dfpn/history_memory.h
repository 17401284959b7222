// What a search remembers where a move must not recreate an earlier position of the game. Such a move is illegal, and a player who
// has no other has lost. There are no draws, but the value of a position depends on which positions have occurred.
//
// The table holds three kinds of entries, after the proof, disproof and reference tables of the paper on Yonmoque
// (docs/references.md):
//
// By history: a result of a position together with the set of positions since the last move that cannot be undone (Layered in
// game/concepts.h). These are the results that the rule is about. The key is made of the position and of a sum over the set, so
// the order of play does not matter. Right after a move that cannot be undone the set is the position itself, and one of each
// class of symmetric positions stands for all.
//
// By position: a result that depends on no repetition. The winner has an answer to every move, whether the history allows that
// move or not; moves that cannot be undone lead to positions that are known to be won. The wins and losses in a table of the game
// in which positions may occur twice are such results, too. The search uses them on every path. Why that is right: such a win
// has ranks that fall ply by ply (docs/proof-format.md). Let A be the set of positions that one player wins in this way. When
// play first enters A, no position of A has occurred, so all moves by falling ranks are legal, and he wins. Deeper inside A a
// history may spoil the win, and what is stored there may be false for that history. But as long as he follows the ranks,
// nothing in favour of the other is stored, since the search weighs the moves by ranks as well. So the result is true at the
// first position of A, at every position outside A, and at a root before which nothing has occurred.
//
// Hints: first numbers of an open position on another path. No result depends on them.
#pragma once

#include <array>

#include "game/erase.h"
#include "solve/dfpn/moves.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/repetition.h"
#include "solve/dfpn/table.h"

namespace zermelo {

// The positions since the last move that cannot be undone, as the search goes down and up.
class PastPositions {
public:
  void begin() { starts_.push_back(keys_.size()); } // nothing before counts
  void undo_begin() { starts_.pop_back(); }

  void push(Key key) {
    const Key sum = keys_.size() == starts_.back() ? Key{} : sums_.back();
    keys_.push_back(key);
    sums_.push_back({sum.high + key.high, sum.low + key.low});
    ++counts_[key.high % counters];
  }
  void pop() {
    --counts_[keys_.back().high % counters];
    keys_.pop_back();
    sums_.pop_back();
  }
  bool contains(Key key) const {
    if (counts_[key.high % counters] == 0) return false;
    for (std::size_t i = keys_.size(); i > starts_.back(); --i)
      if (keys_[i - 1] == key) return true;
    return false;
  }
  // The key of a position after all of these.
  Key after(Key key) const {
    const Key& sum = sums_.back();
    return {key.high ^ mix_bits(sum.high), key.low + mix_bits(sum.low)};
  }

private:
  static constexpr std::size_t counters = 4096;
  std::vector<std::size_t> starts_;
  std::vector<Key> keys_, sums_;
  std::array<u32, counters> counts_{};
};

template <Provable G> class HistoryMemory {
public:
  // What a settled result rests on.
  struct Basis {
    bool history = false;
    bool on_nothing() const { return !history; }
  };
  struct Place {
    Key own;          // of the position itself
    Key with_history; // of the position and all that counts before it
    bool fresh = true, repeats = false;
    Wdl known = Wdl::unknown; // by what the search leans on
  };

  HistoryMemory(const G& g, ProofTable& table, const ProveOptions& options)
      : g_(g), table_(table), lean_on_(options.lean_on ? options.lean_on() : nullptr) {}

  static Place root(const G& g, const PositionOf<G>& p, Key key) { return fresh(position_key(g, p), key); }
  template <class P> Place place(const PositionOf<G>& from, const P& to, Key key) const {
    const Key own = position_key(g_, to);
    Place place =
        irreversible<G>(g_, from, to) ? fresh(own, key) : Place{own, history_.after(own), false, history_.contains(own)};
    if (lean_on_) place.known = lean_on_(Erased<G>::erase(to));
    return place;
  }
  template <class Child> static bool same(const Child& a, const Child& b) { return a.place.with_history == b.place.with_history; }

  template <class Node> void enter(const Node& node) {
    if (node.place.fresh) history_.begin();
    history_.push(node.place.own);
  }
  template <class Node> void leave(const Node& node) {
    history_.pop();
    if (node.place.fresh) history_.undo_begin();
  }

  template <class Child> bool look(Child& child, bool) const {
    child.basis = {};
    if (child.place.known == Wdl::win || child.place.known == Wdl::loss) {
      child.numbers = child.place.known == Wdl::win ? granted : refused;
      return true;
    }
    ProofTable::Entry entry;
    const bool found = table_.find(child.key, entry);
    if (found) child.numbers = entry.numbers;
    if (found && entry.numbers.settled()) return true;
    if (child.place.repeats) {
      child.numbers = granted;
      child.basis = {true};
      return true;
    }
    if (!table_.find(child.place.with_history, entry)) return found;
    child.numbers = entry.numbers;
    child.basis = {entry.numbers.settled() && !child.place.fresh};
    return true;
  }

  // One good move is enough, best one that depends on no history; else all moves must fail.
  template <class Children> Basis basis(const Children& children, Numbers numbers) const {
    if (!numbers.settled()) return {};
    bool history = numbers == granted;
    for (const auto& child : children) {
      if (numbers == refused) history = history || child.basis.history;
      if (numbers == granted && child.numbers == refused) history = history && child.basis.history;
    }
    return {history};
  }
  // What has been before a move that cannot be undone has nothing to do with what follows.
  static Basis seen_from_above(const Place& place, Basis basis) { return {basis.history && !place.fresh}; }

  template <class Node> void store(const Node& node, Numbers numbers, Basis basis, u64 visits) {
    if (numbers.settled() && basis.on_nothing()) return table_.store(node.key, numbers, visits);
    table_.store(node.place.with_history, numbers, visits);
    ProofTable::Entry entry;
    if (table_.find(node.key, entry) && entry.numbers.settled()) return;
    table_.store(node.key, hint(numbers), visits);
  }

private:
  // Hints are capped: two positions that take their first numbers from each other on different paths would otherwise push each
  // other up without limit, and neither would be searched.
  static Numbers hint(Numbers n) {
    constexpr u32 most = 32;
    if (n.settled()) return n == granted ? elsewhere_granted : elsewhere_refused;
    return {std::min(n.mine, most), std::min(n.theirs, most)};
  }
  static Place fresh(Key own, Key key) { return {own, {key.high ^ 0x5bd1e9955bd1e995, key.low + 1}, true, false}; }

  const G& g_;
  ProofTable& table_;
  PastPositions history_;
  std::function<Wdl(const AnyPosition&)> lean_on_;
};

} // namespace zermelo
