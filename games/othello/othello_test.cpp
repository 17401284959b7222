// Othello against a second implementation that knows nothing of the first, every position of 4x4, and a published game on 6x6.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "game/perft.h"
#include "game/plain_value.h"
#include "index/check.h"
#include "othello/index.h"
#include "othello/large_game.h"
#include "solve/exact/solve.h"
#include "tests/solved.h"

namespace zermelo::othello {
namespace {

struct Naive {
  std::vector<std::string> rows;
  char mover = 'x';

  explicit Naive(int side) : rows(static_cast<std::size_t>(side), std::string(static_cast<std::size_t>(side), '.')) {
    const auto h = static_cast<std::size_t>(side) / 2;
    rows[h - 1][h - 1] = rows[h][h] = 'o';
    rows[h - 1][h] = rows[h][h - 1] = 'x';
  }
  int side() const { return static_cast<int>(rows.size()); }
  char rival() const { return mover == 'x' ? 'o' : 'x'; }
  char* at(int row, int column) {
    if (row < 0 || column < 0 || row >= side() || column >= side()) return nullptr;
    return &rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  std::string text() const {
    std::string t;
    for (const auto& row : rows) t += (t.empty() ? "" : "/") + row;
    return t + ":" + mover;
  }
  // Whether a disc there turns something over; then it is done.
  bool place(int row, int column) {
    if (*at(row, column) != '.') return false;
    int turned = 0;
    for (int down = -1; down <= 1; ++down)
      for (int across = -1; across <= 1; ++across) {
        int n = 1;
        char* c = nullptr;
        while ((c = at(row + n * down, column + n * across)) != nullptr && *c == rival()) ++n;
        if (c == nullptr || *c != mover) continue;
        for (int i = 1; i < n; ++i, ++turned) *at(row + i * down, column + i * across) = mover;
      }
    if (turned == 0) return false;
    *at(row, column) = mover;
    mover = rival();
    return true;
  }
  std::map<std::string, Naive> placements() const {
    std::map<std::string, Naive> all;
    for (int row = 0; row < side(); ++row)
      for (int column = 0; column < side(); ++column)
        if (Naive next = *this; next.place(row, column))
          all.emplace(std::string{static_cast<char>('a' + column), static_cast<char>('1' + row)}, next);
    return all;
  }
  Naive passed() const {
    Naive next = *this;
    next.mover = rival();
    return next;
  }
  std::map<std::string, Naive> successors() const { // none: it is over
    auto all = placements();
    if (all.empty() && !passed().placements().empty()) all.emplace("pass", passed());
    return all;
  }
  int score() const {
    int n = 0;
    for (const auto& row : rows)
      for (const char c : row) n += c == mover ? 1 : c == rival() ? -1 : 0;
    return n;
  }
};

TEST(Othello, AgreesWithANaiveImplementation) {
  u64 passes = 0, over_early = 0;
  for (const int side : {4, 6, 8}) {
    const LargeGame g(side);
    std::mt19937 random(static_cast<unsigned>(side));
    for (int game = 0; game < 150; ++game) {
      Naive naive(side);
      Position p = g.start();
      for (;;) {
        ASSERT_EQ(g.print(p), naive.text());
        std::string why;
        ASSERT_EQ(g.parse(naive.text(), why), p) << why;
        const auto expected = naive.successors();
        ASSERT_EQ(g.settled(p).has_value(), expected.empty()) << naive.text();
        if (expected.empty()) {
          ASSERT_EQ(*g.settled(p), naive.score()) << naive.text();
          over_early += g.remaining(p) > 0;
          break;
        }
        MoveListOf<LargeGame> moves;
        g.moves(p, moves);
        ASSERT_EQ(static_cast<std::size_t>(moves.size()), expected.size()) << naive.text();
        for (const auto m : moves) ASSERT_EQ(g.print(g.play(p, m)), expected.at(g.move_name(p, m)).text()) << naive.text();
        const auto m = moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))];
        passes += m == Rules::pass;
        naive = expected.at(g.move_name(p, m));
        p = g.play(p, m);
      }
    }
  }
  EXPECT_GT(passes, 100U);
  EXPECT_GT(over_early, 20U);
}

TEST(Othello, Perft) {
  const std::map<int, std::vector<u64>> known = {
      {4, {1, 4, 12, 44, 128, 424}}, {6, {1, 4, 12, 56, 244, 1364}}, {8, {1, 4, 12, 56, 244, 1396, 8200, 55092}}};
  for (const auto& [side, counts] : known)
    for (int depth = 0; depth < static_cast<int>(counts.size()); ++depth)
      EXPECT_EQ(perft(LargeGame(side), LargeGame(side).start(), depth), counts[static_cast<std::size_t>(depth)]) << side;
}

// A. Bik counts a game that is over at every later ply, too: so the counts differ from ply 10 on (docs/errata.md).
u64 ways_and_ends(const LargeGame& g, const Position& p, int depth) {
  if (depth == 0 || g.settled(p)) return 1;
  MoveListOf<LargeGame> moves;
  g.moves(p, moves);
  u64 n = 0;
  for (const auto m : moves) n += ways_and_ends(g, g.play(p, m), depth - 1);
  return n;
}
TEST(Othello, PerftAsPublishedCountsGamesThatAreOver) {
  const LargeGame g(8);
  EXPECT_EQ(perft(g, g.start(), 9), 3'005'288U);
  EXPECT_EQ(ways_and_ends(g, g.start(), 9), 3'005'288U);
  EXPECT_EQ(perft(g, g.start(), 10), 24'571'056U);
  EXPECT_EQ(ways_and_ends(g, g.start(), 10), 24'571'284U); // 228 games are over at ply 9
}

int naive_value(const Naive& n, std::map<std::string, int>& known) {
  const auto [it, fresh] = known.emplace(n.text(), 0);
  if (!fresh) return it->second;
  const auto next = n.successors();
  int best = next.empty() ? n.score() : -100;
  for (const auto& [name, q] : next) best = std::max(best, -naive_value(q, known));
  return known[n.text()] = best;
}

// All that play leads to on 4x4, by the naive rules: the table has the same scores, and so has the search. White wins 11-3.
TEST(Othello, EveryReachablePositionOf4x4) {
  std::map<std::string, int> known;
  EXPECT_EQ(naive_value(Naive(4), known), -8);
  EXPECT_EQ(known.size(), 62'789U);
  const Game g;
  const Solved solved("othello:4x4");
  ProofTable table(u64{1} << 20);
  Attended attended;
  ExactSearch<Game> search(g, table, attended, {}, ExactSearch<Game>::alone);
  auto go_on = [] { return true; };
  for (const auto& [text, score] : known) {
    std::string why;
    const auto p = g.parse(text, why);
    ASSERT_TRUE(p) << text;
    ASSERT_EQ(solved.table.value(g.rank(*p)), scored(score)) << text;
    if (g.settled(*p)) continue;
    ASSERT_GE(search.at_least(*p, score, go_on), score) << text;
    ASSERT_LT(search.at_least(*p, score + 1, go_on), score + 1) << text;
  }
}

// Published by J. Feinstein, 1993: 20-16 for White. His squares b2 to g7 are a1 to f6 here; the pass is ours.
TEST(Othello, APublishedPerfectGameOn6x6) {
  const LargeGame g(6);
  std::istringstream moves(
      "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 pass e1 f1");
  Position p = g.start();
  for (std::string name; moves >> name;) {
    MoveListOf<LargeGame> list;
    g.moves(p, list);
    const auto* m = std::find_if(list.begin(), list.end(), [&](const auto& x) { return g.move_name(p, x) == name; });
    ASSERT_NE(m, list.end()) << name;
    p = g.play(p, *m);
    if (g.remaining(p) > 16 || g.settled(p)) continue;
    const ProveResult r = ExactSolve<LargeGame>(g, p, {.threads = 1, .memory = u64{16} << 20}).run();
    EXPECT_EQ(r.value, scored(g.first_to_move(p) ? -4 : 4)) << g.print(p);
  }
  EXPECT_EQ(g.settled(p), g.first_to_move(p) ? -4 : 4);
}

TEST(Othello, LatePositions) {
  std::mt19937_64 random(4);
  for (const int side : {6, 8}) {
    const LargeGame g(side);
    for (int i = 0; i < 200; ++i) {
      const Position p = late_position(g, 8, random);
      const ProveResult r = ExactSolve<LargeGame>(g, p, {.threads = 1, .memory = u64{1} << 20}).run();
      ASSERT_EQ(r.value.score, plain_value(g, p)) << g.print(p);
    }
  }
}

TEST(Othello, KeepsTheContract) {
  for (const auto& promise : check_game(Game(), {.samples = 2'000, .seed = 5}).promises)
    EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  for (const LargeGame& g : {LargeGame(6), LargeGame(6, true), LargeGame(8)})
    for (const auto& promise : check_game(g, {.samples = 1'000, .seed = 5}).promises)
      EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
}

TEST(Othello, SaysWhoMustPass) {
  const LargeGame g(6);
  std::mt19937 random(1);
  for (Position p = g.start();;) {
    if (g.settled(p)) p = g.start();
    MoveListOf<LargeGame> moves;
    g.moves(p, moves);
    EXPECT_EQ(g.draw(p).find("must pass") != std::string::npos, moves[0] == Rules::pass) << g.print(p);
    const Position q = g.play(p, moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
    if (moves[0] == Rules::pass) {
      EXPECT_EQ(moves.size(), 1);
      EXPECT_EQ(g.move_name(p, moves[0]), "pass");
      EXPECT_EQ(g.clicks(p, moves[0]), std::vector<std::string>{"d4"});
      EXPECT_EQ(q, Rules::turned(p));
      return;
    }
    p = q;
  }
}

TEST(Othello, RefusesWhatIsNoPosition) {
  const Game g;
  for (const char* text : {"", "..../.ox./.xo./....", "..../.ox./.xo./....:z", "..../.ox./.xo./...:x", "..../.zx./.xo./....:x",
                           "..../..../..../....:x", "..../.o../.xo./....:x"}) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

} // namespace
} // namespace zermelo::othello
