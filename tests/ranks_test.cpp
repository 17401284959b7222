// Several processes solve together, here as threads: the same bytes whatever their number, the order of their messages, and
// wherever they stop.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "catalog/catalog.h"
#include "exec/share.h"
#include "exec/thread_ranks.h"
#include "solve/job.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

TableFiles solved_in(const std::filesystem::path& folder, const std::string& game, Contents contents = Contents::distances) {
  return TableFiles(folder, game, contents);
}

void solve_alone(const std::string& game, const TableFiles& files) {
  SolveOptions options;
  options.threads = 1;
  open_game(game)->solve(files, options);
}

// All ranks; `change` sets what else a rank's options have.
RankTicks solve_together(const std::string& game, const TableFiles& files, int ranks, const RankTrouble& trouble = {},
                         const std::function<void(SolveOptions&)>& change = {}, EdgeCounts* edges = nullptr) {
  return run_as_ranks(
      ranks,
      [&](Ranks& here) {
        SolveOptions options;
        options.threads = 1;
        options.ranks = &here;
        if (change) change(options);
        const SolveResult result = open_game(game)->solve(files, options);
        if (edges != nullptr && here.first()) *edges = result.edges;
      },
      trouble);
}

TEST(Ranks, AnyNumberOfThemWritesTheSameBytes) {
  for (const auto& [game, contents] :
       std::vector<std::pair<std::string, Contents>>{{"tictactoe", Contents::distances},
                                                     {"awari:9", Contents::distances},
                                                     {"awari:3x3", Contents::distances},
                                                     {"checkers:endings-3", Contents::distances},
                                                     {"checkers:6x6-endings-3", Contents::values}}) {
    const faults::Scratch scratch;
    const TableFiles once = solved_in(scratch.path() / "once", game, contents);
    solve_alone(game, once);
    for (const int ranks : {2, 3, 7}) {
      const TableFiles files = solved_in(scratch.path() / std::to_string(ranks), game, contents);
      solve_together(game, files, ranks);
      EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << game << " by " << ranks;
      EXPECT_TRUE(files.checkpoints().empty());
    }
  }
}

// Each edge of the game's graph is looked at once, whoever has its ends.
TEST(Ranks, TheyTellAndAskAsOftenAsOneDoes) {
  for (const auto& [game, asks] : std::vector<std::pair<std::string, bool>>{
           {"tictactoe", false}, {"awari:8", true}, {"awari:3x3", true}, {"checkers:endings-3", true}}) {
    const faults::Scratch scratch;
    EdgeCounts once;
    solve_together(game, solved_in(scratch.path() / "1", game), 1, {}, {}, &once);
    EXPECT_GT(once.updates, 1000U) << game;
    EXPECT_EQ(once.questions > 1000, asks) << game;
    for (const int ranks : {2, 3, 4}) {
      EdgeCounts edges;
      solve_together(game, solved_in(scratch.path() / std::to_string(ranks), game), ranks, {}, {}, &edges);
      EXPECT_EQ(edges.updates, once.updates) << game << " by " << ranks;
      EXPECT_EQ(edges.questions, once.questions) << game << " by " << ranks;
    }
    EdgeCounts on_disk;
    if (!asks) continue;
    solve_together(game, solved_in(scratch.path() / "disk", game), 1, {}, [](SolveOptions& o) { o.on_disk = true; }, &on_disk);
    EXPECT_EQ(on_disk.updates, once.updates) << game;
    EXPECT_EQ(on_disk.questions, once.questions) << game;
  }
}

TEST(Ranks, MessagesMayComeInAnyOrder) {
  const faults::Scratch scratch;
  const TableFiles once = solved_in(scratch.path() / "once", "awari:7");
  solve_alone("awari:7", once);
  for (u64 order = 1; order <= faults::times(10, 200); ++order) {
    const TableFiles files = solved_in(scratch.path() / "any", "awari:7");
    solve_together("awari:7", files, 3, {.order = order});
    ASSERT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << "order " << order;
    std::filesystem::remove(files.table);
  }
}

TEST(Ranks, SlowMessagesChangeNothing) {
  const faults::Scratch scratch;
  const TableFiles once = solved_in(scratch.path() / "once", "awari:6");
  solve_alone("awari:6", once);
  const TableFiles files = solved_in(scratch.path() / "slow", "awari:6");
  solve_together("awari:6", files, 3, {.delay = 1e-3});
  EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table));
}

// What ranks_rounds_bench counts without messages: whoever waits has done all that follows from what it knows.
TEST(Ranks, NobodyWaitsForNewsMoreOftenThanItMust) {
  const faults::Scratch scratch;
  for (const auto& [ranks, rounds] : {std::pair<int, u64>{2, 118}, {3, 194}}) {
    const TableFiles files = solved_in(scratch.path() / std::to_string(ranks), "awari:7");
    EXPECT_EQ(solve_together("awari:7", files, ranks, {.counted = true}).news, rounds) << ranks << " ranks";
  }
}

// However often a checkpoint is asked for, the work comes to its end: a pause needs work since the last one.
TEST(Ranks, CheckpointsAtEveryChanceChangeNothing) {
  for (const std::string game : {"tictactoe", "awari:5", "checkers:6x6-endings-2"}) {
    const faults::Scratch scratch;
    const TableFiles once = solved_in(scratch.path() / "once", game), files = solved_in(scratch.path() / "often", game);
    solve_alone(game, once);
    solve_together(game, files, 2, {}, [](SolveOptions& o) { o.checkpoint_every = 1e-9; });
    EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << game;
  }
}

// Stops again and again, goes on each time with another number of ranks, also with one.
TEST(Ranks, StoppedAnywhereTheyGoOnWithAnotherNumber) {
  for (const std::string game : {"awari:9", "checkers:endings-3", "checkers:6x6-endings-3"}) {
    const faults::Scratch scratch;
    const TableFiles once = solved_in(scratch.path() / "once", game), files = solved_in(scratch.path() / "again", game);
    solve_alone(game, once);
    std::mt19937_64 random(faults::seed_of_test());
    int stops = 0;
    for (bool done = false; !done;) {
      const int ranks = 1 + static_cast<int>(random() % 4);
      u64 left = 1 + random() % 40;
      try {
        solve_together(game, files, ranks, {}, [&](SolveOptions& o) {
          if (o.ranks->first()) o.should_stop = [&left] { return left == 0 || --left == 0; };
        });
        done = true;
      } catch (const Error& e) {
        ASSERT_EQ(e.code(), Exit::stopped) << e.what();
        ASSERT_FALSE(std::filesystem::exists(files.table));
        ASSERT_LT(++stops, 1000);
      }
    }
    EXPECT_GT(stops, 2) << game;
    EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << game << ", stopped " << stops << " times";
    EXPECT_TRUE(files.checkpoints().empty());
  }
}

TEST(Ranks, ALostOneEndsAllAndNothingWrongIsLeft) {
  const std::string game = "awari:7";
  const faults::Scratch scratch;
  const TableFiles once = solved_in(scratch.path() / "once", game), files = solved_in(scratch.path() / "again", game);
  solve_alone(game, once);
  int died = 0;
  for (u64 at = 0; at < 400; at += 1 + at / 3) {
    for (const int who : {0, 2}) {
      try {
        solve_together(game, files, 3, {.dies = who, .dies_after = at});
        std::filesystem::remove(files.table);
      } catch (const Error& e) {
        EXPECT_EQ(e.code(), Exit::runtime);
        EXPECT_EQ(std::string(e.what()), "a process was lost");
        EXPECT_FALSE(std::filesystem::exists(files.table));
        ++died;
      }
    }
  }
  EXPECT_GT(died, 10);
  solve_together(game, files, 2);
  EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table));
}

TEST(Ranks, WhatOneCannotAllRefuseWithOneSentence) {
  const faults::Scratch scratch;
  const TableFiles files = solved_in(scratch.path(), "awari:7");
  auto refused = [&](const std::function<void(SolveOptions&)>& change) {
    try {
      solve_together("awari:7", files, 3, {}, change);
    } catch (const Error& e) {
      return std::make_pair(e.code(), std::string(e.what()));
    }
    return std::make_pair(Exit::done, std::string());
  };
  const auto memory = refused([](SolveOptions& o) { o.memory = o.ranks->rank() == 1 ? 1 << 20 : 0; });
  EXPECT_EQ(memory.first, Exit::resources) << memory.second;
  const auto program = refused([](SolveOptions& o) { o.program = o.ranks->rank() == 2 ? "0.2" : "0.1"; });
  EXPECT_EQ(program.first, Exit::usage);
  EXPECT_NE(program.second.find("process 2 runs another program"), std::string::npos) << program.second;
  const auto method = refused([](SolveOptions& o) { o.method = Method::windows; });
  EXPECT_EQ(method.first, Exit::usage);
  EXPECT_NE(method.second.find("use --method backward"), std::string::npos) << method.second;
  EXPECT_FALSE(std::filesystem::exists(files.table));
}

// Nobody but the solve itself tells the others here: what it throws is kept from run_as_ranks, which would do it as well. Whoever
// is not told within half a minute is let go, and the test fails.
class ToldByTheSolve : public ::testing::Test {
protected:
  struct End {
    Exit code = Exit::done;
    std::string sentence;
    bool told = false;
  };

  std::array<End, 3> ends_with(const std::function<void(SolveOptions&)>& change) {
    std::array<End, 3> ends;
    std::atomic<std::size_t> over{0};
    auto solve = [&](Ranks& here, End& end) {
      SolveOptions options;
      options.threads = 1;
      options.ranks = &here;
      change(options);
      try {
        open_game(game_)->solve(files_, options);
      } catch (const Error& e) {
        end = {e.code(), e.what(), true};
      } catch (const std::filesystem::filesystem_error& e) {
        end = {Exit::runtime, e.what(), true};
      }
    };
    auto one = [&](Ranks& here) {
      solve(here, ends[static_cast<std::size_t>(here.rank())]);
      ++over;
      for (int i = 0; i < 3000 && over < ends.size(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (over < ends.size()) here.fail(Exit::mismatch, "nobody told why all end");
    };
    EXPECT_THROW(run_as_ranks(static_cast<int>(ends.size()), one), Error);
    return ends;
  }
  void expect_all(const std::array<End, 3>& ends, Exit code, const std::string& sentence) const {
    for (const End& end : ends) {
      EXPECT_TRUE(end.told);
      EXPECT_EQ(end.code, code) << end.sentence;
      EXPECT_NE(end.sentence.find(sentence), std::string::npos) << end.sentence;
    }
    EXPECT_FALSE(std::filesystem::exists(files_.table));
  }

  const std::string game_ = "awari:6";
  const faults::Scratch scratch_;
  const TableFiles files_ = solved_in(scratch_.path(), game_);
};

TEST_F(ToldByTheSolve, AnErrorInTheMiddle) {
  for (const int who : {0, 2}) {
    auto thrown = [&](const std::function<void()>& f) {
      return ends_with([&](SolveOptions& o) {
        if (o.ranks->rank() == who) o.on_progress = [&f](const SolveProgress&) { f(); };
      });
    };
    expect_all(thrown([] { throw Error(Exit::table, "a layer of one is damaged"); }), Exit::table, "a layer of one is damaged");
    if (HasFailure()) return; // who is not told waits long
    expect_all(
        thrown([] { throw std::filesystem::filesystem_error("one cannot read", std::make_error_code(std::errc::io_error)); }),
        Exit::runtime, "one cannot read");
    if (HasFailure()) return;
    expect_all(thrown([] { throw std::bad_alloc(); }), Exit::resources, "the memory ran out while solving awari:6");
  }
}

TEST_F(ToldByTheSolve, WhatIsMissingBeforeItBegins) {
  expect_all(ends_with([](SolveOptions& o) { o.memory = o.ranks->rank() == 1 ? 1 << 20 : 0; }), Exit::resources,
             "are allowed by --memory");
  if (HasFailure()) return;
  const FolderLock lock(files_.lock, "a test");
  expect_all(ends_with([](SolveOptions&) {}), Exit::runtime, "another process is solving awari:6");
}

TEST(Ranks, SharesCoverAllSlotsOnce) {
  for (const u64 slots : {u64{0}, u64{1}, u64{9}, u64{10}, u64{64}, u64{1000}})
    for (const int ranks : {1, 2, 3, 7}) {
      u64 sum = 0;
      for (int r = 0; r < ranks; ++r) {
        const Share share{r, ranks, 8, slots};
        sum += share.own();
        for (u64 i = 0; i < share.own(); ++i) {
          const u64 s = share.global(i);
          ASSERT_LT(s, slots);
          ASSERT_EQ(share.owner(s), static_cast<u64>(r));
          ASSERT_EQ(share.local(s), i);
        }
        u64 parts = 0;
        share.each_part(r, 0, slots, [&](u64, u64 n) { parts += n; });
        ASSERT_EQ(parts, share.own());
      }
      EXPECT_EQ(sum, slots);
    }
}

} // namespace
} // namespace zermelo
