// The alpha-beta search as a solver: whether a player can force a win.
#pragma once

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

// Uses the options that say when to stop, how much memory may be taken, and what to lean on; the others have no effect.
ProveResult attack_by_alpha_beta(const Entry& entry, const AnyPosition& position, bool mover_attacks,
                                 const ProveOptions& options);

// How good a position looks after a search of so many positions, for the side to move (search/score.h). Only where the game says how
// good a position looks is that more than a count of moves.
bool evaluates(const Entry& entry);
struct Evaluated {
  i64 score = 0;
  u64 nodes = 0;
};
Evaluated evaluate_by_alpha_beta(const Entry& entry, const AnyPosition& position, u64 nodes, const ProveOptions& options);

} // namespace zermelo
