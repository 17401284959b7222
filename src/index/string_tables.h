// Constant tables of the fibre over a shape, made once when first asked for.
#pragma once

#include "index/blocks.h"

namespace zermelo {

template <class S> struct StringTables {
  using Full = typename StringMasks<S, u64>::Full;
  using Lifted = typename StringMasks<S, u64>::Lifted;

  StringMasks<S, u64> masks;
  // For machines that gather the bits of one word at a time: where the gathered bits of each word go.
  struct Join {
    u32 shift[S::words];   // bits gathered from the words before
    Lifted keep[S::words]; // of the word rotated by that shift
  };
  Join join[2][S::pieces];
  // The same with the words side by side.
  struct Lanes {
    u64 shift[S::words];
    u64 keep[S::lifted_words][S::words];
  };
  Lanes lanes[2][S::pieces];
  // Gathering inside each word by steps of 1, 2, 4, … 32, with no instruction for it.
  Full gather[2][S::pieces][6];
};

template <class S> const StringTables<S>& string_tables();

} // namespace zermelo
