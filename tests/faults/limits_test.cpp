// Too little memory, a full disk, two solvers in one folder: refused with a sentence, and nothing is lost.
#include <gtest/gtest.h>
#include <sys/mount.h>

#include "tests/faults/process.h"
#include "tests/faults/solving.h"

namespace zermelo::faults {
namespace {

using Game = graph::GraphGame<true, false>;

Game game_of(u32 nodes) { return {std::make_shared<const graph::Graph>(graph::random_graph(victim_shape(nodes), 1))}; }

TEST(Limits, SecondSolverInTheSameFolderIsRefused) {
  const Game game = game_of(3000);
  const Scratch folder, notes;
  std::string refusal;
  bool asked = false;
  auto second = [&] {
    if (std::exchange(asked, true)) return false;
    try {
      solve_graph(game, folder.path(), {.threads = 1});
    } catch (const Error& e) {
      refusal = e.what();
    }
    // Another process, too.
    const Finished other = run({.folder = folder.path()}, notes);
    EXPECT_EQ(other.code, 1);
    EXPECT_NE(other.err.find("another process is solving graph in the same folder"), std::string::npos) << other.err;
    return false;
  };
  solve_graph(game, folder.path(), {.threads = 1, .should_stop = second});
  EXPECT_NE(refusal.find("another process is solving graph in the same folder"), std::string::npos) << refusal;
  count("second writer", 2);
  const Scratch alone;
  solve_graph(game, alone.path(), {.threads = 1});
  EXPECT_TRUE(bytes_in(table_in(folder.path())) == bytes_in(table_in(alone.path())));
}

// A limit below the estimate is refused before the work, with figures; one above it is kept.
TEST(Limits, MemoryOption) {
  const Game game = game_of(300'000);
  const Scratch folder;
  // Of a first solve, since what the process has taken counts: a second one would find it grown.
  solve_graph(game, folder.path(), {.threads = 2});
  auto needed_now = [&] { return make_strategy(game, "graph", {.threads = 2}, Contents::distances)->plan().memory; };
  u64 refused = 0;
  for (u64 i = 1; i <= 20; ++i) {
    const u64 needed = needed_now();
    const SolveOptions options{.threads = 2, .memory = needed / 10 * i + (i >= 10 ? needed / 10 : 0)};
    try {
      solve_graph(game, folder.path(), options);
      EXPECT_GE(options.memory, needed);
    } catch (const Error& e) {
      ++refused;
      EXPECT_LT(options.memory, needed);
      EXPECT_EQ(e.code(), Exit::resources);
      EXPECT_NE(std::string(e.what()).find("--memory"), std::string::npos) << e.what();
    }
  }
  EXPECT_EQ(refused, 9U);
  count("--memory", 20);
}

// Under a limit on the address space a solve ends well or says that memory is missing; it never aborts.
TEST(Limits, AddressSpace) {
  if (ZERMELO_SANITIZED != 0) GTEST_SKIP() << "sanitizers reserve the address space";
  const Scratch work, notes;
  u64 refused = 0, solved = 0;
  for (const int threads : {1, 2, 6}) {
    Driver driver{.folder = work / "tables", .nodes = 100'000, .threads = threads, .checkpoint_seconds = "0.01"};
    for (u64 i = 0; i < 10; ++i) {
      driver.address_space = (u64{16} << 20) + i * (u64{12} << 20);
      const Finished f = run(driver, notes);
      // 127: not even the program and its libraries fit.
      EXPECT_TRUE(f.code == 0 || f.code == 7 || f.code == 127)
          << (driver.address_space >> 20) << " MiB, " << threads << " threads: code " << f.code << ", signal " << f.signal << ", "
          << f.err;
      refused += f.code == 7;
      solved += f.code == 0;
      std::filesystem::remove(table_in(driver.folder));
    }
  }
  count("limit on the address space", 30);
  EXPECT_GT(refused, 3U);
  EXPECT_GT(solved, 3U);
}

// A disk that is really full: too small from the beginning, or filled by another program meanwhile. The run ends with code 7 and
// a sentence, and goes on when there is room.
TEST(Limits, SmallDisk) {
  const Scratch work, notes;
  const auto disk = work / "disk";
  std::filesystem::create_directory(disk);
  if (::mount("zermelo-test", disk.c_str(), "tmpfs", 0, "size=32k") != 0) GTEST_SKIP() << "mounting is not permitted here";
  Driver driver{.folder = disk / "tables", .nodes = 100'000, .threads = 2};
  const auto filler = disk / "filler";
  for (const auto& [size, on_the_way] :
       {std::pair{"size=32k", false}, {"size=64k", false}, {"size=1m", true}, {"size=2m", true}}) {
    EXPECT_EQ(::mount("zermelo-test", disk.c_str(), "tmpfs", MS_REMOUNT, size), 0);
    if (on_the_way) driver.environment = {"ZERMELO_DRIVER_FILLS=" + filler.string()};
    const Finished full = run(driver, notes);
    EXPECT_EQ(full.code, 7) << full.err;
    EXPECT_NE(full.err.find(disk.string()), std::string::npos) << full.err;
    EXPECT_EQ(full.err.find("No space left on device") != std::string::npos, on_the_way) << full.err;
    std::filesystem::remove(filler);
  }
  count("small disk", 4);
  driver.environment.clear();
  EXPECT_EQ(::mount("zermelo-test", disk.c_str(), "tmpfs", MS_REMOUNT, "size=64m"), 0);
  const Finished room = run(driver, notes);
  EXPECT_EQ(room.code, 0) << room.err;
  const std::string resumed = bytes_in(table_in(driver.folder));
  ::umount(disk.c_str());
  driver.folder = work / "reference";
  EXPECT_EQ(run(driver, notes).code, 0);
  EXPECT_TRUE(resumed == bytes_in(table_in(driver.folder)));
}

} // namespace
} // namespace zermelo::faults
