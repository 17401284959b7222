// The positions after so many placements, one of each class of symmetric ones.
#pragma once

#include <set>
#include <vector>

#include "yonmoque/rules.h"

namespace zermelo::yonmoque {

template <class G> std::vector<Position> classes_after_placements(const G& g, int placements) {
  std::set<Position> now = {g.start()};
  for (int i = 0; i < placements; ++i) {
    std::set<Position> next;
    for (const Position& p : now) {
      MoveListOf<G> moves;
      g.moves(p, moves);
      for (const auto& m : moves)
        if (m.from == Move::hand) next.insert(g.canonical(g.play(p, m)));
    }
    now = std::move(next);
  }
  return {now.begin(), now.end()};
}

} // namespace zermelo::yonmoque
