// The alpha-beta search as a solver: whether a player can force a win.
#pragma once

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

// Of the options those count that say when to stop, how much memory may be taken, and what to lean on.
ProveResult attack_by_alpha_beta(const Entry& entry, const AnyPosition& position, bool mover_attacks,
                                 const ProveOptions& options);

} // namespace zermelo
