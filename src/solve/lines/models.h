// Proofs of facts like the one that is to be shown: they are played again there, or guide the search for it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "solve/lines/facts.h"
#include "solve/lines/search.h"

namespace zermelo {

// What was shown with the same cells, windows and symmetries, but by other rules of what a line is. It is not known here; most of
// it will hold all the same.
struct ShownElsewhere {
  const LineBoard* board = nullptr; // null: nothing
  LineFacts facts;
  // The zone of a tree, if it holds by those rules: one that does not is none.
  std::function<std::optional<CellSet>(const CellSet& attacker, const CellSet& defender, int hidden, const Bytes& tree)> check;
};

// The models of one thread.
class Models {
public:
  struct Known { // a fact with its tree; both stay where they are
    const LineFact* fact;
    const LineTree* tree;
    u64 hash; // of the tree
  };

  Models(const LineBoard& board, ZoneSearch& search, const ShownElsewhere& elsewhere)
      : board_(board), search_(search), elsewhere_(elsewhere) {}

  std::size_t size() const { return known_.size(); }
  void add(std::span<const Known> more) { known_.insert(known_.end(), more.begin(), more.end()); }
  void forget_proofs() { // the search has forgotten its own
    read_.clear();
    elsewhere_read_.clear();
    turned_.clear();
  }

  // The most alike first: the same stones of the attacker, the defender's as near as may be. The search is at another position
  // after it.
  std::vector<ProofId> like(const LineFact& fact);
  // A fact on the way to another one, and the attacker's move from it.
  struct Step {
    LineFact fact; // the attacker to move
    int cell;
  };
  // Of the same fact by other rules, or what the proof of a fact before it by other rules answers here, if it makes the moves of the
  // way; no_proof: there is none.
  ProofId elsewhere(std::span<const Step> way, const LineFact& fact);

private:
  ProofId elsewhere(const LineFact& fact);
  ProofId answer(ProofId of, const Step& step, const LineFact& fact);
  int distance(int a, int b) const;
  int distance(const LineFact& from, std::span<const u8> to, const LineFact& fact) const;

  const LineBoard& board_;
  ZoneSearch& search_;
  const ShownElsewhere& elsewhere_;
  std::vector<Known> known_;
  // While the search keeps its proofs:
  std::map<std::pair<const LineFact*, u32>, ProofId> read_; // by symmetry
  std::map<LineFact, ProofId> elsewhere_read_;
  std::map<std::pair<ProofId, u32>, ProofId> turned_; // by symmetry
};

} // namespace zermelo
