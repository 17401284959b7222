// Yonmoque with endless play a draw, and the index of its positions.
//
// Hands never grow, so a pair of hands is a layer that is never entered again. In each layer
//   number of the class of occupied squares x 2 sides to move x 2^pieces colourings (1: Blue's, the lowest square first)
// are numbered, layers with fewer pieces in hand first. A set of squares that a symmetry leaves as it is has colourings that are
// images of each other: the least of them has the slot, the others' are empty.
#pragma once

#include <algorithm>

#include "yonmoque/occupancies.h"
#include "yonmoque/rules.h"
#include "yonmoque/unmoves.h"

namespace zermelo::yonmoque {

struct Layer {
  int blue_hand = 0, white_hand = 0, pieces = 0;
  Slot first = 0; // of its slots
};

struct FreeGame : Rules {
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = true;
  static constexpr int max_predecessors = most_unmoves;

  explicit FreeGame(int pieces_each);

  u64 size() const { return size_; }

  Slot rank(const Position& p) const {
    if (p.end() != Position::none) return no_slot;
    const Occupancies& occupancies = Occupancies::of(each);
    const auto place = occupancies.place(p.occupied());
    const Layer& layer = layers_[layer_of_[p.hand(true)][p.hand(false)]];
    const u32 set = occupancies.set(layer.pieces, place.number());
    u32 blue = occupancies.images()(place.symmetry(), p.pieces(true));
    if (place.symmetric()) blue = least_colouring(set, blue);
    return layer.first + ((u64{place.number()} * 2 + (p.blue_to_move() ? 0 : 1)) << layer.pieces | gather_bits(blue, set));
  }

  bool unrank(Slot s, Position& p) const {
    const Layer& layer = *(
        std::upper_bound(layers_.begin(), layers_.begin() + layers, s, [](Slot slot, const Layer& l) { return slot < l.first; }) -
        1);
    const Occupancies& occupancies = Occupancies::of(each);
    const u64 within = s - layer.first, block = within >> layer.pieces;
    const u32 set = occupancies.set(layer.pieces, block >> 1);
    const u32 blue = static_cast<u32>(scatter_bits(within & ((u64{1} << layer.pieces) - 1), set));
    if (occupancies.place(set).symmetric() && least_colouring(set, blue) != blue) return false;
    p = make_position(blue, set & ~blue, static_cast<u32>(layer.blue_hand), static_cast<u32>(layer.white_hand), (block & 1) == 0);
    return true;
  }

  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    each_unmove(p, static_cast<u32>(each), [&](const Position& q) { out.push(q); });
  }

private:
  static constexpr std::size_t most_hands = most_pieces + 1;

  // Of the images under the symmetries that leave the set as it is.
  u32 least_colouring(u32 set, u32 blue) const {
    const Images& images = Images::shared();
    u32 least = blue;
    for (std::size_t m = 1; m < Images::symmetries; ++m)
      if (images(m, set) == set) least = std::min(least, images(m, blue));
    return least;
  }

  std::array<Layer, most_hands * most_hands> layers_{};           // by their first slots
  std::array<std::array<u8, most_hands>, most_hands> layer_of_{}; // [Blue's hand][White's]
  std::ptrdiff_t layers = 0;
  u64 size_ = 0;
};

} // namespace zermelo::yonmoque
