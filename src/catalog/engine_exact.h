// Exact search for one game.
#pragma once

#include "catalog/typed.h"
#include "solve/exact/solve.h"

namespace zermelo {

template <Text G> ProveResult TypedEntry<G>::exact(const AnyPosition& p, const ProveOptions& options) const {
  if constexpr (!SearchedExactly<G>) {
    refuse_exact();
  } else {
    constexpr double seconds_of_line = 5;
    const G& g = game_.typed();
    const auto root = Erased<G>::restore(p);
    std::optional<SavedSearch> saved;
    if (!options.saves.empty()) {
      const SearchIdentity identity{full_name(), fingerprint(), g.print(root), true, WinBy::windows};
      saved.emplace(search_file(options.saves, identity), identity);
      try {
        saved->prepare();
      } catch (const Busy&) {
        throw;
      } catch (const Error&) { // NOLINT(bugprone-empty-catch): nowhere to save is said when there is something to save
      }
    }
    ExactSolve<G> solve(g, root, options, saved ? &*saved : nullptr);
    ProveResult result = solve.run();
    const bool ended = options.at_least ? result.verdict != Verdict::unknown : result.value.known();
    if (saved) {
      if (!ended) solve.save();
      std::error_code none;
      if (std::filesystem::exists(saved->path(), none)) result.saved = saved->path();
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
