// What a turn makes of the values of the block that it leads to: for each colouring before it, what the mover may expect.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "solve/cubes/layer.h"

namespace zermelo {

// The bits of those of up to 64 bytes that equal a bound, or are at most so large.
enum class Bound : u8 { equal, at_most };
template <Bound bound> u64 bytes_within(const u8* at, int count, u8 limit) {
#ifdef __SSE2__
  if (count == 64) {
    const __m128i limits = _mm_set1_epi8(static_cast<char>(limit));
    u64 out = 0;
    for (int i = 0; i < 4; ++i) {
      const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + std::ptrdiff_t{16} * i));
      const __m128i hits = _mm_cmpeq_epi8(x, bound == Bound::equal ? limits : _mm_min_epu8(x, limits));
      out |= static_cast<u64>(static_cast<u32>(_mm_movemask_epi8(hits))) << 16 * i;
    }
    return out;
  }
#endif
  u64 out = 0;
  for (int i = 0; i < count; ++i) out |= u64{bound == Bound::equal ? at[i] == limit : at[i] <= limit} << i;
  return out;
}

class CubeTurns {
public:
  explicit CubeTurns(int pieces) : pieces_(pieces), words_(cube_words(pieces)) {}

  // After a move: v is what holds in the block that it leads to and becomes what holds before it, for colourings that let it go
  // on. wins, loses: those in which the move makes a line that wins or loses; lines are rare.
  struct Ends {
    bool any = false;
    CubeVector wins, loses;
  };
  void take_back(const CubeMove& m, bool first_player, CubeVector& v, Ends& ends) const {
    arrange_places(v.w.data(), pieces_, m.places);
    ends.any = m.lines != 0;
    if (ends.any) lines(m, first_player, ends);
    for (int i = 0; i < m.runs; ++i) take_back_flips(v.w.data(), words_, m.run[static_cast<std::size_t>(i)], first_player);
    if (!ends.any) return;
    for (int i = 0; i < words_; ++i) {
      const auto n = static_cast<std::size_t>(i);
      ends.wins.w[n] &= ~ends.loses.w[n];
      v.w[n] &= ~(ends.wins.w[n] | ends.loses.w[n]);
    }
  }

  // After a placement: the half of the larger cube in which the placed piece is the mover's.
  void take_back(const CubePlacement& p, bool first_player, CubeVector& v) const {
    arrange_places(v.w.data(), pieces_ + 1, p.places);
    if (pieces_ >= 6) {
      if (first_player) std::copy_n(v.w.begin() + words_, words_, v.w.begin());
    } else {
      v.w[0] = (first_player ? v.w[0] >> (1 << pieces_) : v.w[0]) & cube_mask(pieces_);
    }
  }

private:
  // Of a line with the moved piece all colourings count that show it after the flips; of any other those that did not before.
  void lines(const CubeMove& m, bool first_player, Ends& ends) const {
    ends.wins.w.fill(0);
    ends.loses.w.fill(0);
    CubeVector after;
    for (const bool moved : {true, false}) {
      for (int k = 0; k < m.lines; ++k) {
        const CubeLine& line = m.line[static_cast<std::size_t>(k)];
        if (line.moved != moved) continue;
        CubeVector& target = line.five ? ends.loses : ends.wins;
        for (int i = 0; i < words_; ++i) {
          const u64 all = owned(line.pieces, first_player, i);
          (moved ? target : after).w[static_cast<std::size_t>(i)] = moved ? target.w[static_cast<std::size_t>(i)] | all : all;
        }
        if (moved) continue;
        flips(m, first_player, after);
        for (int i = 0; i < words_; ++i)
          target.w[static_cast<std::size_t>(i)] |= after.w[static_cast<std::size_t>(i)] & ~owned(line.pieces, first_player, i);
      }
      if (moved) {
        flips(m, first_player, ends.wins);
        flips(m, first_player, ends.loses);
      }
    }
  }
  static u64 owned(u32 pieces, bool first_player, int word) {
    u64 all = ~u64{0};
    for (; pieces != 0; pieces &= pieces - 1) all &= owned_word(lowest_bit(pieces), first_player, word);
    return all;
  }
  void flips(const CubeMove& m, bool first_player, CubeVector& v) const {
    for (int i = 0; i < m.runs; ++i) take_back_flips(v.w.data(), words_, m.run[static_cast<std::size_t>(i)], first_player);
  }

  int pieces_, words_;
};

} // namespace zermelo
