// The occupied cells of a board up to its symmetries, numbered; who has them, or where the others are, is numbered after that.
//
//   slot = (number of the class of the set) x (colourings of its cells) + number of the colouring
//
// A set is taken to the first of its class by one symmetry. Only the symmetries that leave that first set as it is can still make
// two positions the same: the least of their numbers is the position's (least_number), and other slots stay empty. Most sets have
// no such symmetry but the one that changes nothing, so such an index is nearly as small as there are symmetries. Plain data: it
// goes to a device. sized_sets.h has the sets of each size, games/quixo/sets.h numbers the border of its board so.
#pragma once

#include <vector>

#include "base/bits.h"
#include "base/types.h"

namespace zermelo {

struct SetPlace {       // in one word, since there is one for every set
  u32 number : 27 = 0;  // of the class, in the order in which classes were met
  u32 symmetry : 5 = 0; // takes the set to the first of its class
};
struct SetClass {
  u32 first = 0;  // its first set
  u32 fixing = 0; // the symmetries that leave that as it is, a bit each; symmetry 0 changes nothing
};

// The place of a set. Sets must come in the order of their value, so that the least of a class, its first, has its place before the
// others: place_of(first) tells it. A set of a new class is added to the classes.
template <class Image, class PlaceOf>
SetPlace classify(u32 set, u8 symmetries, const Image& image, std::vector<SetClass>& classes, const PlaceOf& place_of) {
  SetClass c{set, 0};
  u32 symmetry = 0;
  for (u8 m = 0; m < symmetries; ++m) {
    const u32 other = image(m, set);
    if (other == set) c.fixing |= 1U << m;
    if (other < c.first) c.first = other, symmetry = m;
  }
  if (c.first != set) return {place_of(c.first).number, symmetry & 31};
  classes.push_back(c);
  return {static_cast<u32>(classes.size() - 1) & ((1U << 27) - 1), 0};
}

// The least of number(m) over the symmetries m that leave the first set of a class as it is; `best` is that of symmetry 0.
template <class Number> ZERMELO_HD u64 least_number(const SetClass& c, u64 best, Number&& number) {
  for (u32 more = c.fixing & ~1U; more != 0; more &= more - 1) {
    const u64 n = number(lowest_bit(more));
    best = n < best ? n : best;
  }
  return best;
}

} // namespace zermelo
