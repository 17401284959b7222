// NOCCA's blocks: sets of strings against single ones, shapes against the rules, every kernel against each other, and whole
// tables against the solver that knows no blocks.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "base/file.h"
#include "catalog/catalog.h"
#include "index/block_check.h"
#include "nocca/index.h"
#include "solve/blocks/passes.h"
#include "solve/blocks/values.h"

namespace zermelo::nocca {
namespace {

template <class S, class Word> void lifts_and_drops() {
  using Ops = StringOps<S, Word>;
  const auto masks = std::make_unique<StringMasks<S, Word>>(make_string_masks<S, Word>());
  const Combinations strings(S::pieces, S::owned);
  constexpr u64 bits = 8 * sizeof(Word);
  auto bit = [](const auto& v, u64 n) { return (v.w[n / bits] >> (n % bits) & 1) != 0; };
  std::mt19937_64 random(S::pieces);
  for (int mover = 0; mover < 2; ++mover) {
    const Combinations lifted(S::pieces - 1, S::owned - mover);
    for (int place = 0; place < S::pieces; ++place) {
      typename Ops::Full set;
      for (auto& w : set.w) w = static_cast<Word>(random());
      const auto up = Ops::lift(set, masks->lift[mover][place]);
      const auto down = Ops::drop(up, masks->drop[mover][place]);
      for (u64 n = 0; n < strings.size(); ++n) {
        const u64 string = strings.unrank(n);
        const bool own = (string >> place & 1) == static_cast<u64>(mover);
        ASSERT_EQ(bit(masks->has[mover][place], n), own);
        if (!own) continue;
        const u64 rest = (string & ((u64{1} << place) - 1)) | string >> (place + 1) << place;
        ASSERT_EQ(bit(up, lifted.rank(rest)), bit(set, n)) << place;
        ASSERT_EQ(bit(down, n), bit(set, n)) << place;
      }
      if (place >= S::pieces - 2) continue;
      const auto swapped = Ops::swap(up, masks->swap[mover][place]);
      for (u64 n = 0; n < lifted.size(); ++n) {
        u64 string = lifted.unrank(n);
        if (((string >> place ^ string >> (place + 1)) & 1) != 0) string ^= u64{3} << place;
        ASSERT_EQ(bit(swapped, n), bit(up, lifted.rank(string))) << place;
      }
    }
  }
}

TEST(NoccaBlocks, SetsOfStringsDoWhatStringsDo) {
  lifts_and_drops<Strings<4, 2>, u64>();
  lifts_and_drops<Strings<6, 3>, u64>();
  lifts_and_drops<Strings<8, 4>, u64>();
  lifts_and_drops<Strings<10, 5>, u64>();
  lifts_and_drops<Strings<10, 5>, u32>();
  lifts_and_drops<Strings<12, 6>, u64>();
  lifts_and_drops<Strings<14, 7>, u64>();
}

TEST(NoccaBlocks, LeadWhereTheMovesLead) {
  for (const auto& [columns, rows, samples] : {std::tuple{2, 2, 1'000},
                                               {2, 3, 1'000},
                                               {2, 9, 5'000},
                                               {3, 3, 30'000},
                                               {3, 4, 20'000},
                                               {4, 4, 4'000},
                                               {5, 5, 3'000},
                                               {5, 6, 3'000},
                                               {5, 7, 1'000},
                                               {6, 3, 1'000},
                                               {7, 2, 1'000}}) {
    CheckReport report;
    check_blocks(Game(columns, rows), {.samples = static_cast<u64>(samples), .seed = 9}, report);
    ASSERT_EQ(report.promises.size(), 3U);
    for (const auto& p : report.promises) {
      EXPECT_GT(p.tested, 50U) << p.name;
      EXPECT_EQ(p.broken, 0U) << columns << 'x' << rows << ' ' << p.name << ' ' << p.example;
    }
  }
}

// What expand() says, call by call.
struct Told {
  std::vector<std::array<i64, 4>> calls;
  void lift(int place, bool any) { calls.push_back({0, place, any, 0}); }
  void step(u32 shape, int place, bool image, bool) { calls.push_back({1, shape, place, image}); }
  void swap(int place, bool) { calls.push_back({2, place, 0, 0}); }
  void done(bool) { calls.push_back({3, 0, 0, 0}); }
};

void expect_walk(const Game& g, u32 first, u32 count) {
  const auto board = g.blocks().board();
  Blocks::Walk walked(Blocks::where(board), first);
  for (u32 rank = first; rank < first + count; ++rank) {
    if (rank != first) walked.advance();
    const Blocks::Shape fresh(Blocks::where(board), rank);
    ASSERT_EQ(walked.rank(), rank);
    ASSERT_EQ(walked.weight(), fresh.weight());
    for (int k = 0; k < levels; ++k) ASSERT_EQ(walked.plane(k), fresh.plane(k)) << rank;
    Told walking, standing;
    walked.expand(walking);
    fresh.expand(standing);
    ASSERT_EQ(walking.calls, standing.calls) << rank;
  }
}

TEST(NoccaBlocks, AShapeIsFollowedByTheNextAndKnowsItsSteps) {
  for (const auto& [columns, rows] : {std::pair{2, 3}, {3, 3}, {4, 3}, {3, 5}, {5, 2}}) {
    const Game g(columns, rows);
    expect_walk(g, 0, static_cast<u32>(g.blocks().shapes()));
    if (HasFatalFailure()) return;
  }
  for (const auto& [columns, rows] : {std::pair{4, 6}, {5, 5}, {5, 6}, {3, 9}}) {
    const Game g(columns, rows);
    std::mt19937_64 random(11);
    for (int i = 0; i < 20; ++i) expect_walk(g, static_cast<u32>(random() % (g.blocks().shapes() - 2'000)), 2'000);
    if (HasFatalFailure()) return;
  }
}

TEST(NoccaBlocks, ATurnIsUndoneByATurn) {
  const Game g(5, 6);
  std::mt19937_64 random(4);
  for (int i = 0; i < 20'000; ++i) {
    const u32 shape = static_cast<u32>(random() % g.blocks().shapes());
    const BlockTurn there = g.blocks().turned(shape), back = g.blocks().turned(there.shape);
    ASSERT_EQ(back.shape, shape);
  }
}

template <class S> std::pair<std::vector<u64>, std::vector<u64>> solved(const Game& g, const BlockKernel& kernel, int threads) {
  Pool pool(threads);
  BlockState state(g.blocks().shapes(), S::words);
  BlockPasses<Game, S> passes(g, state, pool, kernel);
  for (u64 changed = 1; changed != 0 || state.plies < 2; state.next())
    changed = passes.run([](const u64*, const u64*, int) {}, [](u64) {});
  std::vector<u64> planes(state.won.data(), state.won.data() + state.won.size());
  planes.insert(planes.end(), state.lost.data(), state.lost.data() + state.lost.size());
  return {state.counts, planes};
}

TEST(NoccaBlocks, EveryKernelFindsTheSame) {
  for (const auto& [columns, rows] : {std::pair{2, 6}, {3, 4}, {4, 3}, {5, 2}}) {
    const Game g(columns, rows);
    with_strings(2 * columns, [&]<class S>(S) {
      const auto expected = solved<S>(g, block_kernels()[0], 1);
      for (const BlockKernel& kernel : block_kernels())
        for (const int threads : {1, 2}) EXPECT_EQ(solved<S>(g, kernel, threads), expected) << kernel.name;
    });
  }
}

class NoccaBlockTables : public ::testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("zermelo-blocks-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string solve(const std::string& board, const SolveOptions& options, Contents contents = Contents::distances) const {
    const auto entry = open_game("nocca:" + board);
    const TableFiles files(folder_ / name_of(options.method), entry->full_name(), contents);
    entry->solve(files, options);
    return read_whole(files.table, u64{1} << 30);
  }

  std::filesystem::path folder_;
};

TEST_F(NoccaBlockTables, AreTheSameAsByUnMoves) {
  for (const char* board : {"2x2", "2x3", "2x5", "3x2", "3x3", "3x4", "4x2", "4x3"}) {
    SolveOptions blocks, backward;
    blocks.method = Method::blocks;
    backward.method = Method::backward;
    EXPECT_EQ(solve(board, blocks), solve(board, backward)) << board;
  }
}

// Stopped after every so many pieces of work and taken up again, with and without distances.
TEST_F(NoccaBlockTables, AreTheSameHoweverOftenInterrupted) {
  for (const Contents contents : {Contents::distances, Contents::values}) {
    SolveOptions options;
    options.method = Method::blocks;
    const std::string expected = solve("3x4", options, contents);
    for (const int pause : {1, 2, 7}) {
      int polls = 0, stops = 0;
      options.should_stop = [&] { return ++polls % (pause + 1) == 0; };
      std::string found;
      while (found.empty()) {
        try {
          found = solve("3x4", options, contents);
        } catch (const Error& e) {
          ASSERT_EQ(e.code(), Exit::stopped) << e.what();
          ASSERT_LT(++stops, 1000);
        }
      }
      EXPECT_GT(stops, 1);
      EXPECT_EQ(found, expected);
    }
  }
}

TEST_F(NoccaBlockTables, RefuseACheckpointOfAnotherMethod) {
  SolveOptions options;
  options.method = Method::blocks;
  options.should_stop = [] { return true; };
  const auto entry = open_game("nocca:3x4");
  const TableFiles files(folder_, entry->full_name());
  EXPECT_THROW(entry->solve(files, options), Error);
  ASSERT_TRUE(std::filesystem::exists(files.checkpoint));
  options.should_stop = nullptr;
  options.method = Method::backward;
  EXPECT_THROW(entry->solve(files, options), Error);
  options.method = Method::blocks;
  EXPECT_THROW(entry->solve(TableFiles(folder_, entry->full_name(), Contents::values), options), Error);
  entry->solve(files, options);
  EXPECT_FALSE(std::filesystem::exists(files.checkpoint));
}

TEST_F(NoccaBlockTables, RefuseWhatDoesNotFit) {
  const auto entry = open_game("nocca");
  SolveOptions options;
  options.memory = u64{1} << 30;
  try {
    entry->solve(TableFiles(folder_, entry->full_name()), options);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::resources);
    EXPECT_NE(std::string(e.what()).find("--values"), std::string::npos) << e.what();
  }
  EXPECT_LT(entry->plan(options, Contents::values).memory, u64{20} << 30);
  options.method = Method::blocks;
  EXPECT_THROW(open_game("nocca:7x9")->solve(TableFiles(folder_, "nocca:7x9"), options), Error);
}

} // namespace
} // namespace zermelo::nocca
