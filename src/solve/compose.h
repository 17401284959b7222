// A proof from answers that are known, as a campaign has them from many proofs: nothing is searched. The answers are by classes of
// symmetric positions; the proof is written for the position itself, in the order in which a checker asks.
#pragma once

#include <functional>
#include <optional>

#include "solve/proof_walk.h"

namespace zermelo {

struct KnownAnswer {
  Key next; // where the prover's move leads
  u64 rank = 0;
};

struct KnownProof {
  bool mover_attacks = true, attacker_wins = true;
  std::function<std::optional<KnownAnswer>(const Key& position)> answer; // at a position of the prover's
};

template <Text G> class Composer {
public:
  Composer(const G& g, const KnownProof& known, const Ends<G>& ends)
      : g_(g), known_(known), ends_(ends), ranked_(G::repetition != Repetition::never && known.attacker_wins) {}

  // What ProofWalk asks for.
  bool operator()(int, const PositionOf<G>& p, typename ProofWalk<G>::Answer& a) const {
    bool ends = false;
    each_move(g_, p, [&](const auto&, const auto& q) {
      const Wdl over = ends_(q);
      ends = over == Wdl::loss || (over == Wdl::draw && !known_.attacker_wins);
      return !ends;
    });
    if (ends) return false;
    const auto answer = known_.answer(exact_key(g_, p));
    std::optional<u64> found;
    u64 n = 0;
    each_move(g_, p, [&](const auto&, const auto& move_leads_to) {
      const u64 i = n++;
      const PositionOf<G>& q = move_leads_to;
      if (ends_(move_leads_to) != Wdl::unknown) return true;
      // Where nobody has an answer the other may have no move left, which no move shows as an end.
      if (answer ? exact_key(g_, q) != answer->next : g_.outcome(q) != Wdl::loss) return true;
      found = i;
      a.next = q;
      return false;
    });
    if (!found) throw Error(Exit::runtime, "what is known has no answer at " + g_.print(p));
    a.move = *found;
    if (ranked_) a.rank = answer ? answer->rank : 1;
    return true;
  }

private:
  const G& g_;
  const KnownProof& known_;
  const Ends<G>& ends_;
  bool ranked_; // play can return, and a win must be seen to come nearer
};

template <Text G>
ChoiceWriter compose_choices(const G& g, const PositionOf<G>& root, const KnownProof& known, const ProveOptions& options) {
  ProveOptions one_thread = options; // whoever has the answers is asked by one
  one_thread.threads = 1;
  TakingOut watch(options, 0);
  ProofWalk<G> walk(g, one_thread, watch);
  return walk.run(root, known.mover_attacks == known.attacker_wins, Composer<G>(g, known, walk.ends(0)));
}

} // namespace zermelo
