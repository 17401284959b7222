// Games of lines: wins by threats and zones, and that a side does not win, since the other blocks every window (src/solve/lines).
// Compiled once, for all of them.
#pragma once

#include <filesystem>
#include <vector>

#include "catalog/entry.h"
#include "solve/dfpn/options.h"
#include "verify/zone_book.h"

namespace zermelo {

struct ZonesResult {
  ProveResult result;                       // unknown where neither a win nor a blockade is found
  bool cut = false;                         // by a limit, or somebody has stopped it: the same search goes on from what was saved
  ProveOptions rest;                        // with what is left of the limits
  std::vector<std::filesystem::path> saved; // of what came to no end: not needed once something else has decided it
  // With what others have taken before it.
  static ProveResult sum(ProveResult result, const ProveResult& before);
};

// The win of the mover has a line; with options.proof, the proof is written.
ZonesResult prove_by_zones(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
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
