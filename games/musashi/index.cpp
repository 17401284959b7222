#include "musashi/index.h"

#include <algorithm>
#include <vector>

namespace zermelo::musashi {

Game::Game(int size) : Rules(size) {
  std::vector<SetClass> found;
  auto image = [&](int m, u32 at) { return static_cast<u32>(lowest_bit(board->image(m, u64{1} << at))); };
  for (u32 at = 0; at < board->points; ++at)
    places[at] = classify(at, static_cast<u8>(board->symmetries), image, found, [&](u32 first) { return places[first]; });
  std::copy(found.begin(), found.end(), classes);
  point_classes = static_cast<u32>(found.size());
}

} // namespace zermelo::musashi
