// Proofs about Gomoku as a user makes and checks them.
#include <map>

#include "base/file.h"
#include "tests/run_zermelo.h"

namespace zermelo::testing {
namespace {

class GomokuCli : public CommandLine {
protected:
  GomokuCli() { std::filesystem::create_directories(tables_); }
  std::string proof(const std::string& name) const { return (tables_ / name).string(); }
};

TEST_F(GomokuCli, AWinIsProvedByZonesAndVerified) {
  const std::string file = proof("p");
  const auto j = run({"prove", "gomoku:6x5,4", "--claim", "win", "--proof", file, "--threads", "1", "--json"}).json();
  EXPECT_EQ(j.at("result"), "proven");
  EXPECT_GT(j.at("proof").at("bytes"), 0);
  const Ran verified = run({"verify", file, "--json"});
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_EQ(verified.json().at("holds"), true);
  EXPECT_EQ(verified.json().at("claim"), "the side to move wins");
}

// A win by zones has a line of play, as far as the proof is one tree; legal to its end, where the attacker has won.
TEST_F(GomokuCli, AWinByZonesHasALine) {
  for (const char* position : {"initial", "c3 a1", "d2 c4"}) {
    const auto j = run({"prove", "gomoku:6x6,4", position, "--threads", "1", "--json"}).json();
    ASSERT_EQ(j.at("value"), "win") << position;
    const std::vector<std::string> line = j.at("searches")[0].at("line");
    ASSERT_FALSE(line.empty()) << position;
    std::string moves = position == std::string("initial") ? "" : std::string(position) + " ";
    for (const auto& move : line) moves += move + " ";
    const Ran shown = run({"show", "gomoku:6x6,4", moves, "--json"});
    EXPECT_EQ(shown.code, 0) << moves;
    if (line.size() > 1) {
      EXPECT_EQ(run({"prove", "gomoku:6x6,4", moves, "--json"}).json().at("value"), "loss") << moves;
    }
  }
  const Ran over = run({"prove", "gomoku:6x6,4", "a1 a6 b1 b6 c1 c6 d1"});
  EXPECT_NE(over.out.find("line       none: the game is over"), std::string::npos) << over.out;
}

// Where neither zones nor a blockade show anything the search by proof numbers goes on.
TEST_F(GomokuCli, ADrawIsNotProvedToBeAWin) {
  const auto j = run({"prove", "gomoku:3x3,3", "--json"}).json();
  EXPECT_EQ(j.at("value"), "draw");
  const std::string file = proof("q");
  const Ran by_zones = run({"prove", "gomoku:3x3,3", "--claim", "win", "--method", "zones", "--proof", file});
  EXPECT_EQ(by_zones.code, 4);
  EXPECT_NE(by_zones.err.find("nothing is saved"), std::string::npos) << "it would not go on: " << by_zones.err;
  EXPECT_FALSE(std::filesystem::exists(file));
  const auto disproven = run({"prove", "gomoku:3x3,3", "--claim", "win", "--proof", file, "--json"}).json();
  EXPECT_EQ(disproven.at("result"), "disproven");
  EXPECT_EQ(run({"verify", file}).code, 0);
}

// Both claims about a draw, each with a proof that the attacker is blocked.
TEST_F(GomokuCli, ADrawIsProvedByBlocking) {
  EXPECT_EQ(run({"prove", "gomoku:6x6,5", "--json"}).json().at("value"), "draw");
  const std::string file = proof("b");
  for (const std::string variant : {"6x4,4", "6x6,5", "6x6,5:exact"})
    for (const std::string claim : {"win", "not-loss"}) {
      const auto j = run({"prove", "gomoku:" + variant, "--claim", claim, "--method", "zones", "--proof", file, "--json"}).json();
      EXPECT_EQ(j.at("result"), claim == "win" ? "disproven" : "proven") << variant;
      const Ran verified = run({"verify", file, "--json"});
      EXPECT_EQ(verified.code, 0) << variant << verified.err;
      EXPECT_EQ(verified.json().at("holds"), true) << variant;
    }
  // It is no proof of a win, so nothing can be taken over from it.
  EXPECT_EQ(run({"prove", "gomoku:6x6,5:exact", "--claim", "win", "--known", file}).code, 5);
}

// A search for a blockade that a limit has cut is saved, and the same command goes on from there.
TEST_F(GomokuCli, ABlockadeIsSavedAndGoesOn) {
  const std::string file = proof("b");
  const std::vector<std::string> command = {"prove",   "gomoku:7x4,4", "--claim", "win", "--threads", "1",
                                            "--nodes", "10000",        "--proof", file,  "--json"};
  std::vector<u64> visits;
  for (int code = 4; code == 4;) {
    const Ran ran = run(command);
    code = ran.code;
    ASSERT_TRUE(code == 4 || code == 0) << ran.err;
    const auto j = ran.json();
    EXPECT_EQ(j.at("result"), code == 4 ? "unknown" : "disproven");
    EXPECT_EQ(j.at("searches")[0].at("resumed"), !visits.empty());
    visits.push_back(j.at("nodes"));
    ASSERT_LT(visits.size(), 10U);
    if (code == 4) {
      EXPECT_NE(ran.err.find("-blocked.search, the same command goes on"), std::string::npos) << ran.err;
    }
  }
  ASSERT_GE(visits.size(), 3U) << "27,849 visits at once";
  for (std::size_t i = 1; i < visits.size(); ++i) EXPECT_GT(visits[i], visits[i - 1]) << "those of all runs";
  EXPECT_LT(visits.back(), 45'000U);
  EXPECT_EQ(run({"verify", file}).code, 0);
  for (const auto& left : std::filesystem::directory_iterator(tables_)) EXPECT_NE(left.path().extension(), ".search");
}

// A limit is one for all ways of searching that come one after the other: here blocking and zones leave too little for proof numbers.
TEST_F(GomokuCli, ALimitIsForTheWholeSearch) {
  const std::vector<std::string> command = {"prove", "gomoku:3x3,3", "--claim", "win", "--threads", "1"};
  auto searched = [&](const std::string& method) {
    std::vector<std::string> alone = command;
    alone.insert(alone.end(), {"--method", method, "--json"});
    const u64 visits = run(alone).json().at("nodes");
    for (const auto& left : std::filesystem::directory_iterator(tables_)) std::filesystem::remove(left);
    return visits;
  };
  const u64 before = searched("zones"), by_numbers = searched("df-pn");
  std::vector<std::string> limited = command;
  limited.insert(limited.end(), {"--nodes", std::to_string(before + by_numbers / 2)});
  const Ran first = run(limited);
  EXPECT_EQ(first.code, 4);
  EXPECT_NE(first.err.find("-mover.search, the same command goes on"), std::string::npos) << first.err;
  int runs = 1;
  while (run(limited).code == 4 && runs < 10) ++runs;
  EXPECT_LT(runs, 10) << "the same command does not get on";
  EXPECT_TRUE(std::filesystem::is_empty(tables_)) << "nothing is left of it";
}

TEST_F(GomokuCli, AClaimOnTheWholeBoard) {
  const std::string file = proof("r");
  ASSERT_EQ(run({"prove", "gomoku", "h8 o15 g9 a1", "--claim", "win", "--proof", file, "--threads", "1"}).code, 0);
  EXPECT_EQ(run({"verify", file, "--threads", "2"}).code, 0);
  // Stopped early it can be gone on with, and nothing is claimed.
  const Ran stopped = run({"prove", "gomoku", "--claim", "win", "--nodes", "100", "--json"});
  EXPECT_EQ(stopped.code, 4) << stopped.err;
  EXPECT_EQ(stopped.json().at("result"), "unknown");
  // What is open is told as games, for somebody to suggest moves.
  const auto open =
      run({"prove", "gomoku", "h8 o15", "--claim", "win", "--nodes", "10000", "--threads", "1", "--json"}).json().at("open");
  ASSERT_GT(open.size(), 0U);
  EXPECT_EQ(run({"show", "gomoku", open[0].at("game").get<std::string>()}).code, 0);
  EXPECT_GE(open[0].at("searches").get<int>(), 0);
}

// What is known of the game on 15x15, as it is kept in the repository.
TEST_F(GomokuCli, LongTheProofsInTheRepositoryHold) {
  int proofs = 0;
  std::map<std::string, std::string> whole = {{"15x15-win.proof", "gomoku"}, {"15x15-exact-win.proof", "gomoku:exact"}};
  for (const auto& file : std::filesystem::directory_iterator(std::string(ZERMELO_SOURCE) + "/games/gomoku/results")) {
    if (file.path().extension() != ".proof") continue;
    const Ran verified = run({"verify", file.path().string(), "--json"});
    EXPECT_EQ(verified.code, 0) << file.path() << verified.err;
    const bool of_a_draw = file.path().filename().string().find(",5-") != std::string::npos;
    EXPECT_EQ(verified.json().at("claim") == "the side to move wins", !of_a_draw) << file.path();
    ++proofs;
    const auto found = whole.find(file.path().filename().string());
    if (found == whole.end()) continue;
    const auto of = verified.json();
    EXPECT_EQ(of.at("position"), run({"show", found->second, "--json"}).json().at("position"));
    EXPECT_EQ(of.at("variant"), found->second == "gomoku" ? "" : "exact");
    whole.erase(found);
  }
  EXPECT_GT(proofs, 0);
  EXPECT_TRUE(whole.empty()) << "Black wins from the empty board by both rules: " << whole.begin()->first;
}

// Facts about one position serve another.
TEST_F(GomokuCli, FactsAreUsedAgain) {
  ASSERT_EQ(run({"prove", "gomoku", "h8 o15", "--claim", "win", "--nodes", "200000", "--threads", "1"}).code, 4);
  const std::string file = proof("t");
  int shown = 0;
  for (const std::string second : {"a15", "h15", "a1"}) {
    const auto j = run({"prove", "gomoku", "h8 o15 g9 " + second, "--claim", "win", "--proof", file, "--json"}).json();
    ASSERT_EQ(j.at("result"), "proven");
    shown += j.at("nodes") == 0;
    EXPECT_EQ(run({"verify", file}).code, 0);
  }
  EXPECT_GT(shown, 0);
  for (const auto& left : std::filesystem::directory_iterator(tables_)) EXPECT_NE(left.path().extension(), ".lock");
}

// What a proof shows need not be searched for again; it is checked, and proofs of something else are refused.
TEST_F(GomokuCli, ProofsAreTakenOver) {
  const std::string file = proof("known.proof"), other = proof("other.proof"), whole = proof("whole");
  ASSERT_EQ(run({"prove", "gomoku", "h8 o15 g9 a1", "--claim", "win", "--proof", file, "--threads", "1"}).code, 0);
  ASSERT_EQ(run({"prove", "tictactoe", "--claim", "not-loss", "--proof", other}).code, 0);
  for (const auto& left : std::filesystem::directory_iterator(tables_))
    if (left.path().extension() == ".facts") std::filesystem::remove(left.path());
  for (const std::string& from : {file, tables_.string()}) {
    const auto j = run({"prove", "gomoku", "h8 o15 g9 a1", "--claim", "win", "--known", from, "--proof", whole, "--json"}).json();
    EXPECT_EQ(j.at("result"), "proven");
    EXPECT_EQ(j.at("nodes"), 0);
    EXPECT_EQ(run({"verify", whole}).code, 0);
  }
  EXPECT_EQ(run({"prove", "gomoku:7x7,4", "--claim", "win", "--known", file}).code, 5);
  EXPECT_EQ(run({"prove", "gomoku", "--claim", "win", "--known", other}).code, 5);
  EXPECT_EQ(run({"prove", "gomoku:7x7,4", "--claim", "win", "--known", tables_.string()}).code, 2);
  EXPECT_NE(run({"prove", "gomoku", "--claim", "win", "--known", proof("none")}).code, 0);
}

// Lines of play that are tried first; a file that says something else is refused.
TEST_F(GomokuCli, LinesAreSuggested) {
  const std::string lines = proof("lines"), file = proof("u");
  write_whole(lines, "c3 c4 b3 # as good as any\n");
  const auto j = run({"prove", "gomoku:7x7,4", "--claim", "win", "--suggest", lines, "--proof", file, "--json"}).json();
  EXPECT_EQ(j.at("result"), "proven");
  EXPECT_EQ(run({"verify", file}).code, 0);
  write_whole(lines, "c3 c4 x9");
  const Ran refused = run({"prove", "gomoku:7x7,4", "--claim", "win", "--suggest", lines});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("line 1: x9 is no cell of the board"), std::string::npos) << refused.err;
  EXPECT_EQ(run({"prove", "tictactoe", "--suggest", lines}).code, 2);
  EXPECT_EQ(run({"prove", "gomoku:7x7,4", "--method", "df-pn", "--suggest", lines}).code, 2);
  EXPECT_NE(run({"prove", "gomoku:7x7,4", "--suggest", proof("none")}).code, 0);
}

// A proof by other rules on the same board is played again; of another board, or of no game of lines, it is refused.
TEST_F(GomokuCli, AProofByOtherRulesIsPlayedAgain) {
  const std::string model = proof("free"), file = proof("exact"), toe = proof("toe");
  ASSERT_EQ(run({"prove", "gomoku:7x7,4", "--claim", "win", "--proof", model}).code, 0);
  const auto j = run({"prove", "gomoku:7x7,4:exact", "--claim", "win", "--suggest", model, "--proof", file, "--json"}).json();
  EXPECT_EQ(j.at("result"), "proven");
  const Ran verified = run({"verify", file});
  EXPECT_EQ(verified.code, 0) << verified.err;
  EXPECT_NE(verified.out.find("gomoku:7x7,4:exact"), std::string::npos) << verified.out;
  // Beside lines of play.
  const std::string lines = proof("lines");
  write_whole(lines, "d4\n");
  EXPECT_EQ(run({"prove", "gomoku:7x7,4:exact", "--claim", "win", "--suggest", model, "--suggest", lines}).code, 0);
  const Ran other = run({"prove", "gomoku:6x6,4:exact", "--claim", "win", "--suggest", model});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("suggest a proof of a game with the same board"), std::string::npos) << other.err;
  ASSERT_EQ(run({"prove", "tictactoe", "--claim", "not-loss", "--proof", toe}).code, 0);
  EXPECT_EQ(run({"prove", "gomoku:7x7,4:exact", "--claim", "win", "--suggest", toe, "--restart"}).code, 2);
}

TEST_F(GomokuCli, ZonesAreForGamesOfLines) { EXPECT_EQ(run({"prove", "tictactoe", "--method", "zones"}).code, 2); }

TEST_F(GomokuCli, ADamagedProofIsRefused) {
  const std::string file = proof("s");
  ASSERT_EQ(run({"prove", "gomoku:6x6,4", "--claim", "win", "--proof", file}).code, 0);
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  EXPECT_EQ(run({"verify", file}).code, 5);
}

} // namespace
} // namespace zermelo::testing
