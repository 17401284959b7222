// The search for proofs with zones, on boards of two and three dimensions; whatever it finds the checker must accept, and no
// change of it.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "gomoku/rules.h"
#include "solve/lines/facts.h"
#include "solve/lines/prove_lines.h"
#include "tests/faults/scratch.h"
#include "verify/zones.h"

namespace zermelo {
namespace {

// Four in a row in a cube of 4x4x4, a game from outside: 76 lines.
LineBoard cube() {
  LineBoard b;
  b.cells = 64;
  b.length = 4;
  for (int cell = 0; cell < 64; ++cell) {
    b.names.push_back(std::to_string(cell));
    b.places.push_back({cell % 4, cell / 4 % 4, cell / 16});
  }
  for (int cell = 0; cell < 64; ++cell)
    for (int d = 1; d < 27; ++d) {
      const std::array<int, 3> step = {d % 3 - 1, d / 3 % 3 - 1, d / 9 - 1};
      LineBoard::Window w;
      std::array<int, 3> at = b.places[static_cast<std::size_t>(cell)];
      for (int i = 0; i < 4; ++i) {
        bool on = true;
        for (const int x : at) on = on && x >= 0 && x < 4;
        if (!on) break;
        w.cells.push_back(static_cast<u8>(at[0] + 4 * at[1] + 16 * at[2]));
        for (std::size_t x = 0; x < 3; ++x) at[x] += step[x];
      }
      if (w.cells.size() == 4 && w.cells.front() < w.cells.back()) b.windows.push_back(std::move(w));
    }
  std::vector<u8> same;
  for (int cell = 0; cell < 64; ++cell) same.push_back(static_cast<u8>(cell));
  b.symmetries = {same};
  b.connect();
  return b;
}

CellSet cells(std::initializer_list<int> list) {
  CellSet s;
  for (const int cell : list) s.add(cell);
  return s;
}

ZoneReport checked(const LineBoard& b, const LineClaim& c, const Bytes& bytes, int threads = 1) {
  VerifyOptions options;
  options.threads = threads;
  return ZoneCheck<>(b, c.attacker, c.defender, c.attacker_moves, bytes, options).run();
}

struct Proved {
  ProveResult result;
  Bytes bytes;
};
Proved proved(const LineClaim& claim, const std::filesystem::path& facts = {}, u64 most_visits = 0, int threads = 1) {
  ProveOptions options;
  options.threads = threads;
  options.memory = u64{64} << 20;
  options.most_visits = most_visits;
  LineClaim with_check = claim;
  with_check.check = zone_checker(*claim.board);
  LineProver prover(with_check, options, facts);
  Proved p{prover.run(), {}};
  if (p.result.verdict == Verdict::proven) p.bytes = prover.certificate();
  return p;
}
LineClaim from(const gomoku::Game& g, const std::string& text, bool mover_attacks = true) {
  std::string why;
  const auto p = text.empty() ? g.start() : *g.parse(text, why);
  const LineStones s = g.stones(p);
  LineClaim c;
  c.board = &g.lines();
  c.attacker = mover_attacks ? s.mover : s.other;
  c.defender = mover_attacks ? s.other : s.mover;
  c.attacker_moves = mover_attacks;
  c.identity = text;
  return c;
}

TEST(Lines, CountsStayTrueAsStonesComeAndGo) {
  const gomoku::Game g({9, 8, 5, false});
  const LineTables tables(g.lines());
  LineState s(tables, {}, {});
  std::mt19937_64 random(1);
  std::array<CellSet, 2> taken;
  for (int i = 0; i < 3'000; ++i) {
    const int cell = static_cast<int>(random() % 72);
    const bool black = random() % 2 == 0;
    if (taken[0].has(cell)) {
      s.take<line_attacker>(cell), taken[0].remove(cell);
    } else if (taken[1].has(cell)) {
      s.take<line_defender>(cell), taken[1].remove(cell);
    } else if (black) {
      s.put<line_attacker>(cell), taken[0].add(cell);
    } else {
      s.put<line_defender>(cell), taken[1].add(cell);
    }
    for (int n = 0; n <= 5; ++n) {
      std::set<std::size_t> by_state, naive;
      s.each<line_attacker>(n, [&](std::size_t w) { return by_state.insert(w).second; });
      for (std::size_t w = 0; w < tables.windows(); ++w) {
        int own = 0, other = 0;
        for (const u8 c : g.lines().windows[w].cells) own += taken[0].has(c), other += taken[1].has(c);
        if (other == 0 && own == n) naive.insert(w);
      }
      ASSERT_EQ(by_state, naive);
    }
  }
}

// A sequence of fours that needs three of them, and one that the other's own four stops.
TEST(Lines, SequencesOfFours) {
  const gomoku::Game g;
  std::string why;
  auto found = [&](const std::string& black, const std::string& white) {
    const LineTables tables(g.lines());
    auto set = [&](const std::string& text) {
      CellSet s;
      for (int cell = 0; cell < 225; ++cell)
        if ((" " + text + " ").find(" " + g.board->name(cell) + " ") != std::string::npos) s.add(cell);
      return s;
    };
    const CellSet a = set(black), d = set(white);
    LineState s(tables, a, d);
    ZoneProofs proofs;
    Fours fours(s, proofs);
    const ProofId id = fours.find(0, 100'000);
    if (id == no_proof) return false;
    const Bytes tree = proofs.tree(id);
    ZoneTree<> check(g.lines(), a, d, tree);
    const auto zone = check.check(0);
    EXPECT_TRUE(zone) << check.why();
    EXPECT_EQ(*zone, proofs[id].zone);
    return true;
  };
  EXPECT_TRUE(found("e5 f5 g5 h6 h7", "d5 a1 a2 o1 o2"));  // two fours at once
  EXPECT_TRUE(found("e5 f5 g5", "a1 a3"));                 // an open four
  EXPECT_FALSE(found("e5 f5 g5", "d5 i5 a1"));             // no room for five
  EXPECT_FALSE(found("e5 f5 g5 h6 h7", "d5 a1 a2 a3 a4")); // the other completes a line first
}

TEST(Lines, SmallBoardsAreProvedAndDrawsAreNot) {
  for (const gomoku::Shape& s : {gomoku::Shape{5, 5, 3, false}, gomoku::Shape{6, 5, 4, false}, gomoku::Shape{6, 6, 4, false}}) {
    const gomoku::Game g(s);
    const LineClaim claim = from(g, "");
    const Proved p = proved(claim);
    ASSERT_EQ(p.result.verdict, Verdict::proven);
    const ZoneReport r = checked(g.lines(), claim, p.bytes);
    EXPECT_TRUE(r.holds) << r.why;
  }
  const gomoku::Game drawn({5, 5, 4, false}), toe({3, 3, 3, false});
  EXPECT_EQ(proved(from(drawn, "")).result.verdict, Verdict::unknown);
  EXPECT_EQ(proved(from(toe, "")).result.verdict, Verdict::unknown);
}

TEST(Lines, ExactLinesAreProvedAsExact) {
  const gomoku::Game g({7, 6, 4, true});
  const LineClaim claim = from(g, "");
  const Proved p = proved(claim);
  ASSERT_EQ(p.result.verdict, Verdict::proven);
  EXPECT_TRUE(checked(g.lines(), claim, p.bytes).holds);
}

// Another game offers its lines and nothing else. That the first player wins from the start is published; here two stones more
// are given.
TEST(Lines, FourInACube) {
  const LineBoard b = cube();
  ASSERT_EQ(b.windows.size(), 76U);
  LineClaim claim;
  claim.board = &b;
  claim.attacker = cells({0, 63, 21}); // on three of the main diagonals' cells
  claim.defender = cells({1, 62, 42});
  const Proved p = proved(claim);
  ASSERT_EQ(p.result.verdict, Verdict::proven);
  const ZoneReport r = checked(b, claim, p.bytes);
  EXPECT_TRUE(r.holds) << r.why;
}

class ProofOfNine : public ::testing::Test {
protected:
  ProofOfNine() : g({9, 9, 4, false}), claim(from(g, "")), p(proved(claim)) {}
  gomoku::Game g;
  LineClaim claim;
  Proved p;
};

TEST_F(ProofOfNine, HoldsWithAnyNumberOfThreads) {
  ASSERT_EQ(p.result.verdict, Verdict::proven);
  const ZoneReport one = checked(g.lines(), claim, p.bytes), two = checked(g.lines(), claim, p.bytes, 2);
  EXPECT_TRUE(one.holds) << one.why;
  EXPECT_TRUE(two.holds) << two.why;
  EXPECT_EQ(one.claims, two.claims);
  EXPECT_GT(one.trees, 3U);
}

TEST_F(ProofOfNine, ForgeriesAreRejected) {
  ASSERT_EQ(p.result.verdict, Verdict::proven);
  std::mt19937_64 random(5);
  u64 rejected = 0;
  auto reject = [&](const Bytes& bytes, const char* kind) {
    EXPECT_FALSE(checked(g.lines(), claim, bytes).holds) << kind;
    ++rejected;
  };
  for (int i = 0; i < 150; ++i) { // cut
    Bytes bytes = p.bytes;
    bytes.resize(random() % bytes.size());
    reject(bytes, "cut");
  }
  for (int i = 0; i < 150; ++i) { // something behind it
    Bytes bytes = p.bytes;
    bytes.push_back(static_cast<std::byte>(random()));
    reject(bytes, "longer");
  }
  for (int i = 0; i < 150; ++i) { // a byte left out: lengths no longer agree, or a move is missing
    Bytes bytes = p.bytes;
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size()));
    reject(bytes, "a byte less");
  }
  for (int i = 0; i < 150; ++i) { // a byte too many
    Bytes bytes = p.bytes;
    bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size()), std::byte{zone_bytes::cite});
    reject(bytes, "a byte more");
  }
  // The zone of the first tree is said to be smaller than it is. It follows the first move, an answer's move and the number of
  // trees.
  const std::size_t zone_at = 3;
  for (int cell = 0; cell < 81; ++cell) {
    Bytes bytes = p.bytes;
    const std::byte bit{static_cast<u8>(1U << (cell % 8))};
    const std::size_t at = 1 + zone_at + static_cast<std::size_t>(cell) / 8;
    if ((bytes[at] & bit) == std::byte{0}) continue;
    bytes[at] &= ~bit;
    reject(bytes, "a zone too small");
  }
  for (int i = 0; i < 100; ++i) { // a claim is cited that was never kept
    Bytes bytes = p.bytes;
    std::byte& byte = bytes[random() % bytes.size()];
    if (byte == std::byte{zone_bytes::cite}) continue;
    byte = std::byte{zone_bytes::cite};
    const ZoneReport r = checked(g.lines(), claim, bytes);
    EXPECT_FALSE(r.holds);
    ++rejected;
  }
  // For another claim: the other side, another board, another length of lines, other stones.
  const gomoku::Game draw({9, 9, 5, false}), exact({9, 9, 4, true}), small({5, 5, 4, false});
  for (const gomoku::Game* other : {&draw, &small}) {
    const LineClaim wrong = from(*other, "");
    EXPECT_FALSE(checked(other->lines(), wrong, p.bytes).holds);
    ++rejected;
  }
  for (int i = 0; i < 300; ++i) { // White has stones that it does not have in the proof, enough for a line with one more
    LineClaim wrong = claim;
    const int row = static_cast<int>(random() % 9), column = static_cast<int>(random() % 6);
    for (int j = 0; j < 3; ++j) wrong.defender.add(9 * row + column + j);
    EXPECT_FALSE(checked(g.lines(), wrong, p.bytes).holds);
    ++rejected;
  }
  EXPECT_GE(rejected, 1'000U);
}

TEST_F(ProofOfNine, GoesOnFromItsFacts) {
  ASSERT_EQ(p.result.verdict, Verdict::proven);
  const auto folder = std::filesystem::temp_directory_path() / ("zermelo-facts-" + std::to_string(std::random_device{}()));
  const auto file = folder / "nine.facts";
  int runs = 0;
  Proved q;
  u64 visits = 0;
  for (; runs < 200 && q.result.verdict != Verdict::proven; ++runs) {
    q = proved(claim, file, 40 + static_cast<u64>(runs) * 40);
    visits += q.result.visits;
    // The last fact is damaged now and then: it is searched again.
    if (runs == 2 && std::filesystem::exists(file)) std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
  }
  ASSERT_EQ(q.result.verdict, Verdict::proven);
  EXPECT_GT(runs, 2);
  EXPECT_TRUE(checked(g.lines(), claim, q.bytes).holds);
  // All facts are there: nothing is searched.
  const Proved again = proved(claim, file);
  EXPECT_EQ(again.result.visits, 0U);
  EXPECT_TRUE(again.result.resumed);
  EXPECT_EQ(again.bytes, q.bytes);
  LineClaim other = claim;
  other.identity = "something else";
  EXPECT_THROW(proved(other, file), Error);
  std::filesystem::remove_all(folder);
}

// A run that was killed may have left less than the first word of its file.
TEST(Facts, AFileWithoutItsFirstWordIsMadeAnew) {
  const faults::Scratch scratch;
  const auto path = scratch / "cut.facts";
  write_whole(path, "abc");
  LineFact fact;
  fact.attacker.add(3);
  LineTree tree;
  tree.bytes.resize(5);
  LineFacts before, after;
  FactFile(path, "a game", false, before).add(fact, tree);
  EXPECT_TRUE(before.trees.empty());
  const FactFile again(path, "a game", false, after);
  EXPECT_EQ(after.trees.size(), 1U);
  EXPECT_EQ(after.trees.count(fact), 1U);
}

} // namespace
} // namespace zermelo
