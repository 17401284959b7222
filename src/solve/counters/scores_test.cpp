// Scores of random games in layers against iteration; circles; stops, kills and damaged layers.
#include <gtest/gtest.h>

#include "tests/faults/scored_graph.h"
#include "tests/faults/scratch.h"
#include "tests/faults/solving.h"
#include "verify/semantic.h"

namespace zermelo {
namespace {

using graph::ScoredGraphGame;
using Undoing = ScoredGraphGame<true>;
using Forward = ScoredGraphGame<false>;
static_assert(Originating<Undoing> && Scored<Forward> && !Originating<Forward>);

template <class G> TableIdentity identity_of(const G& g) {
  return {"graph", "0123456789abcdef", "the nodes of a graph", g.size()};
}
template <class G> SolveResult solve(const G& g, const TableFiles& files, const SolveOptions& options) {
  return faults::solve_typed(g, identity_of(g), files, options);
}

TEST(ScoredGraphs, ScoresAreThoseOfIterationByEveryMethod) {
  const faults::Scratch folder;
  const TableFiles files(folder.path(), "graph");
  u64 decisive = 0, drawn = 0;
  for (u32 seed = 1; seed <= 150; ++seed) {
    const auto g = std::make_shared<const graph::ScoredGraph>(graph::random_scored_graph(1 + seed % 9, 5 + seed % 200, seed));
    const auto expected = graph::iterate_scores(*g);
    std::string first;
    auto check = [&](const auto& game, Method method, int threads, bool on_disk = false) {
      solve(game, files, {.threads = threads, .method = method, .on_disk = on_disk});
      const Table table(files.table);
      for (Slot s = 0; s < game.size(); ++s) {
        const bool held = g->at[s] != g->nodes();
        ASSERT_EQ(table.value(s), held ? scored(expected[g->at[s]]) : unknown_value) << "seed " << seed << ", slot " << s;
        if (held) ++(expected[g->at[s]] == 0 ? drawn : decisive);
      }
      const std::string bytes = faults::bytes_in(files.table);
      if (first.empty()) first = bytes;
      EXPECT_EQ(bytes, first);
      EXPECT_TRUE(SemanticCheck(game, table, {.threads = threads, .in_batches = on_disk}).run().proves());
    };
    check(Undoing{g}, Method::backward, 1);
    check(Undoing{g}, Method::automatic, 3);
    check(Undoing{g}, Method::automatic, 1 + static_cast<int>(seed % 3), true);
    check(Undoing{g}, Method::windows, 2);
    check(Forward{g}, Method::automatic, 2);
  }
  EXPECT_GT(decisive, 1000U);
  EXPECT_GT(drawn, 1000U);
}

// Two nodes that move to each other for ever, and could stop for 0: worth 0; +2 and -2 agree with each other.
TEST(ScoredGraphs, ACircleThatAgreesIsNoProof) {
  auto g = std::make_shared<graph::ScoredGraph>();
  g->layer_begin = {0, 2};
  g->edges = {{{1, 0}}, {{0, 0}}};
  g->back = {{1}, {0}};
  g->over.resize(2);
  g->slot = {0, 1};
  g->at = {0, 1};
  g->slot_begin = {0, 2};
  const Undoing game{g};
  const faults::Scratch folder;
  const TableFiles files(folder.path(), "graph");
  auto check = [&](i32 a, i32 b) {
    const std::map<i32, u64> counts = a == b ? std::map<i32, u64>{{a, 2}} : std::map<i32, u64>{{a, 1}, {b, 1}};
    const TableHeader header{identity_of(game), Encoding::score8, true, scored_statistics(counts, scored(b)), {}};
    const Bytes raw = {static_cast<std::byte>(a), static_cast<std::byte>(b)};
    BlockWriter writer(files.table, header_text(header), 2, block_slots(Encoding::score8));
    writer.append(compress_block(raw, 3));
    writer.finish();
    const VerifyReport batches = SemanticCheck(game, Table(files.table), {.in_batches = true}).run();
    const VerifyReport report = SemanticCheck(game, Table(files.table), {}).run();
    EXPECT_EQ(batches.wrong, report.wrong);
    EXPECT_EQ(batches.proves(), report.proves());
    return report;
  };
  EXPECT_TRUE(check(0, 0).proves());
  const VerifyReport circle = check(2, -2);
  EXPECT_EQ(circle.wrong, 2U);
  ASSERT_FALSE(circle.first.empty());
  EXPECT_TRUE(circle.first.front().circle);
  EXPECT_FALSE(circle.holds());
  EXPECT_FALSE(check(2, 2).holds());
}

class ScoredLayers : public testing::Test {
protected:
  ScoredLayers()
      : game_{std::make_shared<const graph::ScoredGraph>(graph::random_scored_graph(6, 3000, 5))},
        files_(folder_.path(), "graph") {}

  std::string whole() {
    solve(game_, files_, {});
    return faults::bytes_in(files_.table);
  }
  // Stops at the n-th time it is asked.
  bool stops(int n) {
    try {
      solve(game_, files_, {.threads = 2, .on_disk = n % 2 == 1, .should_stop = [&n] { return n-- == 0; }});
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::stopped);
      return true;
    }
    return false;
  }
  std::string refusal(bool on_disk = false) {
    try {
      solve(game_, files_, {.on_disk = on_disk});
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      return e.what();
    }
    return "";
  }
  std::filesystem::path layer(int i) const { return files_.checkpoint.string() + ".00" + std::to_string(i); }

  Undoing game_;
  faults::Scratch folder_;
  TableFiles files_;
};

TEST_F(ScoredLayers, AreGoneOnWith) {
  const std::string expected = whole();
  int stopped = 0;
  for (int n = 0; stops(n); ++n, ++stopped) {}
  EXPECT_GT(stopped, 20);
  EXPECT_EQ(faults::bytes_in(files_.table), expected);
  EXPECT_FALSE(std::filesystem::exists(layer(0)));
}

TEST_F(ScoredLayers, MissingAndDamagedOnesAreNamed) {
  int n = 0;
  while (!std::filesystem::exists(layer(3))) ASSERT_TRUE(stops(n++));
  const std::string bytes = faults::bytes_in(layer(1));
  std::filesystem::remove(layer(1));
  EXPECT_NE(refusal().find(layer(1).string() + " is missing"), std::string::npos) << refusal();
  EXPECT_NE(refusal(true).find(layer(1).string() + " is missing"), std::string::npos);
  for (std::size_t at = 0; at < bytes.size(); at += bytes.size() / 50 + 1) {
    std::string bad = bytes;
    bad[at] = static_cast<char>(bad[at] ^ 16);
    write_whole(layer(1), bad);
    EXPECT_NE(refusal().find(layer(1).string()), std::string::npos) << at;
    EXPECT_NE(refusal(true).find(layer(1).string()), std::string::npos) << at;
  }
  write_whole(layer(1), faults::bytes_in(layer(2)));
  EXPECT_NE(refusal().find(layer(1).string()), std::string::npos);
  EXPECT_NE(refusal(true).find(layer(1).string()), std::string::npos);
  write_whole(layer(1), bytes);
  EXPECT_EQ(refusal(), "");
}

TEST_F(ScoredLayers, TooLittleMemoryIsSaidBefore) {
  try {
    solve(game_, files_, {.memory = 10'000});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::resources);
  }
}

} // namespace
} // namespace zermelo
