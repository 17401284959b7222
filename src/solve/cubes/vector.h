// A bit for each colouring of a block's pieces: what the turns of a game do to all of them at once.
//
// Place i of a colouring is bit i of its number: below 6 a place within a word of 64 bits, from 6 on one among the words. A cube
// of fewer than six pieces uses the lower bits of one word.
#pragma once

#include <array>
#include <utility>

#include "base/bits.h"
#include "index/cubes.h"

namespace zermelo {

struct CubeVector {
  static constexpr int most_words = 1 << (most_cube_pieces - 6);
  alignas(64) std::array<u64, most_words> w;
};

constexpr int cube_words(int pieces) { return pieces <= 6 ? 1 : 1 << (pieces - 6); }
constexpr u64 cube_mask(int pieces) { return pieces >= 6 ? ~u64{0} : (u64{1} << (1 << pieces)) - 1; } // of a word

// Colourings of a word without the bit of a place below 6.
inline constexpr std::array<u64, 6> without_place = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};

// Word n of the set of colourings in which the piece at a place is the first player's, or the other's.
constexpr u64 owned_word(int place, bool first_player, int n) {
  if (place >= 6) return ((n >> (place - 6) & 1) != 0) == first_player ? ~u64{0} : 0;
  return first_player ? ~without_place[static_cast<std::size_t>(place)] : without_place[static_cast<std::size_t>(place)];
}

// Exchanges two places in the numbers of all colourings, a < b.
inline void exchange_places(u64* w, int words, int a, int b) {
  if (b < 6) {
    const int shift = (1 << b) - (1 << a);
    const u64 mask = ~without_place[static_cast<std::size_t>(a)] & without_place[static_cast<std::size_t>(b)];
    for (int i = 0; i < words; ++i) {
      const u64 t = (w[i] ^ w[i] >> shift) & mask;
      w[i] ^= t ^ t << shift;
    }
  } else if (a < 6) {
    const int other = 1 << (b - 6), shift = 1 << a;
    const u64 mask = without_place[static_cast<std::size_t>(a)];
    for (int base = 0; base < words; base += 2 * other) {
      for (int i = base; i < base + other; ++i) {
        const u64 t = (w[i] >> shift ^ w[i + other]) & mask;
        w[i + other] ^= t;
        w[i] ^= t << shift;
      }
    }
  } else {
    const int low = 1 << (a - 6), high = 1 << (b - 6);
    for (int base = 0; base < words; base += 2 * high)
      for (int middle = base; middle < base + high; middle += 2 * low)
        for (int i = middle + low; i < middle + 2 * low; ++i) std::swap(w[i], w[i - low + high]);
  }
}

// Renumbers the colourings: the piece at place i was read at places[i].
inline void arrange_places(u64* w, int pieces, const CubePlaces& places) {
  const int words = cube_words(pieces);
  CubePlaces holds{}; // which piece each place holds now
  for (int i = 0; i < pieces; ++i) holds[places[static_cast<std::size_t>(i)]] = static_cast<u8>(i);
  for (int i = 0; i < pieces; ++i) {
    if (holds[static_cast<std::size_t>(i)] == i) continue;
    int j = i + 1;
    while (holds[static_cast<std::size_t>(j)] != i) ++j;
    exchange_places(w, words, i, j);
    std::swap(holds[static_cast<std::size_t>(i)], holds[static_cast<std::size_t>(j)]);
  }
}

// Takes what holds after a move back to before its flips in one run: a colouring becomes what the flipped one was.
inline void take_back_flips(u64* w, int words, const CubeRun& run, bool first_player) {
  int within = 0, among = 0; // how far away the flipped colouring is
  u64 mask = ~u64{0};        // within a word: flipped pieces were the other's
  int fixed = 0, value = 0;  // the same for the numbers of words
  auto demand = [&](int place, bool first) {
    if (place < 6) {
      mask &= first ? ~without_place[static_cast<std::size_t>(place)] : without_place[static_cast<std::size_t>(place)];
    } else {
      fixed |= 1 << (place - 6);
      value = (value & ~(1 << (place - 6))) | (first ? 1 << (place - 6) : 0);
    }
  };
  for (int j = 0; j + 1 < run.length; ++j) {
    const int flipped = run.pieces[static_cast<std::size_t>(j)], closing = run.pieces[static_cast<std::size_t>(j) + 1];
    (flipped < 6 ? within : among) += 1 << (flipped < 6 ? flipped : flipped - 6);
    demand(flipped, !first_player);
    const u64 so_far = mask;
    const int fixed_so_far = fixed, value_so_far = value;
    demand(closing, first_player);
    for (int i = 0; i < words; ++i) {
      if ((i & fixed) != value) continue;
      const u64 from = first_player ? w[i + among] >> within : w[i - among] << within;
      w[i] = (w[i] & ~mask) | (from & mask);
    }
    mask = so_far;
    fixed = fixed_so_far;
    value = value_so_far;
  }
}

} // namespace zermelo
