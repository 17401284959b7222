#include "yonmoque/symmetry.h"

#include "yonmoque/rules.h"

namespace zermelo::yonmoque {
namespace {

constexpr auto symmetries_of_board = square_symmetries<side>();

Position image(std::size_t symmetry, const Position& p) {
  const Images& images = Images::shared();
  return {(p.blue & ~board) | images(symmetry, p.blue & board), (p.white & ~board) | images(symmetry, p.white & board)};
}

auto all_images(const Position& p) {
  return symmetries_of_board.images([&](std::size_t symmetry) { return image(symmetry, p); });
}

} // namespace

Images::Images() {
  for (std::size_t m = 0; m < symmetries; ++m) {
    for (u32 set = 0; set < low; ++set) low_[m][set] = static_cast<u32>(symmetries_of_board.image(m, set));
    for (u32 set = 0; set < high; ++set) high_[m][set] = static_cast<u32>(symmetries_of_board.image(m, u64{set} << low_bits));
  }
}

const Images& Images::shared() {
  static const Images images;
  return images;
}

Position Rules::canonical(const Position& p) const {
  // The least, Blue's pieces compared first: White's are looked at only where those are the same.
  const Images& images = Images::shared();
  const u32 blue = p.blue & board, white = p.white & board;
  u32 least = blue, least_white = white;
  for (std::size_t m = 1; m < Images::symmetries; ++m) {
    const u32 image = images(m, blue);
    if (image > least) continue;
    const u32 image_white = images(m, white);
    if (image == least && image_white >= least_white) continue;
    least = image;
    least_white = image_white;
  }
  return {(p.blue & ~board) | least, (p.white & ~board) | least_white};
}

int Rules::orbit(const Position& p) const { return count_distinct(all_images(p)); }

} // namespace zermelo::yonmoque
