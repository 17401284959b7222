// The decision diagram of NOCCA x NOCCA: the published figures, and that it holds the same positions as the index.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

#include "index/figures.h"
#include "index/zdd_walk.h"
#include "nocca/index.h"
#include "tests/faults/scratch.h"

namespace zermelo::nocca {
namespace {

TEST(NoccaDiagram, StacksAreNumbered) {
  for (int content = 0; content < contents; ++content) {
    const Stack s = Stack::of(content);
    EXPECT_EQ(s.content(), content);
    EXPECT_TRUE(s.height >= 0 && s.height <= levels && s.owners < 1 << s.height);
  }
  EXPECT_EQ(Stack::of(contents - 1).mine(), 3);
}

TEST(NoccaDiagram, ThePublishedFigures) {
  const IndexReport report = index_figures(Game(5, 6), 0);
  ASSERT_TRUE(report.diagram);
  const auto& d = *report.diagram;
  EXPECT_EQ(d.positions, 147'969'899'280U);
  EXPECT_EQ(d.classes, 73'986'754'080U);
  EXPECT_EQ(d.items, 30 * 14);
  EXPECT_EQ(d.by_state.nodes, 17'512U);
  EXPECT_EQ(d.by_state.bytes, 17'512U * 24);
  EXPECT_LT(d.reduced.nodes, d.by_state.nodes);
  EXPECT_NEAR(mean_of(d.by_nodes), 47.4, 0.05);
  EXPECT_EQ(std::accumulate(d.by_nodes.begin(), d.by_nodes.end(), u64{0}), d.positions);
  const std::vector<std::pair<std::string, u64>> strata = {
      {"3,0,1", 26'308'800},     {"2,2,0", 39'463'200},    {"2,1,2", 1'068'795'000},  {"2,0,4", 2'244'469'500},
      {"1,3,1", 712'530'000},    {"1,2,3", 8'977'878'000}, {"1,1,5", 21'546'907'200}, {"1,0,7", 11'799'496'800},
      {"0,5,0", 35'626'500},     {"0,4,2", 2'244'469'500}, {"0,3,4", 17'955'756'000}, {"0,2,6", 41'298'238'800},
      {"0,1,8", 32'448'616'200}, {"0,0,10", 7'571'343'780}}; // the last is printed with one 7 too many
  EXPECT_EQ(d.strata, strata);
  EXPECT_EQ(report.empty_slots(), Game(5, 6).size() - 73'986'754'080U);
}

// The number of nodes before merging equal ones is the same for every order that was tried; paths and the rest are not.
TEST(NoccaDiagram, TheOrderOfTheContentsMatters) {
  auto in_order = [](std::array<int, contents> asked) {
    auto spec = Game(5, 6).diagram().spec(0);
    spec.asked = asked;
    const Zdd reduced = build_zdd(spec);
    EXPECT_EQ(reduced.size(), 147'969'899'280U);
    EXPECT_EQ(build_zdd(spec, ZddMerge::by_state).nodes().size(), 17'512U);
    return std::pair(reduced.nodes().size(), mean_of(path_lengths(reduced)));
  };
  const auto [top_first, mean] = in_order({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14});
  EXPECT_EQ(top_first, 14'870U);
  EXPECT_NEAR(mean, 47.374, 0.0005);
  // The owners with the bottom piece first.
  const auto [bottom_first, same_mean] = in_order({0, 1, 2, 3, 5, 4, 6, 7, 11, 9, 13, 8, 12, 10, 14});
  EXPECT_EQ(bottom_first, 15'084U);
  EXPECT_NEAR(same_mean, mean, 1e-9);
  // Own pieces before the opponent's; three of the side to move are still implied.
  const auto [own_first, other_mean] = in_order({0, 2, 1, 6, 5, 4, 3, 13, 12, 11, 10, 9, 8, 7, 14});
  EXPECT_EQ(own_first, 14'549U);
  EXPECT_NEAR(other_mean, 47.311, 0.0005);
  // High stacks before low ones, the empty cell last.
  const auto [high_first, long_mean] = in_order({13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 14});
  EXPECT_EQ(high_first, 15'834U);
  EXPECT_NEAR(long_mean, 282.463, 0.0005);
}

// Every position of the diagram is in the index, every position of the index in the diagram, and there are as many.
TEST(NoccaDiagram, HoldsTheSamePositionsAsTheIndexOnSmallBoards) {
  for (const auto& [columns, rows] : {std::pair{2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 2}, {3, 3}, {3, 4}, {4, 2}}) {
    const Game g(columns, rows);
    const auto description = g.diagram();
    const Zdd zdd = build_zdd(description.spec(0));
    DiagramIndex<Game> index(g, zdd);
    u64 n = 0;
    for (ZddWalk walk(zdd); !walk.done(); walk.next(), ++n) {
      const Position p = description.position_of(walk.set());
      ASSERT_EQ(index.rank(p), walk.rank());
      ASSERT_EQ(index.unrank(walk.rank()), p);
      const Slot s = g.rank(p);
      Position held;
      ASSERT_TRUE(s < g.size() && g.unrank(s, held)) << g.print(p);
      ASSERT_EQ(g.canonical(held), g.canonical(p));
    }
    EXPECT_EQ(n, zdd.size());
    u64 positions = 0, classes = 0;
    for (Slot s = 0; s < g.size(); ++s) {
      Position p;
      if (!g.unrank(s, p)) continue;
      ++classes;
      positions += static_cast<u64>(g.orbit(p));
      ASSERT_LT(index.rank(p), zdd.size()) << g.print(p);
      ASSERT_LT(index.rank(g.canonical(p)), zdd.size()) << g.print(p);
    }
    EXPECT_EQ(positions, zdd.size()) << columns << 'x' << rows;
    EXPECT_EQ(classes, index_figures(g, 0).diagram->classes) << columns << 'x' << rows;
  }
}

// Where there are too many positions to list: drawn from the diagram, from the slots of the index, and those one move on, which
// may have left the set.
void hold_the_same(const Game& g, u64 samples, u64 seed) {
  const Zdd zdd = build_zdd(g.diagram().spec(0));
  DiagramIndex<Game> index(g, zdd);
  std::mt19937_64 random(seed);
  u64 outside = 0, empty = 0;
  for (u64 i = 0; i < samples; ++i) {
    const Position p = index.sample(random);
    const Slot s = g.rank(p);
    Position held;
    ASSERT_TRUE(s < g.size() && g.unrank(s, held)) << g.print(p);
    ASSERT_EQ(g.canonical(held), g.canonical(p));

    Position q;
    if (!g.unrank(random() % g.size(), q)) {
      ++empty;
      continue;
    }
    const u64 r = index.rank(q);
    ASSERT_LT(r, zdd.size()) << g.print(q);
    ASSERT_EQ(index.unrank(r), q);

    MoveListOf<Game> moves;
    g.moves(q, moves);
    if (moves.empty()) continue;
    const Position next = g.play(q, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    ASSERT_EQ(g.rank(next) == no_slot, index.rank(next) == no_slot) << g.print(next);
    outside += g.rank(next) == no_slot;
  }
  EXPECT_GT(outside, 0U);
  EXPECT_LT(empty, samples / 50);
}

TEST(NoccaDiagram, HoldsTheSamePositionsAsTheIndexOn5x6) { hold_the_same(Game(5, 6), faults::times(60'000, 200'000), 1); }

TEST(NoccaDiagram, LongHoldsTheSamePositionsAsTheIndexOn5x6) {
  hold_the_same(Game(5, 6), faults::times(5'000'000, 300'000'000), 2);
  hold_the_same(Game(6, 7), faults::times(1'000'000, 50'000'000), 3);
}

} // namespace
} // namespace zermelo::nocca
