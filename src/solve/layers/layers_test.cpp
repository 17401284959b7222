// Solving by layers against a plain solver, on random graphs with layers: all kinds of edges within layers and between them.
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "solve/layers/solve.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

struct LayerGraph {
  struct Position {
    u32 node = 0;
    friend constexpr bool operator==(const Position&, const Position&) = default;
  };
  using Move = u32; // the node it leads to
  static constexpr int max_moves = 16;
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = false;

  struct Graph {
    std::vector<std::vector<u32>> after, before; // before: within the layer
    std::vector<TableLayer> layers;
    std::vector<std::size_t> layer_of;
  };
  std::shared_ptr<const Graph> graph;

  Position start() const { return {static_cast<u32>(graph->after.size() - 1)}; }
  Wdl outcome(const Position& p) const { return graph->after[p.node].empty() ? Wdl::loss : Wdl::unknown; }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (const u32 n : graph->after[p.node]) out.push(n);
  }
  Position play(const Position&, Move m) const { return {m}; }
  std::string print(const Position& p) const { return std::to_string(p.node); }

  u64 size() const { return graph->after.size(); }
  Slot rank(const Position& p) const { return p.node; }
  bool unrank(Slot s, Position& p) const {
    p.node = static_cast<u32>(s);
    return true;
  }

  const std::vector<TableLayer>& layers() const { return graph->layers; }
  template <class Emit> u32 split(const Position& p, Emit&& emit) const {
    u32 stay = 0;
    const TableLayer& own = graph->layers[graph->layer_of[p.node]];
    for (const u32 n : graph->after[p.node]) n >= own.first ? static_cast<void>(++stay) : emit(Slot{n});
    return stay;
  }
  template <class Emit> void each_return(const Position& p, Emit&& emit) const {
    for (const u32 n : graph->before[p.node]) emit(Slot{n});
  }
};

LayerGraph random_graph(std::mt19937_64& random, u32 nodes) {
  auto g = std::make_shared<LayerGraph::Graph>();
  g->after.resize(nodes);
  g->before.resize(nodes);
  for (u32 first = 0; first < nodes;) {
    const u32 last = std::min(nodes, first + 1 + static_cast<u32>(random() % (nodes / 3)));
    const int out_of_ten = static_cast<int>(random() % 11); // edges that leave the layer
    for (u32 n = first; n < last; ++n) {
      std::vector<u32> to;
      for (u64 edges = random() % 4; edges > 0; --edges) {
        const bool leaves = first > 0 && static_cast<int>(random() % 10) < out_of_ten;
        to.push_back(static_cast<u32>(leaves ? random() % first : first + random() % (last - first)));
      }
      std::sort(to.begin(), to.end());
      to.erase(std::unique(to.begin(), to.end()), to.end());
      for (const u32 t : to)
        if (t >= first) g->before[t].push_back(n);
      g->after[n] = std::move(to);
      g->layer_of.push_back(g->layers.size());
    }
    g->layers.push_back({first, last, last, "nodes from " + std::to_string(first)});
    first = last;
  }
  return {g};
}

// Plies, odd for a win; -1: a draw.
std::vector<int> plain_plies(const LayerGraph::Graph& g) {
  std::vector<int> plies(g.after.size(), -1);
  for (int n = 0;; ++n) {
    std::vector<u32> found;
    for (u32 v = 0; v < plies.size(); ++v) {
      if (plies[v] >= 0) continue;
      bool wins = false, loses = true;
      for (const u32 t : g.after[v]) {
        wins = wins || (plies[t] >= 0 && plies[t] % 2 == 0);
        loses = loses && plies[t] % 2 == 1;
      }
      if (n % 2 == 1 ? wins : loses) found.push_back(v);
    }
    if (found.empty()) return plies;
    for (const u32 v : found) plies[v] = n;
  }
}

TEST(Layers, AgreeWithAPlainSolverOnRandomGraphs) {
  std::mt19937_64 random(faults::seed_of_test());
  const faults::Scratch scratch;
  const TableFiles files(scratch.path(), "graph");
  int longest = 0;
  for (int round = 0; round < 54; ++round) {
    const LayerGraph g = random_graph(random, round < 50 ? 300 : 100'000);
    const auto right = plain_plies(*g.graph);
    longest = std::max(longest, *std::max_element(right.begin(), right.end()));
    const TableIdentity identity{"graph", "rules", "nodes", g.size()};
    LayerSolve<LayerGraph>(g, identity, files, {.threads = 1 + round % 3}).run();
    const Table table(files.table, identity);
    u64 wrong = 0;
    for (u32 v = 0; v < right.size(); ++v) {
      const Value expected = right[v] < 0 ? draw_value : right[v] % 2 == 1 ? win_in(right[v]) : loss_in(right[v]);
      wrong += table.value(v) != expected;
    }
    ASSERT_EQ(wrong, 0U) << round;
  }
  EXPECT_GT(longest, 12);
}

// A byte holds 253 plies; a longer game is said to need more, and leaves nothing behind.
TEST(Layers, ALongerGameNeedsMore) {
  const faults::Scratch scratch;
  auto line = [](u32 nodes) {
    auto g = std::make_shared<LayerGraph::Graph>();
    g->after.resize(nodes);
    g->before.resize(nodes);
    for (u32 n = 1; n < nodes; ++n) {
      g->after[n] = {n - 1};
      g->before[n - 1] = {n};
    }
    g->layer_of.assign(nodes, 0);
    g->layers = {{0, nodes, nodes, "a line"}};
    return LayerGraph{g};
  };
  const TableFiles files(scratch.path(), "line");
  auto solve = [&](u32 nodes) { return LayerSolve<LayerGraph>(line(nodes), {"line", "rules", "nodes", nodes}, files, {}).run(); };
  EXPECT_EQ(solve(254).statistics.initial, win_in(253));
  EXPECT_THROW(solve(255), NeedsWideCells);
  EXPECT_TRUE(files.checkpoints().empty());
}

} // namespace
} // namespace zermelo
