// What proofs with zones say about positions: the attacker's next move, or that the defender is lost. Nothing is stored for single
// positions; the trees that can be about one are followed again by the code that checks them, some milliseconds each.
#pragma once

#include "verify/zones.h"

namespace zermelo {

class ZoneBook {
public:
  explicit ZoneBook(const LineBoard& board) : board_(board) {}

  // A proof that holds: `check` has run over `bytes`.
  void add(const ZoneCheck<>& check, Bytes bytes);
  bool empty() const { return trees_.empty() && moves_.empty(); }

  // A cell with which the attacker, who is to move, wins; nothing where no proof says so.
  std::optional<int> next_move(const CellSet& attacker, const CellSet& defender) const { return find(attacker, defender, true); }
  // Whether the attacker wins where the defender is to move.
  bool is_won(const CellSet& attacker, const CellSet& defender) const { return find(attacker, defender, false).has_value(); }

private:
  struct Tree {
    CellSet attacker, defender;
    int hidden;
    std::size_t proof, begin, size;
  };
  std::optional<int> find(const CellSet& attacker, const CellSet& defender, bool attacker_moves) const;

  const LineBoard& board_;
  std::vector<Bytes> proofs_;
  std::vector<Tree> trees_;
  std::vector<ZoneCheck<>::Move> moves_; // of the tops
};

} // namespace zermelo
