// Games of lines: wins by threats and zones, and that a side does not win, since the other blocks every window (src/solve/lines).
// Compiled once, for all of them.
#pragma once

#include "catalog/entry.h"
#include "solve/dfpn/options.h"
#include "verify/zone_book.h"

namespace zermelo {

// The verdict is unknown where neither a win nor a blockade is found. The win of the mover has a line; with options.proof, the
// proof is written.
ProveResult prove_by_zones(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
                           const ProveOptions& options);

// What proofs with zones say about positions of a game of lines (verify/zone_book.h).
class ProofBook {
public:
  explicit ProofBook(const Entry& entry);

  // A file with such a proof, which is checked first. Error(table) if it is none of this game; Error(mismatch) if it does not hold.
  void add(const std::filesystem::path& proof, const VerifyOptions& options);
  bool empty() const { return book_.empty(); }

  struct Known {
    Wdl wdl;          // for the side to move
    std::string move; // that wins
  };
  std::optional<Known> find(const AnyPosition& p) const;

private:
  const Entry& entry_;
  LinedGame g_;
  ZoneBook book_;
};

} // namespace zermelo
