// What steps say of 64 positions at a time: a word of a plane is 64 sets whose numbers differ in their six lowest bits. On the CPU and
// on a device.
#pragma once

#include "index/planes.h"

namespace zermelo {

struct PlaneMasks {
  // The places of a word in whose number a bit is set.
  u64 with[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                 0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
};
ZERMELO_TABLE(PlaneMasks, plane_masks, {})

namespace plane_words {

using Pair = PlaneBoard::Pair;
ZERMELO_HD inline u64 with(int bit) { return plane_masks().with[bit]; } // a bit below 6
ZERMELO_HD inline u64 word_bit(int bit) { return u64{1} << (bit - 6); } // another: of the number of the word
ZERMELO_HD inline bool has(u64 w, int bit) { return (w >> (bit - 6) & 1) != 0; }

// The sets with just one of two points, as the plane has them with the other: where a step between them leads.
ZERMELO_HD inline u64 stepped(const u64* plane, u64 w, Pair e) {
  if (e.low >= 6) return has(w, e.low) == has(w, e.high) ? 0 : plane[w ^ word_bit(e.low) ^ word_bit(e.high)];
  const u64 low = with(e.low);
  const int far = 1 << e.low;
  if (e.high >= 6) {
    const u64 v = plane[w ^ word_bit(e.high)];
    return has(w, e.high) ? (v & low) >> far : (v & ~low) << far;
  }
  const u64 high = with(e.high), v = plane[w];
  const int gap = (1 << e.high) - far;
  return (v >> gap & low & ~high) | (v << gap & high & ~low);
}

// The sets without what is taken from them: the last pairs first.
template <int pairs> ZERMELO_HD inline u64 cleared(const u64* plane, u64 w, const Pair* taken) {
  if constexpr (pairs == 0) {
    return plane[w];
  } else {
    const Pair p = taken[pairs - 1];
    if (p.none()) return cleared<pairs - 1>(plane, w, taken);
    if (p.low >= 6) {
      const u64 both = word_bit(p.low) | word_bit(p.high);
      return cleared<pairs - 1>(plane, (w & both) == both ? w ^ both : w, taken);
    }
    const u64 low = with(p.low), v = cleared<pairs - 1>(plane, w, taken);
    const int far = 1 << p.low;
    if (p.high < 6) return (v & ~(low & with(p.high))) | (v & ~low & ~with(p.high)) << (far + (1 << p.high));
    if (!has(w, p.high)) return v;
    return (v & ~low) | (cleared<pairs - 1>(plane, w ^ word_bit(p.high), taken) & ~low) << far;
  }
}

// Where a step leads that is open: of sets in the numbers of the plane it begins in.
ZERMELO_HD inline u64 arrived(const u64* plane, u64 w, const PlaneBoard::Step& s) {
  constexpr int all = PlaneBoard::most_pairs;
  const Pair e = s.exchange;
  if (e.none()) return cleared<all>(plane, w, s.taken);
  if (e.low >= 6) {
    const u64 both = word_bit(e.low) | word_bit(e.high);
    return cleared<all>(plane, has(w, e.low) == has(w, e.high) ? w : w ^ both, s.taken);
  }
  const u64 low = with(e.low);
  const int far = 1 << e.low;
  if (e.high >= 6) {
    const u64 high = word_bit(e.high), without = cleared<all>(plane, w & ~high, s.taken),
              with_it = cleared<all>(plane, w | high, s.taken);
    return has(w, e.high) ? (without & low) >> far | (with_it & low) : (without & ~low) | (with_it & ~low) << far;
  }
  const u64 high = with(e.high), v = cleared<all>(plane, w, s.taken);
  const int gap = (1 << e.high) - far;
  return (v & ~(low ^ high)) | (v >> gap & low & ~high) | (v << gap & high & ~low);
}

} // namespace plane_words

// Where the first player, to move, has a step to a position that the other has lost; `lost` is the same plane of the other's.
ZERMELO_HD inline u64 plane_wins(const PlaneBoard& b, u32 plane, const u64* lost, u64 w, u64 found) {
  for (u32 i = 0; i < b.exchange_count[plane] && found != ~u64{0}; ++i)
    found |= plane_words::stepped(lost, w, b.exchanges[plane][i]);
  return found;
}

// Where every step of the second player's leads to a position that the first has won; won(plane) is such a plane.
template <class Won> ZERMELO_HD inline u64 plane_losses(const PlaneBoard& b, u32 plane, const Won& won, u64 w) {
  u64 lost = ~u64{0};
  for (u32 i = 0; i < b.step_count[plane] && lost != 0; ++i) {
    const PlaneBoard::Step& s = b.steps[plane][i];
    const u64 closed = s.closed < 6 ? plane_words::with(s.closed) : plane_words::has(w, s.closed) ? ~u64{0} : 0;
    if ((lost & ~closed) != 0) lost &= closed | plane_words::arrived(won(s.plane), w, s);
  }
  return lost;
}

} // namespace zermelo
