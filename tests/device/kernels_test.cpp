// Every small game of the catalog on a device, by every method that can go there: the bytes of the CPU, also after stops and when
// a solve goes on on the other side. Compiled with the kernels on the CPU (kernel_tests), and with CUDA (cuda_tests).
#include <gtest/gtest.h>

#include <utility>

#include "catalog/catalog.h"
#include "exec/cuda/register.h"
#include "solve/marks/device.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

// A device does in a second what its emulation does in minutes. There are faults that only a device shows: a stack that is too small.
#ifdef ZERMELO_EMULATED
constexpr u64 small = 200'000; // slots
constexpr int threads = 2;
#else
constexpr u64 small = 20'000'000;
constexpr int threads = 0; // all
#endif
constexpr u64 tiny = 30'000;

class Kernels : public testing::Test {
protected:
  static void SetUpTestSuite() { register_cuda_devices(); }
  void SetUp() override {
    try {
      const faults::Scratch folder;
      open_game("tictactoe")->solve(TableFiles(folder.path(), "t"), {.device = Device::cuda});
    } catch (const Error& e) {
      if (std::string(e.what()).find("there is no CUDA device") != std::string::npos) GTEST_SKIP() << e.what();
    }
  }

  // With the least memory of the device that a plan can do with.
  static SolveOptions with_windows(const Entry& entry, Method m, bool on_disk) {
    SolveOptions options{.threads = 2, .device_memory = 1, .method = m, .device = Device::cuda};
    const SolvePlan plan = entry.plan(options, Contents::distances);
    options.device_memory = plan.device_memory;
    options.on_disk = on_disk && plan.in_windows;
    return options;
  }

  // f(entry, method) for each that a device takes.
  template <class F> static int each_way(u64 most_slots, F&& f) {
    std::vector<std::string> names = {"yonmoque:free-1"};
    for (const auto& folder : catalog())
      for (const auto& v : folder.family.variants) names.push_back(folder.family.name + (v.name.empty() ? "" : ":" + v.name));
    int ways = 0;
    for (const auto& name : names) {
      const auto entry = open_game(name);
      if (!entry->game().indexed() || entry->game().slots() > most_slots) continue;
      for (const Method m : named_methods) {
        try {
          entry->plan({.method = m, .device = Device::cuda}, Contents::distances);
        } catch (const Error& e) {
          EXPECT_EQ(e.code(), Exit::usage) << e.what();
          continue;
        }
        ++ways;
        f(*entry, m);
      }
    }
    return ways;
  }
};

TEST_F(Kernels, EverySmallGameHasTheBytesOfTheCpu) {
  int in_windows = 0;
  const int ways = each_way(small, [&](const Entry& entry, Method m) {
    const faults::Scratch here, there;
    for (const Contents contents : {Contents::distances, Contents::values}) {
      // Scores tell who wins; and packing is the same for large and small games.
      if (contents == Contents::values && (entry.name == "awari" || entry.game().slots() > tiny)) continue;
      const TableFiles cpu(here.path(), entry.full_name(), contents), device(there.path(), entry.full_name(), contents);
      entry.solve(cpu, {.threads = threads});
      const SolveResult result = entry.solve(device, {.threads = threads, .method = m, .device = Device::cuda});
      EXPECT_NE(result.device.name, "") << entry.full_name();
      EXPECT_TRUE(faults::bytes_in(cpu.table) == faults::bytes_in(device.table)) << entry.full_name() << " by " << name_of(m);
      // With so little memory of the device that finished layers go through it in windows, from here or from disk.
      for (const bool on_disk : {false, true}) {
        const SolveOptions options = with_windows(entry, m, on_disk);
        if (!entry.plan(options, contents).in_windows) continue;
        ++in_windows;
        const faults::Scratch again;
        const TableFiles files(again.path(), entry.full_name(), contents);
        entry.solve(files, options);
        EXPECT_TRUE(faults::bytes_in(cpu.table) == faults::bytes_in(files.table)) << entry.full_name() << " in windows";
      }
    }
  });
  EXPECT_GE(ways, 8);
  EXPECT_GE(in_windows, 6);
}

// Late passes take moves back, which these games are too small for: here all passes but the first two do.
TEST_F(Kernels, MarksByMovesTakenBackHaveTheBytesOfTheCpu) {
  const u64 cost = std::exchange(MarkDevice::cost_of_taking_back, 0);
  int solved = 0;
  each_way(small, [&](const Entry& entry, Method m) {
    if (m != Method::marks) return;
    ++solved;
    for (const Contents contents : {Contents::distances, Contents::values}) {
      const faults::Scratch here, there;
      const TableFiles cpu(here.path(), entry.full_name(), contents), device(there.path(), entry.full_name(), contents);
      entry.solve(cpu, {.threads = threads, .method = Method::backward});
      entry.solve(device, {.threads = threads, .method = m, .device = Device::cuda});
      EXPECT_TRUE(faults::bytes_in(cpu.table) == faults::bytes_in(device.table)) << entry.full_name();
    }
  });
  MarkDevice::cost_of_taking_back = cost;
  EXPECT_GE(solved, 3);
}

// A solve is stopped again and again, and goes on on the CPU and on the device in turn.
TEST_F(Kernels, ASolveGoesOnOnTheOtherSide) {
  u64 stops = 0;
  each_way(tiny, [&](const Entry& entry, Method m) {
    const faults::Scratch here, there;
    const TableFiles cpu(here.path(), entry.full_name()), both(there.path(), entry.full_name());
    entry.solve(cpu, {.threads = 2});
    for (int run = 0;; ++run) {
      ASSERT_LT(run, 400) << entry.full_name() << " by " << name_of(m);
      try {
        int polls = 0;
        SolveOptions options;
        if (run % 4 == 0) options = with_windows(entry, m, run % 8 == 0);
        options.threads = 1;
        options.checkpoint_every = 0;
        options.method = m;
        options.device = run % 2 == 0 ? Device::cuda : Device::cpu;
        options.should_stop = [&] { return ++polls == 2 + run % 3; };
        entry.solve(both, options);
        break;
      } catch (const Error& e) {
        ASSERT_EQ(e.code(), Exit::stopped) << e.what();
        ++stops;
      }
    }
    EXPECT_TRUE(faults::bytes_in(cpu.table) == faults::bytes_in(both.table)) << entry.full_name() << " by " << name_of(m);
  });
  EXPECT_GT(stops, 20U);
}

// What cannot go to a device is told why.
TEST_F(Kernels, RefusalsNameWhatIsMissing) {
  auto why = [](const char* game, Method m) {
    try {
      open_game(game)->plan({.method = m, .device = Device::cuda}, Contents::distances);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::usage);
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_NE(why("awari:12", Method::windows).find("CPU only"), std::string::npos);
  EXPECT_NE(why("nocca:3x3", Method::backward).find("by blocks only"), std::string::npos);
  EXPECT_NE(why("checkers:endings-3", Method::forward).find("layers only"), std::string::npos);
  // What not even windows fit into is refused with both figures.
  const faults::Scratch scratch;
  try {
    open_game("awari:9")->solve(TableFiles(scratch.path(), "awari:9"), {.device_memory = u64{1} << 30, .device = Device::cuda});
    FAIL() << "3 GiB are what the device needs for itself";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::resources);
    EXPECT_NE(std::string(e.what()).find("3.0 GiB of the device's memory"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("1.0 GiB are allowed by --device-memory"), std::string::npos) << e.what();
  }
}

} // namespace
} // namespace zermelo
