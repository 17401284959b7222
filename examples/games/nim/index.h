// The index of Nim: one digit per heap, and one for the side to move.
#pragma once

#include "index/product.h"
#include "nim/rules.h"

namespace zermelo::nim {

struct Game : Rules {
  static constexpr bool folded = false;
  static constexpr bool on_device = true; // everything that a solver calls is marked ZERMELO_HD

  ZERMELO_HD Product<most_heaps + 1> digits() const {
    return Product<most_heaps + 1>({full[0] + 1U, full[1] + 1U, full[2] + 1U, full[3] + 1U, 2});
  }
  ZERMELO_HD u64 size() const { return digits().size(); }

  ZERMELO_HD Slot rank(const Position& p) const {
    return digits().rank({p.heaps[0], p.heaps[1], p.heaps[2], p.heaps[3], p.second});
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const auto d = digits().unrank(s);
    for (std::size_t i = 0; i < most_heaps; ++i) p.heaps[i] = static_cast<u8>(d[i]);
    p.second = d[most_heaps] == 1;
    return true;
  }

  // Un-moves: one heap was larger, and the other player was to move.
  static constexpr int max_predecessors = max_moves;
  ZERMELO_HD void predecessors(Position p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    p.second = !p.second;
    for (std::size_t heap = 0; heap < most_heaps; ++heap) {
      Position before = p;
      while (before.heaps[heap] < full[heap]) {
        ++before.heaps[heap];
        out.push(before);
      }
    }
  }
};

} // namespace zermelo::nim
