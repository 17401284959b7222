// Bits that flip in memory while a game is being solved: the table has right checksums and wrong values. Only the semantic
// check can find it, and must.
#include <gtest/gtest.h>

#include "tests/faults/damage.h"
#include "tests/faults/solving.h"

namespace zermelo::faults {
namespace {

using Game = graph::GraphGame<true, false>;

void flip(Bytes& bytes, u64 at, std::mt19937_64& random) { bytes[at] ^= std::byte{1} << static_cast<int>(random() % 8); }

class MemoryFlips : public ::testing::TestWithParam<Encoding> {
protected:
  MemoryFlips()
      : game_{
            std::make_shared<const graph::Graph>(graph::random_graph(victim_shape(12'000, GetParam() == Encoding::plies16), 3))} {
    solve();
    right_ = bytes_in(path());
    EXPECT_EQ(Table(path()).header().encoding, GetParam());
  }
  Contents contents() const { return GetParam() == Encoding::wdl2 ? Contents::values : Contents::distances; }
  void solve(const SolveOptions& options = {.threads = 1}) { solve_graph(game_, folder_.path(), options, contents()); }
  std::filesystem::path path() const { return table_in(folder_.path(), contents()); }
  bool check_holds() const {
    const Table table(path(), identity_of(game_));
    return SemanticCheck<Game>(game_, table, {.threads = 1}).run().holds();
  }
  Game game_;
  Scratch folder_;
  std::string right_;
};

// The state of a solve is stopped at a random moment, one bit of a cell (a value or a counter) flipped, and solving goes on.
// A table without distances may come out wrong and consistent, or with the right values under wrong counts by plies: that is
// why the check calls it consistent and no more.
TEST_P(MemoryFlips, DuringASolveAreFound) {
  std::mt19937_64 random(seed_of_test());
  u64 wrong = 0, missed = 0, harmless = 0, refused = 0;
  for (const u64 n = times(30, 200); wrong + harmless + refused < n;) {
    const u64 moment = 1 + random() % 20;
    u64 polls = 0;
    try {
      solve({.threads = 1, .should_stop = [&] { return ++polls == moment; }});
      continue; // was done before
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), Exit::stopped);
    }
    {
      const BlockReader file(checkpoint_in(folder_.path()));
      Bytes cells = payload_of(file);
      flip(cells, random() % cells.size(), random);
      write_payload(checkpoint_in(folder_.path()), file.header(), file.block_bytes(), cells);
    }
    try {
      solve();
    } catch (const Error& e) { // a game that never ends, as it seems now
      ASSERT_EQ(e.code(), Exit::runtime) << e.what();
      ++refused;
      std::filesystem::remove(checkpoint_in(folder_.path()));
      continue;
    }
    if (bytes_in(path()) == right_) {
      ++harmless; // a counter of a position that was won anyway
      EXPECT_TRUE(check_holds());
    } else {
      ++wrong;
      missed += check_holds() ? 1U : 0U;
    }
  }
  const std::string encoding(name_of({GetParam()}));
  count("flipped bit in memory, " + encoding, wrong + harmless + refused);
  count("flipped bit in memory, " + encoding + ": wrong tables", wrong);
  count("flipped bit in memory, " + encoding + ": wrong tables found", wrong - missed);
  EXPECT_GT(wrong, harmless / 4);
  if (GetParam() == Encoding::wdl2) {
    EXPECT_LT(missed, wrong);
  } else {
    EXPECT_EQ(missed, 0U);
  }
}

// One value of a finished table changed, checksums and all: also of a slot that is only filled, since one game has one file.
TEST_P(MemoryFlips, OfAFinishedTableAreFound) {
  std::mt19937_64 random(seed_of_test());
  const BlockReader file(path());
  const Bytes values = payload_of(file);
  for (u64 i = 0, n = times(50, 400); i < n; ++i) {
    Bytes changed = values;
    flip(changed, random() % changed.size(), random);
    write_payload(path(), file.header(), file.block_bytes(), changed);
    EXPECT_FALSE(check_holds()) << "flip " << i;
  }
  count("wrong value in a finished table, found", times(50, 400));
}

// Statistics that do not belong to the values.
TEST_P(MemoryFlips, OfTheStatisticsAreFound) {
  const BlockReader file(path());
  auto header = file.header();
  header["statistics"]["wins"] = header["statistics"]["wins"].get<u64>() + 1;
  write_payload(path(), header, file.block_bytes(), payload_of(file));
  EXPECT_FALSE(check_holds());
}

INSTANTIATE_TEST_SUITE_P(Encodings, MemoryFlips, ::testing::Values(Encoding::plies8, Encoding::plies16, Encoding::wdl2),
                         [](const auto& p) { return std::string(name_of({p.param})); });

} // namespace
} // namespace zermelo::faults
