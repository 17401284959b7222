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

// Sets a bit; true if it was clear before. For sets that grow from several threads.
inline bool set_shared_bit(u64* words, u64 bit) {
  const u64 mask = u64{1} << (bit % 64);
  if ((load_shared(words[bit / 64]) & mask) != 0) return false;
  return (__atomic_fetch_or(&words[bit / 64], mask, __ATOMIC_RELAXED) & mask) == 0;
}

// Calls f(i) for each i in [first, last) whose byte equals `wanted`, eight bytes at a time; first is a multiple of 8 and the
// array is padded to one.
template <class F> void each_equal_byte(const u8* bytes, u64 first, u64 last, u8 wanted, F&& f) {
  constexpr u64 ones = 0x0101010101010101;
  const u64 pattern = ones * wanted;
  for (u64 i = first; i < last; i += 8) {
    const u64 x = __atomic_load_n(reinterpret_cast<const u64*>(bytes + i), __ATOMIC_RELAXED) ^ pattern;
    u64 zero = ~(((x & ~(ones << 7)) + ~(ones << 7)) | x | ~(ones << 7)); // 0x80 in every byte of x that is zero
    for (; zero != 0; zero &= zero - 1) {
      const u64 at = i + static_cast<u64>(std::countr_zero(zero)) / 8;
      if (at < last) f(at);
    }
  }
}

} // namespace zermelo
