// Anpanman Shogi against a second implementation that knows nothing of the first: a board of letters and lists of steps.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "anpanman/index.h"
#include "game/check.h"
#include "game/perft.h"

namespace zermelo::anpanman {
namespace {

struct Naive {
  std::string board = "hbd.........CAS"; // rows 1-5
  bool first = true;

  std::string text() const {
    std::string t;
    for (std::size_t i = 0; i < 15; ++i) {
      if (i != 0 && i % 3 == 0) t += '/';
      t += board[i];
    }
    t += ':';
    t += first ? '1' : '2';
    return t;
  }
  static bool is_first(char c) { return c >= 'A' && c <= 'Z'; }

  // Taken, or the enemy's leader has come home.
  bool over() const {
    const auto mine = board.find(first ? 'A' : 'b'), theirs = board.find(first ? 'b' : 'A');
    return mine == std::string::npos || (first ? theirs >= 12 : theirs < 3);
  }

  std::map<std::string, Naive> successors() const {
    std::map<std::string, Naive> all;
    if (over()) return all;
    static const std::map<char, std::vector<std::pair<int, int>>> ahead_right = {
        {'A', {{1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}}}, {'C', {{1, 0}, {1, -1}, {1, 1}}}, {'S', {{1, 0}, {0, -1}, {0, 1}}},
        {'b', {{1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}}}, {'d', {{1, 0}, {1, -1}, {1, 1}}}, {'h', {{1, 0}, {0, -1}, {0, 1}}}};
    for (int from = 0; from < 15; ++from) {
      const char piece = board[static_cast<std::size_t>(from)];
      if (piece == '.' || is_first(piece) != first) continue;
      for (const auto& [ahead, right] : ahead_right.at(piece)) {
        const int row = from / 3 + (first ? -ahead : ahead), column = from % 3 + right;
        if (row < 0 || row > 4 || column < 0 || column > 2) continue;
        const auto to = static_cast<std::size_t>(3 * row + column);
        if (board[to] != '.' && is_first(board[to]) == first) continue;
        Naive next = *this;
        next.board[to] = piece;
        next.board[static_cast<std::size_t>(from)] = '.';
        next.first = !first;
        all.emplace(next.text(), next);
      }
    }
    return all;
  }

  u64 perft(int depth) const {
    if (depth == 0) return 1;
    u64 n = 0;
    for (const auto& [text, next] : successors()) n += next.perft(depth - 1);
    return n;
  }
};

TEST(Anpanman, AgreesWithANaiveImplementation) {
  const Game g;
  std::mt19937 random(7);
  for (int game = 0; game < 3000; ++game) {
    Naive naive;
    Position p = g.start();
    for (int ply = 0; ply < 80; ++ply) {
      ASSERT_EQ(g.print(p), naive.text());
      ASSERT_EQ(g.outcome(p) == Wdl::loss, naive.over()) << naive.text();
      if (naive.over()) break;
      const auto expected = naive.successors();
      MoveListOf<Game> moves;
      g.moves(p, moves);
      ASSERT_EQ(static_cast<std::size_t>(moves.size()), expected.size()) << naive.text();
      for (const Move m : moves)
        ASSERT_TRUE(expected.contains(g.print(g.play(p, m)))) << naive.text() << ' ' << g.move_name(p, m);
      p = g.play(p, moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
      naive = expected.at(g.print(p));
    }
  }
}

TEST(Anpanman, Perft) {
  const Game g;
  const std::vector<u64> known = {1, 6, 36, 240, 1600, 10891, 71965};
  for (int depth = 0; depth < static_cast<int>(known.size()); ++depth) {
    EXPECT_EQ(perft(g, g.start(), depth), known[static_cast<std::size_t>(depth)]);
    EXPECT_EQ(Naive{}.perft(depth), known[static_cast<std::size_t>(depth)]);
  }
}

TEST(Anpanman, IndexIsThePublishedSetWithoutHoles) {
  const Game g;
  EXPECT_EQ(leader_pairs().size(), 135U);
  EXPECT_EQ(placements().size(), 25'013U);
  EXPECT_EQ(g.size(), 6'753'510U);
  for (Slot s = 0; s < g.size(); ++s) {
    Position p;
    ASSERT_TRUE(g.unrank(s, p));
    ASSERT_EQ(g.rank(p), s);
    ASSERT_EQ(g.outcome(p), Wdl::unknown);
  }
}

TEST(Anpanman, KeepsTheContract) {
  for (const u64 seed : {1U, 2U, 3U}) {
    const auto report = check_contract(Game{}, {.samples = 20'000, .seed = seed});
    for (const auto& promise : report.promises) EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  }
}

// docs/errata.md: fewer than the published 4,219,477.
TEST(Anpanman, ReachableFromTheStart) {
  const Game g;
  std::vector<bool> seen(g.size());
  std::vector<Slot> open = {g.rank(g.start())};
  seen[open[0]] = true;
  u64 reached = 0;
  for (; !open.empty(); ++reached) {
    Position p;
    g.unrank(open.back(), p);
    open.pop_back();
    MoveListOf<Game> moves;
    g.moves(p, moves);
    for (const Move m : moves) {
      const Slot s = g.rank(g.play(p, m));
      if (s == no_slot || seen[s]) continue;
      seen[s] = true;
      open.push_back(s);
    }
  }
  EXPECT_EQ(reached, 4'199'950U);
}

// The bounds are reached, so they cannot be lowered.
TEST(Anpanman, BoundsAreTight) {
  const Game g;
  std::string why;
  MoveListOf<Game> moves;
  g.moves(g.parse("..b/.A./.../.C./S..:1", why).value(), moves);
  EXPECT_EQ(moves.size(), Game::max_moves);
  FixedList<Position, Game::max_predecessors> before;
  g.predecessors(g.parse("S.b/.C./.../.A./...:2", why).value(), before);
  EXPECT_EQ(before.size(), Game::max_predecessors);
}

TEST(Anpanman, RefusesWhatIsNoPosition) {
  const Game g;
  for (const char* text : {"", "hbd/.../.../.../CAS", "hbd/.../.../.../CAS:3", "hbd/.../.../.../CAX:1", "hbd/.../.../A../CAS:1",
                           "h.d/.../.../.../CAS:1", "hAd/.../b../.../C.S:1", "hbd....../.../.../CAS:1"}) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

TEST(Anpanman, FinishedPositionsHaveText) {
  const Game g;
  for (const char* text : {"hAd/.../b../.../C.S:2", "h.d/.A./.../.../C.S:2", "h.d/.../.../.../CbS:1"}) {
    std::string why;
    const auto p = g.parse(text, why);
    ASSERT_TRUE(p) << text << ": " << why;
    EXPECT_EQ(g.outcome(*p), Wdl::loss) << text;
    EXPECT_EQ(g.rank(*p), no_slot);
    EXPECT_EQ(g.print(*p), text);
  }
}

} // namespace
} // namespace zermelo::anpanman
