// Proofs of facts like the one that is to be shown: they are played again there, or guide the search for it.
#pragma once

#include <map>
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
  void forget_proofs() { read_.clear(); } // the search has forgotten its own

  // The most alike first: the same stones of the attacker, the defender's as near as may be. The search is at another position
  // after it.
  std::vector<ProofId> like(const LineFact& fact);
  // Of the same fact by other rules; no_proof: there is none.
  ProofId elsewhere(const LineFact& fact);

private:
  int distance(int a, int b) const;
  int distance(const LineFact& from, std::span<const u8> to, const LineFact& fact) const;

  const LineBoard& board_;
  ZoneSearch& search_;
  const ShownElsewhere& elsewhere_;
  std::vector<Known> known_;
  std::map<std::pair<const LineFact*, u32>, ProofId> read_; // by symmetry, while the search keeps its proofs
};

} // namespace zermelo
