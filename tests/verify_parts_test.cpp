// All slots of a table checked in batches, where memory does not hold it, and by several processes: the same report as in memory
// by one process, of tables that are right and of tables that are not.
#include <gtest/gtest.h>

#include <random>

#include "catalog/catalog.h"
#include "exec/thread_ranks.h"
#include "solve/job.h"
#include "solve/pack.h"
#include "tests/faults/scratch.h"
#include "verify/report.h"

namespace zermelo {
namespace {

// The same table with some values changed.
void spoil(const std::filesystem::path& path, std::mt19937_64& random, int values) {
  const Table table(path);
  const BlockReader& file = table.file();
  std::vector<Bytes> blocks;
  for (u64 b = 0; b < file.blocks(); ++b) {
    blocks.emplace_back(file.bytes_of_block(b));
    file.read_block(b, blocks.back());
  }
  for (int i = 0; i < values; ++i) {
    Bytes& block = blocks[random() % blocks.size()];
    block[random() % block.size()] ^= static_cast<std::byte>(1 + random() % 3);
  }
  BlockWriter writer(path, header_text(table.header()), file.payload_bytes(), file.block_bytes());
  for (const Bytes& b : blocks) writer.append(compress_block(b, 1));
  writer.finish();
}

void expect_same(const VerifyReport& a, const VerifyReport& b, const std::string& what) {
  EXPECT_EQ(a.slots, b.slots) << what;
  EXPECT_EQ(a.wrong, b.wrong) << what;
  EXPECT_EQ(a.statistics_agree, b.statistics_agree) << what;
  EXPECT_EQ(a.proves(), b.proves()) << what;
  ASSERT_EQ(a.first.size(), b.first.size()) << what;
  for (std::size_t i = 0; i < a.first.size(); ++i) {
    EXPECT_EQ(a.first[i].slot, b.first[i].slot) << what;
    EXPECT_EQ(a.first[i].position, b.first[i].position) << what;
    EXPECT_EQ(a.first[i].found, b.first[i].found) << what;
    EXPECT_EQ(a.first[i].expected, b.first[i].expected) << what;
    EXPECT_EQ(a.first[i].filler, b.first[i].filler) << what;
    EXPECT_EQ(a.first[i].circle, b.first[i].circle) << what;
  }
}

// With the least memory that batches can do with, so that there are many.
VerifyReport in_batches(const Entry& entry, const Table& table, int threads) {
  for (u64 memory = u64{16} << 20;; memory += u64{1} << 20) {
    try {
      return entry.verify(table, {.threads = threads, .memory = memory, .in_batches = true});
    } catch (const Error& e) {
      if (e.code() != Exit::resources || memory > u64{1} << 30) throw;
    }
  }
}

TEST(VerifyParts, BatchesAndProcessesReportWhatOneProcessDoes) {
  std::mt19937_64 random(faults::seed_of_test());
  for (const auto& [game, packed] : std::vector<std::pair<std::string, bool>>{{"tictactoe", false},
                                                                              {"tictactoe", true},
                                                                              {"awari:8", false},
                                                                              {"checkers:endings-3", false},
                                                                              {"checkers:6x6-endings-3", false},
                                                                              {"checkers:6x6-endings-3", true}}) {
    const faults::Scratch scratch;
    const TableFiles files(scratch.path(), game);
    const auto entry = open_game(game);
    entry->solve(files, {.threads = 2});
    if (packed) pack_table(Table(files.table), files.table, {}, {});
    for (const int spoiled : {0, 1, 300}) {
      if (spoiled != 0) spoil(files.table, random, spoiled);
      const Table table(files.table, entry->identity());
      const VerifyReport once = entry->verify(table, {.threads = 2});
      EXPECT_EQ(once.proves(), spoiled == 0) << game;
      for (const int threads : {1, 3}) expect_same(in_batches(*entry, table, threads), once, game + " in batches");
      for (const int ranks : {2, 3, 7}) {
        run_as_ranks(ranks, [&](Ranks& here) {
          const Table own(files.table, entry->identity());
          const bool batches = ranks == 3;
          expect_same(entry->verify(own, {.threads = 1, .in_batches = batches, .ranks = &here}), once, game + " by processes");
        });
      }
    }
  }
}

TEST(VerifyParts, AnErrorOfOneEndsAll) {
  const faults::Scratch scratch;
  const TableFiles files(scratch.path() / "a", "awari:6"), other(scratch.path() / "b", "awari:6");
  const auto entry = open_game("awari:6");
  entry->solve(files, {.threads = 1});
  entry->solve(other, {.threads = 1});
  std::mt19937_64 random(faults::seed_of_test());
  spoil(other.table, random, 5);
  auto refused = [&](const std::function<void(Ranks&, VerifyOptions&)>& change, bool another = false) {
    try {
      run_as_ranks(3, [&](Ranks& here) {
        const Table own(another && here.rank() == 1 ? other.table : files.table, entry->identity());
        VerifyOptions options;
        options.threads = 1;
        options.ranks = &here;
        change(here, options);
        entry->verify(own, options);
      });
    } catch (const Error& e) {
      return std::make_pair(e.code(), std::string(e.what()));
    }
    return std::make_pair(Exit::done, std::string());
  };
  EXPECT_EQ(refused([](Ranks&, VerifyOptions&) {}).first, Exit::done);
  EXPECT_EQ(refused([](Ranks& r, VerifyOptions& o) { o.memory = r.rank() == 2 ? 1000 : 0; }).first, Exit::resources);
  EXPECT_EQ(refused([](Ranks&, VerifyOptions& o) { o.sample = 5; }).first, Exit::usage);
  EXPECT_EQ(refused([](Ranks& r, VerifyOptions& o) { o.should_stop = [&r] { return r.rank() == 1; }; }).first, Exit::stopped);
  const auto table = refused([](Ranks&, VerifyOptions&) {}, true);
  EXPECT_EQ(table.first, Exit::usage);
  EXPECT_NE(table.second.find("process 1 sees another table"), std::string::npos) << table.second;
}

} // namespace
} // namespace zermelo
