// Random graphs as plain data, by the kernels on the CPU: with un-moves and without, folded or not, short games and long ones, in
// one stage and in layers; the bytes of the CPU's own loops.
#include <gtest/gtest.h>

#include "exec/thread_ranks.h"
#include "nim/index.h"
#include "solve/counters/device.cuh"
#include "tests/faults/scratch.h"
#include "tests/faults/solving.h"

namespace zermelo {
namespace {

// A graph behind pointers.
template <bool undo, bool fold> struct PlainGraph {
  struct Position {
    u32 node = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = u32;
  static constexpr int max_moves = static_cast<int>(graph::most_successors) * 2;
  static constexpr int max_predecessors = static_cast<int>(graph::most_predecessors);
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = fold, on_device = true;

  u32 nodes = 0, edges = 0, back_edges = 0;
  u64 slots = 0;
  const u32 *first = nullptr, *to = nullptr, *back_first = nullptr, *back_to = nullptr, *image = nullptr, *held = nullptr;
  const Wdl* over = nullptr;
  const u8* settled = nullptr;
  const Slot* slot = nullptr;
  template <class F> void each_array(F&& f) {
    f(first, nodes + 1);
    f(to, edges);
    f(back_first, nodes + 1);
    f(back_to, back_edges);
    f(image, nodes);
    f(held, slots);
    f(over, nodes);
    f(settled, nodes);
    f(slot, nodes);
  }

  Position start() const { return {nodes - 1}; }
  Wdl outcome(const Position& p) const { return over[p.node]; }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u32 i = 0; i < first[p.node + 1] - first[p.node]; ++i) out.push(i);
  }
  Position play(const Position& p, Move m) const { return {to[first[p.node] + m]}; }
  Value settle(const Position& p) const { return settled[p.node] != 0 ? win_in(1) : Value{outcome(p), 0}; }
  u64 size() const { return slots; }
  Slot rank(const Position& p) const { return slot[p.node]; }
  bool unrank(Slot s, Position& p) const {
    const bool here = held[s] != nodes;
    p.node = here ? held[s] : 0;
    return here;
  }
  Position canonical(const Position& p) const { return {std::min(p.node, image[p.node])}; }
  int orbit(const Position& p) const { return image[p.node] == p.node ? 1 : 2; }
  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const
    requires undo
  {
    out.clear();
    auto arrivals = [&](u32 node) {
      for (u32 e = back_first[node]; e < back_first[node + 1]; ++e)
        if (over[back_to[e]] == Wdl::unknown) out.push({back_to[e]});
    };
    arrivals(p.node);
    if (fold && image[p.node] != p.node) arrivals(image[p.node]);
  }
  std::string print(const Position& p) const { return std::to_string(p.node); }
};

template <bool undo, bool fold> struct Held {
  explicit Held(const graph::Graph& g) : settled(g.settled.begin(), g.settled.end()) {
    plain = {g.nodes,
             static_cast<u32>(g.to.size()),
             static_cast<u32>(g.back_to.size()),
             g.at.size(),
             g.first.data(),
             g.to.data(),
             g.back_first.data(),
             g.back_to.data(),
             g.image.data(),
             g.at.data(),
             g.outcome.data(),
             settled.data(),
             g.slot.data()};
  }
  std::vector<u8> settled;
  PlainGraph<undo, fold> plain;
};

template <bool undo, bool fold> void compare(const graph::Graph& g, Method method) {
  using Plain = PlainGraph<undo, fold>;
  register_counters<Plain>();
  const Held<undo, fold> held(g);
  const faults::Scratch here, there;
  faults::solve_graph(held.plain, here.path(), {.threads = 2, .method = method});
  faults::solve_graph(held.plain, there.path(), {.threads = 2, .method = method, .device = Device::cuda});
  ASSERT_TRUE(faults::bytes_in(faults::table_in(here.path())) == faults::bytes_in(faults::table_in(there.path())));
}

TEST(KernelsOnGraphs, OneStage) {
  const u64 seed = faults::seed_of_test();
  for (u64 i = 0; i < faults::times(60, 1000) && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("graph " + std::to_string(i));
    std::mt19937_64 random(seed + i);
    graph::Shape shape;
    shape.nodes = static_cast<u32>(1 + random() % (i % 10 == 0 ? 20'000 : 400));
    shape.degree = static_cast<u32>(1 + random() % graph::most_successors);
    shape.span = random() % 2 == 0 ? 0 : static_cast<u32>(1 + random() % 20);
    shape.ends = static_cast<u32>(random() % 300);
    shape.wins_at_end = random() % 3 == 0;
    shape.folded = i % 2 == 1;
    const graph::Graph g = graph::random_graph(shape, random());
    if (shape.folded) {
      compare<true, true>(g, Method::backward);
      compare<false, true>(g, Method::forward);
    } else {
      compare<true, false>(g, Method::backward);
      compare<false, false>(g, Method::forward);
    }
  }
}

TEST(KernelsOnGraphs, LongGames) {
  for (const u32 plies : {100U, 253U, 254U, 300U, 2000U}) {
    SCOPED_TRACE(plies);
    compare<true, false>(graph::chain(plies), Method::backward);
    compare<false, false>(graph::chain(plies), Method::forward);
  }
}

// Nodes in layers; every move goes to an earlier layer or stays.
struct PlainLayers {
  struct Position {
    u32 node = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = u32;
  static constexpr int max_moves = 16;
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = false, on_device = true;

  u32 nodes = 0, edges = 0, back_edges = 0;
  const u32 *first = nullptr, *to = nullptr, *back_first = nullptr, *back_to = nullptr, *layer_first = nullptr;
  template <class F> void each_array(F&& f) {
    f(first, nodes + 1);
    f(to, edges);
    f(back_first, nodes + 1);
    f(back_to, back_edges);
    f(layer_first, nodes);
  }
  Position start() const { return {nodes - 1}; }
  Wdl outcome(const Position& p) const { return first[p.node] == first[p.node + 1] ? Wdl::loss : Wdl::unknown; }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u32 e = first[p.node]; e < first[p.node + 1]; ++e) out.push(to[e]);
  }
  Position play(const Position&, Move m) const { return {m}; }
  std::string print(const Position& p) const { return std::to_string(p.node); }
  u64 size() const { return nodes; }
  Slot rank(const Position& p) const { return p.node; }
  bool unrank(Slot s, Position& p) const {
    p.node = static_cast<u32>(s);
    return true;
  }
  template <class Emit> u32 split(const Position& p, Emit&& emit) const {
    u32 stay = 0;
    for (u32 e = first[p.node]; e < first[p.node + 1]; ++e) {
      if (to[e] >= layer_first[p.node]) {
        ++stay;
      } else {
        emit(Slot{to[e]});
      }
    }
    return stay;
  }
  template <class Emit> void each_return(const Position& p, Emit&& emit) const {
    for (u32 e = back_first[p.node]; e < back_first[p.node + 1]; ++e) emit(Slot{back_to[e]});
  }
};

// The game: the plain data is its index.
struct LayerGame : PlainLayers {
  std::shared_ptr<const std::vector<TableLayer>> all;
  const PlainLayers& index() const { return *this; }
  const std::vector<TableLayer>& layers() const { return *all; }
};

struct LayerLists {
  std::vector<std::vector<u32>> after;
  std::vector<u32> first, to, back_first, back_to, layer_first;
  std::vector<TableLayer> layers;

  LayerGame game() {
    std::vector<std::vector<u32>> before(after.size());
    for (u32 v = 0; v < after.size(); ++v)
      for (const u32 t : after[v])
        if (t >= layer_first[v]) before[t].push_back(v);
    auto pack = [](const auto& lists, auto& starts, auto& flat) {
      for (const auto& list : lists) {
        starts.push_back(static_cast<u32>(flat.size()));
        flat.insert(flat.end(), list.begin(), list.end());
      }
      starts.push_back(static_cast<u32>(flat.size()));
    };
    pack(after, first, to);
    pack(before, back_first, back_to);
    LayerGame g;
    static_cast<PlainLayers&>(g) = {static_cast<u32>(after.size()),
                                    static_cast<u32>(to.size()),
                                    static_cast<u32>(back_to.size()),
                                    first.data(),
                                    to.data(),
                                    back_first.data(),
                                    back_to.data(),
                                    layer_first.data()};
    g.all = std::make_shared<const std::vector<TableLayer>>(layers);
    return g;
  }
};

// All layers on the device; and the layer at work alone, with a small window of those before it, which are here or on disk.
void compare_layers(LayerLists lists) {
  register_counters<LayerGame>();
  const LayerGame g = lists.game();
  const faults::Scratch here;
  faults::solve_graph(g, here.path(), {.threads = 2});
  u64 largest = 0;
  for (const TableLayer& l : g.layers()) largest = std::max(largest, l.slots());
  const u64 earlier = g.layers().back().first, window = window_on_device(CounterKind::wide_bounded, earlier, largest, 1);
  const u64 little = bytes_on_device(CounterKind::wide_bounded, window, largest);
  for (const auto& [memory, on_disk] : {std::pair(u64{0}, false), {little, false}, {little, true}}) {
    SCOPED_TRACE(memory);
    const SolveOptions options{.threads = 2, .device_memory = memory, .device = Device::cuda, .on_disk = on_disk};
    const SolvePlan plan = make_strategy(g, "graph", options, Contents::distances)->plan();
    EXPECT_EQ(plan.on_disk, on_disk);
    EXPECT_TRUE(plan.device_fits);
    EXPECT_TRUE(memory != 0 || !plan.in_windows);
    const faults::Scratch there;
    faults::solve_graph(g, there.path(), options);
    ASSERT_TRUE(faults::bytes_in(faults::table_in(here.path())) == faults::bytes_in(faults::table_in(there.path())));
  }
}

TEST(KernelsOnGraphs, Layers) {
  std::mt19937_64 random(faults::seed_of_test());
  for (int round = 0; round < 40 && !testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    LayerLists lists;
    const u32 nodes = round % 10 == 9 ? 20'000 : 300;
    for (u32 first = 0; first < nodes;) {
      const u32 last = std::min(nodes, first + 1 + static_cast<u32>(random() % (nodes / 3)));
      for (u32 n = first; n < last; ++n) {
        std::vector<u32> to;
        for (u64 edges = random() % 4; edges > 0; --edges)
          to.push_back(static_cast<u32>(first > 0 && random() % 3 == 0 ? random() % first : first + random() % (last - first)));
        std::sort(to.begin(), to.end());
        to.erase(std::unique(to.begin(), to.end()), to.end());
        lists.after.push_back(to);
        lists.layer_first.push_back(first);
      }
      lists.layers.push_back({first, last, last, ""});
      first = last;
    }
    compare_layers(lists);
  }
}

// Beyond a byte: the layers that are finished stay, and the device goes on.
TEST(KernelsOnGraphs, LayersOfLongGames) {
  for (const u32 nodes : {254U, 255U, 600U}) {
    LayerLists lists;
    for (u32 n = 0; n < nodes; ++n) {
      lists.after.push_back(n == 0 ? std::vector<u32>{} : std::vector<u32>{n - 1});
      lists.layer_first.push_back(n / 120 * 120);
    }
    for (u32 first = 0; first < nodes; first += 120)
      lists.layers.push_back({first, std::min(nodes, first + 120), std::min(nodes, first + 120), ""});
    compare_layers(lists);
  }
}

// A game from outside the repository, won or lost by who moves last: by its un-moves, without them, on a device, and by three
// processes.
TEST(KernelsOnGames, FromOutside) {
  register_counters<nim::Game>();
  for (const bool misere : {false, true}) {
    nim::Game g;
    g.full = {3, 4, 5, 2};
    g.misere = misere;
    const faults::Scratch here, there;
    faults::solve_graph(g, here.path(), {.threads = 2});
    const SolveResult result = faults::solve_graph(g, there.path(), {.threads = 2, .device = Device::cuda});
    EXPECT_NE(result.device.name, "");
    const auto bytes = faults::bytes_in(faults::table_in(here.path()));
    EXPECT_TRUE(bytes == faults::bytes_in(faults::table_in(there.path()))) << misere;
    for (const Device device : {Device::cpu, Device::cuda}) {
      const faults::Scratch forward;
      faults::solve_graph(g, forward.path(), {.threads = 2, .method = Method::forward, .device = device});
      EXPECT_TRUE(bytes == faults::bytes_in(faults::table_in(forward.path()))) << misere << name_of(device);
    }
    const faults::Scratch together;
    run_as_ranks(3, [&](Ranks& ranks) { faults::solve_graph(g, together.path(), {.threads = 1, .ranks = &ranks}); });
    EXPECT_TRUE(bytes == faults::bytes_in(faults::table_in(together.path()))) << misere;
  }
}

} // namespace
} // namespace zermelo
