#include "othello/searched.h"

#include <memory>

#include "base/error.h"
#include "index/symmetry.h"

namespace zermelo::othello {
namespace {

std::unique_ptr<const Images> images_of(int side) {
  auto made = std::make_unique<Images>();
  const GridSymmetries square(side, side);
  for (int m = 0; m < 8; ++m)
    for (int byte = 0; byte < 8; ++byte)
      for (u64 value = 0; value < 256; ++value) made->of[m][byte][value] = square.image(m, value << 8 * byte);
  return made;
}

template <int side> const Images& shared_images() {
  static const std::unique_ptr<const Images> one = images_of(side);
  return *one;
}

} // namespace

const Images& Images::for_side(int side) {
  ensure(side == 4 || side == 6 || side == 8, "a board has 4, 6 or 8 squares a side");
  return side == 4 ? shared_images<4>() : side == 6 ? shared_images<6>() : shared_images<8>();
}

Searched::Searched(int n, bool parallel_start) : Rules(n, parallel_start), images_(&Images::for_side(n)) {
  for (int i = 0; i < n; ++i) {
    first_column_ |= bit(i, 0);
    last_column_ |= bit(i, n - 1);
  }
  corners_ = bit(0, 0) | bit(0, n - 1) | bit(n - 1, 0) | bit(n - 1, n - 1);
  for (int i = 0; i < n * n; ++i) around_[i] = fringe(u64{1} << i, board & ~(u64{1} << i));
}

} // namespace zermelo::othello
