// The semantic check of one game's table.
#pragma once

#include "base/machine.h"
#include "catalog/typed.h"
#include "verify/proof.h"
#include "verify/semantic.h"
#include "verify/zones.h"

namespace zermelo {

template <Text G> VerifyReport TypedEntry<G>::verify(const Table& table, const VerifyOptions& options) const {
  if constexpr (!Tabled<G>) {
    refuse_table();
  } else {
    return SemanticCheck<G>(game_.typed(), table, options).run();
  }
}

template <Lined G>
ProofReport verify_zones(const G& g, const PositionOf<G>& root, ProofFile& proof, const VerifyOptions& options) {
  ProofReport report;
  if (!proof.as_written()) {
    report.why = "its moves are not those that it was written with";
    return report;
  }
  if (g.outcome(root) != Wdl::unknown) {
    report.why = "the game is over where the proof begins";
    return report;
  }
  if (options.memory != 0 && proof.payload_bytes() > options.memory / 2)
    throw Error(Exit::resources, "the proof is larger than half of the memory that it may take");
  const Bytes bytes = proof.all();
  const bool mover = proof.header().mover_attacks;
  const LineStones stones = g.stones(root);
  ZoneCheck<> check(g.lines(), mover ? stones.mover : stones.other, mover ? stones.other : stones.mover, mover, bytes, options);
  const ZoneReport found = check.run();
  report.choices = found.moves;
  report.positions = found.claims;
  report.holds = found.holds && bytes.size() == proof.header().choices;
  report.why = !found.holds ? found.why : report.holds ? "" : "it has another length than it says";
  return report;
}

template <Text G> ProofReport TypedEntry<G>::verify(ProofFile& proof, const AnyPosition& p, const VerifyOptions& options) const {
  if constexpr (!Claimable<G>) {
    refuse_proof();
  } else {
    if (proof.header().zones) {
      if constexpr (Lined<G>) return verify_zones(game_.typed(), Erased<G>::restore(p), proof, options);
      throw Error(Exit::table, "the proof has zones, but " + full_name() + " is no game of lines");
    }
    ProofCheck<G> check(game_.typed(), Erased<G>::restore(p), proof, options.memory != 0 ? options.memory : available_memory());
    check.should_stop = options.should_stop;
    check.cited = options.cited;
    return check.run();
  }
}

} // namespace zermelo

#define ZERMELO_ENGINE_VERIFY(G)                                                                                                 \
  template zermelo::VerifyReport zermelo::TypedEntry<G>::verify(const Table&, const VerifyOptions&) const;                       \
  template zermelo::ProofReport zermelo::TypedEntry<G>::verify(zermelo::ProofFile&, const AnyPosition&, const VerifyOptions&)    \
      const;
