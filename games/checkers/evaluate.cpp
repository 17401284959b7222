// How good a position looks: men, kings, and how far the men have come.
#include "checkers/rules.h"

namespace zermelo::checkers {

int Rules::evaluate(const Position& p) const {
  constexpr int of_man = 100, of_king = 160;
  const Position there = turned(p);
  auto advance = [&](u32 own_men) {
    int sum = 0;
    for (u32 rest = own_men; rest != 0; rest &= rest - 1) sum += lowest_bit(rest) / board->width();
    return sum;
  };
  auto side = [&](const Position& q) {
    return of_man * count_ones(q.own_men()) + of_king * count_ones(q.own_kings()) + 2 * advance(q.own_men());
  };
  return side(p) - side(there);
}

} // namespace zermelo::checkers
