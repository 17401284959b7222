// Proofs that cite tables from the command line: both bounds of a draw, tables that are missing, damaged or others, and searches
// that were stopped.
#include "table/proof_file.h"
#include "tests/run_zermelo.h"

namespace zermelo::testing {
namespace {

class CliCheckers : public CommandLine {
protected:
  CliCheckers() { EXPECT_EQ(run({"solve", bound, "--values"}).code, 0); }

  Words prove(const std::string& claim) const {
    return {"prove", "checkers:6x6", position, "--claim", claim, "--lean-on", bound, "--threads",
            "1",     "--memory",     "4M",     "--proof", file_};
  }
  static Words with(Words words, std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // The proof with another header and the same moves.
  template <class F> void forge(F&& change) const {
    ProofFile proof(file_);
    ProofHeader header = proof.header();
    ChoiceWriter writer;
    for (u64 n = 0; proof.next(n);) writer.put_number(n);
    change(header);
    write_proof(file_, header, writer.bytes());
  }

  static constexpr const char *bound = "checkers:6x6-endings-3", *position = "B:W15,16:B3,4";
  std::string file_ = (folder_ / "p").string();
  std::filesystem::path table_ = tables_ / "checkers-6x6-endings-3.wdl.zt";
};

TEST_F(CliCheckers, BothBoundsOfADrawAreProved) {
  for (const char* claim : {"win", "not-loss"}) {
    const Ran made = run(with(prove(claim), {"--json"}));
    ASSERT_EQ(made.code, 0) << made.err;
    EXPECT_EQ(made.json()["result"], claim == std::string("win") ? "disproven" : "proven");
    const std::string sum = made.json()["proof"]["tables"][0]["sha256"];
    const auto checked = run({"verify", file_, "--json"}).json();
    EXPECT_EQ(checked["holds"], true);
    EXPECT_EQ(checked["tables"][0]["sha256"], sum);
    EXPECT_EQ(checked["tables"][0]["game"], bound);
    EXPECT_GT(checked["lookups"], 0);
    const Ran said = run({"verify", file_});
    EXPECT_NE(said.out.find("cannot force a win"), std::string::npos) << said.out;
    EXPECT_NE(said.out.find("it holds together with\n           the table of checkers:6x6-endings-3 with the SHA-256 " + sum),
              std::string::npos)
        << said.out;
  }
}

TEST_F(CliCheckers, AStoppedSearchWritesTheProofInTheEnd) {
  const Words words = with(prove("win"), {"--nodes", "100"});
  int stops = 0;
  Ran ran = run(words);
  for (; ran.code == 4 && stops < 1'000; ++stops) ran = run(words);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_GT(stops, 1);
  EXPECT_EQ(run({"verify", file_}).code, 0);
}

TEST_F(CliCheckers, AMissingTableOrAnotherOneIsRefused) {
  ASSERT_EQ(run(prove("win")).code, 0);
  const std::string right = contents(table_), proof = contents(file_);
  auto put = [](const std::filesystem::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; };
  EXPECT_EQ(run({"verify", file_, "--tables", tables_.string()}).code, 0);
  EXPECT_EQ(run({"verify", file_, "--memory", "1M"}).code, 0);
  expect_error({"verify", file_, "--tables", folder_.string()}, 5, "make it with: zermelo solve checkers:6x6-endings-3 --values");
  std::string wrong = right;
  wrong[right.size() - 1000] = static_cast<char>(wrong[right.size() - 1000] ^ 1);
  put(table_, wrong);
  expect_error({"verify", file_}, 5, "is damaged");
  ASSERT_EQ(run({"solve", "checkers:6x6-endings-2", "--values"}).code, 0);
  put(table_, contents(tables_ / "checkers-6x6-endings-2.wdl.zt"));
  expect_error({"verify", file_}, 5, "is the table of checkers:6x6-endings-2, not of checkers:6x6-endings-3");
  put(table_, right);
  forge([](ProofHeader& h) { h.tables[0].sha256 = std::string(64, 'a'); });
  expect_error({"verify", file_}, 5, "is not the table that the proof cites");
  put(file_, proof);
  for (const char* game : {"tictactoe", "checkers:endings-3", "chess", "checkers:6x6-endings-99", "checkers:6x6-endings-x"}) {
    forge([&](ProofHeader& h) { h.tables[0].table.game = game; });
    expect_error({"verify", file_}, 5, game);
    put(file_, proof);
  }
  forge([](ProofHeader& h) { h.tables[0].distances = true; });
  expect_error({"verify", file_}, 5, "make it with: zermelo solve checkers:6x6-endings-3\n");
  put(file_, proof);
  forge([](ProofHeader& h) { h.tables.clear(); });
  expect_error({"verify", file_}, 3, "proves nothing");
  put(file_, proof);
  forge([](ProofHeader& h) { h.attacker_wins = true; });
  expect_error({"verify", file_}, 3, "proves nothing");
  put(file_, proof);
  EXPECT_EQ(run({"verify", file_}).code, 0);
}

// What a program does not know it refuses; what it wrote before there were citations has no trace of them.
TEST_F(CliCheckers, KindsOfProofs) {
  ASSERT_EQ(run(prove("win")).code, 0);
  auto header = BlockReader(file_).header();
  EXPECT_EQ(header["kind"], "proof with tables");
  auto put = [&] {
    BlockWriter writer(file_, header.dump(), 0, 65536);
    writer.finish();
  };
  header["kind"] = "proof";
  put();
  expect_error({"verify", file_}, 5, "not of the kind");
  header.erase("tables");
  header["later"] = 1;
  put();
  expect_error({"verify", file_}, 5, "does not know");
  header.erase("later");
  header["kind"] = "proof with tables";
  put();
  expect_error({"verify", file_}, 5, "header is missing");
  header["tables"] = nlohmann::json::array();
  put();
  expect_error({"verify", file_}, 5, "which tables");
  ASSERT_EQ(run({"prove", "tictactoe", "--claim", "win", "--proof", file_}).code, 0);
  EXPECT_EQ(BlockReader(file_).header()["kind"], "proof");
  EXPECT_FALSE(BlockReader(file_).header().contains("tables"));
}

} // namespace
} // namespace zermelo::testing
