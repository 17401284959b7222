// Proof search against retrograde analysis: the same values, on random positions of several games.
#include <gtest/gtest.h>

#include <random>

#include "tests/agreement.h"
#include "tests/solved.h"

namespace zermelo {
namespace {

void expect_agreement(const std::string& game, u64 positions, const ProveOptions& options, double open_share = 0.01) {
  const Solved solved(game);
  testing::expect_agreement(*solved.entry, solved.table, positions, options, open_share);
}

TEST(Prove, AgreesWithTablesOfTicTacToe) { expect_agreement("tictactoe", faults::times(500, 5'000), {.threads = 1}); }
TEST(Prove, AgreesWithTablesOfNocca) {
  for (const char* game : {"nocca:2x3", "nocca:3x3", "nocca:2x5", "nocca:3x4"})
    expect_agreement(game, faults::times(500, 20'000), {.threads = 1});
}
TEST(Prove, AgreesWithSumsAndWithoutPatience) {
  expect_agreement("nocca:3x3", faults::times(300, 5'000), {.threads = 1, .weak = false, .epsilon = 0});
}
TEST(Prove, AgreesWithTwoThreads) { expect_agreement("nocca:3x4", faults::times(300, 5'000), {.threads = 2}); }

// Some of these are won in dozens of plies.
TEST(Prove, AgreesWithTablesOfAnpanman) {
  expect_agreement("anpanman", faults::times(300, 5'000), {.threads = 1, .most_visits = 20'000}, 0.3);
}
// With tables of Dobutsu Shogi: published_test.cpp, which solves it anyway.

TEST(Prove, AgreesWithTablesOfYonmoque) { // draws are many, and hard to show
  expect_agreement("yonmoque:free-2", faults::times(200, 5'000), {.threads = 1, .most_visits = 5'000}, 0.8);
}

// What is won where positions may come back is won where they must not, from a position before which nothing counts; by the
// search under that rule, which knows nothing of tables, by one that leans on them, and whoever attacks.
TEST(Prove, ByHistoryAgreesWithTablesOfYonmoque) {
  const faults::Scratch scratch;
  std::mt19937_64 random(faults::seed_of_test());
  for (const char* pieces : {"2", "3"}) {
    const auto free = open_game(std::string("yonmoque:free-") + pieces), entry = open_game(std::string("yonmoque:") + pieces);
    ASSERT_EQ(entry->words.bound, free->full_name());
    const TableFiles files(scratch.path(), free->full_name());
    free->solve(files, {});
    const Table table(files.table, free->identity());
    ProveOptions options{.threads = 1, .memory = u64{4} << 20, .most_visits = 20'000, .by = WinBy::history};
    u64 tested = 0, open = 0, draws = 0, decided = 0;
    for (const u64 n = faults::times(300, 5'000); tested < n;) {
      const Slot slot = random() % table.slots();
      const auto p = free->game().unrank(slot);
      if (!p) continue;
      const Wdl right = table.value(slot).wdl;
      if (right == Wdl::draw && ++draws > n / 20) continue;
      ++tested;
      const bool mover_attacks = random() % 2 == 0;
      options.lean_on = nullptr;
      if (tested % 3 == 0)
        options.lean_on = [&]() -> std::function<Wdl(const AnyPosition&)> {
          return [&](const AnyPosition& q) {
            const Slot s = free->game().rank(q);
            return s == no_slot ? free->game().outcome(q) : table.value(s).wdl;
          };
        };
      const Verdict v = entry->prove(*p, mover_attacks, options).verdict;
      if (right == Wdl::draw) {
        decided += v != Verdict::unknown;
        continue;
      }
      open += v == Verdict::unknown;
      if (v == Verdict::unknown) continue;
      ASSERT_EQ(v == Verdict::proven, (right == Wdl::win) == mover_attacks) << entry->game().print(*p);
    }
    EXPECT_LT(open, tested / 5) << pieces;
    std::cout << pieces << " pieces each: " << tested << " positions, " << open << " open; of the draws " << decided
              << " decided\n";
  }
}

TEST(Prove, ALimitIsKept) {
  const auto entry = open_game("nocca:4x4");
  const auto r = entry->prove(entry->game().start(), true, {.threads = 1, .memory = u64{1} << 20, .most_visits = 500});
  EXPECT_EQ(r.verdict, Verdict::unknown);
  EXPECT_GE(r.visits, 500U);
  EXPECT_LT(r.visits, 1000U);
}

// The same search with hardly any table ends with the same verdict.
TEST(Prove, ASmallTableIsEnough) {
  const auto entry = open_game("trax:4x4");
  for (const bool mover : {true, false}) {
    const auto large = entry->prove(entry->game().start(), mover, {.threads = 1, .memory = u64{16} << 20});
    const auto small = entry->prove(entry->game().start(), mover, {.threads = 1, .memory = u64{8} << 10});
    EXPECT_EQ(large.verdict, Verdict::disproven);
    EXPECT_EQ(small.verdict, Verdict::disproven);
    EXPECT_GT(small.evaluated, large.evaluated);
  }
}

} // namespace
} // namespace zermelo
