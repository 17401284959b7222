// Proof search from the command line: answers, bad words, proofs that are damaged or of something else.
#include "run_zermelo.h"
#include "table/proof_file.h"

namespace zermelo::testing {
namespace {

using CliProve = CommandLine;

TEST_F(CliProve, ValuesAndClaims) {
  EXPECT_EQ(run({"prove", "tictactoe", "--json"}).json()["value"], "draw");
  EXPECT_EQ(run({"prove", "trax:2x2", "--json"}).json()["value"], "win");
  const auto claim = run({"prove", "nocca:3x3", "--claim", "win", "--json"}).json();
  EXPECT_EQ(claim["result"], "proven");
  for (const char* key : {"claim", "nodes", "seconds", "threads"}) EXPECT_TRUE(claim.contains(key)) << key;
  EXPECT_EQ(run({"prove", "trax:4x4", "--claim", "not-loss", "--json"}).json()["result"], "proven");
  EXPECT_EQ(run({"prove", "trax:4x4", "--claim", "win", "--json"}).json()["result"], "disproven");
}

TEST_F(CliProve, BadWordsGetASentence) {
  expect_error({"prove", "traks"}, 2, "did you mean");
  expect_error({"prove", "trax:9x9"}, 2, "trax");
  expect_error({"prove", "tictactoe", "xxx"}, 6, "");
  expect_error({"prove", "trax:3x3", "@0/ B1+ C1+ D1+"}, 6, "turn 4");
  expect_error({"prove", "tictactoe", "--claim", "draw"}, 2, "none of win, not-loss");
  expect_error({"prove", "tictactoe", "--proof", "p"}, 2, "add --claim");
  expect_error({"prove", "nocca:2x3", "--claim", "win", "--proof", "p"}, 2, "never return");
  expect_error({"prove", "tictactoe", "--memory", "1"}, 7, "too small");
  expect_error({"prove", "tictactoe", "--memory", "100000G"}, 7, "free on this machine");
  expect_error({"prove", "tictactoe", "--claim", "win", "--proof", (folder_ / "none" / "p").string()}, 1, "none/p");
}

TEST_F(CliProve, LimitsAndInterruptionsStopIt) {
  expect_error({"prove", "trax:8x8", "--nodes", "100", "--memory", "16M"}, 4, "stopped before it was decided");
  expect_error({"prove", "trax:8x8", "--time", "0.2", "--memory", "16M"}, 4, "stopped before it was decided");
  const pid_t child = start({"prove", "trax:8x8", "--memory", "16M"});
  ::sleep(1);
  ::kill(child, SIGINT);
  EXPECT_EQ(finish(child).code, 4);
}

TEST_F(CliProve, AProofIsChecked) {
  const std::string file = (folder_ / "p").string();
  ASSERT_EQ(run({"prove", "trax:3x3", "--claim", "not-loss", "--proof", file, "--json"}).json()["proof"]["file"], file);
  EXPECT_EQ(run({"verify", file, "--json"}).json()["holds"], true);
  const ProofHeader right = ProofFile(file).header();
  const std::string bytes = contents(file);

  std::ofstream(file, std::ios::binary) << bytes.substr(0, bytes.size() - 9);
  expect_error({"verify", file}, 5, file);
  auto forge = [&](auto&& change) {
    ProofHeader forged = right;
    change(forged);
    write_proof(file, forged, {});
  };
  forge([](ProofHeader& h) { h.game = "tictactoe"; });
  expect_error({"verify", file}, 5, "other rules");
  forge([](ProofHeader& h) { h.game = "chess"; });
  expect_error({"verify", file}, 5, "does not have");
  forge([](ProofHeader& h) { h.position = "?"; });
  expect_error({"verify", file}, 5, "no position");
  forge([](ProofHeader& h) { h.digest.clear(); });
  expect_error({"verify", file}, 3, "the proof ends where a move is needed");
}

} // namespace
} // namespace zermelo::testing
