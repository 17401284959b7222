// The exact search against the rules alone: whatever hooks, threads and memory it has, and where it was stopped in between.
#include <gtest/gtest.h>

#include "connect4/index.h"
#include "connect4/large_game.h"
#include "game/at_least.h"
#include "game/plain_value.h"
#include "othello/index.h"
#include "othello/large_game.h"
#include "solve/exact/solve.h"
#include "tests/faults/scratch.h"
#include "tictactoe/index.h"

namespace zermelo {
namespace {

template <class G> i32 exact(const G& g, const PositionOf<G>& p, const ProveOptions& options, ExactHooks hooks = {}) {
  const ProveResult r = ExactSolve<G>(g, p, options, nullptr, hooks).run();
  EXPECT_TRUE(r.value.known()) << g.print(p);
  return Scale<G>::of(r.value);
}

const ProveOptions small{.threads = 1, .memory = u64{1} << 20};

// Values and what is asked of a position after a move are two sides of one thing.
template <class G> void expect_scale(i32 x, i32 y, i32 pays) {
  using S = Scale<G>;
  EXPECT_EQ(S::before(y, pays) >= x, y < S::after(x, pays)) << x << ' ' << y;
}
TEST(Exact, AQuestionIsPassedOn) {
  using S = Scale<connect4::Game>;
  for (i32 m = 1; m < 12; ++m)
    for (i32 n = 0; n < 12; ++n)
      for (const i32 x : {S::top - m, m - S::top, 0})
        for (const i32 y : {S::top - n, n - S::top, 0}) expect_scale<connect4::Game>(x, y, 0);
  for (i32 x = -5; x <= 5; ++x)
    for (i32 y = -5; y <= 5; ++y) expect_scale<othello::Game>(x, y, 2);
  EXPECT_EQ(S::value(S::of(win_in(7))), win_in(7));
  EXPECT_EQ(S::value(S::of(loss_in(8))), loss_in(8));
  EXPECT_EQ(S::value(S::of(draw_value)), draw_value);
  EXPECT_EQ(S::possible(S::top - 4), S::top - 3); // nobody wins in 4
  EXPECT_EQ(S::possible(5 - S::top), 6 - S::top);
}

TEST(Exact, EveryPositionOfTicTacToe) {
  const tictactoe::Game g;
  for (Slot s = 0; s < g.size(); ++s) {
    tictactoe::Position p;
    if (!g.unrank(s, p) || g.outcome(p) != Wdl::unknown) continue;
    ASSERT_EQ(exact(g, p, small), plain_value(g, p)) << g.print(p);
  }
}

template <class G> void expect_same(const G& g, int left, int positions) {
  std::mt19937_64 random(7);
  for (int i = 0; i < positions; ++i) {
    const auto p = late_position(g, left, random);
    const i32 right = plain_value(g, p);
    for (const ExactHooks& h : {ExactHooks{},
                                {.promise = false},
                                {.narrow = false},
                                {.limit = false},
                                {.fold = false},
                                {.look_ahead = false},
                                {.glance = false},
                                {.finish = false},
                                {false, false, false, false, false, false, false}})
      ASSERT_EQ(exact(g, p, small, h), right) << g.print(p);
    ASSERT_EQ(exact(g, p, {.threads = 3, .memory = 4096}), right) << g.print(p); // nearly nothing is remembered
  }
}
TEST(Exact, HooksChangeNothing) {
  expect_same(connect4::LargeGame(5, 4), 11, 40);
  expect_same(connect4::LargeGame(7, 6), 10, 20);
  expect_same(othello::LargeGame(6), 9, 30);
  expect_same(othello::LargeGame(8), 8, 20);
}

// Searches that share a table, of one game or of several whose positions look the same: each says what it would say alone.
TEST(Exact, ASharedTableChangesNothing) {
  const connect4::LargeGame wide(5, 4), high(4, 5);
  ProveOptions shared = small;
  shared.table = std::make_shared<ProofTable>(u64{1} << 20);
  std::mt19937_64 random(3);
  u64 visits = 0;
  for (int i = 0; i < 30; ++i) {
    for (const u64 salt : {u64{1}, u64{2}}) {
      const connect4::LargeGame& g = salt == 1 ? wide : high;
      const auto p = late_position(g, 14, random);
      const ProveResult first = ExactSolve<connect4::LargeGame>(g, p, shared, nullptr, {}, salt).run();
      EXPECT_EQ(Scale<connect4::LargeGame>::of(first.value), exact(g, p, small)) << g.print(p);
      const ProveResult again = ExactSolve<connect4::LargeGame>(g, p, shared, nullptr, {}, salt).run();
      EXPECT_EQ(again.value, first.value);
      EXPECT_LE(again.visits, first.visits);
      visits += first.visits - again.visits;
    }
  }
  EXPECT_GT(visits, 0U) << "nothing was left to the next search";
}

// Early positions with an end that is near: who wins at all is not asked before, which takes far more here.
TEST(Exact, EndsThatAreNearTakeLittle) {
  const connect4::LargeGame g(7, 6);
  const std::pair<const char*, Value> ends[] = {
      {"1512276743", win_in(11)}, {"1532643261", win_in(11)}, {"7433662656", loss_in(12)}};
  for (const auto& [columns, value] : ends) {
    std::string why;
    const auto p = g.parse(columns, why);
    ASSERT_TRUE(p) << why;
    const ProveResult r =
        ExactSolve<connect4::LargeGame>(g, *p, {.threads = 1, .memory = u64{4} << 20, .most_visits = 40'000}).run();
    EXPECT_EQ(r.value, value) << columns;
  }
}

TEST(Exact, ALineKeepsTheValue) {
  const connect4::LargeGame g(6, 4);
  ExactSolve<connect4::LargeGame> solve(g, g.start(), {.threads = 1, .memory = u64{16} << 20});
  const ProveResult r = solve.run();
  ASSERT_EQ(r.value.wdl, Wdl::loss);
  const auto line = solve.line(r.value, 1000);
  EXPECT_EQ(static_cast<i32>(line.size()), r.value.plies);
  connect4::Position p = g.start();
  for (const auto m : line) p = g.play(p, m);
  EXPECT_EQ(g.outcome(p), Wdl::loss);
}

TEST(Exact, AClaimIsOneQuestion) {
  const othello::Game g;
  for (i32 bound = -12; bound <= 4; ++bound) {
    ProveOptions options = small;
    options.at_least = bound;
    const ProveResult r = ExactSolve<othello::Game>(g, g.start(), options).run();
    EXPECT_EQ(r.verdict, bound <= -8 ? Verdict::proven : Verdict::disproven) << bound;
  }
}

// Stopped and gone on again and again, it comes to the same end.
TEST(Exact, GoesOnWhereItWasStopped) {
  const connect4::LargeGame g(6, 4);
  const ProveResult whole = ExactSolve<connect4::LargeGame>(g, g.start(), {.threads = 1, .memory = u64{16} << 20}).run();
  faults::Scratch scratch;
  const SearchIdentity identity{"connect4:6x4", "rules", g.print(g.start()), true, WinBy::windows};
  u64 nodes = 0;
  for (int run = 0; run < 1000; ++run) {
    SavedSearch saved(search_file(scratch.path(), identity), identity);
    saved.prepare();
    ExactSolve<connect4::LargeGame> solve(g, g.start(), {.threads = 2, .memory = u64{16} << 20, .most_visits = 20'000}, &saved);
    const ProveResult r = solve.run();
    EXPECT_EQ(r.resumed, run > 0);
    EXPECT_GE(r.visits, nodes);
    nodes = r.visits;
    if (r.value.known()) {
      EXPECT_EQ(r.value, whole.value);
      EXPECT_GT(run, 1);
      return;
    }
    solve.save();
  }
  ADD_FAILURE() << "it does not come to an end";
}

} // namespace
} // namespace zermelo
