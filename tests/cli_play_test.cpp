// Whole sessions of `play` through a pipe.
#include "run_zermelo.h"

namespace zermelo::testing {
namespace {

class CliPlay : public CommandLine {
protected:
  void SetUp() override { ASSERT_EQ(run({"solve", "tictactoe"}).code, 0); }
  Ran play(const std::string& input, Words more = {}) {
    Words words = {"play", "tictactoe", "--seed", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words, input);
  }
};

TEST_F(CliPlay, TheTableNeverLosesADrawnGame) {
  for (const char* side : {"first", "second"}) {
    std::string input;
    for (const char* move : {"b2", "a1", "c3", "a3", "c1", "b1", "b3", "a2", "c2"}) input += std::string(move) + "\n";
    const auto record = play(input, {"--side", side, "--json"}).json();
    ASSERT_TRUE(record.is_object());
    EXPECT_NE(record["result"], "win");
  }
}

TEST_F(CliPlay, WeakPlayIsReproducible) {
  const std::string input = "b2\na1\nc3\na3\nc1\nb1\nb3\na2\nc2\n";
  const auto once = play(input, {"--strength", "0", "--json"}).json();
  EXPECT_EQ(once, play(input, {"--strength", "0", "--json"}).json());
  EXPECT_GE(once["moves"].size(), 5U);
}

TEST_F(CliPlay, UndoHintValuesSwapResignNew) {
  const Ran ran = play("hint\nvalues on\nundo\nb2\nundo\nmoves\nswap\nundo\nresign\nundo\nresign\nnew\nhelp\nquit\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* text : {"best: a1 a2 a3 b1 b2 b3 c1 c2 c3 (draw)", "values are on", "you have not moved yet",
                           "the table plays", "moves: a3 b3 c3", "you are now the second player", "You resign: the table wins.",
                           "a new game", "take back your last move"})
    EXPECT_NE(ran.out.find(text), std::string::npos) << text << "\n" << ran.out;
}

TEST_F(CliPlay, AMoveThatGivesSomethingAwayIsNamed) {
  const Ran ran = run({"play", "tictactoe", "x../.../...", "--side", "second", "--values"}, "b3\nquit\n");
  EXPECT_NE(ran.out.find("that turns a draw into a loss in 6"), std::string::npos) << ran.out;
}

TEST_F(CliPlay, WhatIsNotUnderstoodGetsASuggestion) {
  const Ran ran = play("B2\nundp\nzz\n\x1b[2J\n\n" + std::string(10'000, 'q') + "\nvalues maybe\n");
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find("the table plays"), std::string::npos) << "capitals do not matter";
  EXPECT_NE(ran.out.find("'undp' is no legal move and no command; did you mean 'undo'?"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("values on, or values off"), std::string::npos);
  EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << "no colour and no foreign escapes in a pipe";
}

TEST_F(CliPlay, AfterTheEndOnlyANewGameOrUndo) {
  const Ran ran = run({"play", "tictactoe", "xx./oo./..."}, "c3\nc2\nundo\nc2\nquit\n");
  EXPECT_NE(ran.out.find("You win!"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("the game is over"), std::string::npos);
}

TEST_F(CliPlay, AgainstASearchNoTableIsNeeded) {
  const Ran ran = run({"play", "yonmoque:2", "--nodes", "200", "--seed", "1"}, "hint\n3c\nvalues on\nundo\nmoves\nquit\n");
  EXPECT_EQ(ran.code, 0) << ran.err;
  for (const char* text : {"the search would play", "the search plays", "only what ends the game at once has a value", "moves: "})
    EXPECT_NE(ran.out.find(text), std::string::npos) << text << "\n" << ran.out;
  const auto record =
      run({"play", "tictactoe", "xx./oo./...", "--against", "search", "--nodes", "100", "--side", "second", "--json"}, "").json();
  EXPECT_EQ(record["against"], "search");
  EXPECT_EQ(record["result"], "loss") << "the search completes its row";
  expect_error({"play", "nocca:3x3"}, 5, "--against search needs none");
  expect_error({"play", "tictactoe", "--against", "seach"}, 2, "did you mean 'search'?");
}

} // namespace
} // namespace zermelo::testing
