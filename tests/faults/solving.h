// Solving a graph through the library, as the command line does it for a game of the catalog.
#pragma once

#include "solve/plan.h"
#include "tests/faults/graph_game.h"
#include "verify/semantic.h"

namespace zermelo::faults {

template <class G> TableIdentity identity_of(const G& game, const std::string& rules = "0123456789abcdef") {
  return {"graph", rules, "the nodes of a graph", game.size()};
}

// Any typed game, with the name that its files have.
template <class G>
SolveResult solve_typed(const G& game, const TableIdentity& identity, const TableFiles& files, const SolveOptions& options) {
  return drive(*make_strategy(game, identity.game, options, files.contents), identity, files, options);
}

template <class G>
SolveResult solve_graph(const G& game, const std::filesystem::path& folder, const SolveOptions& options,
                        Contents contents = Contents::distances) {
  return solve_typed(game, identity_of(game), TableFiles(folder, "graph", contents), options);
}

inline std::filesystem::path table_in(const std::filesystem::path& folder, Contents contents = Contents::distances) {
  return TableFiles(folder, "graph", contents).table;
}
inline std::filesystem::path checkpoint_in(const std::filesystem::path& folder) { return TableFiles(folder, "graph").checkpoint; }

// The game that is killed, flipped and cut off: more than one chunk, dozens of levels, draws, holes, some values outside.
inline graph::Shape victim_shape(u32 nodes, bool wide = false) {
  return {.nodes = nodes, .degree = 3, .span = nodes / 40, .ends = 6, .wins_at_end = wide, .folded = false};
}

} // namespace zermelo::faults
