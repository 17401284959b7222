// Takes a proof out of the table of a search that has ended: for each position of the player for whom something was shown,
// in the order in which a checker comes to them, one good move. What the table has forgotten is searched again.
#pragma once

#include <unordered_set>

#include "solve/dfpn/search.h"
#include "table/proof_file.h"

namespace zermelo {

template <Provable G> class ProofMaker {
  static_assert(G::repetition == Repetition::never, "where play can return, a proof needs a measure that falls");

public:
  using Node = typename DfPn<G>::Node;

  ProofMaker(const G& g, ProofTable& table, const ProveOptions& options)
      : g_(g), table_(table), presence_(1), options_(options), search_(g, table, presence_, options_) {}

  // `attacker_wins` is what the search found.
  ChoiceWriter make(const Node& root, bool attacker_wins) {
    attacker_wins_ = attacker_wins;
    if (g_.outcome(root.position) == Wdl::unknown) follow(root.position, root.attacker_moves);
    return std::move(out_);
  }

private:
  void follow(const PositionOf<G>& p, bool attacker_moves) {
    MoveListOf<G> moves;
    g_.moves(p, moves);
    if (attacker_moves == attacker_wins_) {
      if (!seen_.insert(exact(p)).second || ends(p, moves)) return;
      if (out_.choices() % 64 == 0) stop_if_asked();
      const int move = good_move(p, moves, attacker_moves);
      out_.put(static_cast<u64>(move));
      return follow(g_.play(p, moves[move]), !attacker_moves);
    }
    for (const auto& m : moves)
      if (const auto q = g_.play(p, m); g_.outcome(q) == Wdl::unknown) follow(q, !attacker_moves);
  }

  // Whether a move of the prover ends the game as it should: a checker finds that itself.
  bool ends(const PositionOf<G>& p, const MoveListOf<G>& moves) const {
    for (const auto& m : moves) {
      const Wdl over = g_.outcome(g_.play(p, m));
      if (over == Wdl::loss || (over == Wdl::draw && !attacker_wins_)) return true;
    }
    return false;
  }

  // A move after which the other cannot get what it wants; of those that the table knows the one with the least below it.
  int good_move(const PositionOf<G>& p, const MoveListOf<G>& moves, bool attacker_moves) {
    int best = -1;
    u32 least = ~u32{0};
    ProofTable::Entry entry;
    auto open = [&](int i) { return g_.outcome(g_.play(p, moves[i])) == Wdl::unknown; };
    for (int i = 0; i < moves.size(); ++i) {
      if (!open(i) || !table_.find(search_key(g_, g_.play(p, moves[i]), !attacker_moves), entry)) continue;
      if (entry.numbers != refused || entry.size >= least) continue;
      best = i;
      least = entry.size;
    }
    if (best >= 0) return best;
    auto go_on = [this] {
      if (search_.visits() % 1024 == 0) stop_if_asked();
      return true;
    };
    search_.visit({p, search_key(g_, p, attacker_moves), attacker_moves}, {Numbers::infinite, Numbers::infinite}, go_on);
    for (int i = 0; i < moves.size(); ++i) {
      if (!open(i)) continue;
      const Node q{g_.play(p, moves[i]), search_key(g_, g_.play(p, moves[i]), !attacker_moves), !attacker_moves};
      if (table_.find(q.key, entry) && entry.numbers == granted) continue;
      if (search_.visit(q, {Numbers::infinite, Numbers::infinite}, go_on).numbers == refused) return i;
    }
    throw Error(Exit::runtime, "no move is good where the search said that one is: " + g_.print(p));
  }

  void stop_if_asked() const {
    if (options_.should_stop && options_.should_stop())
      throw Error(Exit::stopped, "interrupted while the proof was taken out; nothing was written");
  }

  std::string exact(const PositionOf<G>& p) const { return g_.print(canonical(g_, p)); }

  const G& g_;
  ProofTable& table_;
  Presence presence_;
  ProveOptions options_;
  DfPn<G> search_;
  bool attacker_wins_ = true;
  std::unordered_set<std::string> seen_;
  ChoiceWriter out_;
};

} // namespace zermelo
