// What people see in a terminal: lists that fit, boards the right way up, lines that can be edited, records, rules, completion.
#include <array>
#include <cstdio>

#include "catalog/catalog.h"
#include "tests/run_zermelo.h"

namespace zermelo::testing {
namespace {

class CliTerminal : public CommandLine {
protected:
  // In a terminal of so many columns, with these keys typed.
  std::string in_terminal(const std::string& words, int columns, const std::string& keys = "") {
    std::ofstream(folder_ / "keys", std::ios::binary) << keys;
    const std::string command = "cat '" + (folder_ / "keys").string() +
                                "' - </dev/null | (sleep 0.1; cat; sleep 1) | ZERMELO_TABLES='" + tables_.string() +
                                "' NO_COLOR=1 TERM=xterm LC_ALL=C.UTF-8 script -qec \"stty cols " + std::to_string(columns) +
                                "; " ZERMELO_BINARY " " + words + "\" /dev/null";
    std::string out;
    FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr) return out;
    std::array<char, 4096> bytes{};
    for (std::size_t n = 0; (n = std::fread(bytes.data(), 1, bytes.size(), pipe)) > 0;) out.append(bytes.data(), n);
    ::pclose(pipe);
    return out;
  }
  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> all;
    std::string line;
    for (const char c : text) {
      if (c == '\r') continue;
      if (c == '\n')
        all.push_back(std::exchange(line, ""));
      else
        line += c;
    }
    return all;
  }
  // Characters, not bytes.
  static std::size_t length(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }
};

TEST_F(CliTerminal, GamesAreGroupedAlignedAndCut) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  const Ran all = run({"games"});
  EXPECT_EQ(all.code, 0);
  std::size_t column = 0;
  int rows = 0, titles = 0;
  for (const auto& line : lines(all.out)) {
    if (line.empty() || line.starts_with("*")) continue;
    if (!line.starts_with("  ")) {
      ++titles;
      continue;
    }
    // The value begins in the same column of every row, whatever the name.
    const auto name_end = line.find(' ', 2), value = line.find_first_not_of(' ', name_end);
    if (rows++ == 0) column = value;
    EXPECT_EQ(value, column) << line;
  }
  EXPECT_EQ(titles, static_cast<int>(catalog().size()));
  EXPECT_GT(rows, titles);
  for (const int columns : {60, 80}) {
    const auto cut = lines(in_terminal("games", columns));
    ASSERT_GT(cut.size(), 5U);
    for (const auto& line : cut) EXPECT_LE(length(line), static_cast<std::size_t>(columns)) << line;
  }
  const auto solved = run({"games", "--solved", "--json"}).json().at("games");
  ASSERT_EQ(solved.size(), 1U);
  EXPECT_EQ(solved[0].at("positions"), 5478);
}

TEST_F(CliTerminal, OpeningsSaySomething) {
  ASSERT_EQ(run({"solve", "anpanman", "--quiet"}).code, 0);
  const Ran ran = run({"openings", "anpanman"});
  EXPECT_NE(ran.out.find("A5-A4 A5-B4 C5-C4"), std::string::npos) << ran.out; // the turns that keep the draw
  EXPECT_NE(ran.out.find("first moves against replies"), std::string::npos);
  EXPECT_NE(ran.out.find("C1-B2"), std::string::npos);
}

// As in the explorer: who begins sits below, whoever is to move.
TEST_F(CliTerminal, BoardsStandAsInTheExplorer) {
  if (find_folder("checkers") != nullptr) {
    const auto board = lines(run({"show", "checkers"}).out);
    EXPECT_NE(board.at(1).find('w'), std::string::npos) << board.at(1);
    EXPECT_EQ(board.at(1).find('b'), std::string::npos);
    EXPECT_NE(board.at(15).find('b'), std::string::npos) << board.at(15);
    EXPECT_NE(board.at(7).find("20"), std::string::npos) << board.at(7); // empty squares have their numbers
  }
  if (find_folder("awari") == nullptr) return;
  const std::string first = run({"show", "awari", "4,4,4,4,4,4,0,5,5,5,5,4"}).out,
                    second = run({"show", "awari", "0,5,5,5,5,4,4,4,4,4,4,4/second"}).out;
  EXPECT_EQ(first.substr(0, first.find("player")).substr(0, first.find("first")), second.substr(0, first.find("first")));
  EXPECT_NE(run({"moves", "awari", "4,4,4,4,4,4,4,4,4,4,4,4/second"}).out.find("a "),
            std::string::npos); // small letters are the second player's
}

// Framed in a terminal, without colour where that is not wanted; in a pipe as the game draws it.
TEST_F(CliTerminal, BoardsAreFramedInATerminalOnly) {
  const std::string seen = in_terminal("show tictactoe x.o/.x./..o", 80), piped = run({"show", "tictactoe", "x.o/.x./..o"}).out;
  if (seen.find("x.o/.x./..o") == std::string::npos) GTEST_SKIP() << "there is no pseudo terminal here: " << seen;
  EXPECT_NE(seen.find("\u250C\u2500\u2500\u2500\u252C"), std::string::npos) << seen; // the upper left corner of a frame
  EXPECT_NE(seen.find("Cross to move"), std::string::npos) << seen;
  EXPECT_EQ(seen.find("\x1b["), std::string::npos) << "NO_COLOR is set: " << seen;
  EXPECT_EQ(piped.find("\u250C"), std::string::npos) << piped;
}

// The bar is drawn again and again in one line, and never goes back.
TEST_F(CliTerminal, BoardsSpeakTheLanguageOfTheTerminal) {
  const std::string japanese = in_terminal("show tictactoe --lang ja", 80);
  if (japanese.find(".../.../...") == std::string::npos) GTEST_SKIP() << "there is no pseudo terminal here: " << japanese;
  EXPECT_NE(japanese.find("先手（×）の手番"), std::string::npos) << japanese;
  EXPECT_EQ(japanese.find("to move"), std::string::npos) << japanese;
  EXPECT_NE(in_terminal("show tictactoe", 80).find("Cross to move"), std::string::npos);
  EXPECT_EQ(run({"show", "tictactoe", "--lang", "ja"}).out, run({"show", "tictactoe"}).out); // data is data
  EXPECT_EQ(run({"show", "tictactoe", "--lang", "xx"}).code, 2);
}

TEST_F(CliTerminal, ASolveHasABarThatNeverGoesBack) {
  const std::string seen = in_terminal("solve anpanman", 70);
  double before = -1;
  int bars = 0;
  for (std::size_t at = seen.find("\r\x1b[K["); at != std::string::npos; at = seen.find("\r\x1b[K[", at + 1)) {
    const auto end = seen.find(" %", at);
    ASSERT_NE(end, std::string::npos);
    const double now = std::stod(seen.substr(seen.rfind(' ', end - 1) + 1));
    EXPECT_GE(now, before);
    before = now;
    ++bars;
    const auto line = seen.substr(at + 4, std::min(seen.find('\r', at + 1), seen.size()) - at - 4);
    EXPECT_LT(length(line), 70U) << line;
  }
  if (seen.find("solving anpanman") == std::string::npos) GTEST_SKIP() << "there is no pseudo terminal here: " << seen;
  EXPECT_GT(bars, 0) << seen;
}

TEST_F(CliTerminal, PlayTakesMovesAsPeopleTypeThem) {
  ASSERT_EQ(run({"solve", "anpanman", "--quiet"}).code, 0);
  const auto record = run({"play", "anpanman", "--json", "--seed", "1"}, "a5 a4\nquit\n").json();
  EXPECT_EQ(record.at("moves").at(0), "A5-A4");
}

// The key for "up" brings the last line back; without line editing it is printed as ^[[A.
TEST_F(CliTerminal, LinesCanBeEdited) {
  if (run({"--version"}).code != 0) GTEST_SKIP();
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  const std::string seen = in_terminal("play tictactoe --seed 1", 80, "hint\n\x1b[A\nquit\n");
  if (seen.find("best:") == std::string::npos) GTEST_SKIP() << "there is no pseudo terminal here: " << seen;
  if (ZERMELO_HAS_EDITLINE == 0) GTEST_SKIP() << "built without libedit";
  EXPECT_NE(seen.find("best:", seen.find("best:") + 1), std::string::npos) << seen;
}

TEST_F(CliTerminal, RulesAreTold) {
  for (const auto& folder : catalog()) {
    const Ran en = run({"rules", folder.family.name, "--lang", "en"}), ja = run({"rules", folder.family.name, "--lang", "ja"});
    EXPECT_EQ(en.code, 0) << folder.family.name << en.err;
    EXPECT_GT(en.out.size(), 200U) << folder.family.name;
    EXPECT_NE(ja.out, en.out) << folder.family.name;
    EXPECT_NE(ja.out.find("\xE3\x80\x82"), std::string::npos) << folder.family.name; // a Japanese full stop
  }
  EXPECT_TRUE(run({"rules", "tictactoe", "--lang", "ja"}).out.starts_with("三目並べ\n"));
  expect_error({"rules", "chess"}, 2, "there is no game");
  expect_error({"rules", "tictactoe", "--lang", "xx"}, 2, "en");
}

TEST_F(CliTerminal, RecordsAreAnnotated) {
  ASSERT_EQ(run({"solve", "tictactoe", "--quiet"}).code, 0);
  const Ran ran = run({"annotate", "-", "--game", "tictactoe"}, "1. b2 a2 2. a1 c3 *");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("a2?"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("better"), std::string::npos);
  EXPECT_NE(ran.out.find("1 mistake, 0 blunders"), std::string::npos);
  const auto j = run({"annotate", "-", "--game", "tictactoe", "--json"}, "b2 a2 a1 c3").json().at("games").at(0);
  EXPECT_EQ(j.at("steps").at(1).at("slip"), "mistake");
  EXPECT_EQ(run({"annotate", "-", "--game", "tictactoe"}, "b2 b2").code, 3);
  EXPECT_EQ(run({"match", "tictactoe", "--first", "random", "--second", "random", "--games", "2", "--record",
                 (folder_ / "games").string()})
                .code,
            0);
  EXPECT_EQ(run({"annotate", (folder_ / "games").string(), "--json"}).json().at("games").size(), 2U);
  expect_error({"annotate", "-"}, 2, "add --game GAME", "a1 b2");
  expect_error({"annotate", "-", "--game", "tictactoe"}, 2, "has no game in it", "{}");
  expect_error({"annotate", "/nowhere/at/all"}, 5, "there is no file");
  if (find_folder("checkers") == nullptr) return;
  // A long jump by all its squares, in a game with headers and comments.
  const auto pdn = run({"annotate", "-", "--json"},
                       "[Event \"test\"]\n[GameType \"21\"]\n[FEN \"B:W15,23,32:B11,1\"]\n1. 11x18x27 {two} 32x23 1-0\n")
                       .json()
                       .at("games")
                       .at(0);
  EXPECT_EQ(pdn.at("stopped"), nullptr) << pdn;
  EXPECT_EQ(pdn.at("steps").size(), 2U);
}

TEST_F(CliTerminal, EndingsAreUsedByTheGameTheyBelongTo) {
  if (find_folder("checkers") == nullptr) GTEST_SKIP() << "checkers is not compiled in";
  ASSERT_EQ(run({"solve", "checkers:endings-2", "--quiet"}).code, 0);
  const auto whole = run({"probe", "checkers", "B:WK32:BK1", "--json"}).json(),
             part = run({"probe", "checkers:endings-2", "B:WK32:BK1", "--json"}).json();
  EXPECT_EQ(whole.at("value"), part.at("value"));
  EXPECT_EQ(whole.at("moves"), part.at("moves"));
  expect_error({"probe", "checkers"}, 5, "no table here holds this position");
}

TEST_F(CliTerminal, ShellsAndManualsAreMadeFromTheHelp) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Ran ran = run({"completion", shell});
    EXPECT_EQ(ran.code, 0);
    for (const char* word : {"annotate", "tictactoe", "tables"})
      EXPECT_NE(ran.out.find(word), std::string::npos) << shell << " " << word;
  }
  std::ofstream(folder_ / "script") << run({"completion", "bash"}).out;
  EXPECT_EQ(std::system(("bash -n '" + (folder_ / "script").string() + "'").c_str()), 0);
  // What bash offers for "zermelo solve tic".
  const std::string ask =
      "bash -c 'source \"" + (folder_ / "script").string() +
      "\"; COMP_WORDS=(zermelo solve tic) COMP_CWORD=2; cd /; _zermelo; test \"${COMPREPLY[0]}\" = tictactoe'";
  EXPECT_EQ(std::system(ask.c_str()), 0);
  expect_error({"completion", "tcsh"}, 2, "bash");
  expect_error({"completion"}, 2, "SHELL");
  const Ran man = run({"man"});
  EXPECT_TRUE(man.out.starts_with(".TH ZERMELO 1"));
  EXPECT_NE(man.out.find("\\-\\-checkpoint"), std::string::npos);
}

TEST_F(CliTerminal, BarsMayBeLogarithmic) {
  ASSERT_EQ(run({"solve", "anpanman", "--quiet"}).code, 0);
  auto bar_of = [&](const std::string& text, const std::string& row) {
    for (const auto& line : lines(text))
      if (line.find(row) != std::string::npos) return std::count(line.begin(), line.end(), '#');
    return std::ptrdiff_t{-1};
  };
  const std::string plain = run({"stats", "anpanman"}).out, log = run({"stats", "anpanman", "--log"}).out;
  EXPECT_EQ(bar_of(plain, "29  win"), 1);
  EXPECT_GT(bar_of(log, "29  win"), 4);
  EXPECT_EQ(bar_of(plain, " 1  win"), bar_of(log, " 1  win"));
}

} // namespace
} // namespace zermelo::testing
