// The first numbers of a proof search, by what the lines promise. Nothing but time depends on them.
//
// A line whose ends enter cells side by side is closed by one move, one whose ends are further apart takes more; the same holds for
// a line that comes from one border and is on its way to the other. Either side may lay tiles on either line, so a near end is a
// promise to the owner of the colour, whoever is to move.
#pragma once

#include <algorithm>
#include <array>

#include "game/concepts.h"
#include "trax/board.h"

namespace zermelo::trax {

// [distance]: what a line promises to the mover if it is his, and what it takes from him if it is the other's, in twentieths of a natural
// logarithm.
struct Promises {
  std::array<int, 6> of_mine, of_theirs;
};
// Found by trial on 42 positions of 6x6 and 7x7; trax_fit_bench fits others (docs/results/trax.md).
inline constexpr Promises promises{{0, 6, 8, 4, 2, 1}, {0, 6, 4, 2, 2, 1}};
inline constexpr int most_promise = 80;

// [promise + most_promise]: e to the promise, 1024 times as much.
inline constexpr auto factor_of_promise = [] {
  constexpr double step = 1.0512710963760241; // e^(1/20)
  std::array<u32, 2 * most_promise + 1> to{};
  double up = 1024, down = 1024;
  for (std::size_t i = 0; i <= most_promise; ++i, up *= step, down /= step) {
    to[most_promise + i] = static_cast<u32>(up + 0.5);
    to[most_promise - i] = static_cast<u32>(down + 0.5);
  }
  return to;
}();

// f(whether the line is the mover's, distance) for each line that is near enough to promise anything.
template <class F> void each_near_line(const Board& board, F&& f) {
  const bool white_moves = board.red_to_move == 0;
  board.each_open_line([&](bool white, int distance) {
    if (distance < static_cast<int>(promises.of_mine.size())) f(white == white_moves, static_cast<std::size_t>(distance));
  });
}

inline Guess first_guess(const Board& board, Replies replies, const Promises& by = promises) {
  int promise = 0;
  each_near_line(board,
                 [&](bool mine, std::size_t distance) { promise += mine ? by.of_mine[distance] : -by.of_theirs[distance]; });
  const int bounded = std::clamp(promise, -most_promise, most_promise);
  return {1, (replies.open * factor_of_promise[static_cast<std::size_t>(bounded + most_promise)] + 512) / 1024};
}

} // namespace zermelo::trax
