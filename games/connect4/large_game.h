// Connect Four on boards that are searched only: the rules with their hooks, without an index.
#pragma once

#include "base/key.h"
#include "connect4/rules.h"

namespace zermelo::connect4 {

struct LargeGame : Rules {
  using Rules::Rules;

  Key key(const Position& p) const {
    const Position q = canonical(p);
    KeyMaker maker;
    maker.add(q.own);
    maker.add(q.stones);
    return maker.key();
  }
};

} // namespace zermelo::connect4
