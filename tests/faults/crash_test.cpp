// Kills, failing disks, power cuts, failing allocations and threads, flipped bits, in every way of solving (strategies.h): the
// same command, run again, ends with the same bytes, and what is wrong is found.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/faults/damage.h"
#include "tests/faults/power_cut.h"
#include "tests/faults/process.h"
#include "tests/faults/strategies.h"

namespace zermelo::faults {
namespace {

// One way in a folder of its own, what it gives undisturbed, and which operations that takes.
class Crash : public ::testing::TestWithParam<Way> {
protected:
  Crash() : way_(GetParam()), random_(seed_of_test()) {
    driver_.folder = work_ / "tables";
    driver_.way = way_.name;
    if (!full_run()) driver_.nodes = 600;
  }

  // `folder` is what a run finds; nothing: it begins. `least`: operations that are to be hit.
  void record(const std::filesystem::path& folder = {}, std::size_t least = 16) {
    begin_ = folder;
    reset();
    Driver recorded = driver_;
    shim_into(recorded, "record", 0, notes_ / "log");
    const Finished done = run(recorded, notes_);
    ASSERT_EQ(done.code, 0) << done.err;
    ASSERT_EQ(done.out, begin_.empty() ? "from the start\n" : "resumed\n");
    log_ = read_log(notes_ / "log");
    if (right_.empty()) right_ = bytes_in(result_of(way_, driver_.folder));
    ASSERT_TRUE(is_right(way_, driver_.folder, right_));
    ASSERT_GE(log_.size(), least);
  }
  void reset() const {
    std::filesystem::remove_all(driver_.folder);
    begin_.empty() ? std::filesystem::create_directory(driver_.folder) : (std::filesystem::copy(begin_, driver_.folder), true);
  }
  GraphSize size() const { return {driver_.nodes, driver_.seed, driver_.wide}; }

  Finished hit(const std::string& mode, u64 at) {
    reset();
    Driver hit = driver_;
    shim_into(hit, mode, at);
    return run(hit, notes_);
  }
  void expect_recovery(const std::string& what) {
    const bool saved = has_saved(way_, driver_.folder);
    const Finished again = run(driver_, notes_);
    EXPECT_EQ(again.code, 0) << what << ": " << again.err;
    if (again.code != 0) return;
    // Facts are added one by one: a file may hold none yet.
    if (way_.sought != Sought::win || !saved) {
      EXPECT_EQ(again.out, saved ? "resumed\n" : "from the start\n") << what;
    }
    EXPECT_TRUE(is_right(way_, driver_.folder, right_)) << what << " changed the result";
    expect_tidy(what);
  }
  // Nothing lies there but the result and its lock.
  void expect_tidy(const std::string& what) const {
    for (const auto& file : std::filesystem::directory_iterator(driver_.folder))
      EXPECT_TRUE(file.path() == result_of(way_, driver_.folder) || file.path().extension() == ".lock") << what << ": " << file;
  }

  // The first operation that is this way's own: in place a table is solved as on disk, and only written otherwise.
  u64 first_own() const {
    u64 first = 1;
    while (way_.in_place && log_[first - 1].path.find(result_of(way_, driver_.folder).filename()) == std::string::npos) ++first;
    return first;
  }
  // Some numbers of `first` to `last`: in a full run all of them, or those of its shard; else so many, by the seed, and the last ones,
  // where a run tidies up.
  std::set<u64> some_of(u64 first, u64 last, u64 quick) {
    std::set<u64> chosen;
    if (full_run()) {
      for (u64 at = first + shard().number; at <= last; at += shard().of) chosen.insert(at);
      return chosen;
    }
    for (u64 i = 0; i < times(quick, 0); ++i) chosen.insert(first + random_() % (last - first + 1));
    for (u64 at = std::max(first, last > 2 ? last - 2 : 1); at <= last; ++at) chosen.insert(at);
    return chosen;
  }
  void at_operations(const std::string& mode, u64 quick, const std::function<bool(const Finished&)>& expected) {
    u64 tried = 0;
    for (const u64 at : some_of(first_own(), log_.size(), quick)) {
      const Finished f = hit(mode, at);
      const std::string what = std::string(way_.name) + ", " + mode + " at operation " + std::to_string(at);
      EXPECT_TRUE(expected(f)) << what << ": code " << f.code << ", signal " << f.signal << ", " << f.err;
      expect_recovery(what);
      ++tried;
      if (HasFailure() || out_of_time()) break;
    }
    counted(mode + (begin_.empty() ? " at an operation" : " at an operation of a run that goes on"), tried);
  }
  // When several ranks save depends on their clocks: a run may be over before the operation that is to be hit.
  bool varies() const { return way_.ranks > 1; }
  std::function<bool(const Finished&)> killed() const {
    return [this](const Finished& f) {
      return f.signal == SIGKILL || (varies() && f.code == 0 && is_right(way_, driver_.folder, right_));
    };
  }
  // What failed says so: the file and the reason. Or it was something that may fail, and the result is right. SQLite has words of its
  // own for a full disk, and loses the reason why it could not open a file.
  bool says(const Finished& f, const char* reason, int code) const {
    if (f.code == 0) return is_right(way_, driver_.folder, right_);
    auto has = [&](const std::string& words) { return f.err.find(words) != std::string::npos; };
    if (way_.sought == Sought::many && f.code == 1 && has("cannot open or write " + driver_.folder.string())) return true;
    const bool full = way_.sought == Sought::many && code == 7 && has("is full");
    return f.code == code && has(driver_.folder.string()) && (full || has(reason));
  }
  // That a fault has an effect at all; a shard may have too few of them to tell.
  static void expect_some(u64 effects) {
    if (shard().of == 1 && !out_of_time()) {
      EXPECT_GT(effects, 0U);
    }
  }
  void counted(const std::string& row, u64 n) const { count(row, n, way_.name); }

  Way way_;
  Scratch work_, notes_;
  Driver driver_;
  std::mt19937_64 random_;
  std::filesystem::path begin_;
  std::string right_;
  std::vector<Operation> log_;
};

TEST_P(Crash, KilledAtOperations) {
  record();
  if (shard().number == 0) counted("operations on files", log_.size() - first_own() + 1);
  at_operations("kill", 12, killed());
  at_operations("torn", 4, killed());
  if (!varies()) {
    EXPECT_EQ(hit("kill", log_.size() + 1).code, 0) << "more operations than were recorded";
  }
}

TEST_P(Crash, FailingOperations) {
  record();
  u64 failures = 0;
  at_operations("eio", 10,
                [&](const Finished& f) { return failures += f.code != 0 ? 1U : 0U, says(f, "Input/output error", 1); });
  expect_some(failures);
  at_operations("enospc", 6, [&](const Finished& f) { return says(f, "No space left on device", 7); });
  at_operations("short", 3, [&](const Finished& f) { return f.code == 0 && is_right(way_, driver_.folder, right_); });
}

// The same with something to go on from.
TEST_P(Crash, FailingWhileResuming) {
  record();
  u64 at = (first_own() + log_.size()) / 2;
  do hit("kill", at);
  while (!has_saved(way_, driver_.folder) && ++at < log_.size());
  ASSERT_TRUE(has_saved(way_, driver_.folder));
  const auto begin = work_ / "begin";
  std::filesystem::copy(driver_.folder, begin);
  record(begin);
  at_operations("kill", 3, killed());
  at_operations("eio", 4, [&](const Finished& f) { return f.code == 0 || says(f, "", 1); });
}

TEST_P(Crash, KilledAtRandomMoments) {
  driver_.nodes = 70'000;
  driver_.threads = 2;
  const auto begin = std::chrono::steady_clock::now();
  record();
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin).count();
  reset();
  u64 kills = 0;
  const u64 n = times(4, 200);
  for (u64 i = 0; i < n && !out_of_time(); ++i) {
    const pid_t child = start(driver_, notes_ / "out", notes_ / "err");
    ::usleep(static_cast<useconds_t>(random_() % static_cast<u64>(whole)));
    ::kill(child, SIGKILL);
    kills += wait_for(child, notes_ / "out", notes_ / "err").signal == SIGKILL ? 1U : 0U;
    if (i % 2 == 0) continue; // killed again where it was
    expect_recovery("kill " + std::to_string(i));
    reset();
  }
  counted("kill at a random moment", kills);
}

TEST_P(Crash, PowerCuts) {
  record();
  u64 cuts = 0;
  auto unusable = [&](bool syncs_work, u64 states) {
    u64 bad = 0;
    for (u64 i = 0; i < states && !out_of_time(); ++i, ++cuts) {
      PowerCut disk(driver_.folder, syncs_work);
      const u64 before = first_own() - 1, moment = before + random_() % (log_.size() - before + 1);
      for (u64 op = 0; op < moment; ++op) disk.apply(log_[op]);
      disk.leave(driver_.folder, random_);
      try {
        const auto result = result_of(way_, driver_.folder);
        const bool wrong = std::filesystem::exists(result) && !is_right(way_, driver_.folder, right_);
        solve_way(way_, driver_.folder, {.threads = 1}, size());
        bad += wrong || !is_right(way_, driver_.folder, right_) ? 1U : 0U;
      } catch (const Error&) {
        ++bad;
      }
    }
    return bad;
  };
  EXPECT_EQ(unusable(true, times(20, 1000)), 0U);
  counted("power cut", cuts);
  const u64 noticed = unusable(false, 40);
  if (!out_of_time()) {
    EXPECT_GT(noticed, 2U) << "the replay would not notice a missing fsync";
  }
}

// The n-th allocation fails, of those of a page or more or of all: code 7 with a sentence, or nothing that mattered.
class CrashAllocations : public Crash {
protected:
  void fail_each(const std::string& mode, u64 quick) {
    if (way_.in_place) GTEST_SKIP() << "until it writes its table it is ondisk";
    if (ZERMELO_SANITIZED != 0) GTEST_SKIP() << "sanitizers replace the allocations themselves";
    record();
    u64 refused = 0, tried = 0, last = 1;
    for (u64 step = 1 << 24; step > 0; step /= 2) // how many there are: the last one that is hit
      if (hit(mode, last + step).code != 0) last += step;
    for (const u64 at : last > most_one_by_one && full_run() ? of_each_site() : some_of(1, last, quick)) {
      const Finished f = hit(mode, at);
      const std::string what = std::string(way_.name) + ", " + mode + " " + std::to_string(at) + " of " + std::to_string(last);
      EXPECT_TRUE(f.code == 7 || (f.code == 0 && is_right(way_, driver_.folder, right_)))
          << what << ": code " << f.code << ", signal " << f.signal << ", " << f.err;
      if (f.code != 0) {
        EXPECT_NE(f.err.find("memory"), std::string::npos) << what << ": " << f.err;
      }
      refused += f.code == 7 ? 1U : 0U;
      ++tried;
      expect_recovery(what);
      if (HasFailure() || out_of_time()) break;
    }
    expect_some(refused);
    counted(mode == "alloc" ? "failing allocation of a page or more" : "failing allocation of any size", tried);
    if (shard().number == 0) counted(mode == "alloc" ? "allocations of a page or more" : "allocations", last);
  }

private:
  static constexpr u64 most_one_by_one = 10'000; // in a full run

  // Of the allocations that come from the same calls the first, the middle and the last one.
  std::set<u64> of_each_site() {
    reset();
    Driver noted = driver_;
    shim_into(noted, "sites", 1, notes_ / "sites");
    EXPECT_EQ(run(noted, notes_).code, 0);
    const std::string bytes = bytes_in(notes_ / "sites");
    std::map<u64, std::vector<u64>> by_site;
    for (u64 at = 0; at < bytes.size() / sizeof(u64); ++at) {
      u64 site = 0;
      std::memcpy(&site, bytes.data() + at * sizeof site, sizeof site);
      by_site[site].push_back(at + 1);
    }
    std::set<u64> chosen, mine;
    for (const auto& [site, all] : by_site) chosen.insert({all.front(), all[all.size() / 2], all.back()});
    u64 number = 0;
    for (const u64 at : chosen)
      if (number++ % shard().of == shard().number) mine.insert(at);
    if (shard().number == 0) counted("calls that allocate", by_site.size());
    EXPECT_GT(by_site.size(), 100U);
    return mine;
  }
};
TEST_P(CrashAllocations, OfAPageOrMore) { fail_each("alloc", 12); }
TEST_P(CrashAllocations, OfAnySize) { fail_each("small", 12); }

// Fewer threads than were asked for can be had.
TEST_P(Crash, MissingThreads) {
  if (way_.ranks > 1 || way_.sought == Sought::many) GTEST_SKIP() << "its processes are threads here, or others";
  if (ZERMELO_SANITIZED != 0) GTEST_SKIP() << "sanitizers have threads of their own";
  driver_.threads = 4;
  record({}, 1); // a short search by several threads may be over before the one that saves has looked at a clock
  for (u64 most = 0; most <= 4; ++most) {
    const Finished f = hit("threads", most);
    EXPECT_EQ(f.code, most < 3 ? 7 : 0) << most << " threads: signal " << f.signal << ", " << f.err;
    if (f.code == 7) {
      EXPECT_NE(f.err.find("cannot start 4 threads"), std::string::npos) << f.err;
    }
    expect_recovery(std::to_string(most) + " threads");
  }
  counted("limit on threads", 5);
}

// Stopped at the first moment at which it can be, again and again: what it says that it saved is there, and it gets on.
TEST_P(Crash, StoppedAtOnceItGetsOn) {
  if (way_.in_place) GTEST_SKIP() << "until it writes its table it is ondisk";
  Way way = way_;
  if (way.longer != nullptr) {
    way.game = way.longer;
    if (way.sought == Sought::proof) way.sought = Sought::verdict; // to take the proof out begins anew after a stop
    reset();
    solve_way(way, driver_.folder, {.threads = 1}, size());
    right_ = bytes_in(result_of(way, driver_.folder));
  } else {
    record();
  }
  reset();
  u64 stops = 0;
  for (bool done = false; !done; ++stops) {
    ASSERT_LT(stops, 2'000U) << "it never gets anywhere";
    try {
      // A search is asked every 64 visits, and keeps what took more than one: it needs several hundred to get on.
      int polls = way.searches() ? 8 : 1;
      solve_way(way, driver_.folder, {.threads = 1, .checkpoint_every = 0, .should_stop = [&] { return --polls <= 0; }}, size());
      done = true;
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), Exit::stopped) << e.what();
      ASSERT_TRUE(has_saved(way, driver_.folder)) << "it says: " << e.what();
    }
  }
  EXPECT_TRUE(is_right(way, driver_.folder, right_));
  expect_tidy("stopped at once");
  EXPECT_GT(stops, 1U);
  counted("stop at the first moment", stops - 1);
}

// A bit of what a solve has saved flips, and its checksums are right: as if it had flipped in memory. What comes out is right,
// refused, or found by the semantic check.
TEST_P(Crash, FlippedBits) {
  if (way_.in_place) GTEST_SKIP() << "until it writes its table it is ondisk";
  if (way_.searches()) GTEST_SKIP() << "its result is no table; a proof is checked by itself: tests/proof_test.cpp";
  record();
  u64 wrong = 0, refused = 0, harmless = 0;
  for (u64 i = 0, n = times(12, 400); wrong + refused + harmless < n && !out_of_time(); ++i) {
    ASSERT_LT(i, 100 * n);
    reset();
    u64 left = 1 + random_() % 12;
    try {
      solve_way(way_, driver_.folder, {.threads = 1, .checkpoint_every = 0, .should_stop = [&] { return --left == 0; }}, size());
      continue; // it was done before
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), Exit::stopped) << e.what();
    }
    const auto saved = files_of(way_, driver_.folder).checkpoints();
    const auto file = saved[random_() % saved.size()];
    nlohmann::json header;
    Bytes cells;
    u64 block_bytes = 0;
    {
      const BlockReader in(file);
      header = in.header();
      cells = payload_of(in);
      block_bytes = in.block_bytes();
    }
    if (cells.empty()) continue;
    cells[random_() % cells.size()] ^= std::byte{1} << static_cast<int>(random_() % 8);
    write_payload(file, header, block_bytes, cells);
    try {
      solve_way(way_, driver_.folder, {.threads = 1}, size());
    } catch (const Error& e) {
      ASSERT_TRUE(e.code() == Exit::table || e.code() == Exit::runtime) << e.what();
      ++refused;
      continue;
    }
    if (is_right(way_, driver_.folder, right_)) {
      ++harmless;
    } else {
      ++wrong;
      EXPECT_FALSE(check_holds(way_, driver_.folder, size())) << "a wrong table was not found";
    }
  }
  expect_some(wrong + refused);
  counted("flipped bit", wrong + refused + harmless);
  counted("flipped bit: refused", refused);
  counted("flipped bit: without effect", harmless);
  counted("flipped bit: wrong table, found", wrong);
}

std::string name_of_way(const ::testing::TestParamInfo<Way>& p) { return p.param.name; }
INSTANTIATE_TEST_SUITE_P(Ways, Crash, ::testing::ValuesIn(ways), name_of_way);
INSTANTIATE_TEST_SUITE_P(Ways, CrashAllocations, ::testing::ValuesIn(ways), name_of_way);

} // namespace
} // namespace zermelo::faults
