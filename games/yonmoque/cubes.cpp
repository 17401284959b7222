#include "yonmoque/cubes.h"

namespace zermelo::yonmoque {

Cubes::Cubes(int pieces_each) : each_(pieces_each) {
  for (int held = 0; held <= 2 * each_; ++held) {
    for (int blue = std::max(0, held - each_); blue <= std::min(held, each_); ++blue) {
      const auto b = static_cast<std::size_t>(blue), w = static_cast<std::size_t>(held - blue);
      CubeLayer layer{2 * each_ - held, Occupancies::count(2 * each_ - held), slots_, {-1, -1}};
      if (b > 0) layer.after[0] = number_[b - 1][w];
      if (w > 0) layer.after[1] = number_[b][w - 1];
      number_[b][w] = static_cast<u8>(layers_.size());
      layers_.push_back(layer);
      hands_.push_back({static_cast<u32>(b), static_cast<u32>(w)});
      slots_ += layer.blocks * 2 << layer.pieces;
    }
  }
}

} // namespace zermelo::yonmoque
