// The index: a number for every position, so that a table can hold all of them. This is the plainest one; `zermelo check` lists
// what would make it smaller and the solver quicker.
#pragma once

#include "index/ternary.h"
#include "newgame/rules.h"

namespace zermelo::newgame {

struct Game : Rules {
  using Rules::Rules;
  static constexpr bool folded = false;   // a slot for each position; true: one for each class of symmetric positions
  static constexpr bool on_device = true; // plain data, and everything that a solver calls is marked

  ZERMELO_HD Ternary cells() const { return {grid.cells()}; }
  ZERMELO_HD u64 size() const { return cells().size(); }
  ZERMELO_HD Slot rank(const Position& p) const { return cells().rank(p.first, p.second); }

  // False for a slot that holds no position: most placements cannot be reached.
  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    cells().unrank(s, p.first, p.second);
    return legal(p);
  }
};

} // namespace zermelo::newgame
