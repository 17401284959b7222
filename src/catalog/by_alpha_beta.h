// The alpha-beta search as a solver: whether a player can force a win.
#pragma once

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

// Uses the options that say when to stop, how much memory may be taken, and what to lean on; the others have no effect.
ProveResult attack_by_alpha_beta(const Entry& entry, const AnyPosition& position, bool mover_attacks,
                                 const ProveOptions& options);

} // namespace zermelo
