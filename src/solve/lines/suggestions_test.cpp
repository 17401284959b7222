// Lines of play that are suggested: what is read from a file, and that a search follows them.
#include "solve/lines/suggestions.h"

#include <gtest/gtest.h>

#include "gomoku/rules.h"
#include "solve/lines/prove_lines.h"
#include "solve/lines/search.h"
#include "tests/faults/scratch.h"
#include "verify/zones.h"

namespace zermelo {
namespace {

const gomoku::Game& board_of_15() {
  static const gomoku::Game g({15, 15, 5, false});
  return g;
}
int cell(const std::string& name) {
  const auto& names = board_of_15().lines().names;
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}
std::map<LineFact, int> read(const std::string& text, bool attacker_begins = true) {
  const faults::Scratch scratch;
  write_whole(scratch / "lines", text);
  return read_suggestions(scratch / "lines", board_of_15().lines(), attacker_begins);
}
std::string refused(const std::string& text) {
  try {
    read(text);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Exit::usage);
    return e.what();
  }
  return "";
}

TEST(Suggestions, AreTheAttackersMovesOfEachLine) {
  const auto of_first = read("# an opening\nh8 h9 g9   # and\n\nh8 i9 g9\nh8 h9 a1\n");
  EXPECT_EQ(of_first.size(), 3U); // the first move, and one after h9 and after i9: the last line comes too late
  LineFact after;
  after.attacker.add(cell("h8"));
  after.defender.add(cell("h9"));
  EXPECT_EQ(of_first.at({}), cell("h8"));
  EXPECT_EQ(of_first.at(after), cell("g9"));
  const auto of_second = read("h8 h9 g9", false);
  ASSERT_EQ(of_second.size(), 1U);
  EXPECT_EQ(of_second.begin()->second, cell("h9"));
  EXPECT_TRUE(of_second.begin()->first.defender.has(cell("h8")));
}

TEST(Suggestions, NonsenseIsRefused) {
  EXPECT_NE(refused("h8 h9\nh8 p16").find("line 2: p16 is no cell of the board"), std::string::npos);
  EXPECT_NE(refused("h8 h9 h8").find("line 1: h8 is taken twice"), std::string::npos);
  EXPECT_NE(refused("# nothing\n").find("suggests no move"), std::string::npos);
}

// h8 h13 is its own mirror image: whether g7 or i7 is suggested, what is known of one of them serves.
TEST(Suggestions, OfTwoMirroredMovesTheKnownOneIsMeant) {
  const auto& board = board_of_15().lines();
  LineFact fact, least;
  fact.attacker.add(cell("h8"));
  fact.defender.add(cell("h13"));
  int known = -1;
  for (const auto& to : board.symmetries) {
    LineFact image;
    image.attacker.add(to[static_cast<std::size_t>(cell("h8"))]);
    image.defender.add(to[static_cast<std::size_t>(cell("h13"))]);
    if (known >= 0 && !(image < least)) continue;
    least = image;
    known = to[static_cast<std::size_t>(cell("g7"))];
  }
  LineFact pass = least;
  pass.attacker.add(known);
  pass.hidden = 1;
  LineTree tree;
  for (const int reply : {0, 1, 2}) tree.zone.add(reply);
  for (const char* suggested : {"g7", "i7"}) {
    LineClaim claim;
    claim.board = &board;
    claim.check = zone_checker(board);
    claim.attacker = fact.attacker;
    claim.defender = fact.defender;
    claim.known.trees[pass] = tree;
    claim.known.moves[least] = {known};
    claim.suggested[fact] = cell(suggested);
    ProveOptions options;
    options.threads = 1;
    options.memory = u64{64} << 20;
    options.most_visits = 1;
    EXPECT_EQ(LineProver(claim, options, {}).run().root.mine, 3U) << suggested;
  }
}

// After h8 h10 g7 i7 many long searches found nothing; turned by half the board, so that images count.
TEST(Suggestions, AHardFactIsShownByThem) {
  const std::string lines = "h8 h10 g7 i7 f8 g5 h6\nh8 h10 g7 i7 f8 i5 g8 i8 i6\nh8 h10 g7 i7 f8 e6 g8\n"
                            "h8 h10 g7 i7 f8 i6 g8 i8 i5\nh8 h10 g7 i7 f8 h7 g8\nh8 h10 g7 i7 f8 e8 h6\n"
                            "h8 h10 g7 i7 f8 i8 h6 i5 i6 f6 g8 f9 g6\nh8 h10 g7 i7 f8 f9 g8\nh8 h10 g7 i7 f8 g9 h6\n"
                            "h8 h10 g7 i7 f8 h9 e9 h6 e8\nh8 h10 g7 i7 f8 i9 h6 i5 h7\n";
  LineClaim claim;
  claim.board = &board_of_15().lines();
  claim.check = zone_checker(*claim.board);
  for (const char* name : {"h8", "i9"}) claim.attacker.add(cell(name));
  for (const char* name : {"h6", "g9"}) claim.defender.add(cell(name));
  ProveOptions options;
  options.threads = 1;
  options.memory = u64{256} << 20;
  options.most_visits = 1'000'000;
  EXPECT_EQ(LineProver(claim, options, {}).run().verdict, Verdict::unknown);
  claim.suggested = read(lines);
  LineProver prover(claim, options, {});
  ASSERT_EQ(prover.run().verdict, Verdict::proven);
  VerifyOptions checking;
  EXPECT_TRUE(ZoneCheck<>(*claim.board, claim.attacker, claim.defender, true, prover.certificate(), checking).run().holds);
}

// After h8 and a move beside it threats alone do not win, whatever White leaves alone; a quiet move does. Without a proof for the
// pass every empty cell would have to be answered.
TEST(Suggestions, ThePassAfterAMoveMayNeedQuietMoves) {
  const LineBoard& board = board_of_15().lines();
  const LineTables tables(board);
  LineFact pass{{}, {}, 1};
  pass.attacker.add(cell("h8"));
  for (const char* name : {"o15", "a1"}) pass.defender.add(cell(name));
  ZoneSearchOptions options;
  options.table_entries = u64{1} << 16;
  ZoneSearch search(tables, pass.attacker, pass.defender, options);
  EXPECT_EQ(search.pass_after(0, cell("g7"), 3'000, 0), no_proof);
  const ProofId proof = search.pass_after(0, cell("g7"), 3'000, 300'000);
  ASSERT_NE(proof, no_proof);
  pass.attacker.add(cell("g7"));
  const auto zone = zone_checker(board)(pass.attacker, pass.defender, pass.hidden, search.proofs().tree(proof));
  ASSERT_TRUE(zone);
  EXPECT_EQ(*zone, search.proofs()[proof].zone);
  EXPECT_LT(zone->count(), 221) << "that would be every empty cell";
}

} // namespace
} // namespace zermelo
