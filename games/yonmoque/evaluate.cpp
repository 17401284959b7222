// How a position of Yonmoque looks for the side to move: pieces, and lines of four squares that only one side stands on.
#include "yonmoque/rules.h"

namespace zermelo::yonmoque {

int Rules::evaluate(const Position& p) const {
  constexpr int of_line[] = {0, 1, 4, 12, 12}; // by pieces on it; a full one did not end the game when it was made
  constexpr int of_piece = 3;
  const bool mover = p.blue_to_move();
  const u32 own = p.pieces(mover), others = p.pieces(!mover);
  int sum = of_piece * (count_ones(own) - count_ones(others));
  for (int i = 0; i < Lines::fours; ++i) {
    const int mine = count_ones(own & all_lines.line[i]), theirs = count_ones(others & all_lines.line[i]);
    if (theirs == 0) sum += of_line[mine];
    if (mine == 0) sum -= of_line[theirs];
  }
  return sum;
}

} // namespace zermelo::yonmoque
