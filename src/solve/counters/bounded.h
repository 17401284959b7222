// A position while a layer is solved: three fields. A move to a finished layer may win or lose in any number of plies, so what it
// gives is known before its level comes. It is kept as a bound until then: a move that stays in the layer may still win quicker,
// or delay a loss. (A capture in Checkers that wins in 40 plies does not decide a position that wins in 12 without it.)
//
//   value   decided: the plies and who wins, as a table of this width has them; maybe of a level that is still to come.
//           `undecided`: open, in the end a draw
//   open    how many successors in the layer are not yet known to be won by the other, and one more that is never known where a
//           move to an earlier layer draws; `fixed` where no move stays: the value says all
//   bound   what moves to earlier layers give: a win in so many plies at the latest, or no loss in fewer; 0 says nothing
//
// Three fields cost three bytes a slot, of the layer at work only; a finished layer keeps its values alone.
//
// Every decision is a function that compiles for the CPU and for a device; a view hands out the fields.
#pragma once

#include <limits>

#include "solve/counters/outlook.h"
#include "table/codec.h"

namespace zermelo {

template <class Word> struct Bounded {
  static constexpr Encoding encoding = sizeof(Word) == 2 ? Encoding::plies16 : Encoding::plies8;
  static constexpr u32 undecided = draw_code(encoding), empty = no_position_code(encoding);
  static constexpr u32 fixed = std::numeric_limits<Word>::max();
  static constexpr u32 too_long = ~u32{0};
  static constexpr i32 most_plies = sizeof(Word) == 2 ? 32'766 : 253;
  static constexpr int most_successors = sizeof(Word) == 2 ? 65'000 : 250; // counted ones; below `fixed`

  ZERMELO_HD static constexpr bool is_win(u32 code) { return code % 2 == 1; }
  ZERMELO_HD static constexpr i32 plies(u32 code) { return static_cast<i32>(sizeof(Word) == 2 ? code / 2 : code); }
  ZERMELO_HD static constexpr bool is_decided(u32 code) { return code < empty; }
  ZERMELO_HD static constexpr u32 code(Value v) {
    const bool odd_win = (v.wdl == Wdl::win) == (v.plies % 2 == 1);
    return v.plies > most_plies || (sizeof(Word) == 1 && !odd_win) ? too_long : encode(encoding, v);
  }
  // The last level decides nothing that fits; whether there is anything to decide shows when it is told.
  ZERMELO_HD static constexpr bool fits(i32 level) { return level <= most_plies; }

  struct Seed {
    u32 value = undecided, open = fixed, bound = 0;
    ZERMELO_HD constexpr bool fits() const { return value != too_long && bound != too_long; }
    // The level at which the seed has something to say to others, or none.
    ZERMELO_HD constexpr i32 level() const {
      if (is_decided(value)) return plies(value);
      return is_win(bound) ? plies(bound) : -1;
    }
  };

  // From what the rules and the exits say; a position that is not settled and has no move at all is lost.
  ZERMELO_HD static constexpr Seed seed(Value settled, const Outlook& o) {
    Seed s;
    if (settled.wdl == Wdl::draw) return s;
    if (settled.known()) {
      s.value = code(settled);
    } else if (o.stay == 0) {
      if (o.wins() || !o.drawn) s.value = code(o.wins() ? win_in(o.win) : loss_in(o.loss));
    } else {
      s.open = o.stay + (o.drawn ? 1 : 0);
      s.bound = o.wins() ? code(win_in(o.win)) : o.loss > 0 ? code(loss_in(o.loss)) : 0;
    }
    return s;
  }
  ZERMELO_HD static constexpr Seed no_position() { return {empty, fixed, 0}; }

  // Whether a move to an earlier layer wins at this level, where nothing was quicker.
  ZERMELO_HD static constexpr bool bound_is_due(u32 bound, i32 level) { return is_win(bound) && plies(bound) == level; }

  // A successor was decided in so many plies, lost or won by its mover.
  enum class Effect : u8 { nothing, count, decide }; // count: one open successor less
  template <class View> ZERMELO_HD static Effect told(const View& v, bool lost) {
    if (v.value() != undecided || v.open() == fixed) return Effect::nothing;
    if (lost) return Effect::decide;
    return v.open() != 1 || is_win(v.bound()) ? Effect::count : Effect::decide; // a bound of a win: its level comes
  }
  // What it is decided as then; a loss comes not earlier than its bound.
  ZERMELO_HD static constexpr u32 decision(bool lost, i32 level, u32 bound) {
    if (lost) return code(win_in(level + 1));
    const i32 least = plies(bound);
    return code(loss_in(level + 1 > least ? level + 1 : least));
  }
};

} // namespace zermelo
