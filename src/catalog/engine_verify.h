// The semantic check of one game's table.
#pragma once

#include "base/machine.h"
#include "catalog/typed.h"
#include "game/at_least.h"
#include "verify/connection_proof.h"
#include "verify/proof.h"
#include "verify/semantic.h"
#include "verify/zone_proof.h"

namespace zermelo {

template <Text G> VerifyReport TypedEntry<G>::verify(const Table& table, const VerifyOptions& options) const {
  if constexpr (!Tabled<G>) {
    refuse_table();
  } else {
    return SemanticCheck<G>(game_.typed(), table, options).run();
  }
}

template <Text G> ProofReport TypedEntry<G>::verify(ProofFile& proof, const AnyPosition& p, const VerifyOptions& options) const {
  auto check_by = [&](const auto& g, const auto& root) {
    ProofCheck<std::remove_cvref_t<decltype(g)>> check(g, root, proof, options.memory != 0 ? options.memory : available_memory());
    check.should_stop = options.should_stop;
    check.cited = options.cited;
    check.on_move = options.on_move;
    return check.run();
  };
  const auto& bound = proof.header().at_least;
  if constexpr (ClaimableScores<G>) {
    using Claimed = AtLeast<G>;
    if (!bound) throw Error(Exit::table, "the proof claims a win, but " + full_name() + " has scores");
    return check_by(Claimed(game_.typed(), *bound), typename Claimed::Position{Erased<G>::restore(p), *bound});
  } else if constexpr (!Claimable<G>) {
    refuse_proof();
  } else {
    if (bound) throw Error(Exit::table, "the proof claims a score, but " + full_name() + " has none");
    if (proof.header().zones) {
      if constexpr (Lined<G>) {
        const auto root = Erased<G>::restore(p);
        const G& g = game_.typed();
        return verify_zones(g.lines(), g.stones(root), g.outcome(root) != Wdl::unknown, proof, options);
      }
      throw Error(Exit::table, "the proof has zones, but " + full_name() + " is no game of lines");
    }
    if (proof.header().carriers) {
      if constexpr (Connecting<G>) {
        const auto root = Erased<G>::restore(p);
        const G& g = game_.typed();
        if (const auto stones = g.joining(root))
          return verify_carriers(g.connections(), *stones, g.first_to_move(root), g.outcome(root) != Wdl::unknown, proof,
                                 options);
      }
      throw Error(Exit::table,
                  "the proof has carriers, but " + full_name() + " is no game of connection, or not yet at its position");
    }
    return check_by(game_.typed(), Erased<G>::restore(p));
  }
}

} // namespace zermelo

#define ZERMELO_ENGINE_VERIFY(G)                                                                                                 \
  template zermelo::VerifyReport zermelo::TypedEntry<G>::verify(const Table&, const VerifyOptions&) const;                       \
  template zermelo::ProofReport zermelo::TypedEntry<G>::verify(zermelo::ProofFile&, const AnyPosition&, const VerifyOptions&)    \
      const;
