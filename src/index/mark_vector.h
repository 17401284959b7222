// Reads the vector of one set as a link sees it from another: the bits of all colourings moved about at once.
//
// Places below 6 lie within a word. Those are brought where they belong by exchanges on a copy; then the others are only another
// order of whole words. Marks that few moves touch have the lowest places, so most links need no exchange, or such within words.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "index/cube_vector.h"
#include "index/marks.h"

namespace zermelo {

// A vector turned round: the bit of a colouring becomes that of the colouring with every mark the other's.
inline u64 reversed_word(u64 x) { return u64{reverse_bits(static_cast<u32>(x))} << 32 | reverse_bits(static_cast<u32>(x >> 32)); }
template <class Word> void turn_round(int marks, Word&& word, u64* out) {
  const u64 n = mark_words(marks);
  for (u64 w = 0; w < n; ++w) out[w] = reversed_word(word(n - 1 - w)) >> (marks < 6 ? 64 - (1 << marks) : 0);
}

class MarkReader {
public:
  explicit MarkReader(int marks) : marks_(marks), copy_(mark_words(marks + 1)) {}

  // f(word, bits, how many): the words, from `word` on, of the vector of own marks c in which there is the bit of v at link.there(c).
  template <class F> void read(const u64* v, const MarkLink& link, F&& f) {
    for (int i = 0; i < marks_; ++i) at_[place(i)] = link.to[i];
    if (link.later) v = with_fresh(v, lowest_bit(link.fresh));
    v = with_low_places(v, link.later);
    int same = 0; // so many of the higher places are where they belong: as many words follow each other
    while (6 + same < marks_ && at_[place(6 + same)] == 6 + same) ++same;
    const u64 run = u64{1} << same, words = mark_words(marks_);
    u64 flips[most_marks] = {}; // from one stretch of words to the next: which of its places change, there
    for (int i = 6 + same, k = 0; i < marks_; ++i, ++k) flips[k] = (k > 0 ? flips[k - 1] : 0) | u64{1} << (at_[place(i)] - 6);
    for (u64 w = 0, there = 0, n = 1; w < words; w += run, ++n) {
      f(w, v + there, run);
      there ^= flips[std::countr_zero(n)];
    }
  }

private:
  static std::size_t place(int i) { return static_cast<std::size_t>(i); }

  // The colourings with the fresh mark, without its place.
  const u64* with_fresh(const u64* v, int fresh) {
    const int last = marks_;
    u64* const out = copy_.data();
    if (fresh >= 6) {
      const u64 low = u64{1} << (fresh - 6), n = mark_words(marks_);
      for (u64 i = 0; i < n; i += low) std::copy_n(v + 2 * i + low, low, out + i);
      for (int i = 0; i < marks_; ++i)
        if (at_[place(i)] > fresh) --at_[place(i)];
      return out;
    }
    std::copy_n(v, mark_words(marks_ + 1), out);
    if (fresh != last) exchange_places(out, mark_words(marks_ + 1), fresh, last);
    for (int i = 0; i < marks_; ++i)
      if (at_[place(i)] == last) at_[place(i)] = fresh;
    if (last >= 6) return out + mark_words(marks_);
    out[0] = out[0] >> (1 << last) & cube_mask(last);
    return out;
  }

  const u64* with_low_places(const u64* v, bool copied) {
    const u64 words = mark_words(marks_);
    u64* own = copied ? const_cast<u64*>(v) : nullptr; // it is in copy_ then
    for (int i = 0; i < std::min(6, marks_); ++i) {
      const int there = at_[place(i)];
      if (there == i) continue;
      if (own == nullptr) {
        own = copy_.data();
        std::copy_n(v, words, own);
      }
      exchange_places(own, words, std::min(i, there), std::max(i, there));
      for (int j = i + 1; j < marks_; ++j)
        if (at_[place(j)] == i) at_[place(j)] = there;
      at_[place(i)] = i;
    }
    return own != nullptr ? own : v;
  }

  int marks_;
  std::array<int, most_marks> at_{}; // the place there of each place here
  std::vector<u64> copy_;
};

} // namespace zermelo
