// Proofs: what a search writes is accepted by the checker, and whatever was changed in it is not.
#include <gtest/gtest.h>

#include <random>

#include "base/file.h"
#include "catalog/catalog.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/table.h"
#include "table/proof_file.h"
#include "tests/faults/proof_numbers.h"
#include "tests/faults/scratch.h"
#include "verify/proof.h"
#include "verify/report.h"

namespace zermelo {
namespace {

AnyPosition after_some_plies(const AnyGame& game, u64 below, std::mt19937_64& random) {
  AnyPosition p = game.start();
  for (u64 plies = random() % below; plies > 0; --plies) {
    const auto moves = game.moves(p);
    if (!moves.empty()) p = game.play(p, moves[random() % moves.size()]);
  }
  return p;
}

class Proofs : public testing::Test {
protected:
  ProofReport check(const Entry& entry) const {
    ProofFile proof(file_);
    std::string why;
    const auto p = entry.game().parse(proof.header().position, why);
    return p ? entry.verify(proof, *p, VerifyOptions{}) : ProofReport{};
  }
  ProveResult prove(const Entry& entry, const AnyPosition& p, bool mover_attacks, u64 memory = u64{16} << 20) const {
    return entry.prove(p, mover_attacks, {.threads = 1, .memory = memory, .proof = file_});
  }
  std::vector<u64> choices() const { return faults::numbers_in(file_); }

  faults::Scratch scratch_;
  std::filesystem::path file_ = scratch_ / "proof";
};

TEST_F(Proofs, AreAccepted) {
  for (const char* game : {"tictactoe", "trax:2x2", "trax:3x3", "trax:4x4"}) {
    const auto entry = open_game(game);
    for (const bool mover : {true, false}) {
      const ProveResult result = prove(*entry, entry->game().start(), mover);
      ASSERT_NE(result.verdict, Verdict::unknown);
      const ProofReport report = check(*entry);
      EXPECT_TRUE(report.holds) << game << ' ' << report.why;
      EXPECT_EQ(report.choices, result.proof_choices);
      EXPECT_EQ(ProofFile(file_).file_bytes(), result.proof_bytes);
    }
  }
}

// What the table forgot is searched again.
TEST_F(Proofs, AreCompleteWithHardlyAnyTable) {
  const auto entry = open_game("trax:4x4");
  const ProveResult result = prove(*entry, entry->game().start(), true, u64{8} << 10);
  ASSERT_EQ(result.verdict, Verdict::disproven);
  EXPECT_TRUE(check(*entry).holds);
}

// Several threads look ahead, and write the same.
TEST_F(Proofs, BySeveralThreadsAreTheSame) {
  const auto entry = open_game("trax:4x4");
  for (const bool mover : {true, false}) {
    std::vector<std::vector<u64>> found;
    const auto table = std::make_shared<ProofTable>(u64{16} << 20); // the second search finds its answer there
    for (const int threads : {1, 3, 8}) {
      const ProveResult r = entry->prove(entry->game().start(), mover, {.threads = threads, .table = table, .proof = file_});
      ASSERT_NE(r.verdict, Verdict::unknown);
      EXPECT_EQ(r.proof_visits, 0U);
      EXPECT_GT(r.proof_seconds, 0);
      EXPECT_LE(r.proof_seconds, r.wall_seconds);
      found.push_back(choices());
      EXPECT_TRUE(check(*entry).holds);
    }
    EXPECT_GT(found[0].size(), 100U);
    EXPECT_EQ(found[1], found[0]);
    EXPECT_EQ(found[2], found[0]);
  }
}

// The same where much is searched again, by any thread, and where play can return.
TEST_F(Proofs, BySeveralThreadsWithHardlyAnyTable) {
  const struct {
    const char *game, *position;
  } all[] = {{"trax:4x4", "initial"}, {"checkers:6x6", "B:WK13,17:BK1,K2,K5"}, {"checkers:6x6", "W:WK10,K18:B1,4"}};
  for (const auto& [game, position] : all) {
    const auto entry = open_game(game);
    std::string why;
    const auto p = entry->game().parse(position, why);
    ASSERT_TRUE(p) << why;
    for (const bool mover : {true, false}) {
      const ProveResult r = entry->prove(*p, mover, {.threads = 3, .memory = u64{8} << 10, .proof = file_});
      ASSERT_NE(r.verdict, Verdict::unknown);
      const ProofReport report = check(*entry);
      EXPECT_TRUE(report.holds) << game << ' ' << report.why;
      EXPECT_GT(r.proof_visits, 0U) << game;
    }
  }
}

// Claims about wins and about scores, out of an exact search: whatever the verdict is, the checker finds it, however little of the
// search the table holds.
TEST_F(Proofs, OutOfAnExactSearch) {
  std::mt19937_64 random(faults::seed_of_test());
  for (const char* name : {"connect4:4x4", "connect4:5x4", "othello:4x4"}) {
    const auto entry = open_game(name);
    const AnyGame& game = entry->game();
    for (u64 i = 0, n = faults::times(40, 2'000); i < n; ++i) {
      const AnyPosition p = i == 0 ? game.start() : after_some_plies(game, 9, random);
      if (game.settle(p).known()) continue;
      const i32 bound = game.scored() ? static_cast<i32>(random() % 21) - 10 : static_cast<i32>(random() % 2);
      const u64 memory = i % 2 == 0 ? u64{1} << 20 : u64{8} << 10;
      const ProveResult r =
          entry->exact(p, {.threads = 1 + static_cast<int>(i % 2), .memory = memory, .at_least = bound, .proof = file_});
      ASSERT_NE(r.verdict, Verdict::unknown);
      const ProofHeader h = ProofFile(file_).header();
      EXPECT_EQ(h.attacker_wins == h.mover_attacks, r.verdict == Verdict::proven);
      EXPECT_EQ(h.at_least.has_value(), game.scored());
      const ProofReport report = check(*entry);
      EXPECT_TRUE(report.holds) << name << ' ' << game.print(p) << " at least " << bound << ": " << report.why;
      EXPECT_EQ(report.choices, r.proof_choices);
    }
  }
}

TEST_F(Proofs, AboutRandomPositions) {
  std::mt19937_64 random(faults::seed_of_test());
  const auto entry = open_game("tictactoe");
  const AnyGame& game = entry->game();
  for (u64 i = 0, n = faults::times(100, 2'000); i < n; ++i) {
    const AnyPosition p = after_some_plies(game, 8, random);
    ASSERT_NE(prove(*entry, p, random() % 2 == 0).verdict, Verdict::unknown);
    const ProofReport report = check(*entry);
    ASSERT_TRUE(report.holds) << game.print(p) << ' ' << report.why;
  }
}

TEST_F(Proofs, AChangedOneIsRejected) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 mutations = 0, accepted = 0;
  for (const char* game : {"tictactoe", "trax:4x4"}) {
    const auto entry = open_game(game);
    for (const bool mover : {true, false}) {
      prove(*entry, entry->game().start(), mover);
      const ProofHeader header = ProofFile(file_).header();
      const auto right = choices();
      for (u64 i = 0, n = faults::times(250, 1'000); i < n; ++i) {
        const auto wrong = faults::mutated(right, 64, random);
        if (wrong == right) continue;
        ChoiceWriter writer;
        for (const u64 move : wrong) writer.put(move);
        ProofHeader forged = header;
        forged.choices = writer.choices();
        write_proof(file_, forged, writer.bytes());
        ++mutations;
        ASSERT_FALSE(check(*entry).holds) << game << ", mutation " << i;
        forged.digest.clear(); // a forger knows how to make it; then only a proof that is one is accepted
        write_proof(file_, forged, writer.bytes());
        accepted += check(*entry).holds;
      }
    }
  }
  faults::count("forged proof", mutations);
  EXPECT_GT(mutations, faults::times(900, 3'500));
  EXPECT_LT(accepted, mutations / 20); // another good move near the end can stand for the one that was written
}

TEST_F(Proofs, AnotherClaimIsRejected) {
  const auto entry = open_game("trax:4x4");
  prove(*entry, entry->game().start(), true);
  const ProofHeader right = ProofFile(file_).header();
  ChoiceWriter writer;
  for (const u64 move : choices()) writer.put(move);
  for (int what = 0; what < 3; ++what) {
    ProofHeader forged = right;
    if (what == 0) forged.attacker_wins = !forged.attacker_wins;
    if (what == 1) forged.mover_attacks = !forged.mover_attacks;
    if (what == 2)
      forged.position =
          entry->game().print(entry->game().play(entry->game().start(), entry->game().moves(entry->game().start())[0]));
    write_proof(file_, forged, writer.bytes());
    EXPECT_FALSE(check(*entry).holds) << what;
  }
  faults::count("forged proof", 3);
}

// A forger who asks the checker: a move that it does not take is replaced by the next one, and where there is none, the one before.
// What is false has no proof for all that.
TEST_F(Proofs, AFalseClaimIsRejected) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 forged = 0;
  for (const char* name : {"tictactoe", "trax:3x3"}) {
    const auto entry = open_game(name);
    for (u64 i = 0, n = faults::times(40, 400); i < n; ++i) {
      prove(*entry, after_some_plies(entry->game(), 6, random), random() % 2 == 0);
      ProofHeader header = ProofFile(file_).header();
      header.attacker_wins = !header.attacker_wins;
      header.digest.clear();
      std::vector<u64> moves;
      for (int tries = 0; tries < 100; ++tries) {
        ChoiceWriter writer;
        for (const u64 move : moves) writer.put(move);
        header.choices = writer.choices();
        write_proof(file_, header, writer.bytes());
        const ProofReport report = check(*entry);
        ASSERT_FALSE(report.holds) << name << ", " << header.position;
        ++forged;
        auto fails = [&](const char* why) { return report.why.find(why) != std::string::npos; };
        if (fails("ends where a move is needed")) {
          moves.push_back(0);
          continue;
        }
        moves.resize(report.choices);
        if (fails("a move that does not exist")) moves.pop_back();
        if (moves.empty()) break;
        if (!fails("nobody asks for")) ++moves.back();
      }
    }
  }
  faults::count("forged proof", forged);
}

TEST_F(Proofs, AFileWithAFlippedBitIsRefused) {
  const auto entry = open_game("tictactoe");
  prove(*entry, entry->game().start(), true);
  const std::string right = faults::bytes_in(file_);
  for (std::size_t bit = 0; bit < 8 * right.size(); bit += 7) {
    std::string wrong = right;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ 1 << bit % 8);
    faults::write_bytes(file_, wrong);
    try {
      EXPECT_FALSE(check(*entry).holds) << bit;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Exit::table) << bit << ' ' << e.what();
    }
  }
  faults::count("damaged proof: a flipped bit", 8 * right.size() / 7);
}

// Where positions return a win must come nearer with every move, and who defends may go on for ever.
TEST_F(Proofs, WherePositionsReturn) {
  std::mt19937_64 random(faults::seed_of_test());
  u64 ranked = 0, endless = 0;
  for (const char* name : {"nocca:2x3", "nocca:3x3", "nocca:2x5"}) {
    const auto entry = open_game(name);
    const AnyGame& game = entry->game();
    for (u64 i = 0, n = faults::times(60, 1'000); i < n; ++i) {
      const AnyPosition p = after_some_plies(game, 12, random);
      const ProveResult result = prove(*entry, p, random() % 2 == 0, i % 4 == 0 ? u64{8} << 10 : u64{16} << 20);
      ASSERT_NE(result.verdict, Verdict::unknown);
      const ProofReport report = check(*entry);
      ASSERT_TRUE(report.holds) << name << ' ' << game.print(p) << ' ' << report.why;
      ASSERT_EQ(report.choices, result.proof_choices);
      if (report.choices == 0) continue;
      ++(result.verdict == Verdict::proven ? ranked : endless);
    }
  }
  EXPECT_GT(ranked, 0U);
  EXPECT_GT(endless, 0U);
}

// A win by endless play's rules is one where no position may occur twice, and nothing else can be shown there.
TEST_F(Proofs, WhereNoPositionMayOccurTwice) {
  const auto entry = open_game("yonmoque:2"), free = open_game("yonmoque:free-2");
  const TableFiles files(scratch_.path(), free->full_name());
  free->solve(files, {});
  const Table table(files.table, free->identity());
  std::mt19937_64 random(faults::seed_of_test());
  for (u64 tested = 0, n = faults::times(100, 1'000); tested < n;) {
    const Slot slot = random() % table.slots();
    const auto p = free->game().unrank(slot);
    if (!p) continue;
    const Value v = table.value(slot);
    if (v.wdl == Wdl::draw || v.plies > 7) continue;
    ++tested;
    const ProveResult result = prove(*entry, *p, v.wdl == Wdl::win);
    ASSERT_EQ(result.verdict, Verdict::proven) << free->game().print(*p);
    const ProofReport report = check(*entry);
    ASSERT_TRUE(report.holds) << free->game().print(*p) << ' ' << report.why;
    ProofHeader forged = ProofFile(file_).header();
    forged.attacker_wins = false;
    forged.mover_attacks = !forged.mover_attacks;
    forged.digest.clear();
    write_proof(file_, forged, {});
    ASSERT_FALSE(check(*entry).holds);
  }
  // A table is of the game in which positions may come back: what it says holds only where nothing was played before.
  ProofHeader citing = ProofFile(file_).header();
  citing.attacker_wins = true;
  citing.tables = {citation_of(table)};
  citing.digest.clear();
  write_proof(file_, citing, {});
  ProofFile proof(file_);
  std::string why;
  VerifyOptions all_is_good;
  all_is_good.cited = [](const AnyPosition&) { return Wdl::win; };
  const ProofReport report = entry->verify(proof, *entry->game().parse(citing.position, why), all_is_good);
  EXPECT_FALSE(report.holds);
  EXPECT_NE(report.why.find("a table does not say who wins"), std::string::npos) << report.why;
}

// With one piece each nobody makes a line: who wins is who does not run out of turns. The proof names a turn for each position of
// Blue's, no two to the same position.
TEST_F(Proofs, ByNeverRunningOutOfTurns) {
  const auto entry = open_game("yonmoque:1");
  std::string why;
  for (const char* text : {"...../...../...../...../.....:b11", "B..../...../...../...../.....:w01"}) {
    const auto p = entry->game().parse(text, why);
    ASSERT_TRUE(p) << why;
    const bool blue_moves = entry->game().first_to_move(*p);
    ProveOptions options{.threads = 1, .memory = u64{16} << 20, .by = WinBy::pairs, .proof = file_};
    EXPECT_EQ(entry->prove(*p, !blue_moves, options).verdict, Verdict::unknown);
    const ProveResult result = entry->prove(*p, blue_moves, options);
    ASSERT_EQ(result.verdict, Verdict::proven);
    const ProofReport report = check(*entry);
    ASSERT_TRUE(report.holds) << report.why;
    EXPECT_EQ(report.choices, result.proof_choices);

    const ProofHeader header = ProofFile(file_).header();
    ASSERT_TRUE(header.pairs);
    const auto right = choices();
    auto holds = [&](const std::vector<u64>& moves, ProofHeader forged) {
      ChoiceWriter writer;
      for (const u64 m : moves) writer.put(m);
      forged.choices = writer.choices();
      forged.digest.clear(); // a forger knows how to make it
      write_proof(file_, forged, writer.bytes());
      return check(*entry).holds;
    };
    EXPECT_TRUE(holds(right, header));
    ProofHeader other = header;
    other.pairs = false; // ranks would be needed
    EXPECT_FALSE(holds(right, other));
    other = header;
    other.mover_attacks = !other.mover_attacks;
    EXPECT_FALSE(holds(right, other));
    other = header;
    other.attacker_wins = false;
    EXPECT_FALSE(holds(right, other));
    std::mt19937_64 random(faults::seed_of_test());
    u64 accepted = 0;
    const u64 n = faults::times(300, 3'000);
    for (u64 i = 0; i < n; ++i) {
      const auto wrong = faults::mutated(right, 8, random);
      accepted += wrong != right && holds(wrong, header);
    }
    EXPECT_LT(accepted, n / 20); // another pairing may be one as well
  }
  // Where positions may come back it shows nothing.
  const auto free = open_game("yonmoque:free-1");
  ProofHeader forged = ProofFile(file_).header();
  forged.game = free->full_name();
  forged.digest.clear();
  write_proof(file_, forged, {});
  EXPECT_NE(check(*free).why.find("only where no position may occur twice"), std::string::npos);
}

TEST_F(Proofs, AWinThatDoesNotComeNearerIsRejected) {
  const auto entry = open_game("nocca:3x3");
  ASSERT_EQ(prove(*entry, entry->game().start(), true).verdict, Verdict::proven);
  const ProofHeader header = ProofFile(file_).header();
  const auto right = choices(); // moves and ranks in turn
  std::mt19937_64 random(faults::seed_of_test());
  auto holds = [&](const std::vector<u64>& numbers) {
    ChoiceWriter writer;
    for (const u64 n : numbers) writer.put_number(n);
    ProofHeader forged = header;
    forged.digest.clear();
    write_proof(file_, forged, writer.bytes());
    return check(*entry).holds;
  };
  EXPECT_TRUE(holds(right));
  for (u64 i = 0, n = faults::times(100, 1'000); i < n; ++i) {
    auto wrong = right;
    wrong[2 * (random() % (wrong.size() / 2)) + 1] = i % 2 == 0 ? 0 : 1'000'000; // no rank, or higher than the one before
    if (wrong[1] == 1'000'000) continue;                                         // nothing comes before the first
    EXPECT_FALSE(holds(wrong)) << i;
  }
}

} // namespace
} // namespace zermelo
