// Images of sets of squares under the eight symmetries of the board, two loads each.
#pragma once

#include <array>

#include "yonmoque/board.h"

namespace zermelo::yonmoque {

class Images {
public:
  static constexpr std::size_t symmetries = 8;

  u32 operator()(std::size_t symmetry, u32 set) const {
    return low_[symmetry][set & (low - 1)] | high_[symmetry][set >> low_bits];
  }

  static const Images& shared();

private:
  Images();
  static constexpr int low_bits = 13;
  static constexpr u32 low = u32{1} << low_bits, high = u32{1} << (squares - low_bits);
  std::array<std::array<u32, low>, symmetries> low_{};
  std::array<std::array<u32, high>, symmetries> high_{};
};

} // namespace zermelo::yonmoque
