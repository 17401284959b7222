// What a table says of a position. A position may be settled by the rules, stored in its slot, or left to its successors: tables
// of values alone leave out what one ply tells (`deferred`: captures in Checkers).
#pragma once

#include "game/any.h"

namespace zermelo {

// stored(slot) reads a value; `holds_settled` stands in the header of the table. Unknown where the index does not have the
// position, nor the rules its value.
template <class Stored> Value look_up(const AnyGame& game, bool holds_settled, const AnyPosition& p, const Stored& stored) {
  if (const Value v = game.settle(p); v.known()) return v;
  const Slot slot = game.rank(p);
  const bool left = slot == no_slot ? game.scored() : !holds_settled && game.deferred(p);
  if (!left) return slot == no_slot ? unknown_value : stored(slot);
  Value best = unknown_value;
  for (const AnyMove m : game.moves(p)) {
    const Value theirs = look_up(game, holds_settled, game.play(p, m), stored);
    if (!theirs.known()) return unknown_value;
    const Value v = value_of_move_to(theirs, game.pays(p, m));
    if (!best.known() || better(v, best)) best = v;
  }
  return best;
}

// The slot that holds the value of p; no_slot where a table leaves p to the rules or to its successors.
inline Slot stored_slot(const AnyGame& game, bool holds_settled, const AnyPosition& p) {
  if (!game.indexed() || (!holds_settled && (game.settle(p).known() || game.deferred(p)))) return no_slot;
  return game.rank(p);
}

} // namespace zermelo
