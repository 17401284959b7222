// Games of lines in which a side does not win, since the other blocks every window (src/solve/lines): compiled once, for all of them.
#pragma once

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

struct BlockingResult {
  ProveResult result;    // disproven if the attacker is blocked, else unknown; visits are of earlier runs, too
  bool hopeless = false; // blocking alone does not help, however long it is searched
  u64 visits = 0;        // of this run
  double seconds = 0;
};

// With options.proof, the proof is written. `most_visits`: of this run; 0, no limit. A search that finds no blockade is saved: the
// next one goes on from there, or sees at once that there is none.
BlockingResult prove_by_blocking(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
                                 const ProveOptions& options, u64 most_visits);

} // namespace zermelo
