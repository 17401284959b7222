// A position while a game without layers is solved: one word, either a value or the number of successors still open.
//
//   0 …  limit-1    decided: the plies (narrow), or 2 x plies + 1 for a win (wide)
//   limit … top-1   open: top - k, where k successors are not yet known to be won by the opponent
//   top             a draw by rule
//   top+1           the slot holds no position
//
// A position needs its counter only while it has no value, so both share a word: a solve takes one byte a slot, and an update
// touches one cache line. Open words count up; at top - 1 one successor is left, and if it is won by the opponent, too, all are.
//
// Why the distances are exact: levels go up one by one, and what is decided at level d tells its predecessors before level d + 1
// begins. The first lost successor that a position hears of is therefore the quickest, and the won one that brings its counter to
// its end the slowest. Within a level the order does not matter: all updates of a level decide for level d + 1, and a word that
// is decided ignores the rest. So the result is the same for any number of threads. A draw by rule, or a successor that draws
// (counted, and never told), keeps a counter from reaching its end: such a position is never lost.
//
// One byte is enough for most games. It is not for a longer game, for more moves, or for a game that can end with a win for the
// side to move, so that the parity of the plies does not tell who wins. Then two bytes take its place, in the middle of a solve
// if need be.
//
// Every decision is a function that compiles for the CPU and for a device; the loops over slots are elsewhere.
#pragma once

#include <limits>

#include "solve/counters/outlook.h"
#include "table/codec.h"

namespace zermelo {

template <class Word> struct Packed {
  static constexpr bool wide = sizeof(Word) == 2;
  static constexpr Word empty = std::numeric_limits<Word>::max();
  static constexpr Word top = empty - 1;
  static constexpr u32 too_long = ~u32{0}; // in place of a word that does not fit

  u32 limit; // the first word that is no longer a value

  // For positions of at most so many counted successors; 0 where they need wider words.
  ZERMELO_HD static constexpr u32 limit_for(int most_successors) {
    return top > most_successors + 16 ? static_cast<u32>(top - most_successors) : 0U;
  }

  // The word of a decided value.
  ZERMELO_HD constexpr u32 decided(Value v) const {
    const u32 plies = static_cast<u32>(v.plies), c = wide ? 2 * plies + (v.wdl == Wdl::win ? 1 : 0) : plies;
    const bool odd_win = (v.wdl == Wdl::win) == (v.plies % 2 == 1);
    return c >= limit || (!wide && !odd_win) ? too_long : c;
  }
  ZERMELO_HD static constexpr i32 plies(Word w) { return wide ? w / 2 : w; }
  ZERMELO_HD static constexpr bool is_win(Word w) { return w % 2 == 1; }
  ZERMELO_HD static constexpr Word open(u32 successors) { return static_cast<Word>(top - successors); }
  ZERMELO_HD constexpr bool is_open(Word w) const { return w >= limit && w < top; }
  ZERMELO_HD constexpr bool is_decided(Word w) const { return w < limit; }
  ZERMELO_HD constexpr bool is_due(Word w, i32 level) const { return is_decided(w) && plies(w) == level; }
  // The plies of a level, and of what it decides, fit.
  ZERMELO_HD constexpr bool fits(i32 level) const {
    return decided(win_in(level + 1)) < limit || decided(loss_in(level + 1)) < limit;
  }

  // The word of a slot, from what the rules and its exits say. Exits of such a game are settled, so they take a ply at most.
  ZERMELO_HD constexpr u32 seed(Value settled, const Outlook& o) const {
    if (settled.wdl == Wdl::draw) return top;
    if (settled.known()) return decided(settled);
    if (o.wins()) return decided(win_in(o.win));
    if (o.stay + (o.drawn ? 1 : 0) > 0) return open(o.stay + (o.drawn ? 1 : 0));
    return decided(loss_in(o.loss));
  }

  // The word after a successor was decided in so many plies, lost or won by its mover. Levels go up one by one, so the first win
  // found is the shortest and the last refuted defence the longest.
  ZERMELO_HD constexpr Word told(Word w, bool lost, i32 level) const {
    if (!is_open(w)) return w;
    if (!lost && w != top - 1) return static_cast<Word>(w + 1);
    return static_cast<Word>(decided(lost ? win_in(level + 1) : loss_in(level + 1)));
  }

  // The same in wider words.
  ZERMELO_HD constexpr Word widened(u8 w, const Packed<u8>& narrow) const
    requires(wide)
  {
    if (w == Packed<u8>::empty) return empty;
    if (narrow.is_decided(w)) return static_cast<Word>(decided({w % 2 == 1 ? Wdl::win : Wdl::loss, w}));
    return static_cast<Word>(top - (Packed<u8>::top - w));
  }

  // What it means once nothing more can be decided: open positions are draws by endless play. As a table of this width has it.
  ZERMELO_HD constexpr Word code(Word w) const {
    constexpr Encoding e = wide ? Encoding::plies16 : Encoding::plies8;
    return static_cast<Word>(w == empty ? no_position_code(e) : w >= limit ? draw_code(e) : w);
  }
};

static_assert(Packed<u8>::limit_for(57) == 197 && Packed<u8>::limit_for(238) == 0);
static_assert(Packed<u16>::limit_for(57) > 2 * 32'000);

} // namespace zermelo
