// Gomoku against a naive reading of its rules, and against tic-tac-toe.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "catalog/catalog.h"
#include "game/check.h"
#include "game/perft.h"
#include "gomoku/rules.h"
#include "tictactoe/index.h"

namespace zermelo::gomoku {
namespace {

// Straight from the rules: every cell, every direction, the whole run.
bool naive_line(const Shape& s, const CellSet& stones) {
  auto held = [&](int c, int r) { return c >= 0 && c < s.columns && r >= 0 && r < s.rows && stones.has(r * s.columns + c); };
  for (int c = 0; c < s.columns; ++c)
    for (int r = 0; r < s.rows; ++r)
      for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {-1, 1}}) {
        if (held(c - dc, r - dr)) continue; // not the first of its run
        int run = 0;
        while (held(c + run * dc, r + run * dr)) ++run;
        if (s.exact ? run == s.length : run >= s.length) return true;
      }
  return false;
}

const std::vector<Shape> shapes = {{15, 15, 5, false}, {15, 15, 5, true}, {3, 3, 3, false},  {6, 5, 4, false},
                                   {4, 9, 4, true},    {7, 7, 5, true},   {15, 3, 6, false}, {5, 5, 3, true}};

TEST(Gomoku, LinesAreThoseOfANaiveReading) {
  std::mt19937_64 random(1);
  for (const Shape& s : shapes) {
    const Game g(s);
    for (int games = 0; games < 200; ++games) {
      Position p = g.start();
      while (g.outcome(p) == Wdl::unknown) {
        MoveListOf<Game> moves;
        g.moves(p, moves);
        p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
        const CellSet& last = Game::first_to_move(p) ? p.white : p.black;
        const bool line = naive_line(s, last);
        ASSERT_EQ(g.outcome(p) == Wdl::loss, line) << g.print(p);
        ASSERT_EQ(g.lines().line_in(last), line) << g.print(p); // the windows say the same
        ASSERT_EQ(g.outcome(p) == Wdl::draw, !line && p.stones == s.columns * s.rows);
      }
    }
  }
}

// Dense random boards, so that runs longer than a line are met.
TEST(Gomoku, OverlinesAreNoLinesWhereTheyMustBeExact) {
  std::mt19937_64 random(2);
  u64 differ = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Game free({9, 9, 4, false}), exact({9, 9, 4, true});
    CellSet stones;
    for (int cell = 0; cell < 81; ++cell)
      if (random() % 3 == 0) stones.add(cell);
    ASSERT_EQ(free.lines().line_in(stones), naive_line(free.board->shape(), stones));
    ASSERT_EQ(exact.lines().line_in(stones), naive_line(exact.board->shape(), stones));
    differ += free.lines().line_in(stones) != exact.lines().line_in(stones);
  }
  EXPECT_GT(differ, 20U);
}

TEST(Gomoku, WindowsAndSymmetries) {
  const Game full, oblong({6, 5, 4, false});
  EXPECT_EQ(full.lines().windows.size(), 572U);
  EXPECT_EQ(full.lines().symmetries.size(), 8U);
  EXPECT_EQ(oblong.lines().symmetries.size(), 4U);
  for (const Shape& s : shapes) { // a symmetry takes windows to windows
    const Game g(s);
    const LineBoard& b = g.lines();
    std::set<std::set<u8>> all;
    for (const auto& w : b.windows) all.insert({w.cells.begin(), w.cells.end()});
    EXPECT_EQ(all.size(), b.windows.size());
    for (const auto& to : b.symmetries)
      for (const auto& w : b.windows) {
        std::set<u8> image;
        for (const u8 cell : w.cells) image.insert(to[cell]);
        ASSERT_TRUE(all.contains(image));
      }
  }
}

TEST(Gomoku, KeysAreThoseOfClasses) {
  std::mt19937_64 random(3);
  for (const Shape& s : shapes) {
    const Game g(s);
    std::map<Key, std::string> seen;
    for (int games = 0; games < 60; ++games) {
      Position p = g.start();
      while (g.outcome(p) == Wdl::unknown) {
        MoveListOf<Game> moves;
        g.moves(p, moves);
        p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
        const Position c = g.canonical(p);
        for (int i = 0; i < g.board->symmetries(); ++i) {
          Position q = p;
          q.black = g.board->image(i, p.black);
          q.white = g.board->image(i, p.white);
          ASSERT_EQ(g.canonical(q), c);
          ASSERT_EQ(g.key(q), g.key(p));
        }
        const auto [it, fresh] = seen.emplace(g.key(p), g.print(c));
        if (s.columns * s.rows > 64 || s.exact) { // smaller boards share more
          ASSERT_TRUE(fresh || it->second == g.print(c));
        }
      }
    }
  }
}

// On small boards the key says what is open, not where the stones are: whatever shares it has the same value.
TEST(Gomoku, PositionsThatShareAKeyHaveTheSameValue) {
  for (const Shape& s : {Shape{4, 3, 3, false}, Shape{5, 3, 4, false}, Shape{4, 4, 4, false}}) {
    const Game g(s);
    std::map<std::array<u64, 3>, int> values;
    std::map<Key, int> by_key;
    u64 positions = 0;
    auto value = [&](auto&& self, const Position& p) -> int {
      if (g.outcome(p) != Wdl::unknown) return g.outcome(p) == Wdl::loss ? -1 : 0;
      const auto [it, fresh] = values.emplace(std::array{p.black.words[0], p.white.words[0], u64{p.stones}}, 0);
      if (!fresh) return it->second;
      int best = -1;
      MoveListOf<Game> moves;
      g.moves(p, moves);
      for (const u8 m : moves) best = std::max(best, -self(self, g.play(p, m)));
      ++positions;
      EXPECT_EQ(by_key.emplace(g.key(p), best).first->second, best) << g.print(p);
      return values[{p.black.words[0], p.white.words[0], u64{p.stones}}] = best;
    };
    // The larger boards from random positions on: all of them are too many for a test.
    std::mt19937_64 random(4);
    for (int games = 0; games < 10; ++games) {
      Position p = g.start();
      while (p.stones < s.columns * s.rows - 11 && g.outcome(p) == Wdl::unknown) {
        MoveListOf<Game> moves;
        g.moves(p, moves);
        p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
      }
      value(value, p);
    }
    EXPECT_LT(2 * by_key.size(), positions);
  }
}

TEST(Gomoku, KeepsItsPromises) {
  for (const Shape& s : shapes) {
    const CheckReport report = check_contract(Game(s), {.samples = 400});
    for (const auto& promise : report.promises) EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  }
}

// Every position of tic-tac-toe, by both folders: the same outcome, and the same value by plain search.
TEST(Gomoku, IsTicTacToeOnThreeByThree) {
  const Game g({3, 3, 3, false});
  const tictactoe::Game t;
  u64 positions = 0;
  auto value = [](auto&& self, const auto& game, const auto& p) -> int {
    if (const Wdl over = game.outcome(p); over != Wdl::unknown) return over == Wdl::loss ? -1 : 0;
    MoveListOf<std::decay_t<decltype(game)>> moves;
    game.moves(p, moves);
    int best = -1;
    for (const auto m : moves) best = std::max(best, -self(self, game, game.play(p, m)));
    return best;
  };
  std::set<std::string> seen;
  auto walk = [&](auto&& self, const Position& p, const tictactoe::Position& q) -> void {
    if (!seen.insert(g.print(p)).second) return;
    ++positions;
    ASSERT_EQ(g.outcome(p), t.outcome(q)) << g.print(p);
    if (p.stones >= 2) {
      ASSERT_EQ(value(value, g, p), value(value, t, q)) << g.print(p);
    }
    if (g.outcome(p) != Wdl::unknown) return;
    MoveListOf<Game> moves;
    g.moves(p, moves);
    for (const u8 cell : moves) { // its rows are counted from the top
      const u8 other = static_cast<u8>((2 - cell / 3) * 3 + cell % 3);
      self(self, g.play(p, cell), t.play(q, other));
    }
  };
  walk(walk, g.start(), t.start());
  EXPECT_EQ(positions, 5478U);
}

TEST(Gomoku, Notation) {
  const Game g({5, 4, 4, false}), full;
  std::string why;
  EXPECT_EQ(g.print(g.start()), "5/5/5/5:x");
  EXPECT_EQ(g.print(*g.parse("a1 e4, b1", why)), "4o/5/5/xx3:o");
  EXPECT_EQ(full.print(*full.parse("h8 i9 g9", why)), "15/15/15/15/15/15/6x1o6/7x7/15/15/15/15/15/15/15:o");
  const auto won = g.parse("4o/3o1/2o2/xxxx1:o", why);
  ASSERT_TRUE(won) << why;
  EXPECT_EQ(g.outcome(*won), Wdl::loss);
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"4o/5/5/xx3:x", "with 3 stones on the board it is White's turn"},
      {"4o/5/5/xx3", "move 1, '4o/5/5/xx3': expected a cell from a1 to e4"},
      {"4o/5/5/xx3:w", "expected ':x' or ':o' at the end, for Black or White to move"},
      {"4o/5/xx3:o", "expected 4 rows of 5 cells from the top, of x, o and numbers of empty cells, with '/' between them"},
      {"4o/5/5/xx2:o", "expected 4 rows of 5 cells from the top, of x, o and numbers of empty cells, with '/' between them"},
      {"4o/5/5/xx03:o", "expected 4 rows of 5 cells from the top, of x, o and numbers of empty cells, with '/' between them"},
      {"4o/5/5/xxx2:o", "Black begins and stones alternate: x has as many as o, or one more"},
      {"oooo1/5/5/xxxx1:x", "play stops at the first line"},
      {"", "expected rows and the side to move, or the moves of a game, like b2 a1"},
      {"a1 a1", "move 2, 'a1': there is a stone already"},
      {"a1 a2 b1 b2 c1 c2 d1 d2", "move 8, 'd2': the game is over before it"}};
  for (const auto& [text, reason] : refused) {
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_EQ(why, reason) << text;
  }
}

TEST(Gomoku, Variants) {
  const std::vector<std::pair<std::string, std::string>> names = {{"gomoku", "gomoku"},
                                                                  {"gomoku:15x15", "gomoku"},
                                                                  {"gomoku:15x15,5:exact", "gomoku:exact"},
                                                                  {"gomoku:exact", "gomoku:exact"},
                                                                  {"gomoku:7x7,5", "gomoku:7x7"},
                                                                  {"gomoku:7x7,4:exact", "gomoku:7x7,4:exact"},
                                                                  {"gomoku:3x3,3", "gomoku:3x3,3"},
                                                                  {"gomoku:15x15,6", "gomoku:15x15,6"}};
  for (const auto& [called, proper] : names) EXPECT_EQ(open_game(called)->full_name(), proper);
  for (const char* wrong : {"gomoku:16x16", "gomoku:2x9", "gomoku:4x4", "gomoku:4x4,5", "gomoku:9x9,2", "gomoku:07x7",
                            "gomoku:7x7,", "gomoku:7x7,5,5", "gomoku:exactly", "gomoku:7x7:exact:exact", "gomoku:99999999999x3"})
    EXPECT_ANY_THROW(open_game(wrong)) << wrong;
}

} // namespace
} // namespace zermelo::gomoku
