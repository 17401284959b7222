// The working array of retrograde analysis: one word per slot, either a value or the number of successors still open.
//
//   0 …  limit-1    decided: the plies (narrow), or 2 x plies + 1 for a win (wide)
//   limit … top-1   open: top - k, where k successors are not yet known to be won by the opponent
//   top             a draw by rule
//   top+1           the slot holds no position
//
// One byte is enough for most games; where it is not (a longer game, more moves, or a game that can end with a win for the
// side to move, so that the parity of the plies does not tell who wins) the solver starts again with two.
#pragma once

#include <limits>

#include "base/value.h"
#include "table/codec.h"

namespace zermelo {

struct NeedsWideCells {};

template <class Word> struct Cell {
  static constexpr bool wide = sizeof(Word) == 2;
  static constexpr Word empty = std::numeric_limits<Word>::max();
  static constexpr Word top = empty - 1;

  // The first word that is no longer a value, for positions of at most so many counted successors.
  static constexpr u32 limit(int most_successors) { return top > most_successors ? static_cast<u32>(top - most_successors) : 0U; }

  static constexpr u32 code(Value v) {
    const u32 plies = static_cast<u32>(v.plies);
    if constexpr (wide) return 2 * plies + (v.wdl == Wdl::win ? 1 : 0);
    return plies;
  }
  // The word of a decided value; throws where one byte cannot hold it.
  static Word decided(Value v, u32 limit) {
    const u32 c = code(v);
    const bool odd_win = (v.wdl == Wdl::win) == (v.plies % 2 == 1);
    if (c >= limit || (!wide && !odd_win)) throw NeedsWideCells{};
    return static_cast<Word>(c);
  }
  static constexpr i32 plies(Word w) { return wide ? w / 2 : w; }
  static constexpr bool is_win(Word w) { return w % 2 == 1; }

  static constexpr Word open(int successors) { return static_cast<Word>(top - successors); }
  static constexpr bool is_open(Word w, u32 limit) { return w >= limit && w < top; }
  static constexpr bool is_decided(Word w, u32 limit) { return w < limit; }
  static constexpr bool is_last(Word w) { return w == top - 1; }

  // What it means once nothing more can be decided: open positions are draws by endless play.
  static constexpr Value value(Word w, u32 limit) {
    if (w == empty) return unknown_value;
    if (w >= limit) return draw_value;
    return {is_win(w) ? Wdl::win : Wdl::loss, plies(w)};
  }
  static constexpr Encoding encoding() { return wide ? Encoding::plies16 : Encoding::plies8; }
};

} // namespace zermelo
