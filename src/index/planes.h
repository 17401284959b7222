// Positions as plane x set: one piece of the second player's against any number of the first player's, who are all alike. For each
// point of the one piece the values of all sets of the others are one plane of bits. A step of the first player exchanges two bits
// of a set's number, whatever else stands there; one of the second leads to another plane, and may clear pairs of bits. So a few
// shifts and masks serve 64 positions.
//
// The first player wins or does not: he wins where the other is to move and cannot. What he cannot force has the value of a draw.
//
// A game offers
//
//   planes()         the board as below, of all planes, symmetric ones too
//   plane_place(p)   in which plane a position lies, and the number of its set
//
// A slot of the game's index is ((class of the plane x 2 + side to move) << bits | number); side 1 is the second player's.
#pragma once

#include "game/concepts.h"

namespace zermelo {

struct PlaneBoard {
  static constexpr u32 most_planes = 33, most_exchanges = 72, most_steps = 8, most_pairs = 4, most_images = 7;
  struct Pair {
    u8 low = 0, high = 0; // two bits; the same one twice: none
    ZERMELO_HD constexpr bool none() const { return low == high; }
  };
  struct Step {
    u8 plane = 0;           // it leads to
    u8 closed = 0;          // the bit that must be clear, here
    Pair exchange;          // that makes a number of that plane of one of this
    Pair taken[most_pairs]; // there: bits that are cleared where both are set
  };

  u32 planes = 0, bits = 0, classes = 0;
  u8 first[most_planes] = {}; // the plane of each class that has slots
  u8 symmetries = 1;
  // Of a class: the symmetries that leave the piece where it is, without the one that changes nothing, by where each bit of a number
  // goes. The least of the images of a number is that of the position.
  u8 image_count[most_planes] = {};
  u8 images[most_planes][most_images][most_planes] = {};
  u8 exchange_count[most_planes] = {}, step_count[most_planes] = {};
  Pair exchanges[most_planes][most_exchanges] = {};
  Step steps[most_planes][most_steps] = {};

  u64 words() const { return u64{1} << (bits - 6); } // of a plane
  constexpr u64 image(u32 cls, u32 i, u64 number) const {
    u64 out = 0;
    for (u32 at = 0; number != 0; ++at, number >>= 1) out |= (number & 1) << images[cls][i][at];
    return out;
  }
};

struct PlanePlace {
  u32 plane = 0;
  u64 number = 0;
  friend constexpr auto operator<=>(const PlanePlace&, const PlanePlace&) = default;
};

template <class G>
concept Planed = Indexed<G> && requires(const G& g, const PositionOf<G>& p) {
  { g.planes() } -> std::convertible_to<const PlaneBoard&>;
  { g.plane_place(p) } -> std::same_as<PlanePlace>;
};

} // namespace zermelo
