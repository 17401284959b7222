#include "othello/searched.h"

#include <memory>

#include "base/error.h"

namespace zermelo::othello {
namespace {

template <int side> const Images& shared_images() {
  static const auto one = std::make_unique<const Images>(
      side * side, 8, [square = GridSymmetries(side, side)](int m, int cell) { return square.to(m, cell); });
  return *one;
}

const Images& images_of(int side) {
  ensure(side == 4 || side == 6 || side == 8, "a board has 4, 6 or 8 squares a side");
  return side == 4 ? shared_images<4>() : side == 6 ? shared_images<6>() : shared_images<8>();
}

} // namespace

Searched::Searched(int n, bool parallel_start) : Rules(n, parallel_start), images_(&images_of(n)) {
  for (int i = 0; i < n; ++i) {
    first_column_ |= bit(i, 0);
    last_column_ |= bit(i, n - 1);
  }
  corners_ = bit(0, 0) | bit(0, n - 1) | bit(n - 1, 0) | bit(n - 1, n - 1);
  for (int i = 0; i < n * n; ++i) around_[i] = fringe(u64{1} << i, board & ~(u64{1} << i));
}

} // namespace zermelo::othello
