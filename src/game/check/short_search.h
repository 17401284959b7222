// What a short search by the rules alone tells about a position: bounds of its value, which two positions of one value share.
#pragma once

#include <algorithm>
#include <vector>

#include "game/concepts.h"

namespace zermelo {

// For the side to move: -1 lost, 0 drawn, 1 won.
struct Bounds {
  int least = -1, most = 1;
  bool meets(const Bounds& o) const { return std::max(least, o.least) <= std::min(most, o.most); }
};

template <Rules G> class ShortSearch {
public:
  using Position = PositionOf<G>;

  // So many plies, and positions for each one that is asked about.
  ShortSearch(const G& game, int plies, u64 positions) : g_(game), plies_(plies), positions_(positions) {}

  Bounds of(const Position& p) {
    left_ = positions_;
    Bounds found;
    for (int depth = 0; depth <= plies_ && left_ > 0 && found.least < found.most; ++depth) {
      path_.clear();
      const Bounds now = look(p, depth);
      found = {std::max(found.least, now.least), std::min(found.most, now.most)};
    }
    return found;
  }

private:
  // Every depth is right, whatever lies beyond it. So is a position that has come back: nothing is said about it.
  Bounds look(const Position& p, int depth) {
    switch (settle(g_, p).wdl) {
    case Wdl::win: return {1, 1};
    case Wdl::loss: return {-1, -1};
    case Wdl::draw: return {0, 0};
    case Wdl::unknown: break;
    }
    if (depth == 0 || left_ == 0 || std::find(path_.begin(), path_.end(), p) != path_.end()) return {};
    --left_;
    MoveListOf<G> moves;
    g_.moves(p, moves);
    path_.push_back(p);
    Bounds best{-1, -1};
    for (const auto& m : moves) {
      const Position q = g_.play(p, m);
      if (G::repetition == Repetition::forbidden && std::find(path_.begin(), path_.end(), q) != path_.end()) continue;
      const Bounds b = look(q, depth - 1);
      best = {std::max(best.least, -b.most), std::max(best.most, -b.least)};
      if (best.least == 1) break;
    }
    path_.pop_back();
    return best;
  }

  const G& g_;
  int plies_;
  u64 positions_, left_ = 0;
  std::vector<Position> path_;
};

} // namespace zermelo
