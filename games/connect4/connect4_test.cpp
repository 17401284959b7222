// Connect Four against a second implementation that knows nothing of the first, and the search against tables.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "connect4/index.h"
#include "connect4/large_game.h"
#include "game/perft.h"
#include "game/plain_value.h"
#include "index/check.h"
#include "solve/exact/solve.h"
#include "tests/solved.h"

namespace zermelo::connect4 {
namespace {

// Columns of letters from the bottom.
struct Naive {
  std::vector<std::string> columns;
  std::size_t rows;
  char mover = 'x';

  Naive(int width, int height) : columns(static_cast<std::size_t>(width)), rows(static_cast<std::size_t>(height)) {}
  char at(int column, int row) const {
    if (column < 0 || row < 0 || column >= static_cast<int>(columns.size())) return '.';
    const auto& c = columns[static_cast<std::size_t>(column)];
    return row < static_cast<int>(c.size()) ? c[static_cast<std::size_t>(row)] : '.';
  }
  std::string text() const {
    std::string t;
    for (int row = static_cast<int>(rows) - 1; row >= 0; --row) {
      for (int c = 0; c < static_cast<int>(columns.size()); ++c) t += at(c, row);
      if (row > 0) t += '/';
    }
    return t + ":" + mover;
  }
  bool four(char who) const {
    for (int c = 0; c < static_cast<int>(columns.size()); ++c)
      for (int row = 0; row < static_cast<int>(rows); ++row)
        for (const auto& [across, up] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          int n = 0;
          while (n < 4 && at(c + n * across, row + n * up) == who) ++n;
          if (n == 4) return true;
        }
    return false;
  }
  Wdl outcome() const {
    if (four(mover == 'x' ? 'o' : 'x')) return Wdl::loss;
    for (const auto& c : columns)
      if (c.size() < rows) return Wdl::unknown;
    return Wdl::draw;
  }
  std::map<std::string, Naive> successors() const {
    std::map<std::string, Naive> all;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].size() == rows) continue;
      Naive next = *this;
      next.columns[c] += mover;
      next.mover = mover == 'x' ? 'o' : 'x';
      all.emplace(std::string{static_cast<char>('a' + c)}, next);
    }
    return all;
  }
};

TEST(Connect4, AgreesWithANaiveImplementation) {
  for (const auto& [w, h] : {std::pair{7, 6}, {4, 4}, {5, 4}, {8, 7}, {4, 11}, {16, 3}, {2, 15}}) {
    const LargeGame g(w, h);
    std::mt19937 random(static_cast<unsigned>(w));
    for (int game = 0; game < 60; ++game) {
      Naive naive(w, h);
      Position p = g.start();
      for (;;) {
        ASSERT_EQ(g.print(p), naive.text());
        ASSERT_EQ(g.outcome(p), naive.outcome()) << naive.text();
        std::string why;
        ASSERT_EQ(g.parse(naive.text(), why), p) << why;
        if (naive.outcome() != Wdl::unknown) break;
        const auto expected = naive.successors();
        MoveListOf<LargeGame> moves;
        g.moves(p, moves);
        ASSERT_EQ(static_cast<std::size_t>(moves.size()), expected.size());
        bool wins = false;
        for (const auto& [name, next] : expected) wins = wins || next.outcome() == Wdl::loss;
        ASSERT_EQ(g.settle(p), wins ? win_in(1) : unknown_value) << naive.text();
        const auto m = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
        naive = expected.at(g.move_name(p, m));
        p = g.play(p, m);
      }
    }
  }
}

// Published: legal positions by plies, finished games included (OEIS A212693).
TEST(Connect4, HasAsManyPositionsAsPublished) {
  const LargeGame g(7, 6);
  EXPECT_EQ(perft(g, g.start(), 7), 823'536U);
  std::set<std::pair<u64, u64>> now{{0, 0}};
  for (const u64 expected : {1U, 7U, 49U, 238U, 1120U, 4263U, 16422U, 54859U}) {
    ASSERT_EQ(now.size(), expected);
    std::set<std::pair<u64, u64>> next;
    for (const auto& [own, stones] : now) {
      const Position p{own, stones};
      if (g.outcome(p) != Wdl::unknown) continue;
      MoveListOf<LargeGame> moves;
      g.moves(p, moves);
      for (const auto m : moves) {
        const Position q = g.play(p, m);
        next.emplace(q.own, q.stones);
      }
    }
    now = std::move(next);
  }
}

// Every position of 4x4: the table, and for some the search and the rules alone.
TEST(Connect4, TheSearchFindsWhatTheTableHas) {
  const Game g(4, 4);
  const Solved solved("connect4:4x4");
  EXPECT_EQ(solved.table.value(g.rank(g.start())), draw_value);
  ProofTable table(u64{1} << 20);
  Attended attended;
  ExactSearch<Game> search(g, table, attended, {}, ExactSearch<Game>::alone);
  auto go_on = [] { return true; };
  u64 compared = 0, limited = 0;
  for (Slot s = 0; s < g.size(); ++s) {
    Position p;
    if (!g.unrank(s, p)) continue;
    const Value right = solved.table.value(s);
    if (g.settle(p).known()) {
      ASSERT_EQ(g.settle(p), right) << g.print(p);
      continue;
    }
    const i32 x = Scale<Game>::of(right);
    if (const Value most = g.limit(p); most.known()) {
      ASSERT_LE(x, Scale<Game>::of(most)) << g.print(p);
      ++limited;
    }
    ASSERT_GE(search.at_least(p, x, go_on), x) << g.print(p);
    ASSERT_LT(search.at_least(p, x + 1, go_on), x + 1) << g.print(p);
    if (s % 64 == 0 && g.remaining(p) <= 9) {
      ASSERT_EQ(plain_value(g, p), x) << g.print(p);
    }
    ++compared;
  }
  EXPECT_EQ(compared, 57'870U);
  EXPECT_GT(limited, compared / 4);
}

// What the other gets by following is held against a search that knows nothing of it, on boards of odd and even height.
TEST(Connect4, NobodyGetsMoreThanTheLimit) {
  std::mt19937_64 random(5);
  auto go_on = [] { return true; };
  for (const auto& [columns, rows] : {std::pair{7, 6}, {6, 5}, {5, 7}, {8, 4}, {4, 9}, {9, 3}, {12, 2}}) {
    const LargeGame g(columns, rows);
    ProofTable table(u64{4} << 20);
    Attended attended;
    ExactSearch<LargeGame> search(g, table, attended, {.limit = false}, ExactSearch<LargeGame>::alone);
    int draws = 0, losses = 0;
    for (int i = 0; i < 4000; ++i) {
      const Position p = late_position(g, 4 + i % 13, random);
      const Value most = g.settle(p).known() ? unknown_value : g.limit(p);
      if (!most.known()) continue;
      const i32 x = Scale<LargeGame>::of(most);
      ASSERT_LE(search.at_least(p, x + 1, go_on), x) << g.print(p) << ' ' << columns;
      ++(most.wdl == Wdl::draw ? draws : losses);
    }
    EXPECT_GT(draws, 100) << columns;
    EXPECT_GT(losses, columns * rows > 28 ? 100 : 0) << columns;
  }
}

// Published by J. Tromp; plies by the search.
TEST(Connect4, SmallBoardsFromTheStart) {
  const std::map<std::pair<int, int>, Wdl> published = {{{4, 4}, Wdl::draw}, {{5, 4}, Wdl::draw}, {{6, 4}, Wdl::loss},
                                                        {{7, 4}, Wdl::draw}, {{4, 5}, Wdl::draw}, {{5, 5}, Wdl::draw}};
  for (const auto& [board, value] : published) {
    const LargeGame g(board.first, board.second);
    const ProveResult r = ExactSolve<LargeGame>(g, g.start(), {.threads = 2, .memory = u64{32} << 20}).run();
    EXPECT_EQ(r.value.wdl, value) << board.first << 'x' << board.second;
  }
}

TEST(Connect4, LatePositionsOfTheWholeBoard) {
  const LargeGame g(7, 6);
  std::mt19937_64 random(4);
  for (int i = 0; i < 300; ++i) {
    const Position p = late_position(g, 9, random);
    const ProveResult r = ExactSolve<LargeGame>(g, p, {.threads = 1, .memory = u64{1} << 20}).run();
    ASSERT_EQ(Scale<LargeGame>::of(r.value), plain_value(g, p)) << g.print(p);
  }
}

template <class G> CheckReport report_of(const G& g) { return check_game(g, {.samples = 2'000, .seed = 5}); }

TEST(Connect4, KeepsTheContract) {
  auto keeps = [](const CheckReport& report) {
    bool limited = false;
    for (const auto& promise : report.promises) {
      EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
      limited = limited || promise.name == "a position is not better than its limit";
    }
    EXPECT_TRUE(limited);
  };
  for (const auto& [w, h] : {std::pair{4, 4}, {6, 4}, {5, 5}}) keeps(report_of(Game(w, h)));
  keeps(report_of(LargeGame(7, 6)));
  for (const auto& promise : report_of(Game(3, 3)).promises) // where nobody can have four
    EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
}

// `check` notices a limit that is too low.
TEST(Connect4, AWrongLimitIsFound) {
  struct Wrong : LargeGame {
    using LargeGame::LargeGame;
    Value limit(const Position&) const { return loss_in(2); }
  };
  u64 broken = 0;
  for (const auto& promise : report_of(Wrong(5, 4)).promises)
    if (promise.name == "a position is not better than its limit") broken += promise.broken;
  EXPECT_GT(broken, 0U);
}

TEST(Connect4, ReadsColumnsAndRunsOfEmptyCells) {
  const LargeGame g(7, 6);
  std::string why;
  EXPECT_EQ(g.print(*g.parse("4433", why)), "......./......./......./......./..oo.../..xx...:x");
  EXPECT_EQ(g.parse("7/7/7/7/2oo3/2xx3:x", why), g.parse("4433", why));
  EXPECT_EQ(g.print(g.start()), g.print(*g.parse("7/7/7/7/7/7:x", why)));
}

TEST(Connect4, RefusesWhatIsNoPosition) {
  const LargeGame g(7, 6);
  const std::map<std::string, std::string> wrong = {{"", "expected 6 rows"},
                                                    {"7/7/7/7/7/7", "expected 6 rows"},
                                                    {"7/7/7/7/7/7:z", "expected 6 rows"},
                                                    {"7/7/7/7/7:x", "expected 6 rows"},
                                                    {"7/7/7/7/7/7/7:x", "expected 6 rows"},
                                                    {"7/7/7/7/7/8:x", "expected 6 rows"},
                                                    {"7/7/7/7/7/99999999999999999999:x", "expected 6 rows"},
                                                    {"7/7/7/7/7/3y3:o", "expected 6 rows"},
                                                    {"7/7/7/7/3x3/7:o", "floats"},
                                                    {"7/7/7/7/7/3x3:x", "numbers of stones"},
                                                    {"7/7/7/7/7/3o3:o", "numbers of stones"},
                                                    {"7/7/7/7/xx5/xxoooo1:o", "numbers of stones"},
                                                    {"7/7/7/7/ooo4/xxxx3:x", "numbers of stones"},
                                                    {"7/7/7/7/7/xxxxooo:x", "numbers of stones"},
                                                    {"7/7/x6/x6/xoo4/xoo4:x", "side to move has four"},
                                                    {"xxxxxxx/ooooooo/7/7/7/7:x", "floats"},
                                                    {"7/7/xxxxooo/ooooxxx/xxxxooo/oooxxxo:x", "four"},
                                                    {"8", "column 8"},
                                                    {"4444444", "column 4"},
                                                    {"12121211", "over"}};
  for (const auto& [text, expected] : wrong) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_NE(why.find(expected), std::string::npos) << text << ": " << why;
  }
}

} // namespace
} // namespace zermelo::connect4
