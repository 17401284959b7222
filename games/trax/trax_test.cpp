// TRAX: the quick rules against the plain ones, and whole games with their ends.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <tuple>

#include "game/check.h"
#include "game/perft.h"
#include "solve/dfpn/moves.h"
#include "tests/faults/scratch.h"
#include "trax/plain_game.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

static_assert(Text<Game> && Symmetric<Game> && Hashed<Game> && Expanding<Game> && Foreseeing<Game> && Carrying<Game>);
static_assert(Text<PlainGame> && Symmetric<PlainGame> && Hashed<PlainGame> && Expanding<PlainGame>);

PlainGame plain_of(int side) { return {PlainRules::of_size(side)}; }

bool same(const Position& p, const Grid& grid) {
  if (p.width != grid.width || p.height != grid.height || (p.red_to_move != 0) != grid.red_to_move || p.over != grid.over)
    return false;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c)
      if (p.tile(8 * r + c) != grid.at(r, c)) return false;
  return true;
}

// Turns, boards, outcomes; that a board made by turns is the one set up from its position; that all images have one key.
TEST(Trax, AgreesWithThePlainRules) {
  std::mt19937_64 random(faults::seed_of_test());
  for (int side = 2; side <= Game::max_side; ++side) {
    const Game g{side};
    const PlainRules rules = PlainRules::of_size(side);
    for (u64 game = 0; game < faults::times(400, 20'000); ++game) {
      Board board(g.start(), side); // played on without being set up again
      Grid grid;
      for (;;) {
        const Position p = board;
        std::map<std::tuple<int, int, int>, Grid> expected;
        rules.each_turn(grid, [&](int row, int column, Tile tile, const Grid& next) {
          return expected.emplace(std::tuple(row + 1, column + 1, tile), next).second;
        });
        std::vector<Board> next;
        std::vector<Move> moves;
        g.expand(board, [&](Move m, const Board& q) {
          const auto found = expected.find({m.row, m.column, m.tile});
          EXPECT_TRUE(found != expected.end() && same(q, found->second)) << g.print(p) << ' ' << g.move_name(p, m);
          EXPECT_EQ(g.key(q), g.key(static_cast<const Position&>(q))) << g.print(q);
          next.push_back(q);
          moves.push_back(m);
          return true;
        });
        ASSERT_EQ(next.size(), expected.size()) << g.print(p);
        const bool over = grid.over != Wdl::unknown || expected.empty();
        ASSERT_EQ(g.outcome(p), grid.over == Wdl::unknown && over ? Wdl::loss : grid.over) << g.print(p);
        for (int s = 0; s < symmetries; ++s) ASSERT_EQ(g.key(image_of(s, p)), g.key(p)) << g.print(p);
        if (over) break;
        const std::size_t i = random() % next.size();
        ASSERT_EQ(g.play(p, moves[i]), static_cast<const Position&>(next[i])) << g.print(p);
        board = next[i];
        grid = expected.at({moves[i].row, moves[i].column, moves[i].tile});
      }
    }
  }
}

TEST(Trax, Perft) {
  const std::vector<u64> published = {1, 2, 24, 432, 9568, 246'888};
  for (int depth = 0; depth <= 5; ++depth) {
    EXPECT_EQ(perft(Game{}, Game{}.start(), depth), published[static_cast<std::size_t>(depth)]);
    EXPECT_EQ(perft(PlainGame{}, PlainGame{}.start(), depth), published[static_cast<std::size_t>(depth)]);
  }
  EXPECT_EQ(perft(Game{}, Position{}, 6), 7'209'480U);
  const std::vector<std::vector<u64>> small = {
      {1, 2, 24, 240, 216, 0}, {1, 2, 24, 432, 8560, 135'320}, {1, 2, 24, 432, 9568, 241'320}};
  for (int side = 2; side <= 4; ++side)
    for (int depth = 0; depth <= 5; ++depth) {
      const u64 expected = small[static_cast<std::size_t>(side - 2)][static_cast<std::size_t>(depth)];
      EXPECT_EQ(perft(Game{side}, Position{}, depth), expected) << side << ' ' << depth;
      EXPECT_EQ(perft(plain_of(side), PlainPosition{}, depth), expected) << side << ' ' << depth;
    }
}

TEST(Trax, LongPerft) {
  EXPECT_EQ(perft(PlainGame{}, PlainGame{}.start(), 6), 7'209'480U);
  EXPECT_EQ(perft(Game{}, Position{}, 7), 233'696'112U);
}

TEST(Trax, EightPositionsAfterTwoTurns) {
  const Game g;
  std::set<std::string> classes;
  g.expand(g.start(), [&](Move, const Position& p) {
    g.expand(p, [&](Move, const Position& q) { return classes.insert(g.print(g.canonical(q))), true; });
    return true;
  });
  EXPECT_EQ(classes.size(), 8U);
}

TEST(Trax, KeepsTheContract) {
  for (int side = 2; side <= Game::max_side; ++side) {
    const auto report = check_contract(Game{side}, {.samples = 8'000, .seed = 5});
    for (const auto& promise : report.promises)
      EXPECT_EQ(promise.broken, 0U) << side << ' ' << promise.name << ": " << promise.example;
  }
}

struct Ended {
  int side;
  const char* record;
  Wdl outcome;      // for the side to move
  const char* what; // the player who made the last turn is the mover
};

TEST(Trax, GamesEndAsTheyShould) {
  const Ended games[] = {
      {8, "@0/ @1\\ A0/", Wdl::loss, "White closes a white loop"},
      {8, "@0/ B1\\ A2\\", Wdl::win, "White closes a red loop"},
      {8, "@0/ A2\\ @2+ C2/", Wdl::loss, "Red closes a red loop"},
      {8, "@0/ A2/ A3\\ B2\\", Wdl::win, "Red closes a white loop"},
      {8, "@0+ A2+ A3+ A4+ A5+ A6+ A7+", Wdl::unknown, "seven tiles in a line are not enough"},
      {8, "@0+ A2+ A3+ A4+ A5+ A6+ A7+ A0+", Wdl::win, "Red makes the white line eight long"},
      {8, "@0+ B1+ C1+ D1+ E1+ F1+ G1+ @1+", Wdl::loss, "Red makes the red line eight long"},
      {3, "@0+ A2+ A0+", Wdl::loss, "White draws a white line"},
      {3, "@0+ @1+ C1+", Wdl::win, "White draws a red line"},
      {3, "@0+ B1+ B2\\ @1+", Wdl::loss, "Red draws a red line"},
      {3, "@0/ B1\\ B0\\ @2+", Wdl::win, "Red draws a white line"},
      {3, "@0+ @1+ B2+ B0/ C1/", Wdl::loss, "both colours have a line after White's turn"},
      {3, "@0/ A0/ A0/ B1\\ B3+ @2+", Wdl::loss, "both colours have a line after Red's turn"},
      {3, "@0/ B1+ B0/ B0\\ @3\\ B2\\", Wdl::loss, "both colours have a loop after Red's turn"},
      {8, "@0+ A2\\ @1\\ B3/ B4\\ @1/ B2/", Wdl::loss, "both colours have a loop after White's turn"},
      {2, "@0/ A0+ B1/ B2+", Wdl::draw, "the board is full"},
      {3, "@0/ A0/ @2/ C1+ B0/", Wdl::draw, "the board is full"},
  };
  for (const Ended& game : games) {
    const Game g{game.side};
    std::string why;
    const auto p = g.parse(game.record, why);
    ASSERT_TRUE(p) << game.what << ": " << why;
    EXPECT_EQ(g.outcome(*p), game.outcome) << game.what;
    const auto q = plain_of(game.side).parse(game.record, why);
    ASSERT_TRUE(q);
    EXPECT_EQ(plain_of(game.side).outcome(*q), game.outcome) << game.what;
  }
}

// Lines of eight win in the unlimited game; the board may have become wider meanwhile.
TEST(Trax, UnlimitedGamesEndAsTheyShould) {
  const PlainGame g;
  std::string why;
  EXPECT_EQ(g.outcome(*g.parse("@0+ A2+ A3+ A4+ A5+ A6+ A7+ A0+", why)), Wdl::win);
  EXPECT_EQ(g.outcome(*g.parse("@0+ A0/ A3+ @1/ B0/ @3\\ B0\\ A5/ B6\\ B7+ B8/ C7+ C0/ @8/ A9+", why)), Wdl::loss);
}

int tiles_after(int side, const char* record) {
  std::string why;
  const auto p = Game{side}.parse(record, why);
  return p ? std::popcount(p->tiles()) : -1;
}

TEST(Trax, ForcedPlaysFollow) {
  EXPECT_EQ(tiles_after(8, "@0/ A2\\"), 2);
  EXPECT_EQ(tiles_after(8, "@0/ A2\\ @2\\"), 4);
  // Five more with the seventh turn, twelve with the eighteenth.
  EXPECT_EQ(tiles_after(8, "@0/ @1+ C1+ A2+ D1\\ A3+ B3\\") - tiles_after(8, "@0/ @1+ C1+ A2+ D1\\ A3+"), 6);
  const std::string before = "@0/ B1/ C1+ C2\\ D2+ @1/ @2\\ A0+ F1\\ @2\\ B4\\ B5+ H2+ B6\\ H0\\ A7+ A5+ ";
  EXPECT_EQ(tiles_after(8, (before + "G5/").c_str()) - tiles_after(8, before.c_str()), 13);
}

// Four cells are empty, and whatever fits lets three edges of one colour enter one of them.
// What a proof search asks beside the rules: two moves in either order, the second under the name that it has after the first.
TEST(Trax, MovesAreCarriedOverOthers) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 compared = 0, renamed = 0;
  for (int side = 3; side <= Game::max_side; ++side) {
    const Game g{side};
    Position p = g.start();
    for (int ply = 0; ply < side && g.outcome(p) == Wdl::unknown; ++ply) {
      FixedList<Move, Game::max_moves> moves;
      g.moves(p, moves);
      p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
      g.moves(p, moves);
      for (int i = 0; i < moves.size(); ++i)
        for (int j = 0; j < i; ++j) {
          const Move a = moves[i], b = moves[j];
          g.attempt(g.play(p, a), g.carried(b, a), [&](Move, const Position& first) {
            g.attempt(g.play(p, b), g.carried(a, b), [&](Move, const Position& second) {
              if (first.over != Wdl::unknown || second.over != Wdl::unknown) return true;
              EXPECT_EQ(first, second) << g.print(p) << " " << g.move_name(p, a) << " " << g.move_name(p, b);
              ++compared;
              renamed += g.carried(b, a) != b;
              return true;
            });
            return true;
          });
        }
    }
  }
  EXPECT_GT(compared, 1000U);
  EXPECT_GT(renamed, 100U);
}

TEST(Trax, LinesTellHowFarTheyAreFromTheirEnd) {
  const auto lines = [](int side, const char* text) {
    std::string why;
    std::multiset<std::pair<bool, int>> found; // white, distance
    Board(Game{side}.parse(text, why).value(), side).each_open_line([&](bool white, int distance) {
      found.emplace(white, distance);
    });
    return found;
  };
  using Lines = std::multiset<std::pair<bool, int>>;
  EXPECT_EQ(lines(4, "J:r"), (Lines{{true, 2}, {false, 2}}));
  EXPECT_EQ(lines(4, "F7:w"), (Lines{{true, 1}, {false, 2}, {false, 2}}));
  // The box is as wide as the board: red leads from the left border and from the right one, and has to get across.
  EXPECT_EQ(lines(2, "F7:w"), (Lines{{true, 1}, {false, 2}, {false, 2}}));
  EXPECT_EQ(lines(3, "F7I:w"), (Lines{{true, 1}, {true, 2}, {false, 3}, {false, 2}}));
}

TEST(Trax, WithoutATurnOneHasLost) {
  const Game g{4};
  std::string why;
  const auto p = g.parse("@0/ B1+ C1+ D1+ A2\\ D2+ A3+ D3/ A4\\ D4/", why);
  ASSERT_TRUE(p) << why;
  EXPECT_EQ(g.print(*p), "JIII/7..I/I..J/L..F:w");
  EXPECT_EQ(g.recorded(*p), Wdl::unknown);
  EXPECT_EQ(g.outcome(*p), Wdl::loss);
  EXPECT_EQ(plain_of(4).outcome(*plain_of(4).parse(g.print(*p), why)), Wdl::loss);
  for (const char* turn : {"B2+", "B2/", "B2\\", "C2+", "C2/", "C2\\", "B3+", "B3/", "B3\\", "C3+", "C3/", "C3\\"}) {
    EXPECT_FALSE(g.parse(std::string("@0/ B1+ C1+ D1+ A2\\ D2+ A3+ D3/ A4\\ D4/ ") + turn, why));
    EXPECT_TRUE(why.ends_with("three edges of one colour would enter a cell") || why.ends_with("do not match")) << why;
  }
}

} // namespace
} // namespace zermelo::trax
