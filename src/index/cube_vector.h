// A bit for each colouring of a block's pieces: what the turns of a game do to all of them at once.
//
// Place i of a colouring is bit i of its number: below 6 a place within a word of 64 bits, from 6 on one among the words. A cube
// of fewer than six pieces uses the lower bits of one word.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "index/cubes.h"

namespace zermelo {

constexpr int cube_words(int pieces) { return pieces <= 6 ? 1 : 1 << (pieces - 6); }
constexpr u64 cube_mask(int pieces) { return pieces >= 6 ? ~u64{0} : (u64{1} << (1 << pieces)) - 1; } // of a word

// Colourings of a word without the bit of a place below 6.
inline constexpr std::array<u64, 6> without_place = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};

// Exchanges two places, a < b, in the numbers of all colourings of a vector.
inline void exchange_places(u64* v, u64 words, int a, int b) {
  if (b < 6) {
    const int shift = (1 << b) - (1 << a);
    const u64 mask = ~without_place[static_cast<std::size_t>(a)] & without_place[static_cast<std::size_t>(b)];
    for (u64 i = 0; i < words; ++i) {
      const u64 t = (v[i] ^ v[i] >> shift) & mask;
      v[i] ^= t ^ t << shift;
    }
  } else if (a < 6) {
    const u64 other = u64{1} << (b - 6), mask = without_place[static_cast<std::size_t>(a)];
    const int shift = 1 << a;
    for (u64 base = 0; base < words; base += 2 * other) {
      for (u64 i = base; i < base + other; ++i) {
        const u64 t = (v[i] >> shift ^ v[i + other]) & mask;
        v[i + other] ^= t;
        v[i] ^= t << shift;
      }
    }
  } else {
    const u64 low = u64{1} << (a - 6), high = u64{1} << (b - 6);
    for (u64 base = 0; base < words; base += 2 * high)
      for (u64 middle = base; middle < base + high; middle += 2 * low)
        for (u64 i = middle + low; i < middle + 2 * low; ++i) std::swap(v[i], v[i - low + high]);
  }
}

class CubeVector {
public:
  explicit CubeVector(int pieces) : words_(cube_words(pieces)) {}
  CubeVector(const CubeVector& o) : words_(o.words_) { std::copy_n(o.w_, words_, w_); }
  CubeVector& operator=(const CubeVector& o) {
    if (this == &o) return *this;
    words_ = o.words_;
    std::copy_n(o.w_, words_, w_);
    return *this;
  }

  int words() const { return words_; }
  const u64& operator[](int i) const { return w_[i]; }
  u64& operator[](int i) { return w_[i]; }
  u64 any() const {
    u64 all = 0;
    for (int i = 0; i < words_; ++i) all |= w_[i];
    return all;
  }

  void clear() { std::fill_n(w_, words_, u64{0}); }
  void add(const CubeVector& o) {
    for (int i = 0; i < words_; ++i) w_[i] |= o.w_[i];
  }
  void remove(const CubeVector& o) {
    for (int i = 0; i < words_; ++i) w_[i] &= ~o.w_[i];
  }
  void invert() {
    for (int i = 0; i < words_; ++i) w_[i] = ~w_[i];
  }
  // Takes away what o has where the piece at a place is the player's.
  void remove_owned(const CubeVector& o, int place, bool first_player) {
    const Owned owned(place);
    for (int i = 0; i < words_; ++i) w_[i] &= ~(o.w_[i] & (first_player ? owned(i) : ~owned(i)));
  }

  // Of the first where the piece at a place is the first player's, else of the second; null: nothing.
  void load(const u64* first, const u64* second, int place) {
    const Owned owned(place);
    if (first == nullptr || second == nullptr) {
      const u64* const only = first != nullptr ? first : second;
      for (int i = 0; i < words_; ++i) w_[i] = only[i] & (first != nullptr ? owned(i) : ~owned(i));
      return;
    }
    for (int i = 0; i < words_; ++i) w_[i] = second[i] ^ ((first[i] ^ second[i]) & owned(i));
  }

  void exchange(int a, int b) { exchange_places(w_, static_cast<u64>(words_), a, b); }

  // Every colouring in which the pieces `taken` are one player's and those of `others` the other's becomes what the colouring is
  // in which those taken are the other's too.
  void take_from(u32 taken, u32 others) {
    const int within = static_cast<int>(taken & 63), among = static_cast<int>(taken >> 6);
    u64 mask = ~u64{0}; // within a word: the others are the first player's
    for (u32 rest = taken & 63; rest != 0; rest &= rest - 1) mask &= without_place[static_cast<std::size_t>(lowest_bit(rest))];
    u64 opposite = ~u64{0};
    for (u32 rest = taken & 63; rest != 0; rest &= rest - 1)
      opposite &= ~without_place[static_cast<std::size_t>(lowest_bit(rest))];
    for (u32 rest = others & 63; rest != 0; rest &= rest - 1) {
      mask &= ~without_place[static_cast<std::size_t>(lowest_bit(rest))];
      opposite &= without_place[static_cast<std::size_t>(lowest_bit(rest))];
    }
    const int fixed = static_cast<int>((taken | others) >> 6), value = static_cast<int>(others >> 6);
    if (fixed == 0) {
      for (int i = 0; i < words_; ++i)
        w_[i] = (w_[i] & ~(mask | opposite)) | (w_[i] >> within & mask) | (w_[i] << within & opposite);
      return;
    }
    for (int i = 0; i < words_; ++i) {
      const int at = i & fixed;
      if (at == value) w_[i] = (w_[i] & ~mask) | (w_[i ^ among] >> within & mask);
      if (at == (fixed ^ value)) w_[i] = (w_[i] & ~opposite) | (w_[i ^ among] << within & opposite);
    }
  }

  // The colourings in which some pieces have one owner, as large as this.
  CubeVector alike(u32 pieces) const {
    CubeVector out(*this, 0);
    u64 ones = ~u64{0}, zeros = ~u64{0};
    for (u32 rest = pieces & 63; rest != 0; rest &= rest - 1) {
      ones &= ~without_place[static_cast<std::size_t>(lowest_bit(rest))];
      zeros &= without_place[static_cast<std::size_t>(lowest_bit(rest))];
    }
    const int fixed = static_cast<int>(pieces >> 6);
    for (int i = 0; i < words_; ++i) out.w_[i] = ((i & fixed) == fixed ? ones : 0) | ((i & fixed) == 0 ? zeros : 0);
    return out;
  }

  // Those of the lower pieces for which the last piece is the player's.
  CubeVector half(int pieces, bool first_player) const {
    CubeVector out(pieces);
    if (pieces >= 6) {
      std::copy_n(w_ + (first_player ? out.words_ : 0), out.words_, out.w_);
    } else {
      out.w_[0] = (first_player ? w_[0] >> (1 << pieces) : w_[0]) & cube_mask(pieces);
    }
    return out;
  }

private:
  CubeVector(const CubeVector& like, int) : words_(like.words_) {}

  // Words of the set of colourings in which a piece is the first player's.
  struct Owned {
    explicit Owned(int place)
        : within(place < 6 ? ~without_place[static_cast<std::size_t>(place)] : 0), among(place < 6 ? 0 : 1 << (place - 6)) {}
    u64 operator()(int i) const { return among == 0 ? within : (i & among) != 0 ? ~u64{0} : 0; }
    u64 within;
    int among;
  };

  int words_;
  alignas(64) u64 w_[1 << (most_cube_pieces - 6)];
};

} // namespace zermelo
