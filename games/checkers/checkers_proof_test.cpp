// Proofs that cite tables: about positions of one piece more than the table holds, with the captures that it leaves out; accepted
// with the table that is cited and with no other, and never for something false.
#include <gtest/gtest.h>

#include <random>

#include "catalog/catalog.h"
#include "solve/dfpn/options.h"
#include "tests/faults/proof_numbers.h"
#include "tests/faults/scratch.h"
#include "verify/cited.h"
#include "verify/proof.h"
#include "verify/report.h"
#include "view/probe.h"

namespace zermelo::checkers {
namespace {

class CitingProofs : public testing::Test {
protected:
  void cite(Contents contents) {
    const TableFiles files(scratch_.path(), bound_->full_name(), contents);
    bound_->solve(files, {.threads = 1});
    table_file_ = files.table;
    table_.emplace(table_file_, bound_->identity());
    options_.cites = {citation_of(*table_)};
    options_.lean_on = [this]() -> std::function<Wdl(const AnyPosition&)> {
      return [this](const AnyPosition& p) {
        return bound_->game().rank(p) == no_slot ? Wdl::unknown : value_of(bound_->game(), &*table_, p).wdl;
      };
    };
  }

  ProofReport check() const {
    ProofFile proof(file_);
    std::string why;
    const auto p = entry_->game().parse(proof.header().position, why);
    if (!p) return {};
    VerifyOptions options;
    std::vector<CitedTable> tables;
    for (const Citation& c : proof.header().tables)
      tables.emplace_back(bound_->game(), bound_->identity(), c, table_file_, u64{1} << 20);
    options.cited = [&](const AnyPosition& q) { return tables.front().value(q); };
    return entry_->verify(proof, *p, options);
  }

  // A position of one piece more than the table holds, with what it is worth.
  AnyPosition random_position(Wdl& value) {
    for (;;) {
      const Slot s = random_() % right_.table->slots();
      const auto p = right_.entry->game().unrank(s);
      if (!p || bound_->game().rank(*p) != no_slot || entry_->game().outcome(*p) != Wdl::unknown) continue;
      value = right_.table->value(s).wdl;
      return *p;
    }
  }

  std::vector<u64> numbers() const { return faults::numbers_in(file_); }
  void write(ProofHeader header, const std::vector<u64>& numbers, bool with_digest) const {
    ChoiceWriter writer;
    for (const u64 n : numbers) writer.put_number(n);
    if (with_digest) header.digest.clear(); // a forger knows how to make it
    write_proof(file_, header, writer.bytes());
  }

  struct Right {
    faults::Scratch scratch;
    std::unique_ptr<Entry> entry = open_game("checkers:6x6-endings-4");
    std::unique_ptr<Table> table;
    Right() {
      const TableFiles files(scratch.path(), entry->full_name());
      entry->solve(files, {.threads = 1});
      table = std::make_unique<Table>(files.table, entry->identity());
    }
  };

  faults::Scratch scratch_;
  std::filesystem::path file_ = scratch_ / "proof", table_file_;
  std::unique_ptr<Entry> entry_ = open_game("checkers:6x6"), bound_ = open_game("checkers:6x6-endings-3");
  Right right_;
  std::optional<Table> table_;
  ProveOptions options_{.threads = 1, .memory = u64{4} << 20, .most_visits = 20'000, .proof = file_};
  std::mt19937_64 random_{faults::seed_of_test()};
};

// The games of the table and of the whole board have the same turns: what a table says of one is true of the other.
TEST_F(CitingProofs, TheTableIsOfTheSameGame) {
  for (int i = 0; i < 2'000; ++i) {
    Wdl value{};
    const AnyPosition p = random_position(value);
    const AnyGame &one = entry_->game(), &other = right_.entry->game();
    const auto moves = one.moves(p);
    ASSERT_EQ(moves.size(), other.moves(p).size());
    for (std::size_t m = 0; m < moves.size(); ++m)
      ASSERT_EQ(one.print(one.play(p, moves[m])), other.print(other.play(p, other.moves(p)[m])));
  }
}

TEST_F(CitingProofs, AgreeWithTablesOfOneMorePiece) {
  for (const Contents contents : {Contents::values, Contents::distances}) {
    cite(contents);
    u64 open = 0, ranked = 0, endless = 0, lookups = 0;
    const u64 n = faults::times(300, 4'000);
    for (u64 i = 0; i < n; ++i) {
      Wdl value{};
      const AnyPosition p = random_position(value);
      const bool mover = random_() % 2 == 0;
      options_.memory = i % 8 == 0 ? u64{8} << 10 : u64{4} << 20; // what the search forgot is searched again
      const ProveResult result = entry_->prove(p, mover, options_);
      open += result.verdict == Verdict::unknown;
      if (result.verdict == Verdict::unknown) continue;
      ASSERT_EQ(result.verdict == Verdict::proven, value == (mover ? Wdl::win : Wdl::loss)) << entry_->game().print(p);
      const ProofReport report = check();
      ASSERT_TRUE(report.holds) << entry_->game().print(p) << ' ' << report.why;
      ASSERT_EQ(report.choices, result.proof_choices);
      lookups += report.lookups;
      if (report.choices > 0) ++(result.verdict == Verdict::proven ? ranked : endless);
      ProofHeader forged = ProofFile(file_).header(); // and not for the opposite
      forged.attacker_wins = !forged.attacker_wins;
      write(forged, numbers(), true);
      ASSERT_FALSE(check().holds) << entry_->game().print(p);
    }
    EXPECT_LT(open, n / 2);
    EXPECT_GT(lookups, n);
    if (ZERMELO_THREAD_SANITIZED == 0) { // a tenth of the positions is too few to expect some of each
      EXPECT_GT(ranked, 10U);
      EXPECT_GT(endless, 10U);
    }
    std::cout << n << " positions, " << open << " open, " << ranked << " wins and " << endless << " others with moves, "
              << lookups << " lookups\n";
  }
}

TEST_F(CitingProofs, OfAPositionThatTheTableHolds) {
  cite(Contents::values);
  for (int i = 0; i < 200; ++i) {
    const auto p = bound_->game().unrank(random_() % bound_->game().slots());
    const Wdl value = right_.table->value(right_.entry->game().rank(*p)).wdl;
    const ProveResult result = entry_->prove(*p, true, options_);
    ASSERT_EQ(result.verdict == Verdict::proven, value == Wdl::win);
    EXPECT_EQ(result.proof_choices, 0U);
    ASSERT_TRUE(check().holds) << entry_->game().print(*p);
    ProofHeader forged = ProofFile(file_).header();
    forged.attacker_wins = !forged.attacker_wins;
    write(forged, {}, true);
    ASSERT_FALSE(check().holds);
  }
}

TEST_F(CitingProofs, AChangedOneIsRejected) {
  cite(Contents::values);
  u64 mutations = 0, accepted = 0;
  for (int proofs = 0; proofs < 4;) {
    Wdl value{};
    const AnyPosition p = random_position(value);
    const bool wins = proofs % 2 == 0; // two proofs of wins, two that there is none
    if ((value == Wdl::win) != wins || (!wins && value != Wdl::draw)) continue;
    const ProveResult result = entry_->prove(p, true, options_);
    if (result.verdict == Verdict::unknown || result.proof_choices < (wins ? 8U : 20U)) continue;
    ++proofs;
    const ProofHeader header = ProofFile(file_).header();
    const auto right = numbers();
    for (u64 i = 0, n = faults::times(280, 2'000); i < n; ++i) {
      const auto wrong = faults::mutated(right, 32, random_);
      if (wrong == right) continue;
      ++mutations;
      ProofHeader forged = header;
      forged.choices = wins ? wrong.size() / 2 : wrong.size();
      write(forged, wrong, false);
      ASSERT_FALSE(check().holds) << "mutation " << i;
      write(forged, wrong, true); // only a proof that is one is accepted
      accepted += check().holds;
      forged.attacker_wins = !forged.attacker_wins; // and none of what is false
      write(forged, wrong, true);
      ASSERT_FALSE(check().holds) << "mutation " << i;
    }
  }
  EXPECT_GE(mutations, faults::times(1'000, 7'000));
  EXPECT_LT(accepted, mutations / 20); // another good move, or another rank, can stand for the one that was written
  std::cout << mutations << " mutations, " << accepted << " of them proofs as well\n";
}

TEST_F(CitingProofs, AFileWithAFlippedBitIsRefused) {
  cite(Contents::values);
  Wdl value{};
  while (entry_->prove(random_position(value), true, options_).proof_choices < 5) {}
  const std::string right = faults::bytes_in(file_);
  for (std::size_t bit = 0; bit < 8 * right.size(); bit += 3) {
    std::string wrong = right;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ 1 << bit % 8);
    faults::write_bytes(file_, wrong);
    try {
      EXPECT_FALSE(check().holds) << bit;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table) << bit << ' ' << e.what();
    }
  }
}

// Every way in which the table is not the one that is cited has its sentence.
TEST_F(CitingProofs, AnotherTableIsRefused) {
  cite(Contents::values);
  Wdl value{};
  while (entry_->prove(random_position(value), true, options_).proof_choices < 2) {}
  ASSERT_TRUE(check().holds);
  const ProofHeader header = ProofFile(file_).header();
  const auto payload = numbers();
  auto expect_refused = [&](const std::string& word) {
    try {
      EXPECT_FALSE(check().holds);
      ADD_FAILURE() << "was looked at: " << word;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table);
      EXPECT_NE(std::string(e.what()).find(word), std::string::npos) << e.what();
    }
  };
  auto forge = [&](auto&& change) {
    ProofHeader forged = header;
    change(forged.tables.front());
    write(forged, payload, true);
  };
  forge([](Citation& c) { c.table.rules = "0123456789abcdef"; });
  expect_refused("other rules");
  forge([](Citation& c) { ++c.table.slots; });
  expect_refused("another index");
  forge([](Citation& c) { c.sha256.front() = c.sha256.front() == '0' ? '1' : '0'; });
  expect_refused("not the table that the proof cites");
  forge([](Citation& c) { c.sha256 = "none"; });
  expect_refused("no SHA-256");
  write(header, payload, true);
  ASSERT_TRUE(check().holds);

  const std::string right = faults::bytes_in(table_file_);
  auto with_table = [&](const std::string& bytes, const std::string& word) {
    faults::write_bytes(table_file_, bytes);
    expect_refused(word);
    faults::write_bytes(table_file_, right);
  };
  std::filesystem::remove(table_file_);
  expect_refused("zermelo solve checkers:6x6-endings-3 --values");
  for (std::size_t at = 0; at < right.size(); at += 1 + right.size() / 50) {
    std::string wrong = right;
    wrong[at] = static_cast<char>(wrong[at] ^ 4);
    with_table(wrong, at < 8 ? "not a Zermelo file" : "is damaged");
  }
  with_table(right.substr(0, right.size() / 2), "is damaged");
  const auto other = open_game("checkers:6x6-endings-2");
  const TableFiles files(scratch_.path(), other->full_name(), Contents::values);
  other->solve(files, {.threads = 1});
  with_table(faults::bytes_in(files.table), "is the table of checkers:6x6-endings-2");
  // A table of the same game with whole checksums, but for one value.
  Bytes raw(table_->file().payload_bytes());
  table_->file().read_block(0, raw);
  raw[raw.size() / 2] ^= std::byte{1};
  BlockWriter writer(table_file_, header_text(table_->header()), raw.size(), table_->file().block_bytes());
  writer.append(compress_block(raw, values_level));
  writer.finish();
  expect_refused("not the table that the proof cites");
  faults::write_bytes(table_file_, right);
  EXPECT_TRUE(check().holds);
}

// A checker that was given no tables accepts nothing that cites some, and one that was asks them only where they are cited.
TEST_F(CitingProofs, TablesAreAskedOnlyWhereTheyAreCited) {
  cite(Contents::values);
  Wdl value{};
  while (entry_->prove(random_position(value), true, options_).proof_choices < 2) {}
  ProofFile proof(file_);
  std::string why;
  const auto p = entry_->game().parse(proof.header().position, why);
  EXPECT_FALSE(entry_->verify(proof, *p, VerifyOptions{}).holds);
  ProofHeader plain = proof.header();
  plain.tables.clear();
  write(plain, {}, true);
  ProofFile claimed(file_);
  VerifyOptions all_is_good;
  all_is_good.cited = [](const AnyPosition&) {
    ADD_FAILURE() << "was asked";
    return Wdl::win;
  };
  EXPECT_FALSE(entry_->verify(claimed, *p, all_is_good).holds);
}

} // namespace
} // namespace zermelo::checkers
