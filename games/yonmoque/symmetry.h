// Images of sets of squares under the eight symmetries of the board, two loads each.
#pragma once

#include <array>
#include <vector>

#include "yonmoque/board.h"

namespace zermelo::yonmoque {

class Images {
public:
  static constexpr std::size_t symmetries = 8;

  u32 operator()(std::size_t symmetry, u32 set) const {
    return low_[symmetry][set & (low - 1)] | high_[symmetry][set >> low_bits];
  }

  static const Images& shared();

  // As CubeBoard has them.
  std::vector<u32> words() const {
    std::vector<u32> out;
    for (const auto& part : low_) out.insert(out.end(), part.begin(), part.end());
    for (const auto& part : high_) out.insert(out.end(), part.begin(), part.end());
    return out;
  }

private:
  Images();
  static constexpr int low_bits = 13;
  static constexpr u32 low = u32{1} << low_bits, high = u32{1} << (squares - low_bits);
  std::array<std::array<u32, low>, symmetries> low_{};
  std::array<std::array<u32, high>, symmetries> high_{};
};

} // namespace zermelo::yonmoque
