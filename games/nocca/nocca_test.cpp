// NOCCA x NOCCA against a second implementation that knows nothing of the first: stacks as strings, two colours, no turning.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "game/check.h"
#include "game/perft.h"
#include "nocca/index.h"

namespace zermelo::nocca {
namespace {

struct Naive {
  int columns, rows;
  std::vector<std::string> stacks; // row by row from Black's home row, bottom to top
  bool black = true;

  Naive(int c, int r) : columns(c), rows(r), stacks(static_cast<std::size_t>(c * r)) {
    for (int i = 0; i < c; ++i) at(i, 0).assign(1, 'b'), at(i, r - 1).assign(1, 'w');
  }
  std::string& at(int c, int r) { return stacks[static_cast<std::size_t>(r * columns + c)]; }
  const std::string& at(int c, int r) const { return stacks[static_cast<std::size_t>(r * columns + c)]; }
  char side() const { return black ? 'b' : 'w'; }

  std::string text() const {
    std::string out;
    for (int r = rows - 1; r >= 0; --r) {
      for (int c = 0; c < columns; ++c) {
        if (at(c, r).empty()) out += '.';
        for (std::size_t k = 0; k < at(c, r).size(); ++k) {
          if (k > 0) out += '+';
          out += at(c, r)[k];
        }
      }
      out += r > 0 ? '/' : ':';
    }
    out += side();
    return out;
  }
  int count(char colour) const {
    int n = 0;
    for (const auto& s : stacks)
      for (const char c : s) n += c == colour;
    return n;
  }
  bool left_board() const { return count('b') + count('w') < 2 * columns; }
  bool may_leave() const {
    for (int c = 0; c < columns; ++c) {
      const auto& s = at(c, black ? rows - 1 : 0);
      if (!left_board() && !s.empty() && s.back() == side()) return true;
    }
    return false;
  }

  std::map<std::string, Naive> successors() const {
    std::map<std::string, Naive> all;
    if (left_board()) return all;
    auto add = [&all](Naive next) {
      next.black = !next.black;
      all.emplace(next.text(), next);
    };
    for (int c = 0; c < columns; ++c) {
      for (int r = 0; r < rows; ++r) {
        if (at(c, r).empty() || at(c, r).back() != side()) continue;
        if (r == (black ? rows - 1 : 0)) {
          Naive next = *this;
          next.at(c, r).pop_back();
          add(next);
        }
        for (int x = c - 1; x <= c + 1; ++x) {
          for (int y = r - 1; y <= r + 1; ++y) {
            if ((x == c && y == r) || x < 0 || x >= columns || y < 0 || y >= rows || at(x, y).size() == 3) continue;
            Naive next = *this;
            next.at(c, r).pop_back();
            next.at(x, y) += side();
            add(next);
          }
        }
      }
    }
    return all;
  }

  u64 perft(int depth) const {
    if (depth == 0) return 1;
    u64 n = 0;
    for (const auto& [text, next] : successors()) n += next.perft(depth - 1);
    return n;
  }
};

TEST(Nocca, AgreesWithANaiveImplementation) {
  std::mt19937 random(11);
  for (const auto& [columns, rows] : {std::pair{2, 2}, {2, 3}, {3, 3}, {3, 4}, {4, 4}, {5, 6}, {6, 7}, {7, 9}}) {
    const Game g(columns, rows);
    for (int game = 0; game < 60; ++game) {
      Naive naive(columns, rows);
      Position p = g.start();
      for (int ply = 0; ply < 120; ++ply) {
        ASSERT_EQ(g.print(p), naive.text());
        const auto expected = naive.successors();
        ASSERT_EQ(g.outcome(p) == Wdl::loss, expected.empty()) << naive.text();
        if (expected.empty()) break;
        ASSERT_EQ(g.settle(p) == win_in(1), naive.may_leave()) << naive.text();
        MoveListOf<Game> moves;
        g.moves(p, moves);
        ASSERT_EQ(static_cast<std::size_t>(moves.size()), expected.size()) << naive.text();
        for (const Move m : moves)
          ASSERT_TRUE(expected.contains(g.print(g.play(p, m)))) << naive.text() << ' ' << g.move_name(p, m);
        p = g.play(p, moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
        naive = expected.at(g.print(p));
      }
    }
  }
}

TEST(Nocca, Perft) {
  const std::map<std::pair<int, int>, std::vector<u64>> known = {{{5, 6}, {1, 21, 441, 9240, 193600}},
                                                                 {{2, 3}, {1, 6, 36, 188, 908, 4912, 25976}},
                                                                 {{3, 3}, {1, 11, 121, 1230, 11912, 121072}},
                                                                 {{3, 4}, {1, 11, 121, 1342, 14616, 170734}}};
  for (const auto& [size, counts] : known) {
    const Game g(size.first, size.second);
    for (int depth = 0; depth < static_cast<int>(counts.size()); ++depth) {
      EXPECT_EQ(perft(g, g.start(), depth), counts[static_cast<std::size_t>(depth)]);
      const u64 naive = depth < 5 ? Naive(size.first, size.second).perft(depth) : counts[static_cast<std::size_t>(depth)];
      EXPECT_EQ(naive, counts[static_cast<std::size_t>(depth)]);
    }
  }
}

TEST(Nocca, KeepsTheContract) {
  for (const auto& [columns, rows, samples] : {std::tuple{2, 2, 200},
                                               {2, 3, 1000},
                                               {2, 7, 8'000},
                                               {3, 3, 27'000},
                                               {3, 4, 5'000},
                                               {4, 4, 3'000},
                                               {4, 5, 3'000},
                                               {5, 6, 2'000},
                                               {6, 7, 1'000},
                                               {7, 9, 500}}) {
    const auto report = check_contract(Game(columns, rows), {.samples = static_cast<u64>(samples), .seed = 5});
    for (const auto& promise : report.promises)
      EXPECT_EQ(promise.broken, 0U) << columns << 'x' << rows << ' ' << promise.name << ": " << promise.example;
  }
}

// Ways to spread pieces over cells with at most three on each; cells that stand for a mirror pair hold twice their content.
u64 spread(int pairs, int singles, int pieces) {
  std::vector<u64> ways(static_cast<std::size_t>(pieces) + 1, 0);
  ways[0] = 1;
  for (int cell = 0; cell < pairs + singles; ++cell) {
    std::vector<u64> next(ways.size(), 0);
    for (std::size_t n = 0; n < ways.size(); ++n)
      for (std::size_t h = 0, each = cell < pairs ? 2 : 1; h <= 3 && n + each * h < ways.size(); ++h)
        next[n + each * h] += ways[n];
    ways = next;
  }
  return ways.back();
}

TEST(Nocca, ShapesAreOneOfEachMirrorPair) {
  EXPECT_EQ(spread(0, 30, 10), 587'252'871U);
  EXPECT_EQ(Game(5, 6).shapes().size(), 293'681'247U);
  for (int columns = 2; columns <= 6; ++columns) {
    for (int rows = 2; rows <= 7; ++rows) {
      const u64 all = spread(0, columns * rows, 2 * columns),
                own_image = spread(columns / 2 * rows, columns % 2 * rows, 2 * columns);
      EXPECT_EQ(Game(columns, rows).shapes().size(), (all + own_image) / 2) << columns << 'x' << rows;
    }
  }
}

// Placements up to the mirror image, listed one by one. [the mover shows a piece][the opponent shows one]
struct Listed {
  u64 count[2][2] = {};
  explicit Listed(const Game& g, int my_pieces, int their_pieces) { fill(g, {}, 0, my_pieces, their_pieces); }

private:
  void fill(const Game& g, Position p, int cell, int mine, int theirs) {
    if (cell == g.cells()) {
      if (mine == 0 && theirs == 0 && g.canonical(p) == p) ++count[p.my_tops() != 0][p.their_tops() != 0];
      return;
    }
    fill(g, p, cell + 1, mine, theirs);
    for (int height = 1; height <= levels; ++height) {
      for (int owners = 0; owners < 1 << height; ++owners) {
        const int ones = std::popcount(static_cast<unsigned>(owners));
        if (ones > mine || height - ones > theirs) continue;
        Position q = p;
        for (int k = 0; k < height; ++k) {
          q.held[k] |= u64{1} << cell;
          q.mine[k] |= static_cast<u64>(owners >> k & 1) << cell;
        }
        fill(g, q, cell + 1, mine - ones, theirs - (height - ones));
      }
    }
  }
};

// Suwa's 38,554 positions of 3x3 are 26,296 placements of all pieces, hidden colours included, and twice those after a goal.
TEST(Nocca, SuwasCountOn3x3) {
  const Game g(3, 3);
  const Listed all(g, 3, 3), after_goal(g, 3, 2);
  EXPECT_EQ(all.count[1][1], 25'536U);
  EXPECT_EQ(all.count[0][1], 380U);
  EXPECT_EQ(all.count[1][0], 380U);
  EXPECT_EQ(after_goal.count[0][1], 39U); // cannot be: the mover showed a piece, and a goal covers none
  EXPECT_EQ(after_goal.count[1][1] + after_goal.count[1][0] + after_goal.count[0][1], 6'168U);
  EXPECT_EQ(25'536 + 2 * 380 + 2 * (6'168 - 39), 38'554);
}

// Solves a small board from the naive rules alone, in passes over everything reachable.
Value naive_value(int columns, int rows) {
  std::vector<Naive> boards = {Naive(columns, rows)};
  std::map<std::string, std::size_t> number = {{boards[0].text(), 0}};
  std::vector<std::vector<std::size_t>> next;
  for (std::size_t i = 0; i < boards.size(); ++i) {
    next.emplace_back();
    const auto successors = boards[i].successors();
    for (const auto& [text, board] : successors) {
      const auto [it, fresh] = number.emplace(text, boards.size());
      if (fresh) boards.push_back(board);
      next[i].push_back(it->second);
    }
  }
  std::vector<Value> values(boards.size(), unknown_value);
  for (int plies = 0, idle = 0; idle < 2; ++plies) {
    ++idle;
    const auto before = values;
    for (std::size_t i = 0; i < boards.size(); ++i) {
      if (before[i].known()) continue;
      bool wins = false, loses = true;
      for (const std::size_t j : next[i]) {
        wins = wins || before[j].wdl == Wdl::loss;
        loses = loses && before[j].wdl == Wdl::win;
      }
      if (wins || loses) values[i] = wins ? win_in(plies) : loss_in(plies), idle = 0;
    }
  }
  return values[0];
}

TEST(Nocca, NaiveValuesOfSmallBoards) {
  EXPECT_EQ(naive_value(2, 2), win_in(5));
  EXPECT_EQ(naive_value(2, 3), win_in(11));
  EXPECT_EQ(naive_value(3, 3), win_in(9));
}

TEST(Nocca, FinishedPositionsHaveText) {
  const Game g(2, 3);
  for (const char* text : {".w/w./b.:w",        // Black has left the board
                           "b+w./b+w./..:b"}) { // Black shows nothing
    std::string why;
    const auto p = g.parse(text, why);
    ASSERT_TRUE(p) << text << ": " << why;
    EXPECT_EQ(g.print(*p), text);
    EXPECT_EQ(g.settle(*p), loss_in(0));
    EXPECT_EQ(g.rank(*p), no_slot);
  }
  std::string why;
  EXPECT_FALSE(g.parse("b+w./b+w./..:w", why)); // it cannot be White's turn then
}

// A visible piece without a step stands in a corner of its home row with three full stacks around it, which takes all ten
// pieces of 5x6; on top of those stacks are enemies. The paper counts 30 such positions, here up to the mirror image.
TEST(Nocca, PositionsWithoutAMove) {
  const Game g(5, 6);
  Position p;
  p.held[1] = p.held[2] = u64{1} << 1 | u64{1} << 5 | u64{1} << 6;
  p.held[0] = p.held[1] | 1;
  u64 stuck = 0;
  for (u64 i = 0; i < g.fibre().size(); ++i) {
    g.fibre().write(g.fibre().string(i), p);
    stuck += g.rank(p) != no_slot && g.outcome(p) == Wdl::loss;
  }
  EXPECT_EQ(stuck, 15U);
}

TEST(Nocca, RefusesWhatIsNoPosition) {
  const Game g(2, 3);
  for (const char* text :
       {"", ":b", "ww/../bb", "ww/../bb:x", "ww/../bbb:b", "ww/bb:b", "ww/../../bb:b", "ww/../b+:b", "ww/../+bb:b", "ww/.+b/b.:b",
        "w+w+b+b./../..:b", "ww/../b.:b", "w./../b.:b", "wx/../bb:b", "ww/../b/b:b"}) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

} // namespace
} // namespace zermelo::nocca
