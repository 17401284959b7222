// The way through a proof in which a checker goes it (verify/proof.h): who has found a win or a defence says one move for each position
// of the prover's, and it is written down.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "base/key_set.h"
#include "game/expand.h"
#include "solve/dfpn/ends.h"
#include "table/proof_file.h"

namespace zermelo {

template <Text G> class ProofWalk {
public:
  ProofWalk(const G& g, const Ends<G>& ends, std::function<bool()> should_stop)
      : g_(g), ends_(ends), should_stop_(std::move(should_stop)) {}

  // `choose(p, out, next)` writes the move of the prover's at p and says where it leads; false where one of his moves ends it as it
  // should, which a checker finds by itself.
  template <class Choose> ChoiceWriter run(const PositionOf<G>& root, bool prover_moves, Choose&& choose) {
    if (g_.outcome(root) != Wdl::unknown || ends_(root) != Wdl::unknown) return std::move(out_);
    if (prover_moves) {
      open_.push_back(root);
    } else {
      add_replies(root);
    }
    while (!open_.empty()) {
      const PositionOf<G> p = open_.back();
      open_.pop_back();
      PositionOf<G> next{};
      if (!seen_.insert(exact_key(g_, p)) || !choose(p, out_, next)) continue;
      if (out_.choices() % 64 == 0) stop_if_asked();
      add_replies(next);
    }
    return std::move(out_);
  }

  void stop_if_asked() const {
    if (should_stop_ && should_stop_())
      throw Error(Exit::stopped, "interrupted while the proof was taken out; no proof was written");
  }

private:
  // The positions after the other's replies, the first on top.
  void add_replies(const PositionOf<G>& p) {
    const std::size_t first = open_.size();
    each_move(g_, p, [&](const auto&, const auto& q) {
      if (ends_(q) == Wdl::unknown) open_.push_back(q);
      return true;
    });
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(first), open_.end());
  }

  const G& g_;
  const Ends<G>& ends_;
  std::function<bool()> should_stop_;
  std::vector<PositionOf<G>> open_; // of the prover, still to be answered
  KeySet seen_;
  ChoiceWriter out_;
};

} // namespace zermelo
