// The typed side of an entry. The engines are instantiated for each game in units that the build generates from engine_<name>.h
// (cmake/catalog.cmake); so this header stays cheap to include.
#pragma once

#include "catalog/entry.h"
#include "game/erase.h"
#include "game/required.h"

namespace zermelo {

// The games that have tables (Entry::has_table): for others no engine that works with them is compiled.
template <class G>
concept Tabled = Indexed<G> && (G::repetition == Repetition::never || G::repetition == Repetition::draw);

template <Text G> class TypedEntry final : public Entry {
public:
  explicit TypedEntry(const G& game) : game_(game) {}

  const AnyGame& game() const override { return game_; }
  Repetition repetition() const override { return G::repetition; }
  std::optional<LinedGame> lined() const override {
    if constexpr (Lined<G>) {
      const G& g = game_.typed();
      LinedGame lined{g.lines(), [&g](const AnyPosition& q) { return g.stones(Erased<G>::restore(q)); }, {}};
      if constexpr (Suggesting<G>)
        lined.suggest = [&g](const CellSet& attacker, const CellSet& defender) { return g.suggest(attacker, defender); };
      return lined;
    }
    return std::nullopt;
  }

  std::optional<ConnectedGame> connected() const override {
    if constexpr (Connecting<G>) {
      const G& g = game_.typed();
      return ConnectedGame{g.connections(), [&g](const AnyPosition& q) { return g.joining(Erased<G>::restore(q)); }};
    }
    return std::nullopt;
  }

  // engine_rules.h
  Key key(const AnyPosition& p) const override;
  u64 perft(const AnyPosition& p, int depth) const override;
  CheckReport check(const CheckOptions& options) const override;

  // engine_index.h
  IndexReport index(u64 count_up_to) const override;

  // engine_sample.h
  SampleReport sample(const AnyPosition& p, const SampleOptions& options) const override;

  // engine_solve.h
  SolvePlan plan(const SolveOptions& options, Contents contents) const override;
  SolveResult solve(const TableFiles& files, const SolveOptions& options) const override;

  // engine_verify.h
  VerifyReport verify(const Table& table, const VerifyOptions& options) const override;
  ProofReport verify(ProofFile& proof, const AnyPosition& p, const VerifyOptions& options) const override;

  // engine_prove.h
  ProveResult prove(const AnyPosition& p, bool mover_attacks, const ProveOptions& options) const override;
  ProveResult compose(const AnyPosition& p, const KnownProof& known, const ProveOptions& options) const override;

  // engine_exact.h
  bool searches_exactly() const override { return SearchedExactly<G>; }
  ProveResult exact(const AnyPosition& p, const ProveOptions& options) const override;

  // engine_search.h
  std::unique_ptr<Opponent> opponent(const SearchOptions& options) const override;

  // engine_reach.h
  ReachReport reachable(const Table& table, int threads) const override;

private:
  Erased<G> game_;
};

template <class G> std::unique_ptr<Entry> make_entry([[maybe_unused]] const G& game, [[maybe_unused]] Words words) {
  require_game<G>();
  if constexpr (Text<G>) {
    auto entry = std::make_unique<TypedEntry<G>>(game);
    entry->words = std::move(words);
    return entry;
  }
  return nullptr;
}

} // namespace zermelo
