// Whether a check finds what is wrong with a game.
#pragma once

#include <gtest/gtest.h>

#include "index/check.h"
#include "tictactoe/index.h"

namespace zermelo::testing {

inline constexpr CheckOptions few{.samples = 2'000, .seed = 3};

template <class G> void expect_holds(const G& game) {
  for (const auto& p : check_game(game, few).promises) EXPECT_EQ(p.broken, 0U) << p.name << ", " << p.example;
}
inline void expect_broken(const CheckReport& report, std::string_view promise) {
  for (const auto& p : report.promises)
    if (p.name == promise) {
      EXPECT_GT(p.broken, 0U) << promise;
      EXPECT_NE(p.example, "") << promise;
      return;
    }
  ADD_FAILURE() << "nobody tests: " << promise;
}
// What game/check.h tests, and what the whole check does; the one is compiled sooner.
template <class G> void expect_broken(const G& game, std::string_view promise, const CheckOptions& options = few) {
  expect_broken(check_contract(game, options), promise);
}
template <class G> void expect_broken_index(const G& game, std::string_view promise) {
  expect_broken(check_game(game, few), promise);
}

using TicTacToe = tictactoe::Game;
using Position = tictactoe::Position;
using Move = tictactoe::Rules::Move;

} // namespace zermelo::testing
