// Strings of owners, and sets of them as bit vectors: the fibre over a shape.
//
// A shape says where pieces stand; a string of N bits says who owns them in a fixed order, K of them the first player's. The
// (N choose K) strings are numbered by their value, and a set of strings is a vector of so many bits. A move lifts the piece
// at place i off one shape and drops it at place j of another: for whole sets of strings at once that is
//
//   lift   keep the strings whose piece i belongs to the mover, without that piece: half of the bits, moved together in order
//   drop   the inverse: spread them over the strings that have a piece of the mover's at place j
//   swap   exchange two neighbouring places of what was lifted (a shape whose mirror image is stored reads its pairs the
//          other way round)
//
// Leaving out a place does not change the order of the values, which is why lift and drop are monotone and one network of
// shifts by 1, 2, 4, … does each: x = come ? x shifted : x, the places that no string needs filled with anything.
// A network is a few words of masks per place, the same for every shape.
#pragma once

#include <bit>
#include <type_traits>
#include <vector>

#include "base/types.h"
#include "index/combinations.h"

// Networks of few words are unrolled, so that they stay in registers.
#ifdef __CUDACC__
#define ZERMELO_UNROLL(few) _Pragma("unroll (few ? 64 : 1)")
#else
#define ZERMELO_UNROLL(few)
#endif

namespace zermelo {

template <int N, int K> struct Strings {
  static constexpr int pieces = N, owned = K;
  static constexpr int size = static_cast<int>(binomial(N, K));
  static constexpr int words = (size + 63) / 64;                      // of 64 bits
  static constexpr int lifted = static_cast<int>(binomial(N - 1, K)); // strings left by a lift, whoever lifts
  static constexpr int lifted_words = (lifted + 63) / 64;
  static constexpr int stages = std::bit_width(static_cast<unsigned>(size - lifted));
  static constexpr int most_shifts = K; // different distances in one swap
  static_assert(2 * K == N, "both players own as many pieces");
};

template <class Word, int Words>
struct alignas(sizeof(Word) * static_cast<std::size_t>(Words) % 16 == 0 ? 16 : sizeof(Word)) BitVector {
  Word w[static_cast<std::size_t>(Words)];
  ZERMELO_HD constexpr bool any() const {
    Word all = 0;
    for (int i = 0; i < Words; ++i) all |= w[i];
    return all != 0;
  }
};

// The masks, in words of 32 or 64 bits: an even number of 32-bit words everywhere, so that the same bytes serve both.
template <class S, class Word> struct StringMasks {
  static constexpr int per64 = 64 / (8 * static_cast<int>(sizeof(Word)));
  static constexpr int words = S::words * per64, lifted_words = S::lifted_words * per64;
  using Full = BitVector<Word, words>;
  using Lifted = BitVector<Word, lifted_words>;

  struct Shift {
    Word distance;
    Word pad;
    Lifted low; // the lower places of the pairs that are exchanged over this distance
  };
  Full all;
  Full has[2][S::pieces];             // [mover: 0 the second player, 1 the first][place]: the piece there is the mover's
  Full lift[2][S::pieces][S::stages]; // [mover][place][stage]: which bits come from 2^stage further up
  Full drop[2][S::pieces][S::stages]; // the same downwards, from the largest step to the smallest
  Shift swap[2][S::pieces - 2][S::most_shifts];
};

// What a machine does with them, over words of any width. The tag keeps apart what is compiled for different processors.
template <class S, class Word, class Tag = void> struct StringOps {
  using Masks = StringMasks<S, Word>;
  using Full = typename Masks::Full;
  using Lifted = typename Masks::Lifted;
  static constexpr int bits = 8 * static_cast<int>(sizeof(Word)), words = Masks::words, lifted_words = Masks::lifted_words;
  static constexpr bool few = words <= 8;

  ZERMELO_HD static Lifted lift(Full x, const Full* come) {
    ZERMELO_UNROLL(few)
    for (int stage = 0; stage < S::stages; ++stage) {
      const int distance = 1 << stage, skip = distance / bits, shift = distance % bits;
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words; ++i) {
        const Word low = i + skip < words ? x.w[i + skip] : 0, high = i + skip + 1 < words ? x.w[i + skip + 1] : 0;
        const Word moved = shift == 0 ? low : static_cast<Word>(low >> shift | high << (bits - shift));
        x.w[i] = (moved & come[stage].w[i]) | (x.w[i] & ~come[stage].w[i]);
      }
    }
    Lifted out;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < lifted_words; ++i) out.w[i] = x.w[i];
    return out;
  }

  // Strings whose piece at the place is not the mover's get anything: mask with has[mover][place].
  ZERMELO_HD static Full drop(const Lifted& from, const Full* come) {
    Full x;
    ZERMELO_UNROLL(few)
    for (int i = 0; i < words; ++i) x.w[i] = i < lifted_words ? from.w[i] : 0;
    ZERMELO_UNROLL(few)
    for (int stage = S::stages; stage-- > 0;) {
      const int distance = 1 << stage, skip = distance / bits, shift = distance % bits;
      ZERMELO_UNROLL(few)
      for (int i = words; i-- > 0;) {
        const Word high = i - skip >= 0 ? x.w[i - skip] : 0, low = i - skip - 1 >= 0 ? x.w[i - skip - 1] : 0;
        const Word moved = shift == 0 ? high : static_cast<Word>(high << shift | low >> (bits - shift));
        x.w[i] = (moved & come[stage].w[i]) | (x.w[i] & ~come[stage].w[i]);
      }
    }
    return x;
  }

  ZERMELO_HD static Lifted swap(Lifted x, const typename Masks::Shift* shifts) {
    for (int k = 0; k < S::most_shifts && shifts[k].distance != 0; ++k) {
      const int distance = static_cast<int>(shifts[k].distance), skip = distance / bits, shift = distance % bits;
      Lifted differ, back;
      ZERMELO_UNROLL(few)
      for (int i = 0; i < lifted_words; ++i) differ.w[i] = (x.w[i] ^ down(x, i + skip, shift)) & shifts[k].low.w[i];
      ZERMELO_UNROLL(few)
      for (int i = 0; i < lifted_words; ++i) back.w[i] = differ.w[i] ^ up(differ, i - skip, shift);
      ZERMELO_UNROLL(few)
      for (int i = 0; i < lifted_words; ++i) x.w[i] ^= back.w[i];
    }
    return x;
  }

  // Those in which both players show one of the pieces on top; the others are no positions. has(player, place, i): word i of the
  // strings whose piece there is the player's.
  template <class Has> ZERMELO_HD static Full visible(Full x, u32 tops, Has&& has) {
    Full hides[2] = {x, x};
    int shown = 0;
    for (int place = 0; place < S::pieces; ++place) {
      if ((tops >> place & 1) == 0) continue;
      if (++shown > S::owned) return x; // more than one player has
      ZERMELO_UNROLL(few)
      for (int i = 0; i < words; ++i) {
        hides[0].w[i] &= has(0, place, i);
        hides[1].w[i] &= has(1, place, i);
      }
    }
    ZERMELO_UNROLL(few)
    for (int i = 0; i < words; ++i) x.w[i] &= ~(hides[0].w[i] | hides[1].w[i]);
    return x;
  }

private:
  ZERMELO_HD static Word at(const Lifted& x, int i) {
    Word out = 0; // by selection, so that the vector can stay in registers
    ZERMELO_UNROLL(few)
    for (int k = 0; k < lifted_words; ++k) out = k == i ? x.w[k] : out;
    return out;
  }
  ZERMELO_HD static Word down(const Lifted& x, int i, int shift) {
    return shift == 0 ? at(x, i) : static_cast<Word>(at(x, i) >> shift | at(x, i + 1) << (bits - shift));
  }
  ZERMELO_HD static Word up(const Lifted& x, int i, int shift) {
    return shift == 0 ? at(x, i) : static_cast<Word>(at(x, i) << shift | at(x, i - 1) >> (bits - shift));
  }
};

// Fills the masks; a few thousand strings at most.
template <class S, class Word> StringMasks<S, Word> make_string_masks() {
  using Masks = StringMasks<S, Word>;
  constexpr int bits = 8 * static_cast<int>(sizeof(Word));
  auto set = [](auto& vector, u64 bit) { vector.w[bit / bits] |= static_cast<Word>(Word{1} << (bit % bits)); };
  Masks masks{};
  const Combinations strings(S::pieces, S::owned);
  for (u64 n = 0; n < strings.size(); ++n) set(masks.all, n);
  for (unsigned mover = 0; mover < 2; ++mover) {
    for (int place = 0; place < S::pieces; ++place) {
      u64 lifted = 0;
      for (u64 n = 0; n < strings.size(); ++n) {
        if ((strings.unrank(n) >> place & 1) != mover) continue;
        set(masks.has[mover][place], n);
        const u64 distance = n - lifted;
        u64 down = n, up = lifted;
        for (int stage = 0; stage < S::stages; ++stage) {
          if ((distance >> stage & 1) == 0) continue;
          down -= u64{1} << stage;
          set(masks.lift[mover][place][stage], down);
        }
        for (int stage = S::stages; stage-- > 0;) {
          if ((distance >> stage & 1) == 0) continue;
          up += u64{1} << stage;
          set(masks.drop[mover][place][stage], up);
        }
        ++lifted;
      }
    }
    const Combinations left(S::pieces - 1, S::owned - static_cast<int>(mover));
    for (int place = 0; place < S::pieces - 2; ++place) {
      auto& shifts = masks.swap[mover][place];
      for (u64 n = 0; n < left.size(); ++n) {
        const u64 string = left.unrank(n);
        if ((string >> place & 3) != 1) continue;
        const Word distance = static_cast<Word>(left.rank(string + (u64{1} << place)) - n);
        int k = 0;
        while (shifts[k].distance != 0 && shifts[k].distance != distance) ++k;
        shifts[k].distance = distance;
        set(shifts[k].low, n);
      }
    }
  }
  return masks;
}

} // namespace zermelo
