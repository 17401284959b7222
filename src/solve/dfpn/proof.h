// Takes a proof out of the table of a search that has ended: for each position of the player for whom something was shown,
// in the order in which a checker comes to them, one good move, and where play can return and the attacker wins, its rank.
// What the table has forgotten is searched again. Where a table takes over that the search leans on, the proof ends and cites it.
#pragma once

#include "solve/dfpn/closed.h"
#include "solve/dfpn/ranks.h"
#include "solve/proof_walk.h"

namespace zermelo {

template <Provable G> class ProofMaker {
public:
  using Node = typename DfPn<G>::Node;

  ProofMaker(const G& g, ProofTable& table, const ProveOptions& options)
      : g_(g), table_(table), presence_(1), options_(options), search_(g, table, presence_, options_), ends_(g, options_),
        walk_(g, ends_, options.should_stop) {}

  // `attacker_wins` is what the search found.
  ChoiceWriter make(const Node& root, bool attacker_wins) {
    attacker_wins_ = attacker_wins;
    if constexpr (returns) {
      if (g_.outcome(root.position) != Wdl::unknown || ends_(root.position) != Wdl::unknown) return {};
      if (attacker_wins) {
        ranks_.emplace(g_, table_, ends_, root.position, root.attacker_moves,
                       [this](const PositionOf<G>& p, u64 visits) { return searched_moves(p, true, visits); });
      } else {
        closed_.emplace(g_, table_, ends_, root.position, root.attacker_moves,
                        [this](const PositionOf<G>& p, bool attacker_moves) {
                          return search_for({p, search_key(g_, p, attacker_moves), attacker_moves}, unlimited);
                        });
      }
    }
    return walk_.run(root.position, root.attacker_moves == attacker_wins,
                     [this](const PositionOf<G>& p, ChoiceWriter& out, PositionOf<G>& next) {
                       if (!list(p)) return false;
                       next = put_choice(p, out);
                       return true;
                     });
  }

private:
  // Writes down a move of the prover, and says where it leads.
  PositionOf<G> put_choice(const PositionOf<G>& p, ChoiceWriter& out) {
    PositionOf<G> next{};
    if constexpr (returns) {
      if (ranks_) {
        const auto choice = ranks_->choose(p);
        out.put(choice.move);
        out.put_number(choice.rank);
        return choice.next;
      }
      if (closed_) {
        out.put(closed_->choose(p, next));
        return next;
      }
    }
    out.put(good_move(p, next));
    return next;
  }

  // Lists the prover's moves after which the proof goes on; false if one ends it as it should: a checker finds that itself.
  bool list(const PositionOf<G>& p) {
    moves_.clear();
    bool ends = false;
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const u64 i = n++;
      const Wdl over = ends_(q);
      ends = over == Wdl::loss || (over == Wdl::draw && !attacker_wins_);
      if (over != Wdl::unknown) return !ends;
      const Numbers known = known_numbers(g_, q, !attacker_wins_);
      const Key key = known.settled() ? Key{} : search_key(g_, q, !attacker_wins_);
      if (!known.settled()) table_.prefetch(key);
      moves_.push_back({i, q, key, known});
      return true;
    });
    return !ends;
  }

  // Of those listed one after which the other cannot get what it wants: the one with the least below it that the table knows.
  u64 good_move(const PositionOf<G>& p, PositionOf<G>& next) {
    u64 best = none;
    u32 least = ~u32{0};
    for (const Listed& m : moves_) {
      ProofTable::Entry entry{.numbers = m.known};
      if (!m.known.settled() && !table_.find(m.key, entry)) continue;
      if (entry.numbers != refused || entry.size >= least) continue;
      best = m.number;
      least = entry.size;
      next = m.position;
    }
    if (best != none) return best;
    next = searched_moves(p, attacker_wins_, 0).front();
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

  // Where the table has forgotten which moves are good: where they lead, as far as the table knows once the position has been
  // searched again and so many visits of each other move show; at least one.
  std::vector<PositionOf<G>> searched_moves(const PositionOf<G>& p, bool attacker_moves, u64 visits) {
    search_for({p, search_key(g_, p, attacker_moves), attacker_moves}, unlimited);
    std::vector<PositionOf<G>> found;
    auto collect = [&](u64 most, bool one) {
      each_move(g_, p, [&](const auto&, const auto& q) {
        if (ends_(q) != Wdl::unknown) return true;
        const Node node{q, search_key(g_, q, !attacker_moves), !attacker_moves};
        ProofTable::Entry entry{.numbers = known_numbers(g_, q, !attacker_moves)};
        const bool known = entry.numbers.settled() || (table_.find(node.key, entry) && entry.numbers.settled());
        if (known == (most != 0)) return true; // known ones come first
        if (most != 0) entry.numbers = search_for(node, most);
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

  Numbers search_for(const Node& node, u64 visits) {
    const u64 first = search_.visits();
    auto go_on = [&] {
      if (search_.visits() % 1024 == 0) walk_.stop_if_asked();
      return search_.visits() - first < visits;
    };
    return search_.visit(node, {Numbers::infinite, Numbers::infinite}, go_on).numbers;
  }
  static constexpr u64 unlimited = ~u64{0};

  static constexpr u64 none = ~u64{0};

  const G& g_;
  ProofTable& table_;
  Presence presence_;
  ProveOptions options_;
  DfPn<G> search_;
  Ends<G> ends_;
  ProofWalk<G> walk_;
  bool attacker_wins_ = true;
  // Where play can return: a win must be seen to come nearer, and endless play is the defender's.
  static constexpr bool returns = G::repetition != Repetition::never;
  struct Nothing {};
  std::conditional_t<returns, std::optional<ProofRanks<G>>, Nothing> ranks_;
  std::conditional_t<returns, std::optional<ClosedPlay<G>>, Nothing> closed_;
  struct Listed {
    u64 number; // among all moves
    PositionOf<G> position;
    Key key;
    Numbers known;
  };
  std::vector<Listed> moves_; // of the position at hand
};

} // namespace zermelo
