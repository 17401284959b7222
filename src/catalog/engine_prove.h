// Proof search for one game.
#pragma once

#include "catalog/refuse.h"
#include "solve/dfpn/proof.h"
#include "solve/dfpn/prove.h"

namespace zermelo {

template <Text G> ProveResult TypedEntry<G>::prove(const AnyPosition& p, bool mover_attacks, const ProveOptions& options) const {
  if constexpr (!Provable<G>) {
    throw Error(Exit::usage, full_name() + " has neither keys nor an index of its positions, so nothing can be proved about it");
  } else {
    refuse_history<G>(*this, "searched for a proof");
    const G& g = game_.typed();
    if (!options.proof.empty() && G::repetition != Repetition::never)
      throw Error(Exit::usage, full_name() + ": proofs are written only for games whose positions never return");
    if (!options.proof.empty()) check_proof_can_be_written(options.proof);
    Prove<G> prove(g, Erased<G>::restore(p), mover_attacks, options);
    ProveResult result = prove.run();
    if constexpr (G::repetition == Repetition::never) {
      if (!options.proof.empty() && result.verdict != Verdict::unknown) {
        const bool wins = result.verdict == Verdict::proven;
        const ChoiceWriter choices = ProofMaker<G>(g, prove.table(), options).make(prove.root(), wins);
        result.proof_choices = choices.choices();
        result.proof_bytes = write_proof(
            options.proof, {full_name(), fingerprint(), g.print(prove.root().position), mover_attacks, wins, choices.choices()},
            choices.bytes());
      }
    }
    return result;
  }
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::ProveResult zermelo::TypedEntry<G>::prove(const AnyPosition&, bool, const ProveOptions&) const;
