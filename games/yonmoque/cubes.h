// Yonmoque as blocks of occupied squares and cubes of colourings (index/cubes.h). A pair of hands is a layer.
#pragma once

#include <string>

#include "index/cubes.h"
#include "yonmoque/occupancies.h"

namespace zermelo::yonmoque {

class Cubes {
public:
  explicit Cubes(int pieces_each);

  const std::vector<CubeLayer>& layers() const { return layers_; }
  const CubeLayer& layer(u32 blue_hand, u32 white_hand) const { return layers_[number_[blue_hand][white_hand]]; }
  u32 blue_hand(std::size_t layer) const { return hands_[layer][0]; }
  u32 white_hand(std::size_t layer) const { return hands_[layer][1]; }
  std::string name(std::size_t layer) const {
    return "hands " + std::to_string(blue_hand(layer)) + " and " + std::to_string(white_hand(layer));
  }
  u64 slots() const { return slots_; }
  const Occupancies& occupancies() const { return Occupancies::of(each_); }

  bool symmetric(int pieces, u64 block) const { return occupancies().place(occupancies().set(pieces, block)).symmetric(); }

  const CubeBoard& board() const { return occupancies().board(); }

private:
  static constexpr std::size_t most_hands = 7;

  int each_;
  std::vector<CubeLayer> layers_;
  std::vector<std::array<u32, 2>> hands_;
  std::array<std::array<u8, most_hands>, most_hands> number_{}; // [Blue's hand][White's]
  u64 slots_ = 0;
};

} // namespace zermelo::yonmoque
