// How a position looks for the side to move: windows that only one side has stones in, each stone more worth several times as
// much. Whoever is to move has a stone more than it seems: what it needs one stone for is worth a win, what the other needs two
// stones for is not yet a threat.
#include <array>

#include "gomoku/rules.h"

namespace zermelo::gomoku {

int Game::evaluate(const Position& p) const {
  const LineBoard& b = board->lines();
  std::array<u8, 256> at{}; // 1 for a stone of the mover, 16 for one of the other
  const auto [mover, other] = stones(p);
  mover.each([&](int cell) { at[static_cast<std::size_t>(cell)] = 1; });
  other.each([&](int cell) { at[static_cast<std::size_t>(cell)] = 16; });
  auto worth = [&](int held, int against) { // stones that are missing: 1, 2, 3, else
    const int missing = b.length - held;
    constexpr int of_mover[] = {0, 30'000, 700, 60, 8, 1}, of_other[] = {0, 4'000, 350, 40, 6, 1};
    if (held == 0) return 0;
    return against == 0 ? of_mover[std::min(missing, 5)] : -of_other[std::min(missing, 5)];
  };
  int sum = 0;
  for (const LineBoard::Window& w : b.windows) {
    int both = 0;
    for (const u8 cell : w.cells) both += at[cell];
    if (both < 16) {
      sum += worth(both, 0);
    } else if (both % 16 == 0) {
      sum += worth(both / 16, 1);
    }
  }
  return std::clamp(sum, 1 - most_evaluation, most_evaluation - 1);
}

} // namespace zermelo::gomoku
