// Blocking: what the search says is what looking at everything says, the checker accepts what it writes and no forgery, and without
// one of four conditions of the checker a false claim is accepted.
#include "solve/lines/blocking.h"

#include <gtest/gtest.h>

#include <random>

#include "verify/blocking.h"

namespace zermelo {
namespace {

// K in a row on M columns and N rows.
LineBoard rectangle(int columns, int rows, int length) {
  LineBoard b;
  b.cells = columns * rows;
  b.length = length;
  auto on = [&](int c, int r) { return c >= 0 && c < columns && r >= 0 && r < rows; };
  for (int cell = 0; cell < b.cells; ++cell)
    for (const auto& [dc, dr] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
      const int c = cell % columns, r = cell / columns;
      if (!on(c + (length - 1) * dc, r + (length - 1) * dr)) continue;
      LineBoard::Window w;
      for (int i = 0; i < length; ++i) w.cells.push_back(static_cast<u8>((r + i * dr) * columns + c + i * dc));
      b.windows.push_back(std::move(w));
    }
  for (int s = 0; s < (columns == rows ? 8 : 4); ++s) {
    std::vector<u8> to;
    for (int cell = 0; cell < b.cells; ++cell) {
      int c = cell % columns, r = cell / columns;
      if ((s & 4) != 0) std::swap(c, r);
      if ((s & 1) != 0) c = columns - 1 - c;
      if ((s & 2) != 0) r = rows - 1 - r;
      to.push_back(static_cast<u8>(r * columns + c));
    }
    b.symmetries.push_back(std::move(to));
  }
  b.connect();
  return b;
}

// The truth by looking at everything: whether the attacker fills a window. `race`: the defender wins by a line as well.
class Everything {
public:
  Everything(const LineBoard& board, bool race) : b_(board), race_(race) {}
  bool attacker_wins(const CellSet& attacker, const CellSet& defender, bool attacker_moves) {
    const std::array<u64, 2> key = {attacker.words[0] << 1 | (attacker_moves ? 1 : 0), defender.words[0]};
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    bool won = !attacker_moves, moved = false;
    for (int cell = 0; cell < b_.cells && won != attacker_moves; ++cell) {
      if (attacker.has(cell) || defender.has(cell)) continue;
      moved = true;
      CellSet a = attacker, d = defender;
      (attacker_moves ? a : d).add(cell);
      const bool line = (attacker_moves || race_) && b_.line_in(attacker_moves ? a : d);
      if ((line ? attacker_moves : attacker_wins(a, d, !attacker_moves)) == attacker_moves) won = attacker_moves;
    }
    return known_[key] = moved && won;
  }

private:
  const LineBoard& b_;
  bool race_;
  std::map<std::array<u64, 2>, bool> known_;
};

struct Case {
  CellSet attacker, defender;
  bool attacker_moves = true;
};

// Some stones at random, without a line.
Case random_case(const LineBoard& board, std::mt19937_64& random, unsigned most) {
  for (;;) {
    Case c;
    c.attacker_moves = random() % 2 == 0;
    for (u64 n = random() % (most + 1); n > 0; --n) {
      const int cell = static_cast<int>(random() % static_cast<u64>(board.cells));
      if (!c.attacker.has(cell) && !c.defender.has(cell)) (random() % 2 == 0 ? c.attacker : c.defender).add(cell);
    }
    if (!board.line_in(c.attacker) && !board.line_in(c.defender)) return c;
  }
}

template <class Rule = Blocking> BlockReport check(const LineBoard& board, const Case& c, const Bytes& bytes) {
  return BlockCheck<Rule>(board, c.attacker, c.defender, c.attacker_moves, bytes, {}).run();
}

TEST(Blocking, SaysWhatLookingAtEverythingSays) {
  std::mt19937_64 random(1);
  int held = 0, failed = 0;
  for (const auto& [columns, rows, length] : {std::array{3, 3, 3}, {4, 3, 3}, {4, 4, 4}, {4, 4, 3}, {5, 3, 3}}) {
    const LineBoard board = rectangle(columns, rows, length);
    Everything maker(board, false), race(board, true);
    for (int i = 0; i < 150; ++i) {
      Case c = random_case(board, random, 9);
      if (c.attacker.count() + c.defender.count() + 12 < board.cells) continue; // too much to look at
      BlockingSearch search(board, c.attacker, c.defender, c.attacker_moves, 1 << 20);
      const auto found = search.run();
      const bool wins = maker.attacker_wins(c.attacker, c.defender, c.attacker_moves);
      EXPECT_EQ(found, wins ? BlockingSearch::Found::fails : BlockingSearch::Found::holds);
      (wins ? failed : held) += 1;
      if (wins) continue;
      EXPECT_FALSE(race.attacker_wins(c.attacker, c.defender, c.attacker_moves));
      const BlockReport report = check(board, c, search.certificate());
      EXPECT_TRUE(report.holds) << report.why;
    }
  }
  EXPECT_GT(held, 100);
  EXPECT_GT(failed, 100);
}

TEST(Blocking, BoardsFromTheStart) {
  using Found = BlockingSearch::Found;
  struct Row {
    int columns, rows, length;
    bool attacker_moves;
    Found found;
  };
  for (const auto& [columns, rows, length, attacker_moves, expected] : {Row{3, 3, 3, true, Found::fails},
                                                                        {3, 3, 3, false, Found::holds},
                                                                        {4, 3, 3, true, Found::fails},
                                                                        {4, 4, 4, true, Found::holds},
                                                                        {5, 4, 4, true, Found::holds},
                                                                        {5, 5, 4, true, Found::fails},
                                                                        {5, 5, 4, false, Found::holds},
                                                                        {6, 4, 4, true, Found::holds},
                                                                        {6, 5, 4, true, Found::fails},
                                                                        {5, 5, 5, true, Found::holds},
                                                                        {6, 6, 5, true, Found::holds},
                                                                        {6, 6, 5, false, Found::holds}}) {
    const LineBoard board = rectangle(columns, rows, length);
    // A small table, too: what is forgotten is found again, and the proof is a proof.
    for (const u64 bytes : {u64{1} << 20, u64{16} << 20}) {
      BlockingSearch search(board, {}, {}, attacker_moves, bytes);
      EXPECT_EQ(search.run(), expected) << columns << "x" << rows << "," << length;
      if (expected != Found::holds) continue;
      const BlockReport report = check(board, {{}, {}, attacker_moves}, search.certificate());
      EXPECT_TRUE(report.holds) << report.why;
    }
  }
}

TEST(Blocking, StopsAndGoesOn) {
  const LineBoard board = rectangle(6, 4, 4);
  BlockingSearch search(board, {}, {}, true, 1 << 20);
  EXPECT_EQ(search.run(5), BlockingSearch::Found::unknown);
  EXPECT_LE(search.visits(), 6U);
  EXPECT_EQ(search.run(), BlockingSearch::Found::holds);
}

// A proof that is cut, lengthened or belongs to something else is refused. A byte that is changed may name another good reply, so
// changed proofs are held against false claims as well: none is accepted.
TEST(Blocking, ForgedProofsAreRefused) {
  std::mt19937_64 random(2);
  std::vector<std::pair<LineBoard, Case>> wrong; // Black to move wins
  for (const auto& [columns, rows, length] : {std::array{4, 3, 3}, {4, 4, 3}, {5, 5, 3}, {6, 5, 4}, {6, 6, 4}})
    wrong.emplace_back(rectangle(columns, rows, length), Case{});
  int refused = 0, accepted = 0;
  for (const auto& [columns, rows] : {std::pair{5, 4}, {6, 4}}) {
    const LineBoard board = rectangle(columns, rows, 4);
    BlockingSearch search(board, {}, {}, true, 1 << 20);
    ASSERT_EQ(search.run(), BlockingSearch::Found::holds);
    const Bytes proof = search.certificate();
    ASSERT_TRUE(check(board, {}, proof).holds);
    auto refuse = [&](const LineBoard& b, const Case& c, const Bytes& bytes, const char* what) {
      EXPECT_FALSE(check(b, c, bytes).holds) << what;
      ++refused;
    };
    for (int i = 0; i < 150; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(random() % proof.size());
      Bytes cut(proof.begin(), proof.begin() + at), longer = proof, changed = proof, dropped = proof;
      refuse(board, {}, cut, "cut");
      longer.push_back(static_cast<std::byte>(random() % 64));
      refuse(board, {}, longer, "longer");
      changed[static_cast<std::size_t>(at)] = static_cast<std::byte>(random() % 256);
      dropped.erase(dropped.begin() + at);
      for (const auto& [b, c] : wrong) {
        refuse(b, c, changed, "changed, of a false claim");
        refuse(b, c, dropped, "dropped, of a false claim");
      }
      const BlockReport now = check(board, {}, changed);
      accepted += now.holds && changed != proof;
      refused += !now.holds;
      refuse(rectangle(7, 4, 4), {}, changed, "another board");
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(accepted, 150); // most of the 300 are no proofs of anything
}

// Bytes at random, one after the other, as long as the checker asks for more: what it can be made to believe.
template <class Rule> bool can_be_forged(const LineBoard& board, const Case& c, std::mt19937_64& random) {
  for (int attempt = 0; attempt < 60; ++attempt) {
    Bytes bytes;
    for (int tries = 0; tries < 60 && bytes.size() < 40; ++tries) {
      const BlockReport now = check<Rule>(board, c, bytes);
      if (now.holds) return true;
      if (!now.cut) {
        if (bytes.empty()) return false;
        bytes.pop_back();
        continue;
      }
      const bool pair = random() % 12 == 0;
      bytes.push_back(static_cast<std::byte>(pair ? 253U : random() % static_cast<u64>(board.cells)));
    }
  }
  return false;
}

template <class Rule> int false_claims_accepted(int cases) {
  std::mt19937_64 random(3);
  int accepted = 0;
  for (const auto& [columns, rows, length] : {std::array{3, 3, 3}, {4, 3, 3}, {4, 4, 3}}) {
    const LineBoard board = rectangle(columns, rows, length);
    Everything maker(board, false);
    for (int i = 0; i < cases && accepted == 0; ++i) {
      const Case c = random_case(board, random, 9);
      if (c.attacker.count() + c.defender.count() + 11 < board.cells) continue;
      if (!maker.attacker_wins(c.attacker, c.defender, c.attacker_moves)) continue;
      accepted += can_be_forged<Rule>(board, c, random);
    }
  }
  return accepted;
}

struct NotEveryMove : Blocking {
  static constexpr bool every_move = false;
};
struct ReplyNotInZone : Blocking {
  static constexpr bool reply_in_zone = false;
};
struct OneForHalf : Blocking {
  static constexpr bool half = false;
};
struct PairForNothing : Blocking {
  static constexpr bool pair_taken = false;
};

TEST(Blocking, FourConditionsAreNeeded) {
  EXPECT_EQ(false_claims_accepted<Blocking>(200), 0);
  EXPECT_GT(false_claims_accepted<NotEveryMove>(400), 0);
  EXPECT_GT(false_claims_accepted<ReplyNotInZone>(2000), 0);
  EXPECT_GT(false_claims_accepted<OneForHalf>(400), 0);
  EXPECT_GT(false_claims_accepted<PairForNothing>(400), 0);
}

} // namespace
} // namespace zermelo
