// Proof search for one game.
#pragma once

#include "catalog/refuse.h"
#include "solve/dfpn/proof.h"
#include "solve/dfpn/prove.h"
#include "solve/dfpn/variation.h"

namespace zermelo {

template <Text G> ProveResult TypedEntry<G>::prove(const AnyPosition& p, bool mover_attacks, const ProveOptions& options) const {
  if constexpr (!Provable<G>) {
    throw Error(Exit::usage, full_name() + " has neither keys nor an index of its positions, so nothing can be proved about it");
  } else {
    refuse_unprovable<G>(*this);
    const G& g = game_.typed();
    const auto root = Erased<G>::restore(p);
    if (!options.proof.empty()) check_proof_can_be_written(options.proof);
    std::optional<SavedSearch> saved;
    if (!options.saves.empty()) {
      const SearchIdentity identity{full_name(), fingerprint(), g.print(root), mover_attacks};
      saved.emplace(search_file(options.saves, identity), identity);
    }
    Prove<G> prove(g, root, mover_attacks, options, saved ? &*saved : nullptr);
    ProveResult result = prove.run();
    const bool ended = result.verdict != Verdict::unknown, wins = result.verdict == Verdict::proven;
    const bool took_long = result.resumed || result.wall_seconds > options.save_every;
    if (saved) {
      if (!ended) prove.save();
      if (ended && took_long) prove.keep(result.verdict); // a second claim, or a proof, may be interrupted
      std::error_code none;
      if (std::filesystem::exists(saved->path(), none)) result.saved = saved->path();
    }
    if (!ended) return result;
    PositionOf<G> at = root;
    for (const auto& m : variation(g, prove.table(), prove.root(), wins)) {
      result.line.push_back(g.move_name(at, m));
      at = g.play(at, m);
    }
    if (!options.proof.empty() && (wins || G::repetition != Repetition::forbidden)) {
      if (took_long && options.on_note)
        options.on_note(std::string(mover_attacks ? "the mover" : "the other") + (wins ? " can" : " cannot") +
                        " force a win, after " + grouped(result.visits) + " visits; now the proof is taken out");
      const ChoiceWriter choices = ProofMaker<G>(g, prove.table(), options).make(prove.root(), wins);
      result.proof_choices = choices.choices();
      result.proof_bytes = write_proof(
          options.proof, {full_name(), fingerprint(), g.print(root), mover_attacks, wins, choices.choices()}, choices.bytes());
    }
    return result;
  }
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::ProveResult zermelo::TypedEntry<G>::prove(const AnyPosition&, bool, const ProveOptions&) const;
