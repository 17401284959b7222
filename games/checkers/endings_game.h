// Checkers with at most so many pieces on the board, and the index of these positions.
#pragma once

#include <memory>

#include "checkers/placements.h"

namespace zermelo::checkers {

struct EndingsGame : Game {
  static constexpr bool folded = true; // a slot is a position and the same with the colours exchanged

  EndingsGame(int side, Pieces p) : Game(side, p), placements_(std::make_shared<const Placements>(*this, p.each, p.together)) {}

  const LayerIndex& index() const { return placements_->index(); }
  u64 size() const { return placements_->slots(); }
  Slot rank(const Position& p) const { return index().holds(p) ? index().rank(p) : no_slot; }
  bool unrank(Slot s, Position& p) const {
    p = index().at(s);
    return true;
  }
  Placements::Walker walker() const { return Placements::Walker(index()); }
  int weight(Slot) const { return 2; }

  // Jumps lead to fewer pieces, so a table need not hold what a look at them tells.
  bool deferred(const Position& p) const { return jumps(p); }

  const std::vector<TableLayer>& layers() const { return placements_->layers(); }
  template <class Emit> u32 split(const Position& p, Emit&& emit) const { return index().split(p, emit); }
  template <class Emit> void each_return(const Position& p, Emit&& emit) const { index().each_return(p, emit); }

private:
  std::shared_ptr<const Placements> placements_;
};

} // namespace zermelo::checkers
