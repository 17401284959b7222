// The check of a proof by the rules; it uses nothing of the search. docs/proof-format.md has the format with an example.
//
// The prover is the player in whose favour something is shown. At each position of the prover's the proof names one move; after it
// the checker looks at every reply. A position that was seen before is not followed again. Where a move of the prover's ends the
// game as it should, the checker finds it itself and reads nothing. What the proof says of itself is not believed.
//
// Why play that the prover answers everywhere also ends as claimed:
//   Positions never return: each line of play ends.
//   Positions can return, and the defender is the prover: endless play is what he wants.
//   Positions can return, and the attacker is the prover: each position has a rank, and ranks fall from one of his positions to
//     the next. So no position of his comes back, nor one that a move of his leads to: one of the replies to it led to a higher
//     rank. Hence the win also holds where no position may occur twice: the other only has fewer replies there.
//   No position may occur twice, and the proof has pairs: the prover never runs out of moves, because no two of the named moves
//     lead to the same position, but for moves that cannot be undone. Such a proof is about positions themselves, not about
//     classes of symmetric ones. A proof that the attacker does not win is not accepted in such a game.
//
// A proof may cite tables (verify/cited.h). A position that one of them holds is not followed: its value must be in the prover's
// favour, as where the game is over. Values hold whatever was played before, since endless play is a draw: the prover goes on
// from there by the table, and what it wins is won in finitely many plies. Where no position may occur twice that is not so.
//
// Cost: every position once, and 128 bits for each position of the prover's (exact_key in game/expand.h), with its rank.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/key_set.h"
#include "base/units.h"
#include "game/erase.h"
#include "game/expand.h"
#include "table/proof_file.h"
#include "verify/report.h"

namespace zermelo {

template <Text G> class ProofCheck {
public:
  ProofCheck(const G& g, const PositionOf<G>& root, ProofFile& proof, u64 memory)
      : g_(g), root_(root), proof_(proof), memory_(memory) {}

  std::function<bool()> should_stop;
  std::function<Wdl(const AnyPosition&)> cited;  // what the tables say that the proof cites
  std::function<void(const NamedMove&)> on_move; // told of each move that is named

  ProofReport run() {
    const ProofHeader& h = proof_.header();
    if (!proof_.as_written()) {
      report_.why = "its moves are not those that it was written with";
      return report_;
    }
    prover_wins_ = h.attacker_wins;
    if (!prover_wins_ && G::repetition == Repetition::forbidden) {
      report_.why = "where no position may occur twice only a win can be shown";
      return report_;
    }
    paired_ = h.pairs;
    if (paired_ && (!prover_wins_ || G::repetition != Repetition::forbidden)) {
      report_.why = "a win by never running out of moves is one only where no position may occur twice";
      return report_;
    }
    if (!tables_can_be_cited()) return report_;
    const bool prover_moves = h.attacker_wins == h.mover_attacks;
    const Wdl known = g_.outcome(root_), over = known != Wdl::unknown ? known : ended(root_);
    if (over != Wdl::unknown) {
      report_.holds = good(over, prover_moves);
      if (!report_.holds) report_.why = "the game is over, or in a table, and not as it is claimed";
    } else {
      ranked_ = G::repetition != Repetition::never && prover_wins_ && !paired_;
      if (paired_ && !prover_moves) targets_.emplace(position_key(g_, root_), false);
      if (prover_moves) open_.push_back({root_, no_bound});
      report_.holds = (prover_moves || replies(root_, no_bound)) && all_answered();
    }
    if (report_.holds && !(proof_.at_end() && report_.choices == h.choices))
      fail("the proof has moves that nobody asks for", root_);
    return report_;
  }

private:
  bool tables_can_be_cited() {
    citing_ = !proof_.header().tables.empty();
    if (citing_ && G::repetition == Repetition::forbidden) {
      report_.why = "where no position may occur twice a table does not say who wins";
    } else if (citing_ && !cited) {
      report_.why = "the tables that it cites were not looked up";
    }
    return report_.why.empty();
  }

  // How the game ended, or what a table says that the proof cites; unknown where play is to be followed.
  template <class P> Wdl ended(const P& p) {
    const Wdl over = recorded(g_, p);
    if (over != Wdl::unknown || !citing_) return over;
    const Wdl said = cited(Erased<G>::erase(p));
    report_.lookups += said != Wdl::unknown;
    return said;
  }

  // Whether an end of the game, as the side to move sees it, is what was to be shown.
  bool good(Wdl over, bool prover_moves) const {
    if (over == Wdl::draw) return !prover_wins_;
    return over == (prover_moves ? Wdl::win : Wdl::loss);
  }

  bool fail(const std::string& why, const PositionOf<G>& p) {
    report_.holds = false;
    if (report_.why.empty()) report_.why = why + ": " + g_.print(p);
    return false;
  }

  // A position where the prover is to move and the game goes on. Its rank must be below that of the one before it.
  struct Open {
    PositionOf<G> position;
    u64 below;
  };

  bool all_answered() {
    while (!open_.empty()) {
      const Open o = open_.back();
      open_.pop_back();
      if (!answered(o.position, o.below)) return false;
    }
    return true;
  }

  bool answered(const PositionOf<G>& p, u64 below) {
    const Key key = paired_ ? position_key(g_, p) : exact_key(g_, p);
    if (!seen_.insert(key))
      return !ranked_ || ranks_.at(key) < below || fail("play comes back without having come nearer to a win", p);
    if (seen_.bytes() + (ranks_.size() + targets_.size()) * bytes_of_rank > memory_)
      throw Error(Exit::resources, "the proof has more positions than " + bytes(memory_) + " of memory hold");
    ++report_.positions;
    if ((report_.positions & 1023) == 0 && should_stop && should_stop())
      throw Error(Exit::stopped, "interrupted; a check starts from the beginning");
    bool ends = false;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const Wdl over = ended(q);
      ends = over != Wdl::unknown && good(over, false);
      return !ends;
    });
    u64 named = 0, rank = 0;
    if (!ends) {
      if (!proof_.next(named) || (ranked_ && !proof_.next(rank))) return fail("the proof ends where a move is needed", p);
      ++report_.choices;
      if (ranked_ && (rank == 0 || rank >= below)) return fail("a win does not come nearer", p);
    }
    if (ranked_) ranks_.emplace(key, rank);
    return ends || follow(p, key, named, rank);
  }

  bool follow(const PositionOf<G>& p, const Key& key, u64 named, u64 rank) {
    PositionOf<G> next{};
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& q) {
      if (n++ < named) return true;
      next = q;
      return false;
    });
    if (named >= n) return fail("the proof names a move that does not exist", p);
    if (ended(next) != Wdl::unknown)
      return fail("the move that the proof names ends the game, or leads into a table, and not as it should", p);
    if (paired_) {
      const bool undoable = !irreversible<G>(g_, p, next);
      const auto [it, fresh] = targets_.emplace(position_key(g_, next), undoable);
      if (!fresh && (undoable || it->second)) return fail("another move that the proof names leads to the same position", p);
    }
    if (on_move) on_move({key, exact_key(g_, next), rank});
    return replies(next, rank);
  }

  // The other is to move; the game goes on, or it has no move and has lost.
  bool replies(const PositionOf<G>& p, u64 rank) {
    ++report_.positions;
    const std::size_t first = open_.size();
    bool held = true;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const Wdl over = ended(q);
      if (over == Wdl::unknown) {
        open_.push_back({q, rank});
      } else if (!good(over, true)) {
        held = fail("a reply is not answered", q);
      }
      return held;
    });
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(first), open_.end()); // the first reply is looked at first
    return held;
  }

  G g_;
  PositionOf<G> root_;
  ProofFile& proof_;
  u64 memory_;
  bool prover_wins_ = true;
  static constexpr u64 no_bound = ~u64{0}, bytes_of_rank = 64;
  bool citing_ = false; // tables
  bool paired_ = false; // the prover wins by never running out of moves
  bool ranked_ = false; // play can return, so a win must be seen to come nearer
  std::vector<Open> open_;
  KeySet seen_;
  std::unordered_map<Key, u64, KeyHash> ranks_;    // of those seen; 0: the game can be ended at once
  std::unordered_map<Key, bool, KeyHash> targets_; // of moves that are named, with pairs: whether by one that can be undone
  ProofReport report_;
};

} // namespace zermelo
