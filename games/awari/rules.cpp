#include "awari/rules.h"

namespace zermelo::awari {

Sowing::Sowing(int pits) {
  for (int origin = 0; origin < pits; ++origin) {
    Stones so_far;
    so_far.last = origin;
    for (std::size_t n = 1; n <= most_stones; ++n) {
      do so_far.last = (so_far.last + 1) % (2 * pits);
      while (so_far.last == origin);
      if (so_far.last < pits) {
        so_far.own += stones_at(so_far.last, 1);
      } else {
        so_far.other += stones_at(so_far.last - pits, 1);
      }
      by_[static_cast<std::size_t>(origin)][n] = so_far;
    }
  }
}

const Sowing& Sowing::of(int pits) {
  static const std::array<Sowing, most_pits> all = {Sowing(1), Sowing(2), Sowing(3), Sowing(4), Sowing(5), Sowing(6)};
  return all[static_cast<std::size_t>(pits - 1)];
}

Position Rules::start() const {
  Position p;
  for (int i = 0; i < stones; ++i) {
    const int pit = i % (2 * pits);
    (pit < pits ? p.own : p.other) += stones_at(pit % pits, 1);
  }
  return p;
}

} // namespace zermelo::awari
