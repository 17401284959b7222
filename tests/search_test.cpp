// The search against retrograde analysis: every win and loss within its depth, with its distance, on random positions of several
// games.
#include <gtest/gtest.h>

#include <random>

#include "catalog/catalog.h"
#include "game/history.h"
#include "search/opponent.h"
#include "table/table.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

void expect_agreement(const std::string& game, int depth, u64 positions) {
  const faults::Scratch scratch;
  const auto entry = open_game(game);
  const TableFiles files(scratch.path(), entry->full_name());
  entry->solve(files, {});
  const Table table(files.table, entry->identity());
  std::mt19937_64 random(faults::seed_of_test());
  const auto search = entry->opponent({.depth = depth, .memory = u64{4} << 20});
  u64 tested = 0, wins = 0, losses = 0;
  for (u64 tries = 0; tested < positions && tries < 1000 * positions; ++tries) {
    const Slot slot = random() % table.slots();
    const auto p = entry->game().unrank(slot);
    if (!p || entry->game().outcome(*p) != Wdl::unknown) continue;
    const Value right = table.value(slot);
    const AnyPosition so_far[] = {*p};
    const Thought thought = search->think(so_far);
    ++tested;
    if (right.decisive() && right.plies <= depth) {
      ASSERT_EQ(thought.value, right) << game << ' ' << entry->game().print(*p);
      ++(right.wdl == Wdl::win ? wins : losses);
    } else if (thought.value.known()) {
      ASSERT_EQ(name_of(thought.value.wdl), std::string(name_of(right.wdl))) << game << ' ' << entry->game().print(*p);
    }
  }
  EXPECT_EQ(tested, positions);
  EXPECT_GT(wins, positions / 50) << game;
  EXPECT_GT(losses, positions / 100) << game;
}

TEST(Search, AgreesWithTheTableOfTicTacToe) { expect_agreement("tictactoe", 9, faults::times(400, 5'000)); }
TEST(Search, AgreesWithTablesOfNocca) {
  expect_agreement("nocca:3x3", 7, faults::times(300, 5'000));
  expect_agreement("nocca:3x4", 5, faults::times(300, 5'000));
}
TEST(Search, AgreesWithTheTableOfAnpanman) { expect_agreement("anpanman", 7, faults::times(300, 5'000)); }
TEST(Search, AgreesWithTheTableOfYonmoque) { expect_agreement("yonmoque:free-2", 4, faults::times(300, 5'000)); }

// A game in the catalog that cannot be searched would be found here, without a line of its own.
TEST(Search, PlaysEveryGame) {
  for (const auto& folder : catalog()) {
    for (const auto& v : folder.family.variants) {
      const auto entry = open_game(folder.family.name + (v.name.empty() ? "" : ":" + v.name));
      const auto search = entry->opponent({.nodes = 200});
      History history(entry->game(), entry->repetition(), entry->game().start());
      for (int ply = 0; ply < 6 && !history.end().over(); ++ply) {
        const AnyMove m = search->think(history.positions()).move;
        const auto legal = history.moves();
        ASSERT_TRUE(std::any_of(legal.begin(), legal.end(), [&](AnyMove l) { return l.bits == m.bits; })) << entry->full_name();
        history.play(m);
      }
    }
  }
}

} // namespace
} // namespace zermelo
