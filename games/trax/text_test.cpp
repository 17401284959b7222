// The notation of TRAX: what it reads, what it refuses and why, and that what it writes reads back.
#include <gtest/gtest.h>

#include <random>

#include "tests/faults/scratch.h"
#include "trax/plain_game.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

std::string reason(int side, std::string_view text) {
  std::string why;
  return Game{side}.parse(text, why) ? "" : why;
}

TEST(TraxText, RecordsAndPositionsAreTheSame) {
  const Game g;
  std::string why;
  const auto p = g.parse("@0/ A0/ B1\\ C1+", why);
  ASSERT_TRUE(p) << why;
  EXPECT_EQ(g.print(*p), "F7I/J..:w");
  EXPECT_EQ(g.parse("F7I/J..:w", why), p);
  EXPECT_EQ(g.parse(",@0/,A0/,, B1\\ C1+ ", why), p);
  EXPECT_EQ(g.print(g.start()), ".:w");
  EXPECT_EQ(g.parse(".:w", why), g.start());
  EXPECT_EQ(g.draw(*p), "     A   B   C\n"
                        "     │   │   ║\n"
                        " 1 ──/═══\\───╫──\n"
                        "     ║   ║   ║\n"
                        " 2 ══/───\n"
                        "     │\n"
                        "White (═) to move, Red is ─\n");
}

// What follows from the tiles and the side to move is computed when a position is read.
TEST(TraxText, PositionsReadBackInRandomGames) {
  std::mt19937_64 random(faults::seed_of_test());
  for (int side = 2; side <= Game::max_side; ++side) {
    const Game g{side};
    for (u64 game = 0; game < faults::times(200, 10'000); ++game) {
      Position p = g.start();
      std::string record, why;
      for (;;) {
        ASSERT_EQ(g.parse(g.print(p), why), p) << g.print(p) << ": " << why;
        MoveListOf<Game> moves;
        g.moves(p, moves);
        if (moves.empty()) break;
        const Move m = moves[static_cast<int>(random() % static_cast<u64>(moves.size()))];
        record += g.move_name(p, m) + ' ';
        p = g.play(p, m);
      }
      ASSERT_EQ(g.parse(record, why), p) << record << ": " << why;
    }
  }
}

TEST(TraxText, RefusesTurnsWithTheReason) {
  EXPECT_EQ(reason(8, "@0\\"), "move 1, '@0\\': the first move is @0/ or @0+");
  EXPECT_EQ(reason(8, "A1/"), "move 1, 'A1/': the first move is @0/ or @0+");
  EXPECT_EQ(reason(8, "@0/ A1+"), "move 2, 'A1+': there is a tile already");
  EXPECT_EQ(reason(8, "@0/ @0+"), "move 2, '@0+': no tile is next to that cell");
  EXPECT_EQ(reason(8, "@0/ Z99+"), "move 2, 'Z99+': no tile is next to that cell");
  EXPECT_EQ(reason(2, "@0/ B1\\ C1+"), "move 3, 'C1+': the board would become too large");
  EXPECT_EQ(reason(8, "@0/ A0/ B1\\ C1+ B2/"), "move 5, 'B2/': the colours do not match");
  EXPECT_EQ(reason(4, "@0/ A2+ A3+ A4+ @1\\ @1/ B4+ D2\\ A4\\ A2/"),
            "move 10, 'A2/': three edges of one colour would enter a cell");
  EXPECT_EQ(reason(8, "@0/ @1\\ A0/ A0/"), "move 4, 'A0/': the game is already over");
  for (const char* text : {"@0", "0@/", "@/", "@0/x", "a0/", "@-1/", "@000/", "@0/ B1*", "[0/", "\xff\xfe\xff"})
    EXPECT_NE(reason(8, text).find("expected a column, a row"), std::string::npos) << text;
}

TEST(TraxText, RefusesWhatIsNoPosition) {
  for (const char* text : {"",
                           " ",
                           ",",
                           ":",
                           ":w",
                           ":r",
                           ".:r",
                           "..:w",
                           "J",
                           "J:",
                           "J:x",
                           "J:ww",
                           "J:w",
                           "JJ:r",
                           "/:w",
                           "J/:r",
                           "/J:r",
                           "J/JJ:w",
                           "x:r",
                           "+:r",
                           "JJJ:w",
                           ".J:r",
                           "J./..:r",
                           "J.J:w",
                           "J.L/.../J.L:w",
                           "J./.F:w",
                           "HHHHHHHHH:w",
                           "F7/L.:w",
                           "J:r:r",
                           "J\n:r",
                           "J/J/J/J/J/J/J/J/J:w",
                           "///////////////////:w"}) {
    EXPECT_NE(reason(8, text), "") << text;
    std::string why;
    EXPECT_FALSE(PlainGame{}.parse(std::string(text) + "!", why)) << text;
  }
  EXPECT_EQ(reason(8, "F7/L.:w"), "two edges of one colour enter an empty cell, which would have been filled");
  EXPECT_EQ(reason(8, "J:w"), "White begins: Red is to move after one tile, White after two");
}

// Whatever is accepted can be printed, drawn and played on.
TEST(TraxText, HostileTextDoesNoHarm) {
  std::mt19937_64 random(faults::seed_of_test());
  const std::string letters = "IHLJF7..//::wr @0123AB+\\,";
  const Game g{3};
  const PlainGame plain;
  u64 taken = 0;
  for (u64 i = 0; i < faults::times(300'000, 20'000'000); ++i) {
    std::string text, why;
    for (u64 n = random() % 14; n-- > 0;) text += letters[random() % letters.size()];
    if (random() % 2 == 0) text += random() % 2 == 0 ? ":w" : ":r";
    if (const auto p = g.parse(text, why)) {
      ++taken;
      ASSERT_EQ(g.parse(g.print(*p), why), p) << text;
      ASSERT_FALSE(g.draw(*p).empty());
      g.expand(*p, [&](Move m, const Position& q) { return g.play(*p, m) == q; });
    } else {
      ASSERT_FALSE(why.empty()) << text;
    }
    plain.parse(text, why);
  }
  EXPECT_GT(taken, 0U);
}

} // namespace
} // namespace zermelo::trax
