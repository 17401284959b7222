#include "connect4/index.h"

#include "base/error.h"

namespace zermelo::connect4 {

Game::Game(int width, int height) : Rules(width, height) {
  ensure(width * height <= most_indexed_cells, "a board too large for an index");
  ways_[0][0] = 1;
  for (int c = 1; c <= columns; ++c)
    for (int n = 0; n <= c * rows; ++n)
      for (int h = 0; h <= rows && h <= n; ++h) ways_[c][n] += ways_[c - 1][n - h];
  for (int n = columns * rows; n > 0; --n) first_[n - 1] = first_[n] + ways_[columns][n] * binomial(n, n / 2);
}

} // namespace zermelo::connect4
