// The search against brute force on random graphs, with every rule about repetitions: what it calls certain is right, and nothing
// within its depth is missed.
#include <gtest/gtest.h>

#include "search/alpha_beta.h"
#include "tests/faults/graph_game.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

using graph::Graph;
using graph::Shape;

using DrawGraph = graph::GraphGame<false, false>;
struct ForbiddenGraph : DrawGraph {
  static constexpr Repetition repetition = Repetition::forbidden;
};
struct LossGraph : DrawGraph {
  static constexpr Repetition repetition = Repetition::loss;
};

AnyPosition at(u32 node) { return Erased<DrawGraph>::erase({node}); }
bool goes_on(const DrawGraph& g, u32 node) { return !settle(g, {node}).known(); }

void expect_every_win(const Shape& shape, int depth, u64 memory, u64 seed) {
  DrawGraph g;
  g.graph = std::make_shared<const Graph>(graph::random_graph(shape, seed));
  const auto truth = graph::brute_force(*g.graph);
  AlphaBeta<DrawGraph> search(g, {.depth = depth, .memory = memory}); // one for all: what it remembers must hold elsewhere
  for (u32 node = 0; node < shape.nodes; ++node) {
    if (!goes_on(g, node)) continue;
    const AnyPosition game[] = {at(node)};
    const Thought thought = search.think(game);
    const Value right = truth[node];
    if (right.decisive() && right.plies <= depth) {
      ASSERT_EQ(thought.value, right) << "node " << node << ", seed " << seed;
    } else if (thought.value.known()) { // a long one that other searches had found parts of
      ASSERT_EQ(thought.value.wdl, right.wdl) << "node " << node << ", seed " << seed;
      ASSERT_GE(thought.value.plies, right.plies * (right.wdl == Wdl::win ? 1 : 0));
    }
    if (thought.value == right && right.wdl == Wdl::win) {
      const auto after = truth[g.play({node}, static_cast<u32>(thought.move.bits)).node];
      EXPECT_EQ(after, loss_in(right.plies - 1)) << "the turn realises the win";
    }
  }
}

// A solver with a horizon that favours one player, and a table of some positions to lean on.
void expect_certain(const Shape& shape, u64 seed, u64& asked, u64& decided) {
  DrawGraph g;
  g.graph = std::make_shared<const Graph>(graph::random_graph(shape, seed));
  const auto truth = graph::brute_force(*g.graph);
  auto table = [&](const AnyPosition& p) {
    const u32 node = Erased<DrawGraph>::restore(p).node;
    return node % 3 == 0 ? truth[node].wdl : Wdl::unknown;
  };
  const bool small = shape.nodes <= 12; // no path is longer than the search is deep
  for (const Horizon horizon : {Horizon::favours_mover, Horizon::favours_other}) {
    AlphaBeta<DrawGraph> search(g, {.nodes = 20'000, .memory = u64{1} << 20, .horizon = horizon, .lean_on = table});
    for (u32 node = 0; node < shape.nodes; ++node) {
      if (!goes_on(g, node)) continue;
      const AnyPosition game[] = {at(node)};
      const Thought thought = search.think(game);
      ++asked;
      if (small && thought.nodes < 20'000) {
        ASSERT_TRUE(thought.decided) << "node " << node << ", seed " << seed;
      }
      if (!thought.decided) continue;
      ++decided;
      const Wdl sought = horizon == Horizon::favours_mover ? Wdl::win : Wdl::loss;
      ASSERT_EQ(thought.value.wdl == sought, truth[node].wdl == sought) << "node " << node << ", seed " << seed;
    }
  }
}

TEST(Search, LeansOnATableAndSaysOnlyWhatIsCertain) {
  const u64 seed = faults::seed_of_test();
  u64 asked = 0, decided = 0;
  for (u64 i = 0; i < faults::times(400, 20'000); ++i)
    expect_certain({.nodes = static_cast<u32>(i % 2 == 0 ? 12 : 90),
                    .degree = static_cast<u32>(2 + i % 3),
                    .span = static_cast<u32>(i % 4 < 2 ? 0 : 8),
                    .ends = static_cast<u32>(60 + i % 5 * 40),
                    .wins_at_end = i % 3 == 0,
                    .settles = i % 4 != 0},
                   seed + i, asked, decided);
  EXPECT_GT(decided, asked / 2);
}

TEST(Search, FindsEveryWinWithinItsDepth) {
  const u64 seed = faults::seed_of_test();
  for (u64 i = 0; i < faults::times(1'000, 50'000); ++i) {
    const Shape shape{.nodes = static_cast<u32>(20 + i * 7 % 150),
                      .degree = static_cast<u32>(2 + i % 3),
                      .span = static_cast<u32>(i % 2 == 0 ? 0 : 8),
                      .ends = static_cast<u32>(60 + i % 5 * 40),
                      .wins_at_end = i % 3 == 0,
                      .settles = i % 4 != 0};
    expect_every_win(shape, 9, i % 5 == 0 ? 2048 : u64{1} << 20, seed + i);
  }
}

// The value with every turn weighed against what has been visited: exponential, so for a few nodes only.
Value exhausted(const DrawGraph& g, u32 node, u32 visited, Repetition rule) {
  if (const Wdl w = g.outcome({node}); w != Wdl::unknown) return {w, 0};
  Value best = unknown_value;
  FixedList<u32, DrawGraph::max_moves> moves;
  g.moves({node}, moves);
  for (const u32 m : moves) {
    const u32 next = g.play({node}, m).node;
    const bool again = (visited >> next & 1) != 0;
    if (again && rule == Repetition::forbidden) continue;
    const Value v = value_of_move_to(again ? win_in(0) : exhausted(g, next, visited | 1U << next, rule));
    if (!best.known() || better(v, best)) best = v;
  }
  return best.known() ? best : loss_in(0);
}

template <class G> u64 expect_certainty(u64 seed) {
  std::mt19937_64 random(seed);
  G g;
  const Shape shape{.nodes = static_cast<u32>(6 + random() % 5), .degree = 3, .ends = 80};
  g.graph = std::make_shared<const Graph>(graph::random_graph(shape, seed));
  u64 certain = 0;
  AlphaBeta<G> search(g, {.depth = 12, .memory = u64{1} << 16});
  for (int games = 0; games < 10; ++games) {
    u32 node = static_cast<u32>(random() % shape.nodes), visited = 0;
    std::vector<AnyPosition> game;
    for (int ply = 0; ply < 5; ++ply) {
      if (!goes_on(g, node) || (visited >> node & 1) != 0) break;
      visited |= 1U << node;
      game.push_back(at(node));
      const Value right = exhausted(g, node, visited, G::repetition);
      if (right == loss_in(0)) break; // no turn left: the game is over
      const Thought thought = search.think(game);
      if (thought.value.known()) {
        ++certain;
        EXPECT_EQ(thought.value.wdl, right.wdl) << "node " << node << ", seed " << seed;
        if (right.wdl == Wdl::win) {
          EXPECT_LE(right.plies, thought.value.plies) << "node " << node << ", seed " << seed;
        }
      }
      FixedList<u32, DrawGraph::max_moves> moves;
      g.moves({node}, moves);
      node = g.play({node}, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]).node;
    }
  }
  return certain;
}

TEST(Search, IsRightWhereNoPositionMayOccurTwice) {
  const u64 seed = faults::seed_of_test();
  u64 certain = 0;
  for (u64 i = 0; i < faults::times(1'000, 50'000); ++i) certain += expect_certainty<ForbiddenGraph>(seed + i);
  EXPECT_GT(certain, 500U);
}

TEST(Search, IsRightWhereARepetitionLoses) {
  const u64 seed = faults::seed_of_test();
  u64 certain = 0;
  for (u64 i = 0; i < faults::times(1'000, 50'000); ++i) certain += expect_certainty<LossGraph>(seed + i);
  EXPECT_GT(certain, 500U);
}

TEST(Search, KeepsItsLimits) {
  DrawGraph g;
  g.graph = std::make_shared<const Graph>(graph::random_graph({.nodes = 100'000, .degree = 8, .ends = 0, .settles = false}, 1));
  const AnyPosition game[] = {at(7)};
  const Thought by_nodes = AlphaBeta<DrawGraph>(g, {.nodes = 5'000}).think(game);
  EXPECT_LE(by_nodes.nodes, 5'001U);
  EXPECT_GE(by_nodes.depth, 2);
  const Thought again = AlphaBeta<DrawGraph>(g, {.nodes = 5'000}).think(game);
  EXPECT_EQ(by_nodes.move.bits, again.move.bits);
  EXPECT_EQ(by_nodes.score, again.score);
  const Thought by_time = AlphaBeta<DrawGraph>(g, {.seconds = 0.05}).think(game); // it comes back, however quick the machine is
  EXPECT_GE(by_time.depth, 1);
  EXPECT_EQ(AlphaBeta<DrawGraph>(g, {.nodes = 1}).think(game).depth, 1) << "one ply is always finished";
}

TEST(SearchTable, KeepsWhatWasSearchedMost) {
  SearchTable<u32> table(1); // one bucket of four
  const u32 move = 7;
  for (u64 i = 1; i <= 5; ++i) table.store({0, i}, static_cast<i32>(i), static_cast<int>(i), Bound::exact, &move);
  EXPECT_EQ(table.find({0, 1}), nullptr);
  ASSERT_NE(table.find({0, 5}), nullptr);
  EXPECT_EQ(table.find({0, 5})->score, 5);
  table.store({0, 5}, 99, 1, Bound::none, nullptr); // only a turn, and none: what was known stays
  EXPECT_EQ(table.find({0, 5})->score, 5);
  EXPECT_EQ(table.find({0, 5})->move, move);
  table.next_turn();
  table.store({0, 9}, 1, 1, Bound::lower, nullptr);
  EXPECT_NE(table.find({0, 9}), nullptr) << "older entries give way first";
}

} // namespace
} // namespace zermelo
