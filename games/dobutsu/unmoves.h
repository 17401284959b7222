// Taking back a move, inside the set of open positions.
//
// All pieces go one step, so whether a man attacks a lion depends on nothing but the two squares. The player who moved
// could not take the lion before his move (else the position before was no open one); hence every man of his that attacks
// it now has just moved: with two such men there is no position before, with one it was that man, with none it was any.
#pragma once

#include "dobutsu/rules.h"

namespace zermelo::dobutsu {

// Calls man(board) or lion(board), by the piece taken back, for every open position with a move to an open position; b is
// that position as the player sees it who has just moved (turned), and so are the boards that come out.
template <class Man, class Lion> ZERMELO_HD void for_each_unmove(u64 b, Man&& man_back, Lion&& lion_back) {
  const int own = first_cell(own_lions(b)), other = first_cell(other_lions(b));
  const u64 attackers = men_attacking(b, other);
  if ((attackers & (attackers - 1)) != 0) return;
  const u64 empty = each_cell & ~occupied(b);

  // What the move may have taken: nothing, or a piece that is now in the hand.
  u64 taken[5] = {0}, returned[5] = {0};
  int forms = 1;
  auto may_take = [&](int kind) {
    taken[forms] = man + others + static_cast<u64>(kind);
    returned[forms] = one_in_hand(kind);
    forms += held(b, in_hand(kind)) != 0 ? 1 : 0;
  };
  for (int kind = elephant; kind <= hen; ++kind) may_take(kind);

  // A piece went from one of `sources` to `to`; `rest` is the board without it.
  auto steps_back = [&](auto& emit, u64 rest, int to, u64 code, u64 sources) {
    for (; sources != 0; sources &= sources - 1) {
      const u64 q = rest | code << lowest_bit(sources);
      for (int i = 0; i < forms; ++i) emit((q - returned[i]) | taken[i] << 4 * to);
    }
  };

  for (u64 m = attackers != 0 ? attackers : own_men(b); m != 0; m &= m - 1) {
    const int to = first_cell(m);
    const u64 code = at(b, to), kind = code & 3;
    const u64 rest = b & ~(u64{15} << 4 * to);
    const bool last = (last_row & mask_of(to)) != 0;
    if (kind != hen) man_back(rest + one_in_hand(static_cast<int>(kind))); // it was dropped
    if (kind == chick && last) continue;                                   // a chick stands there only after a drop
    steps_back(man_back, rest, to, code, attackers_of(kind, to) & empty & ~attackers_of(kind, other));
    if (kind == hen && last) // it became a hen by this move
      steps_back(man_back, rest, to, man + chick, attackers_of(chick, to) & empty & ~attackers_of(chick, other));
  }
  if (attackers == 0)
    steps_back(lion_back, b & ~(u64{15} << 4 * own), own, own_lion, around(own) & empty & ~last_row & ~around(other));
}

} // namespace zermelo::dobutsu
