// Takes a proof out of the table of a search that has ended: for each position of the player for whom something was shown,
// in the order in which a checker comes to them, one good move, and where play can return and the attacker wins, its rank.
// What the table has forgotten is searched again, by several threads at once (solve/proof_walk.h; where the defender holds and play can
// return, by one). Where a table takes over that the search leans on, the proof ends and cites it.
#pragma once

#include "solve/dfpn/closed.h"
#include "solve/dfpn/ranks.h"
#include "solve/proof_walk.h"

namespace zermelo {

template <Provable G> class ProofMaker {
public:
  using Node = typename DfPn<G>::Node;

  ProofMaker(const G& g, ProofTable& table, const ProveOptions& options)
      : g_(g), table_(table), options_(options), watch_(options, table.bytes()), walk_(g, options_, watch_),
        presence_(walk_.pool().threads()) {
    for (int i = 0; i < walk_.pool().threads(); ++i) workers_.push_back(std::make_unique<Worker>(g, table, presence_, options_));
    if (options.table == nullptr) // else others have it, too
      watch_.make_room = [&table] { return table.halve(worth); };
  }

  // `attacker_wins` is what the search found.
  ChoiceWriter make(const Node& root, bool attacker_wins) {
    attacker_wins_ = attacker_wins;
    if constexpr (returns) {
      const Ends<G>& ends = walk_.ends(0);
      if (g_.outcome(root.position) != Wdl::unknown || ends(root.position) != Wdl::unknown) return {};
      if (attacker_wins)
        ranks_.emplace(
            g_, table_, ends, root.position, root.attacker_moves,
            [this](const std::vector<PositionOf<G>>& all, u64 visits) { return winning_moves(all, visits); }, watch_);
      else
        closed_.emplace(
            g_, table_, ends, root.position, root.attacker_moves,
            [this](const PositionOf<G>& p, bool attacker_moves) {
              return search_for({p, search_key(g_, p, attacker_moves), attacker_moves}, unlimited, 0);
            },
            watch_);
    }
    return walk_.run(root.position, root.attacker_moves == attacker_wins, [this](int worker, const PositionOf<G>& p, Answer& a) {
      if (!list(p, worker)) return false;
      choose(p, worker, a);
      return true;
    });
  }

  u64 visits() const { return watch_.visits(); } // of what was searched again

private:
  using Answer = typename ProofWalk<G>::Answer;

  // What a smaller table keeps: results, the largest first.
  static u32 worth(const ProofTable::Entry& e) { return e.size + (e.numbers.settled() || e.depth != ProofTable::none ? 256 : 0); }

  void choose(const PositionOf<G>& p, int worker, Answer& a) {
    if constexpr (returns) {
      if (ranks_) {
        const auto choice = ranks_->choose(p);
        a = {choice.move, choice.rank, choice.next};
        return;
      }
      if (closed_) {
        a.move = closed_->choose(p, a.next);
        return;
      }
    }
    a.move = good_move(p, a.next, worker);
  }

  // Lists the prover's moves after which the proof goes on; false if one ends it as it should: a checker finds that itself.
  bool list(const PositionOf<G>& p, int worker) {
    std::vector<Listed>& moves = at(worker).moves;
    const Ends<G>& over_at = walk_.ends(worker);
    moves.clear();
    bool ends = false;
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const u64 i = n++;
      const Wdl over = over_at(q);
      ends = over == Wdl::loss || (over == Wdl::draw && !attacker_wins_);
      if (over != Wdl::unknown) return !ends;
      const Numbers known = known_numbers(g_, q, !attacker_wins_);
      const Key key = known.settled() ? Key{} : search_key(g_, q, !attacker_wins_);
      if (!known.settled()) table_.prefetch(key);
      moves.push_back({i, q, key, known});
      return true;
    });
    return !ends;
  }

  // Of those listed one after which the other cannot get what it wants: the one with the least below it that the table knows.
  u64 good_move(const PositionOf<G>& p, PositionOf<G>& next, int worker) {
    u64 best = none;
    u32 least = ~u32{0};
    for (const Listed& m : at(worker).moves) {
      ProofTable::Entry entry{.numbers = m.known};
      if (!m.known.settled() && !table_.find(m.key, entry)) continue;
      if (entry.numbers != refused || entry.size >= least) continue;
      best = m.number;
      least = entry.size;
      next = m.position;
    }
    if (best != none) return best;
    next = searched_moves(p, attacker_wins_, 0, worker).front();
    return number_of(p, next);
  }

  u64 number_of(const PositionOf<G>& p, const PositionOf<G>& next) const {
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const bool other = static_cast<const PositionOf<G>&>(q) != next;
      n += other;
      return other;
    });
    return n;
  }

  std::vector<std::vector<PositionOf<G>>> winning_moves(const std::vector<PositionOf<G>>& all, u64 visits) {
    std::vector<std::vector<PositionOf<G>>> found(all.size());
    walk_.pool().for_ranges(0, all.size(), 1,
                            [&](u64 i, u64, int worker) { found[i] = searched_moves(all[i], true, visits, worker); });
    return found;
  }

  // Where the table has forgotten which moves are good: where they lead, as far as the table knows once the position has been
  // searched again and so many visits of each other move show; at least one.
  std::vector<PositionOf<G>> searched_moves(const PositionOf<G>& p, bool attacker_moves, u64 visits, int worker) {
    search_for({p, search_key(g_, p, attacker_moves), attacker_moves}, unlimited, worker);
    std::vector<PositionOf<G>> found;
    auto collect = [&](u64 most, bool one) {
      each_move(g_, p, [&](const auto&, const auto& q) {
        if (walk_.ends(worker)(q) != Wdl::unknown) return true;
        const Node node{q, search_key(g_, q, !attacker_moves), !attacker_moves};
        ProofTable::Entry entry{.numbers = known_numbers(g_, q, !attacker_moves)};
        const bool known = entry.numbers.settled() || (table_.find(node.key, entry) && entry.numbers.settled());
        if (known == (most != 0)) return true; // known ones come first
        if (most != 0) entry.numbers = search_for(node, most, worker);
        if (entry.numbers == refused) found.push_back(q);
        return !one || found.empty();
      });
    };
    collect(0, false);
    if (visits != 0) collect(visits, false);
    if (found.empty()) collect(unlimited, true);
    if (found.empty()) throw Error(Exit::runtime, "no move is good where the search said that one is: " + g_.print(p));
    return found;
  }

  Numbers search_for(const Node& node, u64 visits, int worker) {
    DfPn<G>& search = at(worker).search;
    const u64 first = search.visits();
    auto go_on = [&] {
      if (search.visits() % 1024 == 0) watch_.look_around();
      return search.visits() - first < visits;
    };
    const Numbers found = search.visit(node, {Numbers::infinite, Numbers::infinite}, go_on).numbers;
    watch_.searched(search.visits() - first);
    return found;
  }
  static constexpr u64 unlimited = ~u64{0};

  static constexpr u64 none = ~u64{0};

  struct Listed {
    u64 number; // among all moves
    PositionOf<G> position;
    Key key;
    Numbers known;
  };
  struct Worker { // what one thread has for itself
    Worker(const G& g, ProofTable& table, Presence& presence, const ProveOptions& options)
        : search(g, table, presence, options) {}
    DfPn<G> search;
    std::vector<Listed> moves; // of the position at hand
  };
  Worker& at(int worker) { return *workers_[static_cast<std::size_t>(worker)]; }

  const G& g_;
  ProofTable& table_;
  ProveOptions options_;
  TakingOut watch_;
  ProofWalk<G> walk_;
  Presence presence_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool attacker_wins_ = true;
  // Where play can return: a win must be seen to come nearer, and endless play is the defender's.
  static constexpr bool returns = G::repetition != Repetition::never;
  struct Nothing {};
  std::conditional_t<returns, std::optional<ProofRanks<G>>, Nothing> ranks_;
  std::conditional_t<returns, std::optional<ClosedPlay<G>>, Nothing> closed_;
};

} // namespace zermelo
