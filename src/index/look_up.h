// What a table says of a position: the one place for everybody who has a position and a table. A position may be settled by the
// rules, stored in its slot, or left to its successors: tables of values alone leave out what one ply tells (`deferred`: captures
// in Checkers), packed ones hold losses alone.
#pragma once

#include "game/any.h"

namespace zermelo {

// How far a look-up goes: to the value, or only so far that a loss is told from the rest.
enum class LookFor : u8 { value, losses };

template <class Stored>
Value win_or_draw(const AnyGame& game, bool holds_settled, const AnyPosition& p, const Stored& stored, bool distances);

// stored(slot) reads a value; `holds_settled` stands in the header of the table. Unknown where the index does not have the
// position, nor the rules its value.
template <class Stored>
Value look_up(const AnyGame& game, bool holds_settled, const AnyPosition& p, const Stored& stored,
              LookFor look = LookFor::value) {
  if (const Value v = game.settle(p); v.known()) return v;
  const Slot slot = game.rank(p);
  const bool left = slot == no_slot ? game.scored() : !holds_settled && game.deferred(p);
  if (!left) {
    const Value v = slot == no_slot ? unknown_value : stored(slot);
    if (look == LookFor::losses || !left_to_moves(v)) return v;
    return win_or_draw(game, holds_settled, p, stored, v == not_lost);
  }
  Value best = unknown_value;
  for (const AnyMove m : game.moves(p)) {
    const Value theirs = look_up(game, holds_settled, game.play(p, m), stored);
    if (!theirs.known()) return unknown_value;
    const Value v = value_of_move_to(theirs, game.pays(p, m));
    if (!best.known() || better(v, best)) best = v;
  }
  return best;
}

// Of a position that is not lost: it is won if some move leads to a loss, and as quickly as the quickest of these; else drawn.
template <class Stored>
Value win_or_draw(const AnyGame& game, bool holds_settled, const AnyPosition& p, const Stored& stored, bool distances) {
  Value best = draw_value;
  for (const AnyMove m : game.moves(p)) {
    const Value theirs = look_up(game, holds_settled, game.play(p, m), stored, LookFor::losses);
    if (!theirs.known() && !left_to_moves(theirs)) return unknown_value;
    if (const Value v = value_of_move_to(theirs); better(v, best)) best = v;
  }
  return best.wdl == Wdl::win && !distances ? win_value : best; // no more than a table of values says that is not packed
}

// The slot that holds the value of p; no_slot where a table leaves p to the rules or to its successors.
inline Slot stored_slot(const AnyGame& game, bool holds_settled, const AnyPosition& p) {
  if (!game.indexed() || (!holds_settled && (game.settle(p).known() || game.deferred(p)))) return no_slot;
  return game.rank(p);
}

} // namespace zermelo
