// Which rank has which slots of a stage: chunks are dealt in turn, so that every rank has its share of each region.
#pragma once

#include <algorithm>
#include <bit>

#include "base/types.h"

namespace zermelo {

struct Share {
  int rank = 0, ranks = 1;
  u64 unit = u64{1} << 16; // slots of a chunk, a power of two
  u64 slots = 0;           // of all ranks
  // A division for each update would cost more than the rest of it: n / ranks is n * inverse >> 64, exact for n below 2^32.
  u64 inverse = ~u64{0} / static_cast<u64>(ranks) + 1;

  bool whole() const { return ranks == 1; }
  struct Place {
    u64 owner, local; // the rank that has a slot, and where among those it has
  };
  Place place(u64 slot) const {
    if (whole()) return {0, slot};
    const u64 chunk = slot >> shift(), turn = Share::turn(chunk, inverse);
    return {chunk - turn * static_cast<u64>(ranks), turn << shift() | (slot & (unit - 1))};
  }
  // How many turns were dealt before a chunk.
  static u64 turn(u64 chunk, u64 inverse) { return static_cast<u64>((static_cast<unsigned __int128>(chunk) * inverse) >> 64); }
  u64 owner(u64 slot) const { return place(slot).owner; }
  u64 local(u64 slot) const { return place(slot).local; }
  // The slot of one of this rank's.
  u64 global(u64 at) const {
    if (whole()) return at;
    return ((at >> shift()) * static_cast<u64>(ranks) + static_cast<u64>(rank)) << shift() | (at & (unit - 1));
  }

  // How many slots a rank has; rank 0 has the most.
  u64 own(int of) const {
    if (whole()) return slots;
    const u64 turn = unit * static_cast<u64>(ranks), before = unit * static_cast<u64>(of), rest = slots % turn;
    return slots / turn * unit + (rest > before ? std::min(unit, rest - before) : 0);
  }
  u64 own() const { return own(rank); }
  int shift() const { return std::countr_zero(unit); }

  // f(first, count) for the stretches of [first, last) that a rank has, in order.
  template <class F> void each_part(int of, u64 first, u64 last, F&& f) const {
    for (u64 at = first; at < last;) {
      const u64 end = whole() ? last : std::min(last, (at / unit + 1) * unit);
      if (owner(at) == static_cast<u64>(of)) f(at, end - at);
      at = end;
    }
  }
};

} // namespace zermelo
