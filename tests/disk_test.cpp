// Finished layers on disk instead of in memory: the same bytes, whatever room there is for questions; what the plan says; files
// that are damaged or lost meanwhile.
#include <gtest/gtest.h>

#include <random>

#include "catalog/catalog.h"
#include "exec/questions.h"
#include "solve/job.h"
#include "tests/faults/scratch.h"

namespace zermelo {
namespace {

SolvePlan plan_on_disk(const std::string& game, int threads, Contents contents = Contents::distances) {
  SolveOptions options;
  options.threads = threads;
  options.on_disk = true;
  return open_game(game)->plan(options, contents);
}

// With as little memory as the plan can do with, so that a layer is seeded in many batches.
TEST(OnDisk, LittleMemoryWritesTheSameBytes) {
  for (const auto& [game, contents] :
       std::vector<std::pair<std::string, Contents>>{{"awari:11", Contents::distances},
                                                     {"awari:3x3", Contents::distances},
                                                     {"checkers:endings-3", Contents::distances},
                                                     {"checkers:6x6-endings-3", Contents::values}}) {
    const faults::Scratch scratch;
    const TableFiles once(scratch.path() / "once", game, contents);
    open_game(game)->solve(once, {.threads = 2});
    for (const int threads : {1, 3}) {
      const TableFiles files(scratch.path() / std::to_string(threads), game, contents);
      SolveOptions options;
      options.threads = threads;
      options.on_disk = true;
      options.memory = plan_on_disk(game, threads, contents).memory + (u64{8} << 20); // the program itself grows meanwhile
      open_game(game)->solve(files, options);
      EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << game << " with " << threads;
      EXPECT_TRUE(files.checkpoints().empty());
    }
  }
}

TEST(OnDisk, StoppedAnywhereItGoesOnWithOrWithoutMemory) {
  for (const std::string game : {"awari:9", "checkers:endings-3"}) {
    const faults::Scratch scratch;
    const TableFiles once(scratch.path() / "once", game), files(scratch.path() / "again", game);
    open_game(game)->solve(once, {.threads = 1});
    std::mt19937_64 random(faults::seed_of_test());
    int stops = 0;
    for (bool done = false; !done;) {
      u64 left = 1 + random() % 40;
      SolveOptions options;
      options.threads = 1 + static_cast<int>(random() % 2);
      options.on_disk = random() % 3 != 0;
      options.should_stop = [&left] { return left == 0 || --left == 0; };
      try {
        open_game(game)->solve(files, options);
        done = true;
      } catch (const Error& e) {
        ASSERT_EQ(e.code(), Exit::stopped) << e.what();
        ASSERT_LT(++stops, 1000);
      }
    }
    EXPECT_GT(stops, 2) << game;
    EXPECT_TRUE(faults::bytes_in(files.table) == faults::bytes_in(once.table)) << game;
    EXPECT_TRUE(files.checkpoints().empty());
  }
}

// Memory that is too small for all layers is enough for one of them; the plan says so, and what not even that fits into is
// refused.
TEST(OnDisk, ThePlanChoosesItWhereMemoryIsTooSmall) {
  const auto game = open_game("awari:20");
  SolveOptions options;
  options.threads = 2;
  options.memory = u64{4} << 30;
  const SolvePlan in_memory = game->plan(options, Contents::distances);
  EXPECT_FALSE(in_memory.on_disk);
  options.memory = in_memory.memory * 3 / 4;
  const SolvePlan on_disk = game->plan(options, Contents::distances);
  EXPECT_TRUE(on_disk.on_disk);
  EXPECT_LE(on_disk.memory, options.memory);
  EXPECT_EQ(on_disk.planned, options.memory);
  options.memory = u64{100} << 20;
  const faults::Scratch scratch;
  try {
    game->solve(TableFiles(scratch.path(), "awari:20"), options);
    FAIL() << "100 MB are too little";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::resources);
    EXPECT_NE(std::string(e.what()).find("even with finished layers on disk"), std::string::npos) << e.what();
  }
  options.memory = 0;
  options.on_disk = true;
  options.processes = 2;
  EXPECT_THROW(game->plan(options, Contents::distances), Error);
  EXPECT_THROW(open_game("tictactoe")->plan({.on_disk = true}, Contents::distances), Error);
}

// A layer that is lost or damaged while the solve goes on is named.
TEST(OnDisk, ALayerThatIsDamagedMeanwhileIsNamed) {
  for (const bool lost : {true, false}) {
    const faults::Scratch scratch;
    const TableFiles files(scratch.path(), "awari:9");
    const std::filesystem::path layer = files.checkpoint.string() + ".005";
    bool done = false;
    SolveOptions options;
    options.threads = 2;
    options.on_disk = true;
    options.should_stop = [&] {
      if (done || !std::filesystem::exists(layer)) return false;
      done = true;
      if (lost) {
        std::filesystem::remove(layer);
      } else { // not the file that is open, which a rename leaves as it is
        std::string bytes = faults::bytes_in(layer);
        bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 4);
        std::fstream(layer, std::ios::in | std::ios::out | std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      }
      return true; // and goes on
    };
    EXPECT_THROW(open_game("awari:9")->solve(files, options), Error);
    try {
      open_game("awari:9")->solve(files, options);
      FAIL() << "a layer is missing";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      EXPECT_NE(std::string(e.what()).find(layer.string()), std::string::npos) << e.what();
    }
    EXPECT_FALSE(std::filesystem::exists(files.table));
  }
}

// Every question finds its entry, also over many chunks and blocks, and clearing makes room again.
TEST(OnDisk, QuestionsAreAnsweredBlockByBlock) {
  struct Entry {
    u64 sum = 0, expected = 0;
  };
  constexpr u64 blocks = 5, offsets = 1000;
  Pool pool(3);
  const u64 each = Questions<Entry>::chunks_for(blocks, 100 * 7, 100);
  Questions<Entry> questions(blocks, 3, Questions<Entry>::least_memory(blocks, 3, each));
  std::mt19937_64 random(faults::seed_of_test());
  for (int round = 0; round < 20; ++round) {
    questions.clear();
    u64 asked = 0, answered = 0, batches = 0;
    for (; questions.has_room(each); ++batches) {
      const int worker = static_cast<int>(random() % 3);
      for (int n = 0; n < 100; ++n) {
        Entry e;
        const u32 entry = questions.next(worker);
        for (u64 k = random() % 8; k > 0; --k) {
          const u64 block = random() % blocks, offset = random() % offsets;
          const i32 with = static_cast<i32>(random() % 4000) - 2000;
          questions.ask(worker, entry, block, offset, with);
          e.expected += (block * offsets + offset) * static_cast<u64>(with + 2001);
          ++asked;
        }
        questions.wait(worker, e);
      }
    }
    EXPECT_GT(batches, 3U);
    std::vector<u64> reads(blocks);
    questions.answer<std::vector<u64>>(
        pool,
        [&](u64 block, std::vector<u64>& bytes) {
          ++reads[block];
          bytes.resize(offsets);
          for (u64 i = 0; i < offsets; ++i) bytes[i] = block * offsets + i;
        },
        [&](Entry& e, const std::vector<u64>& bytes, u32 offset, i32 with) {
          e.sum += bytes[offset] * static_cast<u64>(with + 2001);
          add_shared(answered, u64{1});
        });
    EXPECT_EQ(answered, asked);
    EXPECT_EQ(reads, std::vector<u64>(blocks, 1));
    u64 wrong = 0;
    questions.each_entry(pool, [&](const Entry& e) { add_shared(wrong, u64{e.sum != e.expected}); });
    EXPECT_EQ(wrong, 0U);
  }
}

} // namespace
} // namespace zermelo
