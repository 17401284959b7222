// Packed tables: they hold losses alone and answer as the tables that they were made from.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "run_zermelo.h"
#include "solve/pack.h"
#include "tasks/context.h"
#include "tests/faults/damage.h"
#include "tests/faults/scratch.h"
#include "verify/reachable.h"
#include "verify/report.h"
#include "view/line.h"

namespace zermelo::testing {
namespace {

struct Case {
  const char* game;
  bool values;
  const char* encoding; // packed
  u64 step;             // every so many slots
};

void expect_same_answers(const AnyGame& game, const Table& a, const Table& b, u64 step) {
  u64 seen = 0, wins = 0;
  for (Slot s = 0; s < game.slots(); s += step) {
    const auto p = game.unrank(s);
    if (!p) continue;
    const Answer right = probe(game, &a, *p);
    ASSERT_EQ(to_json(game, probe(game, &b, *p)), to_json(game, right)) << game.print(*p);
    ASSERT_EQ(value_of(game, &b, *p), value_of(game, &a, *p)) << game.print(*p);
    ++seen;
    wins += right.value.wdl == Wdl::win ? 1 : 0;
  }
  EXPECT_GT(seen, 100U);
  EXPECT_GT(wins, 10U);
}

class Packing : public ::testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    entry_->solve(files_, {.threads = 2});
    pack_table(Table(files_.table), packed_, {}, {.threads = 3});
  }
  const AnyGame& game() const { return entry_->game(); }
  Table plain() const { return {files_.table, entry_->identity()}; }
  Table packed() const { return {packed_, entry_->identity()}; }

  faults::Scratch scratch_;
  std::unique_ptr<Entry> entry_ = open_game(GetParam().game);
  TableFiles files_{scratch_.path(), entry_->full_name(), GetParam().values ? Contents::values : Contents::distances};
  std::filesystem::path packed_ = scratch_ / "packed.zt";
};

TEST_P(Packing, AnswersTheSame) {
  const Table a = plain(), b = packed();
  EXPECT_EQ(encoding_name(b.header()), GetParam().encoding);
  EXPECT_EQ(a.has_distances(), b.has_distances());
  EXPECT_EQ(contents_of(a.header()), contents_of(b.header()));
  EXPECT_EQ(a.header().statistics, b.header().statistics);
  expect_same_answers(game(), a, b, GetParam().step);
  if (!a.has_distances()) return;
  EXPECT_EQ(to_json(game(), best_line(game(), &b, game().start(), 30)),
            to_json(game(), best_line(game(), &a, game().start(), 30)));
}

TEST_P(Packing, HoldsLossesAlone) {
  const Table a = plain(), b = packed();
  std::vector<u32> of_a, of_b;
  for (u64 block = 0; block < a.blocks(); ++block) {
    a.read_codes(block, of_a);
    b.read_codes(block, of_b);
    ASSERT_EQ(of_a.size(), of_b.size());
    for (std::size_t i = 0; i < of_a.size(); ++i) {
      const Value was = decode(a.header(), of_a[i]), is = decode(b.header(), of_b[i]);
      ASSERT_EQ(left_to_moves(is), was.wdl == Wdl::win || was.wdl == Wdl::draw);
      if (!left_to_moves(is)) {
        ASSERT_EQ(is, was);
      }
      ASSERT_NE(is.wdl, Wdl::win); // nor does a reader who forgets the moves take it for a draw
      ASSERT_NE(is.wdl, Wdl::draw);
    }
  }
}

TEST_P(Packing, TheBytesDoNotDependOnTheThreads) {
  pack_table(plain(), scratch_ / "again.zt", {}, {.threads = 1});
  EXPECT_EQ(faults::bytes_in(packed_), faults::bytes_in(scratch_ / "again.zt"));
}

TEST_P(Packing, IsCheckedLikeAnyOther) {
  const Table table = packed();
  const VerifyReport all = entry_->verify(table, {.threads = 2});
  EXPECT_TRUE(all.holds());
  EXPECT_EQ(all.proves(), !GetParam().values);
  EXPECT_TRUE(entry_->verify(table, {.threads = 2, .slice = 2, .slices = 97}).holds());
  EXPECT_TRUE(entry_->verify(table, {.threads = 2, .sample = 500}).holds());
}

TEST_P(Packing, CountsTheSameReachablePositions) {
  const ReachReport a = entry_->reachable(plain(), 2), b = entry_->reachable(packed(), 2);
  EXPECT_EQ(a.all.mover, b.all.mover);
  EXPECT_EQ(a.all.first_player, b.all.first_player);
  EXPECT_EQ(a.unsettled.mover, b.unsettled.mover);
}

// A loss that is none, and one that is missing: either is found, in memory and slot by slot.
TEST_P(Packing, WrongValuesAreFound) {
  const Table good = packed();
  const Encoding e = good.header().encoding;
  const Bytes right = faults::payload_of(good.file());
  const auto first_of = [&](bool loss) {
    for (Slot s = 0; s < game().slots(); ++s) {
      const auto p = game().unrank(s);
      if (!p || game().settle(*p).known() || (!good.header().holds_settled && game().deferred(*p))) continue;
      if ((decode(e, code_at(right, s, e)).wdl == Wdl::loss) == loss) return s;
    }
    return no_slot;
  };
  for (const bool loss : {true, false}) {
    const Slot s = first_of(loss);
    ASSERT_NE(s, no_slot);
    Bytes wrong = right;
    put_code(wrong, s, e, loss ? draw_code(e) : encode(e, loss_in(2)));
    faults::write_payload(scratch_ / "wrong.zt", good.file().header(), good.file().block_bytes(), wrong);
    const Table table(scratch_ / "wrong.zt", entry_->identity());
    EXPECT_GT(entry_->verify(table, {.threads = 2}).wrong, 0U) << loss;
    EXPECT_GT(entry_->verify(table, {.threads = 1, .slice = 1, .slices = 1}).wrong, 0U) << loss;
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Packing,
                         ::testing::Values(Case{"tictactoe", false, "loss8", 1}, Case{"tictactoe", true, "loss2", 1},
                                           Case{"quixo:3", false, "loss16", 7}, Case{"nocca:3x4", false, "loss8", 61},
                                           Case{"nocca:3x4", true, "loss2", 61},
                                           Case{"checkers:6x6-endings-2", false, "loss8", 1},
                                           Case{"checkers:6x6-endings-3", true, "loss2", 23}),
                         [](const auto& info) {
                           std::string name = fmt::format("{}_{}", info.param.game, info.param.encoding);
                           for (char& c : name)
                             if (c == ':' || c == '-') c = '_';
                           return name;
                         });

TEST(PackedTables, OfManyBlocksAnswerTheSame) {
  const faults::Scratch scratch;
  const auto entry = open_game("anpanman");
  const TableFiles files(scratch.path(), entry->full_name());
  entry->solve(files, {.threads = 2});
  pack_table(Table(files.table), scratch / "packed.zt", {}, {.threads = 2});
  expect_same_answers(entry->game(), Table(files.table), Table(scratch / "packed.zt"), 9973);
}

TEST(PackedTables, ScoresStayAsTheyAre) {
  const faults::Scratch scratch;
  const auto entry = open_game("awari:5");
  const TableFiles files(scratch.path(), entry->full_name());
  entry->solve(files, {.threads = 1});
  const std::string before = faults::bytes_in(files.table);
  try {
    pack_table(Table(files.table), files.table, {}, {.threads = 1});
    FAIL() << "scores were packed";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    EXPECT_NE(std::string(e.what()).find("table of scores"), std::string::npos);
  }
  EXPECT_EQ(faults::bytes_in(files.table), before);
}

TEST(PackedTables, WhatIsStoppedLeavesTheTable) {
  const faults::Scratch scratch;
  const auto entry = open_game("tictactoe");
  const TableFiles files(scratch.path(), entry->full_name());
  entry->solve(files, {.threads = 1});
  const std::string before = faults::bytes_in(files.table);
  try {
    pack_table(Table(files.table), files.table, {}, {.threads = 1, .should_stop = [] { return true; }});
    FAIL() << "it was not stopped";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::stopped);
  }
  EXPECT_EQ(faults::bytes_in(files.table), before);
  EXPECT_TRUE(files.unfinished().empty());
}

using PackedCommands = CommandLine;

TEST_F(PackedCommands, EveryCommandAnswersAsBefore) {
  ASSERT_EQ(run({"solve", "anpanman"}).code, 0);
  ASSERT_EQ(run({"stats", "anpanman", "--reachable", "--json"}).code, 0);
  auto answers = [&] {
    std::vector<nlohmann::json> all;
    for (const Words& words : {Words{"probe", "anpanman", "--json"},
                               {"line", "anpanman", "--json"},
                               {"stats", "anpanman", "--json"},
                               {"openings", "anpanman", "--plies", "2", "--json"}}) {
      const Ran ran = run(words);
      EXPECT_EQ(ran.code, 0) << words[0] << ran.err;
      auto j = ran.json();
      EXPECT_FALSE(j.is_discarded()) << words[0];
      if (j.is_object()) j.erase("table_bytes");
      all.push_back(std::move(j));
    }
    return all;
  };
  const auto before = answers();
  const auto packed = run({"tables", "pack", "anpanman", "--json"});
  ASSERT_EQ(packed.code, 0) << packed.err;
  const auto row = packed.json().at("packed").at(0);
  EXPECT_EQ(row.at("encoding"), "loss8");
  EXPECT_EQ(row.at("already"), false);
  EXPECT_LT(2 * row.at("after").get<u64>(), row.at("before").get<u64>());
  EXPECT_EQ(row.at("after"), std::filesystem::file_size(tables_ / "anpanman.zt"));
  const auto after = answers();
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i], after[i]) << i;

  EXPECT_EQ(run({"tables", "pack", "anpanman", "--json"}).json().at("packed").at(0).at("already"), true);
  EXPECT_EQ(run({"verify", "anpanman"}).code, 0);
  EXPECT_NE(run({"tables"}).out.find("loss8"), std::string::npos);
  const Ran again = run({"solve", "anpanman"});
  EXPECT_NE(again.err.find("is solved already"), std::string::npos) << again.err;
}

TEST_F(PackedCommands, SolveWritesTheSameBytes) {
  ASSERT_EQ(run({"solve", "tictactoe"}).code, 0);
  ASSERT_EQ(run({"tables", "pack", "tictactoe"}).code, 0);
  const std::string packed = contents(tables_ / "tictactoe.zt");
  const Ran ran = run({"solve", "tictactoe", "--force", "--pack", "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(contents(tables_ / "tictactoe.zt"), packed);
  EXPECT_EQ(ran.json().at("table_bytes"), packed.size());
  EXPECT_EQ(run({"solve", "tictactoe", "--force"}).code, 0); // and back
  EXPECT_NE(contents(tables_ / "tictactoe.zt"), packed);
}

TEST_F(PackedCommands, RefusesWithASentence) {
  const Ran none = run({"tables", "pack", "tictactoe"});
  EXPECT_EQ(none.code, 5);
  EXPECT_NE(none.err.find("there is no table of tictactoe"), std::string::npos) << none.err;
  EXPECT_EQ(run({"tables", "pack"}).code, 2);
  ASSERT_EQ(run({"solve", "awari:5"}).code, 0);
  EXPECT_EQ(run({"tables", "pack", "awari:5"}).code, 2);

  ASSERT_EQ(run({"solve", "anpanman"}).code, 0);
  const auto file = tables_ / "anpanman.zt";
  const std::string good = contents(file);
  std::string bad = good;
  bad[bad.size() / 2] ^= 1; // in some block
  for (const bool packed : {false, true}) {
    if (packed) {
      std::ofstream(file, std::ios::binary) << good;
      ASSERT_EQ(run({"tables", "pack", "anpanman"}).code, 0);
      bad = contents(file);
      bad[bad.size() / 2] ^= 1;
    }
    std::ofstream(file, std::ios::binary) << bad;
    const Ran ran = run(packed ? Words{"verify", "anpanman"} : Words{"tables", "pack", "anpanman"});
    EXPECT_EQ(ran.code, 5) << ran.err;
    EXPECT_NE(ran.err.find("is damaged"), std::string::npos) << ran.err;
    EXPECT_EQ(contents(file), bad);
    EXPECT_FALSE(std::filesystem::exists(file.string() + ".tmp"));
  }
}

} // namespace
} // namespace zermelo::testing
