// Exact search for one game.
#pragma once

#include <functional>

#include "catalog/typed.h"
#include "catalog/write_choices.h"
#include "solve/exact/solve.h"

namespace zermelo {

template <Text G> ProveResult TypedEntry<G>::exact(const AnyPosition& p, const ProveOptions& options) const {
  if constexpr (!SearchedExactly<G>) {
    refuse_exact();
  } else {
    constexpr double seconds_of_line = 5;
    const G& g = game_.typed();
    const auto root = Erased<G>::restore(p);
    if (!options.proof.empty()) check_proof_can_be_written(options.proof);
    std::optional<SavedSearch> saved;
    if (!options.saves.empty()) {
      const SearchIdentity identity{full_name(), fingerprint(), g.print(root), true, WinBy::windows};
      saved.emplace(search_file(options.saves, identity), identity);
      saved->prepare_if_possible();
    }
    const u64 salt = options.table == nullptr ? 0 : std::hash<std::string>{}(full_name());
    ExactSolve<G> solve(g, root, options, saved ? &*saved : nullptr, {}, salt);
    ProveResult result = solve.run();
    const bool ended = options.at_least ? result.verdict != Verdict::unknown : result.value.known();
    if (saved) {
      const bool took_long = result.resumed || result.wall_seconds > options.save_every;
      if (!ended) solve.save();
      if (ended && took_long && !options.proof.empty()) solve.keep(); // taking the proof out may be interrupted
      std::error_code none;
      if (std::filesystem::exists(saved->path(), none)) result.saved = saved->path();
    }
    if (!options.proof.empty() && result.verdict != Verdict::unknown) {
      // Of wins and losses the claim of no loss is one that the other cannot win.
      const bool mover_attacks = Paying<G> || *options.at_least == 1, holds = result.verdict == Verdict::proven;
      const bool wins = mover_attacks == holds, prover_moves = mover_attacks == wins;
      write_choices(*this, g.print(root), mover_attacks, wins, options, result, [&] {
        if constexpr (Paying<G>) {
          const AtLeast<G> claimed(g, *options.at_least);
          return solve.proof(claimed, {root, *options.at_least}, prover_moves, wins);
        } else {
          return solve.proof(g, root, prover_moves, wins);
        }
      });
    }
    if (!result.value.known() || !options.line) return result;
    PositionOf<G> at = root;
    for (const auto& m : solve.line(result.value, seconds_of_line)) {
      result.line.push_back(g.move_name(at, m));
      at = g.play(at, m);
    }
    return result;
  }
}

} // namespace zermelo

#define ZERMELO_ENGINE_EXACT(G)                                                                                                  \
  template zermelo::ProveResult zermelo::TypedEntry<G>::exact(const AnyPosition&, const ProveOptions&) const;
