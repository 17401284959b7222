// Hex against a naive reading of its rules; its search by virtual connections, and the checker of proofs with carriers, against a
// search through all positions.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "hex/table_game.h"
#include "solve/connect/search.h"
#include "verify/connection_proof.h"

namespace zermelo::hex {
namespace {

// Straight from the rules: neighbours are those whose centres are one cell apart when row r is drawn half a cell further right.
bool naive_chain(const Shape& s, const CellSet& stones, bool top_to_bottom) {
  auto touch = [&](int a, int b) {
    const int down = b / s.columns - a / s.columns, across = b % s.columns - a % s.columns;
    const double x = across + 0.5 * down, y = down * 0.8660254;
    return a != b && x * x + y * y < 1.01;
  };
  std::vector<int> reached;
  std::vector<bool> seen(static_cast<std::size_t>(s.rows * s.columns));
  for (int cell = 0; cell < s.rows * s.columns; ++cell)
    if (stones.has(cell) && (top_to_bottom ? cell / s.columns : cell % s.columns) == 0) {
      reached.push_back(cell);
      seen[static_cast<std::size_t>(cell)] = true;
    }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const int at = reached[i];
    if (top_to_bottom ? at / s.columns == s.rows - 1 : at % s.columns == s.columns - 1) return true;
    for (int cell = 0; cell < s.rows * s.columns; ++cell)
      if (stones.has(cell) && !seen[static_cast<std::size_t>(cell)] && touch(at, cell)) {
        seen[static_cast<std::size_t>(cell)] = true;
        reached.push_back(cell);
      }
  }
  return false;
}

// Who wins, by trying everything.
class Oracle {
public:
  explicit Oracle(const Rules& g) : g_(g) {}
  bool wins(const Position& p) {
    if (g_.outcome(p) != Wdl::unknown) return false;
    const auto key = std::tuple(p.x.words[0], p.o.words[0], p.swapped);
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    bool won = false;
    MoveListOf<Rules> moves;
    g_.moves(p, moves);
    for (int i = 0; i < moves.size() && !won; ++i) won = !wins(g_.play(p, moves[i]));
    known_.emplace(key, won);
    return won;
  }
  const auto& known() const { return known_; }

private:
  const Rules& g_;
  std::map<std::tuple<u64, u64, u8>, bool> known_;
};

Position random_position(const Rules& g, std::mt19937_64& random, int stones) {
  for (;;) {
    Position p = g.start();
    while (g.outcome(p) == Wdl::unknown && p.stones < stones) {
      MoveListOf<Rules> moves;
      g.moves(p, moves);
      p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    }
    if (g.outcome(p) == Wdl::unknown) return p;
  }
}

// The search agrees with the oracle, its proof holds, and nobody believes it of the other player.
void expect_agreement(const Rules& g, const Position& p, bool wins) {
  const auto stones = g.joining(p);
  ASSERT_TRUE(stones);
  const int mover = Rules::first_to_move(p) ? 0 : 1;
  ConnectionSearch search(g.connections(), *stones, mover, true);
  ASSERT_EQ(search.run() == ConnectionSearch::Result::mover_wins, wins) << g.print(p);
  u64 claims = 0;
  const Bytes proof = search.proof(claims);
  const int winner = wins ? mover : 1 - mover;
  CarrierCheck check(g.connections(), winner, proof);
  ASSERT_TRUE(check.run(*stones, wins)) << g.print(p) << ": " << check.why();
  EXPECT_EQ(check.carrier().words[0] & search.carrier(), check.carrier().words[0]) << g.print(p);
  CarrierCheck forged(g.connections(), 1 - winner, proof);
  ASSERT_FALSE(forged.run(*stones, !wins)) << g.print(p);
}

TEST(Hex, ChainsAreThoseOfANaiveReading) {
  std::mt19937_64 random(1);
  for (const Shape& s : {Shape{11, 11}, Shape{3, 3}, Shape{4, 7}, Shape{7, 2}, Shape{15, 15}}) {
    const Game g(s);
    for (int games = 0; games < 20; ++games) {
      Position p = g.start();
      while (g.outcome(p) == Wdl::unknown) {
        MoveListOf<Game> moves;
        g.moves(p, moves);
        ASSERT_FALSE(moves.empty());
        p = g.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
        const bool first = !Game::first_to_move(p);
        ASSERT_EQ(g.outcome(p) == Wdl::loss, naive_chain(s, first ? p.x : p.o, first)) << g.print(p);
      }
    }
  }
}

TEST(Hex, PositionsAreAsManyAsCounted) {
  auto count = [](const Shape& s) {
    const TableGame g(s);
    u64 positions = 0;
    Position p;
    for (Slot i = 0; i < g.size(); ++i)
      if (g.unrank(i, p)) positions += static_cast<u64>(g.orbit(p));
    return positions;
  };
  EXPECT_EQ(count({2, 2}), 23U);
  EXPECT_EQ(count({3, 3}), 4'520U);
}

TEST(Hex, WhatIsNoPositionIsRefused) {
  const Game g(Shape{3, 3}), swap(Shape{3, 3, true});
  std::string why;
  auto refused = [&](const Game& of, std::string_view text, std::string_view reason) {
    EXPECT_FALSE(of.parse(text, why)) << text;
    EXPECT_NE(why.find(reason), std::string::npos) << text << ": " << why;
  };
  refused(g, "xx./.../...:o", "with 0 of o's x has as many or one more, not 2");
  refused(g, "x../.../...:x", "it is o's turn");
  refused(g, "x../.o./...:o", "it is x's turn");
  refused(g, ".../.../..:x", "expected 3 rows of 3 cells");
  refused(g, ".../.../...", "expected a cell");
  refused(g, "xoo/xo./x..:x", "play stops at the first chain"); // x has a chain, and is to move
  refused(g, "a1 a1", "there is a stone already");
  refused(g, "a1 swap", "only o may swap");
  refused(swap, ".../.../...:o", "it is x's turn");
  ASSERT_TRUE(swap.parse("b1 swap", why));
  EXPECT_EQ(swap.print(*swap.parse("b1 swap", why)), ".../o../...:x");
  EXPECT_TRUE(swap.parse("x../o../...:o", why) && swap.parse("x../o../...:x", why));
  EXPECT_FALSE(*swap.parse("x../o../...:o", why) == *swap.parse("x../o../...:x", why));
}

// Bridges and their like are found without a search: the edges of an empty board a stone away.
TEST(Hex, VirtualConnectionsAreFound) {
  const Game g(Shape{4, 4});
  const SmallBoard board(g.connections());
  Steps steps;
  VirtualConnections none, one;
  none.begin(board, 0, 0, 0, steps);
  EXPECT_FALSE(none.won());
  EXPECT_FALSE(none.threats().empty()); // x wins if he moves
  one.after_own(none, g.board->find("c2"), steps);
  EXPECT_TRUE(one.won());
  VirtualConnections blocked;
  blocked.after_other(none, g.board->find("b2"));
  EXPECT_FALSE(blocked.won());
}

TEST(Hex, EveryPositionOfSmallBoards) {
  for (const Shape& s : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{3, 3}, Shape{2, 5}}) {
    const TableGame g(s);
    Oracle oracle(g);
    Position p;
    for (Slot i = 0; i < g.size(); ++i)
      if (g.unrank(i, p)) {
        ASSERT_NO_FATAL_FAILURE(expect_agreement(g, p, oracle.wins(p)));
      }
  }
}

TEST(Hex, RandomPositionsOfLargerBoards) {
  std::mt19937_64 random(3);
  for (const auto& [s, stones, count] : {std::tuple{Shape{3, 4}, 2, 100},
                                         {Shape{4, 3}, 2, 100},
                                         {Shape{4, 4}, 5, 200},
                                         {Shape{5, 5}, 13, 200},
                                         {Shape{4, 6}, 13, 100}}) {
    const Game g(s);
    for (int i = 0; i < count; ++i) {
      Oracle oracle(g);
      const Position p = random_position(g, random, stones);
      ASSERT_NO_FATAL_FAILURE(expect_agreement(g, p, oracle.wins(p)));
    }
  }
}

// Which openings win, on boards small enough to try everything.
TEST(Hex, OpeningsOfSmallBoards) {
  for (const auto& [s, map] : {std::pair{Shape{2, 2}, ".WW."}, {Shape{3, 3}, "..WWWWW.."}, {Shape{4, 4}, "...W..W..W..W..."}}) {
    const Game g(s);
    Oracle oracle(g);
    for (int cell = 0; cell < g.board->cells; ++cell) {
      const Position p = g.play(g.start(), static_cast<u8>(cell));
      const bool wins = map[cell] == 'W';
      if (s.rows < 4) {
        EXPECT_EQ(!oracle.wins(p), wins) << g.print(p);
      }
      ASSERT_NO_FATAL_FAILURE(expect_agreement(g, p, !wins));
    }
  }
}

TEST(Hex, WithTheSwapTheSecondPlayerWins) {
  for (const int side : {2, 3}) {
    const Game g(Shape{side, side, true});
    Oracle oracle(g);
    EXPECT_FALSE(oracle.wins(g.start()));
  }
}

// Whatever bytes are given for a false claim: none shows it.
TEST(Hex, ForgedProofsAreRefused) {
  const Game g(Shape{4, 4});
  std::mt19937_64 random(5);
  u64 accepted = 0;
  for (const char* opening : {"a1", "b1", "d1", "c2", "b2", "a2"}) {
    std::string why;
    const Position p = *g.parse(opening, why);
    const auto stones = g.joining(p);
    // Proofs of the claim about other openings, and of this position, all changed at random.
    std::vector<Bytes> models;
    for (const char* other : {"d1", "c2", "a1", "b2"}) {
      const Position q = *g.parse(other, why);
      ConnectionSearch search(g.connections(), *g.joining(q), 1, true);
      search.run();
      u64 claims = 0;
      models.push_back(search.proof(claims));
    }
    ConnectionSearch search(g.connections(), *stones, 1, true);
    const bool mover_wins = search.run() == ConnectionSearch::Result::mover_wins;
    const int loser = mover_wins ? 0 : 1;
    for (int i = 0; i < 20'000; ++i) {
      Bytes bytes = models[random() % models.size()];
      const u64 changes = 1 + random() % 4;
      for (u64 k = 0; k < changes; ++k) {
        const std::size_t at = random() % bytes.size();
        if (random() % 8 == 0)
          bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
        else
          bytes[at] = static_cast<std::byte>(random() % 4 == 0 ? random() % 256 : random() % 20);
      }
      CarrierCheck check(g.connections(), loser, bytes);
      ASSERT_FALSE(check.run(*stones, !mover_wins)) << opening;
      CarrierCheck right(g.connections(), 1 - loser, bytes);
      accepted += right.run(*stones, mover_wins) ? 1U : 0U;
    }
  }
  EXPECT_GT(accepted, 0U); // a change may leave a proof whole: true claims are shown even so
}

} // namespace
} // namespace zermelo::hex
