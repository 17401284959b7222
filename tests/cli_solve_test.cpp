// Solving from the command line: limits, interruption, damaged and wrong tables.
#include <map>
#include <random>

#include "catalog/catalog.h"
#include "run_zermelo.h"
#include "table/table.h"
#include "tests/faults/scratch.h"

namespace zermelo::testing {
namespace {

using CliSolve = CommandLine;
constexpr const char* large = "anpanman"; // takes a second or more, so that it can be interrupted

TEST_F(CliSolve, ATableIsReusedUnlessForced) {
  const auto first = run({"solve", "tictactoe", "--json"}).json();
  EXPECT_EQ(first["reused"], false);
  EXPECT_EQ(run({"solve", "tictactoe", "--json"}).json()["reused"], true);
  EXPECT_EQ(run({"solve", "tictactoe", "--force", "--json"}).json()["reused"], false);
  const auto sidecar = nlohmann::json::parse(contents(tables_ / "tictactoe.json"));
  for (const char* key : {"seconds", "cpu_seconds", "threads", "machine", "program", "finished", "resumed"})
    EXPECT_TRUE(sidecar.contains(key)) << key;
}

TEST_F(CliSolve, TheEstimateIsKeptTo) {
  const auto estimate = run({"solve", large, "--dry-run", "--json"});
  EXPECT_EQ(estimate.code, 0);
  for (const char* key : {"slots", "memory", "disk", "method", "fits"}) EXPECT_TRUE(estimate.json().contains(key)) << key;
  EXPECT_TRUE(estimate.json().at("pass_seconds").is_null());
  const auto forward = run({"solve", large, "--method", "forward", "--dry-run", "--json"}).json(); // tried on a sample
  EXPECT_GT(forward.at("pass_seconds"), 0.0);
  EXPECT_GT(forward.at("seconds"), forward.at("pass_seconds"));
  EXPECT_FALSE(std::filesystem::exists(tables_));
  const auto solved = run({"solve", large, "--json"}).json();
  const u64 program = u64{24} << 20; // the code, its libraries and stacks, on top of what the solver plans
  if (ZERMELO_SANITIZED == 0) {      // sanitizers keep books of their own
    EXPECT_LE(solved.at("peak_memory"), estimate.json().at("planned").get<u64>() + program);
  }
  std::filesystem::remove_all(tables_);
  expect_error({"solve", large, "--memory", "1M"}, 7, "of memory");
  EXPECT_EQ(run({"solve", large, "--memory", "1M", "--dry-run"}).code, 7);
}

TEST_F(CliSolve, InterruptedWorkGoesOnToTheSameBytes) {
  ASSERT_EQ(run({"solve", large, "--quiet", "--tables", (folder_ / "whole").string()}).code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t child = start({"solve", large, "--threads", "1"});
    wait_for_word("solving"); // then signals are caught, and the first pause of the work sees them
    ::kill(child, signal);
    const Ran stopped = finish(child);
    EXPECT_EQ(stopped.code, 4) << stopped.err;
    EXPECT_NE(stopped.err.find("goes on from there"), std::string::npos) << stopped.err;
    EXPECT_TRUE(std::filesystem::exists(tables_ / (std::string(large) + ".checkpoint")));
  }
  const Ran limited = run({"solve", large, "--time", "1e-9", "--json"});
  EXPECT_EQ(limited.code, 4);
  EXPECT_EQ(limited.json()["exit"], 4);
  const Ran resumed = run({"solve", large, "--json"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(resumed.json()["resumed"], true);
  const std::string file = std::string(large) + ".zt";
  EXPECT_TRUE(contents(tables_ / file) == contents(folder_ / "whole" / file));
}

TEST_F(CliSolve, BlocksKilledAtRandomMomentsGoOnToTheSameBytes) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 kills = 0, resumed = 0;
  for (const auto& [game, contents_of] : {std::pair<std::string, std::string>{"nocca:3x5", "nocca-3x5.zt"},
                                          {"nocca:3x5", "nocca-3x5.wdl.zt"},
                                          {"yonmoque:free-2", "yonmoque-free-2.zt"},
                                          {"yonmoque:free-2", "yonmoque-free-2.wdl.zt"}}) {
    Words words = {"solve", game, "--json", "--quiet", "--checkpoint", "1e-9"};
    if (contents_of.find(".wdl") != std::string::npos) words.push_back("--values");
    std::filesystem::remove_all(tables_);
    const auto whole = run(words).json();
    ASSERT_EQ(whole["reused"], false);
    const std::string right = contents(tables_ / contents_of);
    const u64 most = static_cast<u64>(1.2e6 * whole["seconds"].get<double>());
    for (u64 i = 0, n = faults::times(2, 100); i < n; ++i) {
      std::filesystem::remove_all(tables_);
      for (int k = 0; k < 3; ++k) { // killed again where it was
        const pid_t child = start(words);
        ::usleep(static_cast<useconds_t>(random() % most));
        ::kill(child, SIGKILL);
        kills += finish(child).code == 128 + SIGKILL;
      }
      const Ran last = run(words);
      ASSERT_EQ(last.code, 0) << last.err;
      resumed += last.json()["resumed"] == true;
      ASSERT_TRUE(contents(tables_ / contents_of) == right) << contents_of << " after kills, round " << i;
    }
  }
  EXPECT_GT(kills, 0U);
  EXPECT_GT(resumed, 0U);
}

TEST_F(CliSolve, DamageIsNamedAndNeverAnswered) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const auto file = tables_ / "tictactoe.zt";
  const std::string sound = contents(file);
  const auto header = Table(file).file().header().dump().size();
  std::string hit = sound;
  hit[64 + header + 10] ^= 1;
  std::ofstream(file, std::ios::binary) << hit;
  expect_error({"verify", "tictactoe"}, 5, "1 of 1 blocks do not match their checksums: 0");
  expect_error({"verify", file.string(), "--semantic"}, 5, "block 0");
  expect_error({"probe", "tictactoe"}, 5, "is damaged");
  EXPECT_EQ(run({"show", "tictactoe"}).code, 0); // a picture needs no table
  std::ofstream(file, std::ios::binary) << sound.substr(0, 100);
  expect_error({"stats", "tictactoe"}, 5, "is damaged");
  EXPECT_EQ(run({"tables"}).code, 0);
  EXPECT_EQ(run({"games"}).code, 0);
  // Solving replaces what is of no use, and says so.
  const Ran again = run({"solve", "tictactoe"});
  EXPECT_EQ(again.code, 0);
  EXPECT_NE(again.err.find("will be replaced"), std::string::npos) << again.err;
  EXPECT_TRUE(contents(file) == sound);
}

// A table with sound checksums and one wrong value: only the semantic check can know.
TEST_F(CliSolve, AWrongValueIsFound) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  const auto file = tables_ / "tictactoe.zt";
  {
    const BlockReader reader(file);
    Bytes bytes(reader.bytes_of_block(0));
    reader.read_block(0, bytes);
    ASSERT_EQ(bytes[0], std::byte{255}); // the empty board, a draw
    bytes[0] = std::byte{9};
    BlockWriter writer(file, reader.header().dump(), reader.payload_bytes(), reader.block_bytes());
    writer.append(compress_block(bytes, table_level));
    writer.finish();
  }
  EXPECT_EQ(run({"verify", "tictactoe", "--checksum"}).code, 0);
  const Ran ran = run({"verify", "tictactoe", "--json"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_EQ(ran.json()["semantic"]["wrong"], 1);
  EXPECT_EQ(ran.json()["semantic"]["first"][0]["position"], ".../.../...");
  expect_error({"probe", "tictactoe"}, 5, "contradicts itself");
}

// The same in a table of values, whole and in parts.
TEST_F(CliSolve, AWrongValueWithoutDistanceIsFound) {
  ASSERT_EQ(run({"solve", "nocca:3x3", "--values"}).code, 0);
  const Ran sound = run({"verify", "nocca:3x3", "--semantic"});
  EXPECT_EQ(sound.code, 0);
  EXPECT_NE(sound.out.find("consistent, not proved"), std::string::npos) << sound.out;
  const auto j = run({"verify", "nocca:3x3", "--semantic", "--sample", "500", "--seed", "3", "--json"}).json();
  EXPECT_EQ(j["semantic"]["proof"], false);
  EXPECT_EQ(j["semantic"]["slots"], 500);
  EXPECT_TRUE(j["semantic"]["statistics_agree"].is_null());
  const auto initial = open_game("nocca:3x3")->game().rank(open_game("nocca:3x3")->game().start());
  const auto file = tables_ / "nocca-3x3.wdl.zt";
  {
    const BlockReader reader(file);
    Bytes bytes(reader.bytes_of_block(0));
    reader.read_block(0, bytes);
    ASSERT_EQ(code_at(bytes, initial, Encoding::wdl2), 1U);  // won
    bytes[initial / 4] ^= std::byte{3} << 2 * (initial % 4); // lost
    BlockWriter writer(file, reader.header().dump(), reader.payload_bytes(), reader.block_bytes());
    writer.append(compress_block(bytes, table_level));
    writer.finish();
  }
  EXPECT_EQ(run({"verify", "nocca:3x3", "--checksum"}).code, 0);
  const Ran wrong = run({"verify", "nocca:3x3"});
  EXPECT_EQ(wrong.code, 3);
  EXPECT_NE(wrong.out.find("www/.../bbb:b  found loss, expected win"), std::string::npos) << wrong.out;
  int found = 0;
  for (const char* slice : {"1/3", "2/3", "3/3"}) found += run({"verify", "nocca:3x3", "--slice", slice}).code == 3 ? 1 : 0;
  EXPECT_GE(found, 1);
  expect_error({"probe", "nocca:3x3"}, 5, "contradicts itself");
}

TEST_F(CliSolve, PartsAreNamedWell) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  for (const char* slice : {"0/3", "4/3", "1", "1/", "/3", "1/3x", "-1/3", "a/b", "1/2000000000"})
    expect_error({"verify", "tictactoe", "--slice", slice}, 2, "is no part like 3/8");
  expect_error({"verify", "tictactoe", "--slice", "1/100000000"}, 2, "more parts than slots");
  expect_error({"verify", "tictactoe", "--slice", "1/2", "--sample", "5"}, 2, "not both");
  const Ran part = run({"verify", "tictactoe", "--semantic", "--slice", "2/2"});
  EXPECT_EQ(part.code, 0);
  EXPECT_NE(part.out.find("slice 2/2: slots 9,842 to 19,682, every value follows"), std::string::npos) << part.out;
}

// A table of values lies beside the one with distances, which is preferred where it is there.
TEST_F(CliSolve, ValuesWithoutDistances) {
  const auto solved = run({"solve", "nocca:3x3", "--values", "--json"}).json();
  EXPECT_EQ(solved["table"], (tables_ / "nocca-3x3.wdl.zt").string());
  EXPECT_EQ(solved["initial"].dump(), R"({"plies":9,"value":"win"})"); // the statistics know distances
  EXPECT_EQ(run({"solve", "nocca:3x3", "--values", "--json"}).json()["reused"], true);
  EXPECT_FALSE(std::filesystem::exists(tables_ / "nocca-3x3.zt"));
  EXPECT_EQ(run({"tables", "path", "nocca:3x3"}).out, (tables_ / "nocca-3x3.wdl.zt").string() + "\n");

  const auto initial = run({"probe", "nocca:3x3", "--json"}).json();
  EXPECT_EQ(initial["value"], "win");
  EXPECT_TRUE(initial["plies"].is_null());
  EXPECT_FALSE(initial["best"].is_null());
  EXPECT_EQ(run({"probe", "nocca:3x3"}).out.find(" in "), std::string::npos);
  const auto near = run({"probe", "nocca:3x3", "b.w/.../wb+wb:b", "--json"}).json(); // the rules know distances, too
  EXPECT_EQ(near["plies"], 1) << near;
  expect_error({"line", "nocca:3x3"}, 5, "has no distances, so it cannot show the way to the end of a win");
  EXPECT_EQ(run({"line", "nocca:3x3", "b.w/.../wb+wb:b", "--json"}).json()["moves"].size(), 1U);
  EXPECT_EQ(run({"stats", "nocca:3x3", "--json"}).json()["longest"]["plies"], 11);
  EXPECT_NE(run({"play", "nocca:3x3", "--side", "second", "--seed", "1"}, "resign\n").out.find("not how fast"),
            std::string::npos);
  EXPECT_EQ(run({"verify", "nocca:3x3"}).code, 0);

  // The same values as the table with distances, of every position on the way.
  const auto reached = run({"stats", "nocca:3x3", "--reachable", "--json"}).json()["reachable"];
  ASSERT_EQ(run({"solve", "nocca:3x3"}).code, 0);
  EXPECT_EQ(run({"stats", "nocca:3x3", "--reachable", "--json"}).json()["reachable"], reached);
  const auto exact = run({"probe", "nocca:3x3", "--json"}).json();
  EXPECT_EQ(exact["plies"], 9);
  std::map<std::string, std::string> value_of;
  for (const auto& m : initial["moves"]) value_of[m["move"]] = m["value"];
  for (const auto& m : exact["moves"]) EXPECT_EQ(m["value"], value_of[m["move"]]) << m["move"];
  EXPECT_EQ(run({"tables", "--json"}).json()["tables"].size(), 2U);
  EXPECT_EQ(run({"tables", "remove", "nocca:3x3", "--yes", "--json"}).json()["removed"].size(), 4U);
}

TEST_F(CliSolve, AnotherGamesTableIsRefused) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  std::filesystem::rename(tables_ / "tictactoe.zt", tables_ / (std::string(large) + ".zt"));
  expect_error({"probe", large}, 5, "is the table of tictactoe");
  std::ofstream(tables_ / "tictactoe.zt") << "this is no table, whatever its name says; it is long enough to hold a prologue";
  expect_error({"probe", "tictactoe"}, 5, "is not a Zermelo file");
}

TEST_F(CliSolve, AFolderThatCannotBeWrittenIsNamed) {
  std::ofstream(folder_ / "file") << "";
  const Ran ran = run({"solve", "tictactoe", "--tables", (folder_ / "file" / "below").string()});
  EXPECT_EQ(ran.code, 1);
  EXPECT_NE(ran.err.find("Not a directory"), std::string::npos) << ran.err;
}

} // namespace
} // namespace zermelo::testing
