// Retrograde analysis against brute force on random graphs: every value, every distance, every count; and one file, byte for
// byte, whatever the method, the number of threads and the interruptions.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/faults/scratch.h"
#include "tests/faults/solving.h"

namespace zermelo {
namespace {

using faults::Scratch;
using graph::Graph;
using graph::GraphGame;
using graph::Shape;

Shape random_shape(std::mt19937_64& random, bool folded) {
  auto maybe = [&] { return random() % 2 == 0; };
  Shape s;
  s.nodes = static_cast<u32>(1 + random() % 400);
  s.degree = static_cast<u32>(1 + random() % graph::most_successors);
  s.span = maybe() ? 0 : static_cast<u32>(1 + random() % 20);
  s.ends = static_cast<u32>(random() % 300);
  s.wins_at_end = random() % 3 == 0;
  s.draws_at_end = maybe();
  s.settles = maybe();
  s.outside = maybe();
  s.holes = maybe();
  s.folded = folded;
  return s;
}

// Every node of the index has the value that brute force gives, holes have none, and the counts are those of the nodes.
void expect_right(const Graph& g, const Table& table) {
  const auto right = graph::brute_force(g);
  StatisticsBuilder builder(false);
  u64 wrong = 0;
  for (u32 v = 0; v < g.nodes; ++v) {
    if (g.slot[v] == no_slot) continue;
    wrong += table.value(g.slot[v]) != right[v];
    builder.add(right[v], g.image[v] == v ? 1 : 2);
  }
  for (Slot s = 0; s < g.at.size(); ++s) {
    if (g.at[s] != g.nodes) continue;
    wrong += table.value(s).known();
    builder.add(unknown_value, 0);
  }
  const Statistics counted = builder.finish(right[g.nodes - 1]);
  EXPECT_EQ(wrong, 0U);
  EXPECT_EQ(table.header().statistics, counted) << to_json(table.header().statistics) << "\n" << to_json(counted);
}

// The table of values says the same as the one with distances wherever the rules do not, and has its statistics.
template <bool fold> void values_agree(const GraphGame<true, fold>& game, const std::filesystem::path& folder, int threads) {
  faults::solve_graph(game, folder, {.threads = threads}, Contents::values);
  const Table distances(faults::table_in(folder)), values(faults::table_in(folder, Contents::values), faults::identity_of(game));
  ASSERT_EQ(values.header().encoding, Encoding::wdl2);
  EXPECT_FALSE(values.header().holds_settled);
  EXPECT_EQ(values.header().statistics, distances.header().statistics);
  u64 wrong = 0;
  for (Slot s = 0; s < values.slots(); ++s) {
    typename GraphGame<true, fold>::Position p;
    if (game.unrank(s, p) && game.settle(p).known()) continue;
    const Value v = values.value(s);
    wrong += v.wdl != distances.value(s).wdl || v.has_plies();
  }
  EXPECT_EQ(wrong, 0U);
  const VerifyReport report = SemanticCheck<GraphGame<true, fold>>(game, values, {.threads = threads}).run();
  EXPECT_TRUE(report.holds()) << report.wrong << " wrong of " << report.slots;
}

template <bool fold> void solve_all_ways(const Graph& graph, std::mt19937_64& random) {
  const auto shared = std::make_shared<const Graph>(graph);
  const GraphGame<true, fold> with_undo{shared};
  const GraphGame<false, fold> without{shared};
  const Scratch folder;
  std::string first;
  auto compare = [&](const char* how) {
    const std::string bytes = faults::bytes_in(faults::table_in(folder.path()));
    if (first.empty()) first = bytes;
    ASSERT_EQ(first == bytes, true) << how << " gives another file";
  };
  const int threads = static_cast<int>(1 + random() % 8);
  faults::solve_graph(with_undo, folder.path(), {.threads = 1});
  compare("backward");
  const Table table(faults::table_in(folder.path()), faults::identity_of(with_undo));
  expect_right(graph, table);
  const VerifyReport report = SemanticCheck<GraphGame<true, fold>>(with_undo, table, {.threads = threads}).run();
  EXPECT_TRUE(report.holds()) << report.wrong << " wrong of " << report.slots;
  values_agree(with_undo, folder.path(), threads);
  const std::string values = faults::bytes_in(faults::table_in(folder.path(), Contents::values));
  faults::solve_graph(without, folder.path(), {.threads = 1}, Contents::values);
  ASSERT_TRUE(values == faults::bytes_in(faults::table_in(folder.path(), Contents::values)));
  faults::solve_graph(with_undo, folder.path(), {.threads = threads});
  compare("backward with threads");
  faults::solve_graph(with_undo, folder.path(), {.threads = threads, .method = Method::forward});
  compare("forward");
  faults::solve_graph(without, folder.path(), {.threads = 1});
  compare("forward without un-moves");
}

TEST(Retrograde, AgreesWithBruteForce) {
  const u64 seed = faults::seed_of_test();
  const u64 graphs = faults::times(300, 10'000);
  for (u64 i = 0; i < graphs && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("graph " + std::to_string(i));
    std::mt19937_64 random(seed + i);
    const bool folded = i % 2 == 1;
    const Shape shape = random_shape(random, folded);
    if (folded) {
      solve_all_ways<true>(graph::random_graph(shape, random()), random);
    } else {
      solve_all_ways<false>(graph::random_graph(shape, random()), random);
    }
  }
}

// One file for 1 to 8 threads and both methods on a game of several chunks and partitions.
TEST(Retrograde, ThreadsDoNotChangeABit) {
  const u64 seed = faults::seed_of_test();
  for (const bool wide : {false, true}) {
    const auto graph =
        std::make_shared<const Graph>(graph::random_graph(faults::victim_shape(wide ? 100'000 : 530'000, wide), seed));
    const GraphGame<true, false> game{graph};
    const Scratch folder;
    std::string first;
    for (const int threads : faults::full_run() ? std::vector{1, 2, 3, 4, 5, 6, 7, 8} : std::vector{1, 2, 3, 8}) {
      for (const Method method : {Method::backward, Method::forward}) {
        if (method == Method::forward && threads != 3) continue; // the same loop, and slow
        faults::solve_graph(game, folder.path(), {.threads = threads, .method = method});
        const std::string bytes = faults::bytes_in(faults::table_in(folder.path()));
        if (first.empty()) expect_right(*graph, Table(faults::table_in(folder.path())));
        if (first.empty()) first = bytes;
        ASSERT_TRUE(bytes == first) << threads << " threads";
      }
    }
    EXPECT_EQ(Table(faults::table_in(folder.path())).header().encoding, wide ? Encoding::plies16 : Encoding::plies8);
  }
}

// Stops at every moment when a solve can be stopped, one after the other, and resumes each time.
template <class G> int solve_in_steps(const G& game, const std::filesystem::path& folder, SolveOptions options) {
  for (int stops = 0;; ++stops) {
    options.should_stop = [] { return true; }; // asked after a piece of work, so every run comes a little further
    try {
      const SolveResult result = faults::solve_graph(game, folder, options);
      EXPECT_EQ(result.resumed, stops > 0);
      return stops;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::stopped) << e.what();
      if (e.code() != Exit::stopped) return -1;
    }
  }
}

TEST(Retrograde, InterruptionsDoNotChangeABit) {
  const u64 seed = faults::seed_of_test();
  const u64 graphs = faults::times(6, 60);
  int all_stops = 0;
  for (u64 i = 0; i < graphs; ++i) {
    std::mt19937_64 random(seed + i);
    // Sizes that end inside a chunk and inside a round.
    const auto graph = std::make_shared<const Graph>(graph::random_graph(
        faults::victim_shape(static_cast<u32>(1000 + random() % (i % 2 == 0 ? 3000 : 200'000)), i % 3 == 2), random()));
    const GraphGame<true, false> game{graph};
    const Scratch folder;
    faults::solve_graph(game, folder.path(), {.threads = 2});
    const std::string whole = faults::bytes_in(faults::table_in(folder.path()));
    for (const Method method : {Method::backward, Method::forward}) {
      if (method == Method::forward && graph->nodes > 50'000) continue;
      std::filesystem::remove(faults::table_in(folder.path()));
      const int stops = solve_in_steps(game, folder.path(), {.threads = static_cast<int>(1 + i % 3), .method = method});
      all_stops += stops;
      EXPECT_TRUE(faults::bytes_in(faults::table_in(folder.path())) == whole) << "graph " << i << " after " << stops << " stops";
      EXPECT_FALSE(std::filesystem::exists(faults::checkpoint_in(folder.path())));
    }
  }
  EXPECT_GT(all_stops, 50);
}

TEST(Retrograde, ACheckpointOfTheOtherMethodIsRefused) {
  const auto graph = std::make_shared<const Graph>(graph::random_graph(faults::victim_shape(5000), 7));
  const GraphGame<true, false> game{graph};
  for (const Method method : {Method::backward, Method::forward}) {
    const Scratch folder;
    int polls = 0;
    EXPECT_THROW(faults::solve_graph(game, folder.path(), {.method = method, .should_stop = [&] { return ++polls == 6; }}),
                 Error);
    const Method other = method == Method::forward ? Method::backward : Method::forward;
    try {
      faults::solve_graph(game, folder.path(), {.method = other});
      ADD_FAILURE() << "went on with counters that mean something else";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table) << e.what();
    }
    faults::solve_graph(game, folder.path(), {.method = other, .restart = true});
    expect_right(*graph, Table(faults::table_in(folder.path())));
  }
}

// Around the longest distance that one byte holds both methods choose the same width, and all distances are right.
TEST(Retrograde, LongGames) {
  u32 narrow = 0;
  for (u32 plies = 215; plies <= 260; ++plies) {
    const auto graph = std::make_shared<const Graph>(graph::chain(plies));
    const GraphGame<true, false> game{graph};
    const Scratch folder;
    faults::solve_graph(game, folder.path(), {.threads = 1});
    const Table table(faults::table_in(folder.path()));
    narrow += table.header().encoding == Encoding::plies8;
    expect_right(*graph, table);
    const std::string backward = faults::bytes_in(faults::table_in(folder.path()));
    faults::solve_graph(game, folder.path(), {.threads = 1, .method = Method::forward});
    EXPECT_TRUE(faults::bytes_in(faults::table_in(folder.path())) == backward) << plies << " plies";
  }
  EXPECT_GT(narrow, 5U);
  EXPECT_LT(narrow, 40U);
}

TEST(Retrograde, GamesTooLongForAnyTableAreRefused) {
  if (ZERMELO_THREAD_SANITIZED != 0) GTEST_SKIP() << "33,000 levels on one thread";
  const GraphGame<true, false> game{std::make_shared<const Graph>(graph::chain(33'000))};
  const Scratch folder;
  try {
    faults::solve_graph(game, folder.path(), {.threads = 1});
    ADD_FAILURE() << "33,000 plies do not fit two bytes";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("too long"), std::string::npos) << e.what();
  }
}

} // namespace
} // namespace zermelo
