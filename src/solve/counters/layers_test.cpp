// Solving by layers against a plain solver, on random graphs with layers: all kinds of edges within layers and between them.
#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "tests/faults/scratch.h"
#include "tests/faults/solving.h"

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
    faults::solve_typed(g, identity, files, {.threads = 1 + round % 3, .on_disk = round % 2 == 1});
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

// A game of exactly so many plies, in layers of so many nodes.
LayerGraph line(u32 nodes, u32 layer) {
  auto g = std::make_shared<LayerGraph::Graph>();
  g->after.resize(nodes);
  g->before.resize(nodes);
  for (u32 n = 1; n < nodes; ++n) {
    g->after[n] = {n - 1};
    if (n % layer != 0) g->before[n - 1] = {n};
  }
  for (u32 first = 0; first < nodes; first += layer)
    g->layers.push_back({first, std::min(nodes, first + layer), std::min(nodes, first + layer), std::to_string(first)});
  for (u32 n = 0; n < nodes; ++n) g->layer_of.push_back(n / layer);
  return LayerGraph{g};
}

// A byte holds 253 plies. A longer game goes on with two, keeps the layers that are finished, and every method writes its bytes.
TEST(Layers, ALongerGameGoesOnWithTwoBytes) {
  for (const u32 nodes : {240U, 254U, 255U, 300U, 1000U}) {
    for (const u32 layer : {nodes, 200U, 90U, 1U}) {
      const faults::Scratch scratch, other;
      const LayerGraph g = line(nodes, layer);
      const TableIdentity identity{"line", "rules", "nodes", nodes};
      const TableFiles files(scratch.path(), "line"), plain(other.path(), "line");
      const auto result = faults::solve_typed(g, identity, files, {.threads = 2});
      EXPECT_EQ(result.statistics.initial,
                nodes % 2 == 0 ? win_in(static_cast<i32>(nodes) - 1) : loss_in(static_cast<i32>(nodes) - 1));
      EXPECT_EQ(Table(files.table).header().encoding, nodes > 254 ? Encoding::plies16 : Encoding::plies8);
      EXPECT_TRUE(files.checkpoints().empty());
      faults::solve_typed(g, identity, plain, {.threads = 1, .method = Method::forward});
      EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(plain.table)) << nodes << " nodes in layers of " << layer;
      faults::solve_typed(g, identity, files, {.threads = 2, .on_disk = true});
      EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(plain.table)) << nodes << " nodes, layers on disk";
    }
  }
}

// Stops at every moment when a solve can be stopped, also in the middle of a layer, and where it goes on with two bytes; goes on
// with finished layers in memory and on disk in turn.
TEST(Layers, InterruptionsDoNotChangeABit) {
  std::mt19937_64 random(faults::seed_of_test());
  for (int round = 0; round < 12; ++round) {
    const LayerGraph g = round % 3 == 0 ? line(400, 130) : random_graph(random, round % 3 == 1 ? 2000 : 120'000);
    const faults::Scratch scratch, whole;
    const TableIdentity identity{"graph", "rules", "nodes", g.size()};
    const TableFiles files(scratch.path(), "graph"), once(whole.path(), "graph");
    faults::solve_typed(g, identity, once, {.threads = 2});
    int stops = 0;
    for (bool done = false; !done; ++stops) {
      ASSERT_LT(stops, 5000);
      try {
        int polls = 0;
        faults::solve_typed(g, identity, files,
                            {.threads = 1 + stops % 3, .on_disk = (stops / 2 + round) % 2 == 0, .should_stop = [&] {
                               return ++polls == 1 + round % 4;
                             }});
        done = true;
      } catch (const Error& e) {
        ASSERT_EQ(e.code(), Exit::stopped) << e.what();
        ASSERT_TRUE(std::filesystem::exists(files.checkpoint)) << "it said that it was saved";
      }
    }
    EXPECT_GT(stops, 3);
    EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << "round " << round;
    EXPECT_TRUE(files.checkpoints().empty());
  }
}

// 253 plies are the most that a byte holds: they need no more, and 254 do.
TEST(Layers, ABytesLastLevelIsUsed) {
  for (const u32 nodes : {200U, 254U, 255U}) {
    const LayerGraph g = line(nodes, nodes);
    const std::vector<u8> earlier(nodes);
    BoundedCells<u8> cells(0, nodes);
    PassState state;
    Pool pool(1);
    const Crew crew{one_rank(), {.slots = nodes}};
    EarlierHere<u8> none{earlier.data()};
    EXPECT_EQ(run_counters(g, cells, state, pool, u64{1} << 20, crew, [](const StageReport&) {}, none), nodes < 255);
    EXPECT_EQ(cells.cells[nodes < 255 ? nodes - 1 : 253], static_cast<u8>(nodes < 255 ? nodes - 1 : 253));
  }
}

// Finished positions that are drawn, or won by the side to move, and slots without a position: a layer holds them where the game
// can settle them.
struct OddLayers : LayerGraph {
  Value settle(const Position& p) const {
    if (p.node % 7 == 3) return draw_value;
    if (p.node % 11 == 5) return win_in(0);
    return {graph->after[p.node].empty() ? Wdl::loss : Wdl::unknown, 0};
  }
  Wdl outcome(const Position& p) const {
    const Value v = settle(p);
    return v.plies == 0 ? v.wdl : Wdl::unknown;
  }
  u64 size() const { return graph->after.size() + 1; } // the last slot is empty
  bool unrank(Slot s, Position& p) const {
    p.node = s < graph->after.size() ? static_cast<u32>(s) : 0;
    return s < graph->after.size();
  }
  std::vector<TableLayer> with_hole;
  const std::vector<TableLayer>& layers() const { return with_hole; }
};

TEST(Layers, SettledPositionsAndEmptySlots) {
  std::mt19937_64 random(faults::seed_of_test());
  for (int round = 0; round < 40; ++round) {
    OddLayers g{random_graph(random, 400), {}};
    g.with_hole = g.graph->layers;
    ++g.with_hole.back().last;
    const faults::Scratch scratch, other;
    const TableIdentity identity{"odd", "rules", "nodes", g.size()};
    const TableFiles files(scratch.path(), "odd"), plain(other.path(), "odd");
    faults::solve_typed(g, identity, files, {.threads = 2});
    faults::solve_typed(g, identity, plain, {.threads = 1, .method = Method::forward});
    ASSERT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(plain.table)) << round;
    EXPECT_FALSE(Table(files.table).value(g.size() - 1).known());
  }
}

} // namespace
} // namespace zermelo
