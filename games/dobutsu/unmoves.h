// Taking back a move, inside the set of open positions.
//
// All pieces go one step, so whether a man attacks a lion depends on nothing but the two squares. The player who moved
// could not take the lion before his move (else the position before was no open one); hence every man of his that attacks
// it now has just moved: with two such men there is no position before, with one it was that man, with none it was any.
#pragma once

#include "dobutsu/rules.h"

namespace zermelo::dobutsu {

// Calls emit(board) for every open position with a move to the open position p, seen from the player who makes that move.
template <class Emit> void for_each_unmove(const Position& p, Emit&& emit) {
  const u64 b = turn(p.bits);
  const int own = first_cell(own_lions(b)), other = first_cell(other_lions(b));
  const u64 attackers = men_attacking(b, other);
  if ((attackers & (attackers - 1)) != 0) return;
  const u64 empty = each_cell & ~occupied(b);

  // A piece went from one of `sources` to `to`, where it may have taken what is now in the hand; `rest` is the board without it.
  auto steps_back = [&](u64 rest, int to, u64 code, u64 sources) {
    for (; sources != 0; sources &= sources - 1) {
      const u64 q = rest | code << std::countr_zero(sources);
      emit(q);
      for (int kind = elephant; kind <= chick; ++kind) {
        if (held(q, kind) == 0) continue;
        const u64 returned = q - one_in_hand(kind);
        emit(returned | (man + others + static_cast<u64>(kind)) << 4 * to);
        if (kind == chick) emit(returned | (man + others + hen) << 4 * to);
      }
    }
  };

  for (u64 m = attackers != 0 ? attackers : own_men(b); m != 0; m &= m - 1) {
    const int to = first_cell(m);
    const u64 code = at(b, to), kind = code & 3;
    const u64 rest = b & ~(u64{15} << 4 * to);
    if (kind != hen) emit(rest + one_in_hand(static_cast<int>(kind))); // it was dropped
    if (kind == chick && (last_row & m & -m) != 0) continue;          // a chick stands there only after a drop
    steps_back(rest, to, code, attackers_of(kind, to) & empty & ~attackers_of(kind, other));
    if (kind == hen && (last_row & m & -m) != 0) // it became a hen by this move
      steps_back(rest, to, man + chick, attackers_of(chick, to) & empty & ~attackers_of(chick, other));
  }
  if (attackers == 0) steps_back(b & ~(u64{15} << 4 * own), own, own_lion, around(own) & empty & ~last_row & ~around(other));
}

} // namespace zermelo::dobutsu
