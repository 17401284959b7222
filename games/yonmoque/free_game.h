// Yonmoque with endless play a draw, and the index of its positions.
//
// Hands never grow, so a pair of hands is a layer that is never entered again. In each layer
//   number of the class of occupied squares x 2 sides to move x 2^pieces colourings (1: Blue's, the lowest square first)
// are numbered, layers with fewer pieces in hand first. A set of squares that a symmetry leaves as it is has colourings that are
// images of each other: the least of them has the slot, the others' are empty.
#pragma once

#include <algorithm>
#include <memory>

#include "yonmoque/cubes.h"
#include "yonmoque/rules.h"
#include "yonmoque/unmoves.h"

namespace zermelo::yonmoque {

struct FreeGame : Rules {
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = true;
  static constexpr int max_predecessors = most_unmoves;
  static constexpr int cube_orbit = 8;

  explicit FreeGame(int pieces_each) : cubes_(std::make_shared<const Cubes>(pieces_each)) { each = pieces_each; }

  const Cubes& cubes() const { return *cubes_; }
  u64 size() const { return cubes_->slots(); }

  Slot rank(const Position& p) const {
    if (p.end() != Position::none) return no_slot;
    const Occupancies& all = cubes_->occupancies();
    const auto place = all.place(p.occupied());
    const CubeLayer& layer = cubes_->layer(p.hand(true), p.hand(false));
    const u32 set = all.set(layer.pieces, place.number());
    u32 blue = all.images()(place.symmetry(), p.pieces(true));
    if (place.symmetric()) blue = least_colouring(set, blue);
    return layer.first + ((u64{place.number()} * 2 + (p.blue_to_move() ? 0 : 1)) << layer.pieces | gather_bits(blue, set));
  }

  bool unrank(Slot s, Position& p) const {
    const auto& layers = cubes_->layers();
    const auto at =
        std::upper_bound(layers.begin(), layers.end(), s, [](Slot slot, const CubeLayer& l) { return slot < l.first; }) - 1;
    const Occupancies& all = cubes_->occupancies();
    const u64 within = s - at->first, block = within >> at->pieces;
    const u32 set = all.set(at->pieces, block >> 1);
    const u32 blue = static_cast<u32>(scatter_bits(within & ((u64{1} << at->pieces) - 1), set));
    if (all.place(set).symmetric() && least_colouring(set, blue) != blue) return false;
    const auto layer = static_cast<std::size_t>(at - layers.begin());
    p = make_position(blue, set & ~blue, cubes_->blue_hand(layer), cubes_->white_hand(layer), (block & 1) == 0);
    return true;
  }

  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    each_unmove(p, static_cast<u32>(each), [&](const Position& q) { out.push(q); });
  }

private:
  // Of the images under the symmetries that leave the set as it is.
  static u32 least_colouring(u32 set, u32 blue) {
    const Images& images = Images::shared();
    u32 least = blue;
    for (std::size_t m = 1; m < Images::symmetries; ++m)
      if (images(m, set) == set) least = std::min(least, images(m, blue));
    return least;
  }

  std::shared_ptr<const Cubes> cubes_;
};

} // namespace zermelo::yonmoque
