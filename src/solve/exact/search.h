// One thread of an exact search: is a position worth at least so much? Depth first, to the end of the game.
//
// Every question has a null window (Pearl 1980), and its answer is a bound on the value, as far as it was found (Fishburn 1983). Both
// bounds of a position are kept in the table that all threads share. A position whose successors are in the table already may be
// answered by them alone (Plaat, Schaeffer, Pijls, de Bruin 1996), or by what a game knows of them without a search. Threads spread by leaving moves for later that another is at
// (Weill 1996, in the simple form of Kerrigan).
#pragma once

#include <algorithm>
#include <cstring>

#include "exec/shared.h"
#include "game/concepts.h"
#include "game/scale.h"
#include "solve/dfpn/table.h"

namespace zermelo {

// What a search may do without, to see what it brings.
struct ExactHooks {
  bool promise = true, narrow = true, fold = true, look_ahead = true, glance = true, limit = true, finish = true;
};

// Positions that threads are at, by a hash. A place may be overwritten: nothing but time depends on it.
class Attended {
public:
  static constexpr u64 places = u64{1} << 14;
  bool has(u64 hash) const { return load_shared(at_[hash % places]) == hash; }
  void come(u64 hash) { store_shared(at_[hash % places], hash); }
  void go(u64 hash) {
    if (has(hash)) store_shared(at_[hash % places], u64{0});
  }

private:
  u64 at_[places] = {};
};

template <ListedToTheEnd G> class ExactSearch {
public:
  using Position = PositionOf<G>;
  using Move = MoveOf<G>;
  using S = Scale<G>;

  struct Bounds {
    i32 low = S::least, high = S::most;
  };

  ExactSearch(const G& g, ProofTable& table, Attended& attended, ExactHooks hooks, u64 thread, u64 salt = 0)
      : g_(g), table_(table), attended_(attended), hooks_(hooks), thread_(thread), salt_(salt) {}

  u64 nodes() const { return nodes_; }

  // Whether p is worth `bound` or more: a result r >= bound says that it is worth r or more, any other that it is worth r or less.
  // go_on is asked now and then; once it has said no, the result means nothing. p is not settled.
  template <class GoOn> i32 at_least(const Position& p, i32 bound, GoOn& go_on) {
    if (const i32 sure = most(p); sure < bound) return sure; // of all others whoever moved there has seen it
    return visit(p, {}, bound, go_on);
  }

  bool stopped() const { return stopped_; }
  void begin() { stopped_ = false; }

  // `size` is how much the search of it took.
  bool find(Key key, Bounds& out, u32* size = nullptr) const {
    ProofTable::Entry e;
    if (!table_.find(key, e)) return false;
    out = {static_cast<i32>(e.numbers.mine) - middle, static_cast<i32>(e.numbers.theirs) - middle};
    if (size != nullptr) *size = e.size;
    return true;
  }
  bool find(const Position& p, Bounds& out, u32* size = nullptr) const { return find(key_of(p, remaining(p)), out, size); }
  bool keeps(const Position& p) const { return remaining(p) >= least_kept && !finishing(remaining(p)); }

private:
  // Of the plies left: from how many a position is kept, looked for under its symmetries, looked at a ply ahead, shared, and its
  // moves are ordered by a glance at what comes of them.
  static constexpr int least_kept = 5, least_folded = 14, least_ahead = 8, least_shared = 10, least_glanced = 12, unsaid = 1000;
  static constexpr i32 middle = 1 << 20; // the table has no numbers below 0

  struct Child {
    Position position;
    Key key; // zeros if nobody has asked for it
    i32 order, pays;
  };
  struct Children {
    int size = 0;
    Child at[G::max_moves];
  };

  // at_least of a position whose key is `told`, if it is known already.
  template <class GoOn> i32 visit(const Position& p, Key told, i32 bound, GoOn& go_on) {
    ++nodes_;
    if (nodes_ % 4096 == 0 && !go_on()) stopped_ = true;
    if (stopped_) return 0;
    if (bound > S::most) return S::most;
    if (bound <= S::least) return S::least;
    const int left = remaining(p);
    if constexpr (Finishing<G>) {
      if (finishing(left)) return g_.finish(p, bound);
    }
    const bool kept = left >= least_kept;
    Key key;
    Bounds known;
    if (kept) {
      key = told == Key{} ? key_of(p, left) : told;
      if (find(key, known)) {
        if (known.low >= bound || known.low == known.high) return known.low;
        if (known.high < bound) return known.high;
      }
    }
    const u64 before = nodes_;
    Children children;
    i32 best = list(p, left, bound, children);
    if (best < bound) best = std::max(best, go_through(children, bound, left, go_on));
    if (stopped_) return 0;
    if (kept) {
      (best >= bound ? known.low : known.high) = best;
      store(key, known, nodes_ - before + 1);
    }
    return best;
  }

  int remaining(const Position& p) const {
    if constexpr (Remaining<G>) return g_.remaining(p);
    return unsaid;
  }

  bool finishing(int left) const {
    if constexpr (Finishing<G>) return hooks_.finish && left <= G::finishes;
    return false;
  }

  // What a position that is not settled is worth at most, as far as a look tells.
  i32 most(const Position& p) const {
    if constexpr (Limiting<G>) {
      if (hooks_.limit)
        if (const Value v = g_.limit(p); v.known()) return S::of(v);
    }
    return S::most;
  }

  // Two hashes of the words of a position: one is the place in the table, the other is compared.
  Key hash(const Position& p) const {
    constexpr std::size_t words = (sizeof(Position) + 7) / 8;
    u64 w[words] = {};
    std::memcpy(w, &p, sizeof p);
    u64 a = 0x9e3779b97f4a7c15 ^ salt_, b = 0xd1342543de82ef95 + salt_;
    for (const u64 word : w) {
      a = (a ^ word) * 0xff51afd7ed558ccd;
      a ^= a >> 32;
      b = (b + word) * 0xc4ceb9fe1a85ec53;
      b ^= b >> 29;
    }
    a *= 0x9fb21c651e98df25;
    b *= 0xd6e8feb86659fd93;
    return {a ^ a >> 32, b ^ b >> 32};
  }
  Key key_of(const Position& p, int left) const {
    if constexpr (Symmetric<G>) {
      if (hooks_.fold && left >= least_folded) return hash(g_.canonical(p));
    }
    return hash(p);
  }

  void store(Key key, Bounds b, u64 nodes) {
    table_.store(key, {static_cast<u32>(b.low + middle), static_cast<u32>(b.high + middle)}, nodes);
  }

  // The moves that are to be looked at, the most promising first; what the others are worth at best.
  i32 list(const Position& p, int left, i32 bound, Children& out) const {
    MoveListOf<G> moves;
    bool narrowed = false;
    if constexpr (Narrowing<G>) {
      narrowed = hooks_.narrow;
      if (narrowed)
        if (const Value v = g_.narrow(p, moves); v.known()) return S::of(v);
    }
    if (!narrowed) g_.moves(p, moves);
    const bool ahead = hooks_.look_ahead && left >= least_ahead,
               glances = Evaluating<G> && hooks_.glance && left >= least_glanced;
    i32 best = -S::top;
    for (const Move& m : moves) {
      Child c{g_.play(p, m), {}, 0, 0};
      if constexpr (Paying<G>) c.pays = g_.pays(p, m);
      if (!finishing(left - 1)) { // which sees for itself whether it is over
        if (const Value v = narrowed ? unknown_value : settle(g_, c.position); v.known()) {
          best = std::max(best, S::before(S::of(v), c.pays));
          if (best >= bound) return best;
          continue;
        }
        if (const i32 sure = S::before(most(c.position), c.pays); sure >= bound) return sure;
        if (ahead) { // the table's line is on its way while the next moves are made
          c.key = key_of(c.position, left - 1);
          table_.prefetch(c.key);
        }
        if constexpr (Promising<G>) {
          if (hooks_.promise && !glances) c.order = g_.promise(p, m, c.position);
        }
      }
      out.at[out.size++] = c;
    }
    if (ahead) best = std::max(best, look_ahead(bound, out));
    if (best < bound) sort(out, glances ? depth_of_glance(left) : -1);
    return best;
  }

  // Leaves out the moves that the table says do not reach the bound; what they are worth at best, or one that does reach it.
  i32 look_ahead(i32 bound, Children& children) const {
    i32 best = -S::top;
    int open = 0;
    for (int i = 0; i < children.size; ++i) {
      const Child& c = children.at[i];
      if (Bounds known; find(c.key, known)) {
        if (const i32 sure = S::before(known.high, c.pays); sure >= bound) return sure;
        if (const i32 possible = S::before(known.low, c.pays); possible < bound) {
          best = std::max(best, possible);
          continue;
        }
      }
      if (i != open) children.at[open] = c;
      ++open;
    }
    children.size = open;
    return best;
  }

  // The most promising first, as a glance of this depth says, if there is one.
  void sort(Children& children, int depth) const {
    for (int i = 0; i < children.size; ++i) {
      Child c = children.at[i];
      if constexpr (Evaluating<G>) {
        if (depth >= 0) c.order = -glance(c.position, depth, -most_evaluation, most_evaluation);
      }
      int at = i;
      for (; at > 0 && children.at[at - 1].order < c.order; --at) children.at[at] = children.at[at - 1];
      if (at != i || depth >= 0) children.at[at] = c;
    }
  }

  static int depth_of_glance(int left) { return std::min(6, (left - least_glanced) / 3); }

  // How good a position looks to its mover some plies further on.
  i32 glance(const Position& p, int depth, i32 alpha, i32 beta) const {
    if (const Value v = settle(g_, p); v.known()) return std::clamp(1000 * S::of(v), -most_evaluation, most_evaluation);
    if (depth == 0) return g_.evaluate(p);
    MoveListOf<G> moves;
    g_.moves(p, moves);
    FixedList<std::pair<i32, Position>, G::max_moves> next;
    for (const Move& m : moves) {
      const Position q = g_.play(p, m);
      next.push({depth > 1 ? g_.evaluate(q) : 0, q});
    }
    if (depth > 1) std::sort(next.begin(), next.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [order, q] : next) {
      alpha = std::max(alpha, -glance(q, depth - 1, -beta, -alpha));
      if (alpha >= beta) break;
    }
    return alpha;
  }

  template <class GoOn> i32 go_through(Children& children, i32 bound, int left, GoOn& go_on) {
    i32 best = -S::top;
    auto look = [&](const Child& c) {
      best = std::max(best, S::before(visit(c.position, c.key, S::after(bound, c.pays), go_on), c.pays));
      return best >= bound || stopped_;
    };
    if (left < least_shared || thread_ == alone) {
      for (int i = 0; i < children.size; ++i)
        if (look(children.at[i])) {
          break;
        }
      return best;
    }
    int later = 0;
    for (int i = 0; i < children.size; ++i) {
      Child& c = children.at[i];
      const u64 place = c.key == Key{} ? hash(c.position).low : c.key.low;
      if (i > 0 && attended_.has(place)) {
        children.at[later++] = c;
        continue;
      }
      attended_.come(place);
      const bool enough = look(c);
      attended_.go(place);
      if (enough) return best;
    }
    for (int i = 0; i < later; ++i)
      if (look(children.at[i])) break;
    return best;
  }

public:
  static constexpr u64 alone = ~u64{0}; // the number of a thread that has no others beside it

private:
  const G& g_;
  ProofTable& table_;
  Attended& attended_;
  ExactHooks hooks_;
  u64 thread_, salt_, nodes_ = 0;
  bool stopped_ = false;
};

} // namespace zermelo
