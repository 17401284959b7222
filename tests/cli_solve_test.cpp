// Solving from the command line: limits, interruption, damaged and wrong tables.
#include "run_zermelo.h"
#include "table/table.h"

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
  EXPECT_FALSE(std::filesystem::exists(tables_));
  const auto solved = run({"solve", large, "--json"}).json();
  const u64 program = u64{24} << 20; // the code, its libraries and stacks, on top of what the solver plans
  EXPECT_LE(solved.at("peak_memory"), estimate.json().at("planned").get<u64>() + program);
  std::filesystem::remove_all(tables_);
  expect_error({"solve", large, "--memory", "1M"}, 7, "of memory");
  EXPECT_EQ(run({"solve", large, "--memory", "1M", "--dry-run"}).code, 7);
}

TEST_F(CliSolve, InterruptedWorkGoesOnToTheSameBytes) {
  ASSERT_EQ(run({"solve", large, "--quiet", "--tables", (folder_ / "whole").string()}).code, 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const pid_t child = start({"solve", large, "--threads", "1"});
    wait_for_word("solving");
    ::usleep(150'000);
    ::kill(child, signal);
    const Ran stopped = finish(child);
    EXPECT_EQ(stopped.code, 4) << stopped.err;
    EXPECT_NE(stopped.err.find("goes on from there"), std::string::npos) << stopped.err;
    EXPECT_TRUE(std::filesystem::exists(tables_ / (std::string(large) + ".checkpoint")));
  }
  const Ran limited = run({"solve", large, "--time", "0.01", "--json"});
  EXPECT_EQ(limited.code, 4);
  EXPECT_EQ(limited.json()["exit"], 4);
  const Ran resumed = run({"solve", large, "--json"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(resumed.json()["resumed"], true);
  const std::string file = std::string(large) + ".zt";
  EXPECT_TRUE(contents(tables_ / file) == contents(folder_ / "whole" / file));
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
