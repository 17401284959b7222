// Words that one thread may read while another writes them. Relaxed: the algorithms that use them give the same result
// whichever of the two values is read.
#pragma once

#include <atomic>
#include <bit>
#include <cstring>

#include "base/types.h"

namespace zermelo {

template <class Word> Word load_shared(const Word& w) { return __atomic_load_n(&w, __ATOMIC_RELAXED); }
template <class Word> void store_shared(Word& w, Word value) { __atomic_store_n(&w, value, __ATOMIC_RELAXED); }

template <class Word> void add_shared(Word& w, Word n) { __atomic_fetch_add(&w, n, __ATOMIC_RELAXED); }
// The same; what was there before. For threads that take pieces of something, one after the other.
template <class Word> Word take_shared(Word& w, Word n) { return __atomic_fetch_add(&w, n, __ATOMIC_RELAXED); }
// Writes a word if it still is what was read; whether it was.
template <class Word> bool replace_shared(Word& w, Word read, Word value) {
  return __atomic_compare_exchange_n(&w, &read, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

// Sets a bit; true if it was clear before. For sets that grow from several threads.
inline bool set_shared_bit(u64* words, u64 bit) {
  const u64 mask = u64{1} << (bit % 64);
  if ((load_shared(words[bit / 64]) & mask) != 0) return false;
  return (__atomic_fetch_or(&words[bit / 64], mask, __ATOMIC_RELAXED) & mask) == 0;
}

// Calls f(i) for each i in [first, last) whose byte equals `wanted`; first is a multiple of 64, and the array is padded to one.
// A line of 64 bytes without such a byte is passed over with one branch.
template <class F> void each_equal_byte(const u8* bytes, u64 first, u64 last, u8 wanted, F&& f) {
  constexpr u64 ones = 0x0101010101010101, tops = ones << 7;
  const u64 pattern = ones * wanted;
  auto load = [&](u64 at) { return __atomic_load_n(reinterpret_cast<const u64*>(bytes + at), __ATOMIC_RELAXED) ^ pattern; };
  for (u64 line = first; line < last; line += 64) {
    u64 hit = 0;
#pragma GCC unroll 8
    for (u64 k = 0; k < 64; k += 8) {
      const u64 x = load(line + k);
      hit |= (x - ones) & ~x; // the top bit of a byte that is zero, and perhaps of one above it
    }
    if ((hit & tops) == 0) continue;
    // All of a line at once: how many there are in each word of it, no processor could foresee.
    u64 equal = 0;
    for (u64 k = 0; k < 64; k += 8) {
      const u64 x = load(line + k);
      const u64 zero = ~(((x & ~tops) + ~tops) | x | ~tops);  // the top bit of exactly the bytes that are zero
      equal |= ((zero >> 7) * 0x0102040810204080) >> 56 << k; // these bits side by side
    }
    for (; equal != 0; equal &= equal - 1) {
      const u64 at = line + static_cast<u64>(std::countr_zero(equal));
      if (at < last) f(at);
    }
  }
}

} // namespace zermelo
