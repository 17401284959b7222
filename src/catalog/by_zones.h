// Wins in games of lines, by threats and zones (src/solve/lines): compiled once, for all of them.
#pragma once

#include <functional>

#include "catalog/entry.h"
#include "game/lines.h"
#include "solve/dfpn/options.h"

namespace zermelo {

// What a game of lines offers beside its rules (game/lines.h).
struct LinedGame {
  const LineBoard& board;
  std::function<LineStones(const AnyPosition&)> stones;
  std::function<int(const CellSet& attacker, const CellSet& defender)> suggest; // none if it has no such hook
};

// The verdict is unknown where no win is found. The win of the mover has a line; with options.proof, its proof is written.
ProveResult prove_by_zones(const Entry& entry, const LinedGame& g, const AnyPosition& root, bool mover_attacks,
                           const ProveOptions& options);

} // namespace zermelo
