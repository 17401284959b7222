// Damaged tables and checkpoints: a table is refused, or the hit block alone answers with an error and every other block is
// right; a checkpoint is refused. Never a wrong value.
#include <gtest/gtest.h>

#include "tests/faults/damage.h"
#include "tests/faults/solving.h"

namespace zermelo::faults {
namespace {

using Game = graph::GraphGame<true, false>;

Game game_of(u32 nodes, u64 seed, bool wide = false) {
  return {std::make_shared<const graph::Graph>(graph::random_graph(victim_shape(nodes, wide), seed))};
}

class DamagedTable : public ::testing::Test {
protected:
  // Large enough for several blocks, the last one short.
  void solve(u32 nodes, Encoding encoding = Encoding::plies8) {
    const Game game = game_of(nodes, 5, encoding == Encoding::plies16);
    identity_ = identity_of(game);
    contents_ = encoding == Encoding::wdl2 ? Contents::values : Contents::distances;
    solve_graph(game, folder_.path(), {.threads = 2}, contents_);
    file_ = bytes_in(path());
    ASSERT_EQ(Table(path()).header().encoding, encoding);
    const Table table(path());
    right_.resize(table.blocks());
    for (u64 b = 0; b < table.blocks(); ++b) table.read_codes(b, right_[b]);
  }
  std::filesystem::path path() const { return table_in(folder_.path(), contents_); }

  enum class Seen { refused, block_refused, unharmed, wrong };
  Seen open(const std::string& bytes) {
    write_bytes(path(), bytes);
    u64 refused = 0;
    try {
      const Table table(path(), identity_);
      for (u64 b = 0; b < right_.size(); ++b) {
        std::vector<u32> codes;
        try {
          table.read_codes(b, codes);
          if (codes != right_[b]) return Seen::wrong;
        } catch (const Error& e) {
          if (e.code() != Exit::table || std::string(e.what()).find(path().string()) == std::string::npos) return Seen::wrong;
          ++refused;
        }
      }
    } catch (const Error& e) {
      const bool named = std::string(e.what()).find(path().string()) != std::string::npos;
      return e.code() == Exit::table && named ? Seen::refused : Seen::wrong;
    }
    return refused > 0 ? Seen::block_refused : Seen::unharmed;
  }

  Scratch folder_;
  TableIdentity identity_;
  Contents contents_ = Contents::distances;
  std::string file_;
  std::vector<std::vector<u32>> right_;
};

TEST_F(DamagedTable, FlippedBits) {
  std::mt19937_64 random(seed_of_test());
  for (const Encoding encoding : {Encoding::plies8, Encoding::plies16, Encoding::wdl2}) {
    solve(encoding == Encoding::plies8 ? 140'000 : encoding == Encoding::plies16 ? 70'000 : 800'001, encoding);
    ASSERT_GE(right_.size(), 2U);
    u64 seen[4] = {};
    for (u64 i = 0, n = times(400, 5000); i < n; ++i) ++seen[static_cast<int>(open(flip_bit(file_, random)))];
    count("damaged table: a flipped bit", seen[0] + seen[1] + seen[2] + seen[3]);
    EXPECT_EQ(seen[2], 0U) << "flips that nobody noticed";
    EXPECT_EQ(seen[3], 0U) << "flips that gave a wrong value or no sentence";
    EXPECT_GT(seen[0], 0U);
    EXPECT_GT(seen[1], 0U);
    EXPECT_EQ(open(file_), Seen::unharmed);
  }
}

TEST_F(DamagedTable, EveryOtherDamage) {
  std::mt19937_64 random(seed_of_test());
  for (const Encoding encoding : {Encoding::plies8, Encoding::wdl2}) {
    solve(encoding == Encoding::plies8 ? 200'000 : 400'001, encoding);
    u64 seen[4] = {};
    for (u64 i = 0, n = times(200, 1000); i < n; ++i) ++seen[static_cast<int>(open(damage(file_, random)))];
    count("damaged table: cut, zeroed, exchanged, overwritten", seen[0] + seen[1] + seen[2] + seen[3]);
    EXPECT_EQ(seen[2], 0U) << "damage that nobody noticed";
    EXPECT_EQ(seen[3], 0U) << "damage that gave a wrong value or no sentence";
  }
}

TEST_F(DamagedTable, EveryLengthAndEveryBitOfASmallFile) {
  for (const Encoding encoding : {Encoding::plies8, Encoding::wdl2}) {
    solve(60, encoding);
    for (u64 n = 0; n < file_.size(); ++n) ASSERT_EQ(open(file_.substr(0, n)), Seen::refused) << n << " bytes";
    for (u64 i = 0; i < file_.size() * 8; ++i) {
      std::string bad = file_;
      bad[i / 8] ^= static_cast<char>(1U << i % 8);
      const Seen seen = open(bad);
      ASSERT_TRUE(seen == Seen::refused || seen == Seen::block_refused) << "bit " << i;
    }
  }
}

// A header that does not fit its payload, with right checksums: foreign encodings, and sizes that contradict each other.
TEST_F(DamagedTable, HeadersThatContradictThePayload) {
  solve(61, Encoding::wdl2);
  const BlockReader file(path());
  const auto header = file.header();
  const Bytes payload = payload_of(file);
  auto refusal = [&](const char* key, const nlohmann::json& value, u64 block_bytes, u64 payload_bytes) -> std::string {
    auto changed = header;
    changed[key] = value;
    Bytes bytes = payload;
    bytes.resize(payload_bytes);
    write_payload(folder_ / "changed", changed, block_bytes, bytes);
    try {
      const Table table(folder_ / "changed");
      std::vector<u32> codes;
      u64 slots = 0;
      for (u64 b = 0; b < table.blocks(); ++b) table.read_codes(b, codes), slots += codes.size();
      EXPECT_EQ(slots, table.slots());
      return "opened";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      return e.what();
    }
  };
  const u64 slots = header.at("slots"), n = payload.size();
  const std::string contradicts = (folder_ / "changed").string() + " contradicts itself about its size";
  EXPECT_EQ(refusal("slots", slots, 90'090, n), "opened");
  EXPECT_EQ(refusal("slots", slots, 3, n), "opened"); // any whole number of bytes holds whole slots
  EXPECT_EQ(refusal("slots", slots + 4, 90'090, n), contradicts);
  EXPECT_EQ(refusal("slots", slots - 4, 90'090, n), contradicts);
  EXPECT_EQ(refusal("slots", slots, 90'090, n + 1), contradicts);
  EXPECT_EQ(refusal("slots", slots, 90'090, n - 1), contradicts);
  EXPECT_EQ(refusal("slots", ~u64{0}, 90'090, n), contradicts);
  EXPECT_EQ(refusal("slots", (u64{1} << 63) + slots, 90'090, n), contradicts);
  EXPECT_EQ(refusal("encoding", "plies8", 90'090, n), contradicts);
  EXPECT_EQ(refusal("encoding", "plies16", 3, n), contradicts);
  EXPECT_NE(refusal("encoding", "wdl3", 90'090, n).find("an encoding this program does not know"), std::string::npos);
  EXPECT_NE(refusal("encoding", 2, 90'090, n).find("lacks a part of its header"), std::string::npos);
  EXPECT_NE(refusal("holds_settled", "no", 90'090, n).find("lacks a part of its header"), std::string::npos);
}

// Sentences people can act on.
TEST_F(DamagedTable, ForeignFiles) {
  solve(60);
  auto refusal = [&](const std::string& bytes, const TableIdentity& expected) -> std::string {
    write_bytes(path(), bytes);
    try {
      const Table table(path(), expected);
      return "opened";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      return e.what();
    }
  };
  using ::testing::internal::RE;
  auto says = [&](const std::string& what, const std::string& pattern) {
    EXPECT_TRUE(RE::PartialMatch(what, RE(pattern))) << what;
  };
  EXPECT_EQ(refusal(file_, identity_), "opened");
  says(refusal("", identity_), "not a Zermelo file");
  says(refusal(std::string(5000, 'x'), identity_), "not a Zermelo file");
  auto other = identity_;
  other.game = "chess";
  says(refusal(file_, other), "is the table of graph, not of chess");
  other = identity_;
  other.rules = "ffffffffffffffff";
  says(refusal(file_, other), "other rules.*0123456789abcdef.*ffffffffffffffff");
  other = identity_;
  other.slots += 1;
  says(refusal(file_, other), "other rules or another index");
  std::string future = file_;
  future[8] = 2;
  mend_checksums(future);
  says(refusal(future, identity_), "format version 2; this program reads version 1");
  const auto checkpoint = nlohmann::json{{"kind", "checkpoint"}};
  write_payload(folder_ / "other", checkpoint, 64, Bytes(100));
  says(refusal(bytes_in(folder_ / "other"), identity_), "not a table");
  std::filesystem::remove(path());
  std::filesystem::create_directory(path());
  EXPECT_THROW(Table(path(), identity_), Error);
  EXPECT_THROW(Table(folder_ / "nothing here", identity_), Error);
}

// With checksums made right again nobody can tell what was meant; but nothing crashes, and no memory is asked for in vain.
TEST_F(DamagedTable, HostileFilesWithRightChecksums) {
  std::mt19937_64 random(seed_of_test());
  solve(140'000);
  for (u64 i = 0, n = times(400, 5000); i < n; ++i) {
    std::string bad = i % 2 == 0 ? flip_bit(file_, random) : damage(file_, random);
    mend_checksums(bad);
    write_bytes(path(), bad);
    try {
      const Table table(path(), identity_);
      std::vector<u32> codes;
      for (u64 b = 0; b < table.blocks(); ++b) table.read_codes(b, codes);
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), Exit::table) << e.what();
    }
  }
  count("damaged table: with right checksums", times(400, 5000));
}

TEST(DamagedCheckpoint, IsRefused) {
  std::mt19937_64 random(seed_of_test());
  const Game game = game_of(70'000, 9);
  const Scratch folder;
  int polls = 0;
  EXPECT_THROW(solve_graph(game, folder.path(), {.threads = 2, .should_stop = [&] { return ++polls == 9; }}), Error);
  const std::string file = bytes_in(checkpoint_in(folder.path()));
  ASSERT_FALSE(file.empty());
  const u64 flips = times(300, 10'000), others = times(100, 1000);
  for (u64 i = 0; i < flips + others; ++i) {
    write_bytes(checkpoint_in(folder.path()), i < flips ? flip_bit(file, random) : damage(file, random));
    try {
      solve_graph(game, folder.path(), {.threads = 1});
      FAIL() << "damage " << i << " was taken up";
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), Exit::table) << e.what();
      ASSERT_NE(std::string(e.what()).find("--restart"), std::string::npos) << e.what();
    }
  }
  count("damaged checkpoint", flips + others);
  EXPECT_FALSE(std::filesystem::exists(table_in(folder.path())));
  solve_graph(game, folder.path(), {.threads = 1, .restart = true});
}

// A table written by the first release stays readable, and answers the same.
TEST(GoldenTable, VersionOneIsRead) {
  const Table table(std::filesystem::path(ZERMELO_SOURCE) / "tests/faults/golden-v1.zt");
  EXPECT_EQ(table.header().identity.game, "graph");
  const auto graph = graph::random_graph(victim_shape(400), 1);
  const auto right = graph::brute_force(graph);
  ASSERT_EQ(table.slots(), graph.at.size());
  for (u32 v = 0; v < graph.nodes; ++v) {
    if (graph.slot[v] == no_slot) continue;
    ASSERT_TRUE(table.value(graph.slot[v]) == right[v]) << v;
  }
}

} // namespace
} // namespace zermelo::faults
