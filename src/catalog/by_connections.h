// Wins in games of connection, by virtual connections and must-play regions (src/solve/connect): compiled once, for all of them.
#pragma once

#include "catalog/entry.h"
#include "solve/dfpn/options.h"

namespace zermelo {

// Whether the search takes boards of so many cells.
bool searches_connections(const ConnectionBoard& board);

// Ends with a verdict unless it is stopped or memory is used up. With options.proof, the proof is written.
ProveResult prove_by_connections(const Entry& entry, const ConnectedGame& g, const AnyPosition& root, bool mover_attacks,
                                 const ProveOptions& options);

} // namespace zermelo
