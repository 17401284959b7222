// How a position of Dobutsu Shogi looks for the side to move: pieces on the board and in hand, and how far the lions have come.
#include "dobutsu/rules.h"

namespace zermelo::dobutsu {

int Rules::evaluate(const Position& p) const {
  constexpr int worth[] = {30, 35, 10, 50}; // elephant, giraffe, chick, hen
  constexpr int of_row = 5;
  const u64 b = p.bits;
  auto on_board = [&](u64 men) {
    int sum = 0;
    for (; men != 0; men &= men - 1) sum += worth[at(b, first_cell(men)) & 3];
    return sum;
  };
  int sum = on_board(own_men(b)) - on_board(other_men(b));
  for (int kind = elephant; kind <= chick; ++kind) sum += worth[kind] * (held(b, kind) - other_held(b, kind));
  const int ahead = 3 - row_of(first_cell(own_lions(b))), against = row_of(first_cell(other_lions(b)));
  return sum + of_row * (ahead - against);
}

} // namespace zermelo::dobutsu
