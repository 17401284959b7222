// The promise of `deferred`: who looks at the successors of such positions, and at theirs where they are such again, comes to an
// end.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "game/check/report.h"
#include "game/concepts.h"

namespace zermelo {

template <Text G> class DeferralCheck {
public:
  using Position = PositionOf<G>;

  DeferralCheck(const G& game, const CheckOptions& options, Promises<G>& promises)
      : g_(game), promises_(promises), random_(options.seed) {}

  // p is not over.
  void visit(const Position& p) {
    const bool left_out = g_.deferred(p);
    promises_.expect("deferred: symmetric positions alike", left_out == g_.deferred(canonical(g_, p)), p);
    if (left_out) promises_.expect("deferred: moves from such positions alone lead round in no circle", ends(p), p);
  }

private:
  // A walk at random; every step is held against the whole walk, so a circle is found if all of it but its last step was walked.
  bool ends(Position p) {
    std::vector<Position> walked;
    while (walked.size() < 100) {
      walked.push_back(canonical(g_, p));
      MoveListOf<G> moves;
      g_.moves(p, moves);
      std::vector<Position> next;
      for (const auto& m : moves) {
        const Position q = g_.play(p, m);
        if (settle(g_, q).known() || !g_.deferred(q)) continue;
        if (std::find(walked.begin(), walked.end(), canonical(g_, q)) != walked.end()) return false;
        next.push_back(q);
      }
      if (next.empty()) return true;
      p = next[random_() % next.size()];
    }
    return true; // long, but maybe not endless
  }

  const G& g_;
  Promises<G>& promises_;
  std::mt19937_64 random_;
};

} // namespace zermelo
