// The search under the rule that no position occurs twice, against a plain search that carries the whole history along.
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "solve/dfpn/history_memory.h"
#include "solve/dfpn/pairs.h"
#include "solve/dfpn/prove.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

// A random graph on two sheets that are images of each other: node n of a sheet has edges to nodes of the same sheet or of the
// other. Even nodes are the first player's, odd ones the second's. Some edges lead to a lower layer.
struct Maze {
  struct Edge {
    u32 to;
    u32 other_sheet;
  };
  std::vector<std::vector<Edge>> edges;
  std::vector<u32> layers;
  std::vector<Wdl> outcomes;

  Maze(std::mt19937_64& random, u32 nodes) : edges(nodes), layers(nodes), outcomes(nodes, Wdl::unknown) {
    const u32 degree = 1 + static_cast<u32>(random() % 3), ends = static_cast<u32>(random() % 3);
    for (u32 i = 0; i < nodes; ++i) layers[i] = static_cast<u32>(random() % 2);
    for (u32 i = 0; i < nodes; ++i) {
      if (random() % 8 < ends) outcomes[i] = random() % 2 == 0 ? Wdl::loss : Wdl::win;
      for (u32 j = 0; j < nodes; ++j)
        if ((i + j) % 2 == 1 && layers[j] <= layers[i] && random() % nodes < u64{2} * degree)
          edges[i].push_back({j, static_cast<u32>(random() % 4 == 0)});
      if (edges[i].empty() && outcomes[i] == Wdl::unknown) outcomes[i] = Wdl::loss;
    }
  }
};

struct MazeGame {
  struct Position {
    u32 node = 0, sheet = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = u32;
  static constexpr int max_moves = 16;
  static constexpr Repetition repetition = Repetition::forbidden;

  std::shared_ptr<const Maze> maze;

  Position start() const { return {}; }
  Wdl outcome(const Position& p) const { return maze->outcomes[p.node]; }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u32 i = 0; i < maze->edges[p.node].size(); ++i) out.push(i);
  }
  Position play(const Position& p, Move m) const {
    const auto& e = maze->edges[p.node][m];
    return {e.to, p.sheet ^ e.other_sheet};
  }
  u32 layer(const Position& p) const { return maze->layers[p.node]; }
  Position canonical(const Position& p) const { return {p.node, 0}; }
  int orbit(const Position&) const { return 2; }
  Key key(const Position& p) const {
    KeyMaker maker;
    maker.add(p.node);
    return maker.key();
  }
  std::string print(const Position& p) const { return std::to_string(2 * p.node + p.sheet); }
  std::optional<Position> parse(std::string_view, std::string&) const { return std::nullopt; }
  std::string move_name(const Position&, Move m) const { return std::to_string(m); }
  std::string draw(const Position& p) const { return print(p); }
  bool first_to_move(const Position& p) const { return p.node % 2 == 0; }
};

// Whether the side to move wins: the rule as it is written, and nothing else. Gives up after so many steps.
bool wins(const MazeGame& g, const MazeGame::Position& p, std::vector<MazeGame::Position>& before, u64& steps) {
  if (steps == 0) return false;
  --steps;
  if (g.outcome(p) != Wdl::unknown) return g.outcome(p) == Wdl::win;
  before.push_back(p);
  bool won = false;
  FixedList<u32, MazeGame::max_moves> moves;
  g.moves(p, moves);
  for (const u32 m : moves) {
    const auto q = g.play(p, m);
    if (std::find(before.begin(), before.end(), q) != before.end() || wins(g, q, before, steps)) continue;
    won = true;
    break;
  }
  before.pop_back();
  return won;
}

TEST(HistorySearch, AgreesWithThePlainOneOnRandomGraphs) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 tested = 0, by_ranks = 0, won = 0;
  for (u64 i = 0, n = faults::times(5'000, 100'000); i < n; ++i) {
    const MazeGame g{std::make_shared<const Maze>(random, 2 + static_cast<u32>(random() % 9))};
    u64 steps = 300'000;
    std::vector<MazeGame::Position> before;
    const bool right = wins(g, g.start(), before, steps);
    if (steps == 0) continue;
    // Hardly any table at times; two threads at times.
    const ProveOptions options{.threads = i % 16 == 0 ? 2 : 1,
                               .memory = i % 4 == 0 ? 4096U : 1U << 18,
                               .weak = i % 3 != 0,
                               .epsilon = i % 5 == 0 ? 0 : 0.25};
    const auto attacked = Prove<MazeGame, HistoryMemory<MazeGame>>(g, g.start(), true, options).run();
    const auto defended = Prove<MazeGame, HistoryMemory<MazeGame>>(g, g.start(), false, options).run();
    ASSERT_EQ(attacked.verdict, right ? Verdict::proven : Verdict::disproven) << "graph " << i;
    ASSERT_EQ(defended.verdict, right ? Verdict::disproven : Verdict::proven) << "graph " << i;
    ++tested;
    won += right;
    by_ranks += Prove<MazeGame>(g, g.start(), right, {.threads = 1, .memory = 1U << 18, .most_visits = 10'000}).run().verdict ==
                Verdict::proven;
  }
  EXPECT_GT(tested, faults::times(4'500, 90'000));
  EXPECT_GT(won, tested / 10);
  EXPECT_LT(won, tested - tested / 10);
  EXPECT_GT(tested - by_ranks, tested / 20); // what only the rule decides
  EXPECT_GT(by_ranks, tested / 20);
}

// Where pairs are found the plain search agrees, and they are found for many that no win by ranks decides.
TEST(Pairs, AreWins) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 found = 0, beyond_ranks = 0, open = 0;
  for (u64 i = 0, n = faults::times(20'000, 400'000); i < n; ++i) {
    const MazeGame g{std::make_shared<const Maze>(random, 2 + static_cast<u32>(random() % 9))};
    if (g.outcome(g.start()) != Wdl::unknown) continue;
    u64 steps = 100'000;
    std::vector<MazeGame::Position> before;
    const bool right = wins(g, g.start(), before, steps);
    if (steps == 0) continue;
    bool decided = false;
    for (const bool mover : {true, false}) {
      if (Pairs<MazeGame>(g, 1000).find(g.start(), mover) != Pairs<MazeGame>::Found::yes) continue;
      ASSERT_EQ(mover, right) << "graph " << i;
      decided = true;
      ++found;
    }
    const ProveOptions options{.threads = 1, .memory = 1U << 14, .most_visits = 10'000};
    const bool ranked = Prove<MazeGame>(g, g.start(), right, options).run().verdict == Verdict::proven;
    beyond_ranks += decided && !ranked;
    open += !decided && !ranked;
  }
  EXPECT_GT(found, faults::times(2'000, 40'000));
  EXPECT_GT(beyond_ranks, open); // most of what the rule decides
}

TEST(PastPositions, KnowsWhatHasBeen) {
  PastPositions h;
  const Key a{1, 2}, b{3, 4}, c{5, 6};
  h.begin();
  h.push(a);
  h.push(b);
  EXPECT_TRUE(h.contains(a));
  EXPECT_FALSE(h.contains(c));
  const Key after = h.after(c);
  h.pop();
  h.pop();
  h.push(b);
  h.push(a);
  EXPECT_EQ(h.after(c), after); // the order does not matter
  h.begin();
  h.push(c);
  EXPECT_FALSE(h.contains(a)); // what has been before does not count
  EXPECT_TRUE(h.contains(c));
  h.pop();
  h.undo_begin();
  EXPECT_TRUE(h.contains(a));
}

} // namespace
} // namespace zermelo
