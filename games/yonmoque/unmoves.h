// Taking back a turn.
//
// A placement changes nothing but its square. A move ended on `to` and flipped, in each of the eight directions, the pieces
// before one that was the mover's already: of a run of k pieces of his next to `to` the first 0 .. k-1. Where the run is the
// other's and closed by one of his, no move ended on `to`: it would have been flipped. A move that made a line ended the game: no
// line of his may go through `to` or a square that is flipped back.
#pragma once

#include "yonmoque/rules.h"

namespace zermelo::yonmoque {

// Runs of k_1 .. k_8 pieces beside one of at most 12 have at most k_1 x .. x k_8 <= 48 ways to be flipped back (4 x 4 x 3 in a
// corner, 2 x 2 x 2 x 2 x 3 on a side; a run of none counts once), a piece at most 10 squares to come from.
inline constexpr int most_unmoves = 12 * 48 * 10 + 12;

// emit(q) for every position q, not over, with a turn to p; p is not over.
template <class Emit> void each_unmove(const Position& p, u32 most_in_hand, Emit&& emit) {
  const bool moved = !p.blue_to_move(); // whether Blue did
  const u32 own = p.pieces(moved), others = p.pieces(!moved), empty = p.empty(), colour = moved ? blue_squares : white_squares;
  const u32 hand = p.hand(moved), other_hand = p.hand(!moved);
  auto before = [&](u32 mine, u32 theirs, u32 in_hand) {
    return moved ? make_position(mine, theirs, in_hand, other_hand, true)
                 : make_position(theirs, mine, other_hand, in_hand, false);
  };
  for (u32 rest = own; rest != 0; rest &= rest - 1) {
    const u32 to = rest & (0 - rest);
    if (hand < most_in_hand) emit(before(own & ~to, others, hand + 1));
    if (flipped_by(to, own, others) != 0 || Rules::end_by(own, to) != Position::none) continue;

    // The sets of squares that may have been flipped.
    u32 sets[48] = {0};
    int count = 1;
    each_direction<0, directions>([&]<int D>() {
      const int known = count;
      u32 run = step<D>(to) & own;
      while (run != 0) { // run: what would be flipped, if the next square is the mover's as well
        const u32 end = step<D>(run) & ~run;
        if ((end & own) == 0) break;
        for (int i = 0; i < known; ++i) sets[count++] = sets[i] | run;
        run |= end;
      }
    });
    const u32 sources = targets(to, colour, empty); // moves are the same both ways
    for (int i = 0; i < count; ++i) {
      if (sets[i] != 0 && Rules::end_by(own, to | sets[i]) != Position::none) continue;
      for (u32 from = sources; from != 0; from &= from - 1)
        emit(before((own & ~to & ~sets[i]) | (from & (0 - from)), others | sets[i], hand));
    }
  }
}

} // namespace zermelo::yonmoque
