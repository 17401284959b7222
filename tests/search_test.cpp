// The search against retrograde analysis: every win and loss within its depth, with its distance, on random positions of several
// games.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "catalog/catalog.h"
#include "game/history.h"
#include "search/opponent.h"
#include "table/table.h"
#include "tests/faults/scratch.h"
#include "tests/solved.h"

namespace zermelo {
namespace {

// So many random positions of each distance within the depth, and of all others together.
void expect_agreement(const std::string& game, int depth, u64 of_each) {
  const Solved solved(game);
  const auto& entry = solved.entry;
  const Table& table = solved.table;
  std::mt19937_64 random(faults::seed_of_test());
  const auto search = entry->opponent({.depth = depth, .memory = u64{4} << 20});
  std::map<std::string, u64> tested;
  for (u64 tries = 0; tries < 5'000 * of_each; ++tries) {
    const Slot slot = random() % table.slots();
    const auto p = entry->game().unrank(slot);
    if (!p || entry->game().outcome(*p) != Wdl::unknown) continue;
    const Value right = table.value(slot);
    const bool within = right.decisive() && right.plies <= depth;
    if (++tested[within ? name_of(right.wdl) + std::to_string(right.plies) : "beyond"] > of_each) continue;
    const AnyPosition so_far[] = {*p};
    const Thought thought = search->think(so_far);
    if (within) {
      ASSERT_EQ(thought.value, right) << game << ' ' << entry->game().print(*p);
    } else if (thought.value.known()) {
      ASSERT_EQ(name_of(thought.value.wdl), std::string(name_of(right.wdl))) << game << ' ' << entry->game().print(*p);
    }
  }
  for (const char* some : {"win3", "loss2", "beyond"}) EXPECT_GE(tested[some], of_each) << game << ' ' << some;
}

TEST(Search, AgreesWithTheTableOfTicTacToe) { expect_agreement("tictactoe", 8, faults::times(30, 500)); }
TEST(Search, AgreesWithTablesOfNocca) {
  expect_agreement("nocca:3x3", 8, faults::times(100, 500));
  expect_agreement("nocca:3x4", 6, faults::times(100, 500));
}
TEST(Search, AgreesWithTheTableOfAnpanman) { expect_agreement("anpanman", 8, faults::times(100, 500)); }
TEST(Search, AgreesWithTheTableOfYonmoque) { expect_agreement("yonmoque:free-2", 6, faults::times(100, 500)); }

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
