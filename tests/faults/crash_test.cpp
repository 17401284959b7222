// Kills, failing disks and power cuts at every operation: the same command, run again, ends with the same bytes.
#include <gtest/gtest.h>

#include "tests/faults/power_cut.h"
#include "tests/faults/process.h"
#include "tests/faults/solving.h"

namespace zermelo::faults {
namespace {

// The driver in a folder of its own, what it gives undisturbed, and which operations that takes.
class Crash : public testing::Test {
protected:
  Crash() { driver_.folder = work_ / "tables"; }

  void record() {
    reset();
    Driver recorded = driver_;
    shim_into(recorded, "record", 0, notes_ / "log");
    const Finished done = run(recorded, notes_);
    ASSERT_EQ(done.code, 0) << done.err;
    ASSERT_EQ(done.out, checkpoint_.empty() ? "from the start\n" : "resumed\n");
    log_ = read_log(notes_ / "log");
    if (right_.empty()) right_ = bytes_in(table());
    ASSERT_TRUE(bytes_in(table()) == right_);
    ASSERT_GT(log_.size(), 20U);
  }
  void reset() const {
    std::filesystem::remove_all(driver_.folder);
    std::filesystem::create_directory(driver_.folder);
    if (!checkpoint_.empty()) write_bytes(checkpoint_in(driver_.folder), checkpoint_);
  }
  std::filesystem::path table() const { return table_in(driver_.folder); }

  Finished hit(const std::string& mode, u64 at) {
    reset();
    Driver hit = driver_;
    shim_into(hit, mode, at);
    return run(hit, notes_);
  }
  void expect_recovery(const std::string& what) {
    const bool saved = std::filesystem::exists(checkpoint_in(driver_.folder));
    const Finished again = run(driver_, notes_);
    EXPECT_EQ(again.code, 0) << what << ": " << again.err;
    EXPECT_EQ(again.out, saved ? "resumed\n" : "from the start\n") << what;
    EXPECT_TRUE(bytes_in(table()) == right_) << what << " changed the table";
    EXPECT_FALSE(std::filesystem::exists(checkpoint_in(driver_.folder))) << what;
  }
  // Every operation in a full run; else every so many.
  void at_every_operation(const std::string& mode, u64 stride, const std::function<bool(const Finished&)>& expected) {
    for (u64 at = 1; at <= log_.size() && !HasFailure(); at += full_run() ? 1 : stride) {
      const Finished f = hit(mode, at);
      const std::string what = mode + " at operation " + std::to_string(at);
      EXPECT_TRUE(expected(f)) << what << ": code " << f.code << ", signal " << f.signal << ", " << f.err;
      expect_recovery(what);
    }
    EXPECT_EQ(hit(mode, log_.size() + 1).code, 0) << "more operations than were recorded";
  }

  Scratch work_, notes_;
  Driver driver_;
  std::string right_;
  std::string checkpoint_; // in the folder at the start
  std::vector<Operation> log_;
};

bool killed(const Finished& f) { return f.signal == SIGKILL; }

TEST_F(Crash, KilledAtEveryOperation) {
  if (!full_run()) driver_.nodes = 600;
  record();
  at_every_operation("kill", 1, killed);
}

TEST_F(Crash, KilledInTheMiddleOfEveryWrite) {
  record();
  at_every_operation("torn", 5, killed);
}

// What fails says so: the file and the reason; or it was an operation that may fail, and the table is right.
TEST_F(Crash, FailingAtEveryOperation) {
  record();
  auto says = [&](const Finished& f, const char* reason, int code) {
    if (f.code == 0) return bytes_in(table()) == right_;
    return f.code == code && f.err.find(driver_.folder.string()) != std::string::npos && f.err.find(reason) != std::string::npos;
  };
  u64 failures = 0;
  at_every_operation("eio", 5, [&](const Finished& f) { return failures += f.code != 0, says(f, "Input/output error", 1); });
  EXPECT_GT(failures, log_.size() / (full_run() ? 2 : 10));
  at_every_operation("enospc", 5, [&](const Finished& f) { return says(f, "No space left on device", 7); });
  at_every_operation("short", 7, [](const Finished& f) { return f.code == 0; });
}

// The same with a checkpoint to read first.
TEST_F(Crash, FailingWhileResuming) {
  driver_.nodes = 1500;
  record();
  const Finished stopped = hit("kill", log_.size() / 2);
  checkpoint_ = bytes_in(checkpoint_in(driver_.folder));
  ASSERT_TRUE(stopped.signal == SIGKILL && !checkpoint_.empty());
  record();
  at_every_operation("kill", 5, killed);
  at_every_operation("eio", 3, [&](const Finished& f) {
    return f.code == 0 || (f.code == 1 && f.err.find(driver_.folder.string()) != std::string::npos);
  });
}

TEST_F(Crash, KilledAtRandomMoments) {
  std::mt19937_64 random(seed_of_test());
  driver_.nodes = 70'000;
  driver_.threads = 2;
  const auto begin = std::chrono::steady_clock::now();
  record();
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin).count();
  reset();
  u64 kills = 0;
  for (u64 i = 0, n = times(10, 200); i < n; ++i) {
    const pid_t child = start(driver_, notes_ / "out", notes_ / "err");
    ::usleep(static_cast<useconds_t>(random() % static_cast<u64>(whole)));
    ::kill(child, SIGKILL);
    kills += wait_for(child, notes_ / "out", notes_ / "err").signal == SIGKILL;
    if (i % 2 == 0) continue; // killed again where it was
    expect_recovery("kill " + std::to_string(i));
    reset();
  }
  EXPECT_GT(kills, 0U);
}

TEST_F(Crash, PowerCuts) {
  std::mt19937_64 random(seed_of_test());
  record();
  const graph::GraphGame<true, false> game{
      std::make_shared<const graph::Graph>(graph::random_graph(victim_shape(driver_.nodes), driver_.seed))};
  auto unusable = [&](bool syncs_work, u64 states) {
    u64 bad = 0;
    for (u64 i = 0; i < states; ++i) {
      PowerCut disk(driver_.folder, syncs_work);
      const u64 moment = random() % (log_.size() + 1);
      for (u64 op = 0; op < moment; ++op) disk.apply(log_[op]);
      disk.leave(driver_.folder, random);
      try {
        const bool wrong = std::filesystem::exists(table()) && bytes_in(table()) != right_;
        solve_graph(game, driver_.folder, {.threads = 1});
        bad += wrong || bytes_in(table()) != right_;
      } catch (const Error&) {
        ++bad;
      }
    }
    return bad;
  };
  EXPECT_EQ(unusable(true, times(60, 1000)), 0U);
  EXPECT_GT(unusable(false, 60), 5U) << "the replay would not notice a missing fsync";
}

} // namespace
} // namespace zermelo::faults
