#include "yonmoque/free_game.h"

namespace zermelo::yonmoque {

FreeGame::FreeGame(int pieces_each) {
  each = pieces_each;
  for (int held = 0; held <= 2 * each; ++held) {
    for (int blue = std::max(0, held - each); blue <= std::min(held, each); ++blue) {
      const Layer layer{blue, held - blue, 2 * each - held, size_};
      layer_of_[static_cast<std::size_t>(blue)][static_cast<std::size_t>(held - blue)] = static_cast<u8>(layers);
      layers_[static_cast<std::size_t>(layers++)] = layer;
      size_ += Occupancies::count(layer.pieces) * 2 << layer.pieces;
    }
  }
}

} // namespace zermelo::yonmoque
