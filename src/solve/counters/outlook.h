// What the moves of a position come to that leave the stage at work: to positions that the rules settle, or to stages that are
// solved. All other moves stay, and are counted.
#pragma once

#include "game/children.h"

namespace zermelo {

struct Outlook {
  static constexpr i32 none = 0x7FFFFFFF;
  i32 win = none;     // the quickest win by such a move, in plies from before the move
  i32 loss = 0;       // the longest loss, likewise; 0: no such move
  bool drawn = false; // such a move draws
  u32 stay = 0;       // distinct successors in the stage that the rules do not settle

  ZERMELO_HD constexpr bool wins() const { return win != none; }
  ZERMELO_HD constexpr void add(Value successor) {
    if (successor.wdl == Wdl::draw) drawn = true;
    if (successor.wdl == Wdl::win && successor.plies + 1 > loss) loss = successor.plies + 1;
    if (successor.wdl == Wdl::loss && successor.plies + 1 < win) win = successor.plies + 1;
  }
};

// Of a game that is one stage: exits are what the rules settle. A position without any move would be over.
template <Indexed G> ZERMELO_HD Outlook outlook(const G& g, const PositionOf<G>& p) {
  const Children c = count_children(g, p);
  return {c.lost ? 1 : Outlook::none, c.longest + 1, c.drawn, static_cast<u32>(c.open)};
}

} // namespace zermelo
