// Yonmoque against a second, naive implementation of the printed rules.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

#include "game/check.h"
#include "game/perft.h"
#include "solve/dfpn/history_memory.h"
#include "solve/dfpn/prove.h"
#include "yonmoque/free_game.h"

namespace zermelo::yonmoque {
namespace {

// The printed rules on a board of letters: nothing is shared with the game but its notation.
struct Naive {
  std::array<std::string, 5> rows = {".....", ".....", ".....", ".....", "....."};
  int blue_hand = 6, white_hand = 6;
  bool blue = true; // to move
  std::string end;  // "=4" or "=5"

  static constexpr std::array<const char*, 5> colours = {"nwbwn", "wbwbw", "bwnwb", "wbwbw", "nwbwn"};
  static bool inside(int row, int column) { return row >= 0 && row < 5 && column >= 0 && column < 5; }
  static char colour(int row, int column) { return colours[std::size_t(row)][std::size_t(column)]; }
  char& at(int row, int column) { return rows[std::size_t(row)][std::size_t(column)]; }
  char at(int row, int column) const { return rows[std::size_t(row)][std::size_t(column)]; }
  char mine() const { return blue ? 'B' : 'W'; }
  char theirs() const { return blue ? 'W' : 'B'; }

  std::string text() const {
    std::string s;
    for (const auto& row : rows) s += (s.empty() ? "" : "/") + row;
    return s + (blue ? ":b" : ":w") + std::to_string(blue_hand) + std::to_string(white_hand) + end;
  }

  template <class F> static void each_direction(F&& f) {
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right)
        if (down != 0 || right != 0) f(down, right);
  }

  bool can_go(int r, int c, int row, int column) const {
    if (!inside(row, column) || at(row, column) != '.') return false;
    const int down = row - r, right = column - c, steps = std::max(std::abs(down), std::abs(right));
    if (steps == 1) return true;
    const char own = blue ? 'b' : 'w';
    if (steps == 0 || std::abs(down) != std::abs(right) || colour(r, c) != own) return false;
    for (int i = 1; i <= steps; ++i) {
      const int rr = r + i * down / steps, cc = c + i * right / steps;
      if (at(rr, cc) != '.' || colour(rr, cc) != own) return false;
    }
    return true;
  }

  Naive moved(int r, int c, int row, int column) const {
    Naive next = *this;
    const char me = mine(), you = theirs();
    next.at(r, c) = '.';
    next.at(row, column) = me;
    std::set<std::pair<int, int>> changed = {{row, column}};
    each_direction([&](int down, int right) {
      int i = 1;
      while (inside(row + i * down, column + i * right) && next.at(row + i * down, column + i * right) == you) ++i;
      if (i == 1 || !inside(row + i * down, column + i * right) || next.at(row + i * down, column + i * right) != me) return;
      for (int j = 1; j < i; ++j) changed.insert({row + j * down, column + j * right});
    });
    for (const auto& [rr, cc] : changed) next.at(rr, cc) = me;
    for (const int length : {5, 4}) {
      if (!next.end.empty()) break;
      for (int rr = 0; rr < 5; ++rr) {
        for (int cc = 0; cc < 5; ++cc) {
          each_direction([&](int down, int right) {
            bool line = true, fresh = false;
            for (int i = 0; i < length; ++i) {
              const int y = rr + i * down, x = cc + i * right;
              line = line && inside(y, x) && next.at(y, x) == me;
              fresh = fresh || changed.contains({y, x});
            }
            if (line && fresh) next.end = "=" + std::to_string(length);
          });
        }
      }
    }
    next.blue = !blue;
    return next;
  }

  std::vector<Naive> children() const {
    std::vector<Naive> out;
    for (int r = 0; r < 5; ++r) {
      for (int c = 0; c < 5; ++c) {
        if (at(r, c) == '.' && (blue ? blue_hand : white_hand) > 0) {
          Naive next = *this;
          next.at(r, c) = mine();
          --(blue ? next.blue_hand : next.white_hand);
          next.blue = !blue;
          out.push_back(next);
        }
        if (at(r, c) != mine()) continue;
        for (int row = 0; row < 5; ++row)
          for (int column = 0; column < 5; ++column)
            if (can_go(r, c, row, column)) out.push_back(moved(r, c, row, column));
      }
    }
    return out;
  }

  Wdl outcome() const {
    if (!end.empty()) return end == "=4" ? Wdl::loss : Wdl::win;
    return children().empty() ? Wdl::loss : Wdl::unknown;
  }
};

u64 naive_perft(const Naive& n, int depth) {
  if (depth == 0) return 1;
  if (n.outcome() != Wdl::unknown) return 0;
  u64 leaves = 0;
  for (const auto& next : n.children()) leaves += naive_perft(next, depth - 1);
  return leaves;
}

const Game game;

TEST(Yonmoque, AgreesWithThePrintedRules) {
  std::mt19937_64 random(5);
  u64 fours = 0, fives = 0;
  for (int playout = 0; playout < 60; ++playout) {
    Naive naive;
    for (int ply = 0; ply < 120; ++ply) {
      std::string why;
      const auto p = game.parse(naive.text(), why);
      ASSERT_TRUE(p) << naive.text() << ": " << why;
      ASSERT_EQ(game.print(*p), naive.text());
      const Wdl over = naive.outcome();
      ASSERT_EQ(game.outcome(*p), over) << naive.text();
      if (over != Wdl::unknown) break;
      const auto next = naive.children();
      std::multiset<std::string> wanted, found;
      for (const auto& n : next) {
        wanted.insert(n.text());
        fours += n.end == "=4";
        fives += n.end == "=5";
      }
      MoveListOf<Game> moves;
      game.moves(*p, moves);
      for (const auto& m : moves) found.insert(game.print(game.play(*p, m)));
      ASSERT_EQ(found, wanted) << naive.text();
      // Who can go on without ending the game mostly does.
      naive = next[random() % next.size()];
      for (int tries = 0; tries < 3 && !naive.end.empty(); ++tries) naive = next[random() % next.size()];
    }
  }
  EXPECT_GT(fours, 100U);
  EXPECT_GT(fives, 0U);
}

TEST(Yonmoque, Perft) {
  const u64 wanted[] = {1, 25, 600, 17'288, 489'544};
  for (int depth = 0; depth <= 4; ++depth) EXPECT_EQ(perft(game, game.start(), depth), wanted[depth]);
  for (int depth = 0; depth <= 3; ++depth) EXPECT_EQ(naive_perft({}, depth), wanted[depth]);
}

TEST(Yonmoque, KeepsItsPromises) {
  for (const int each : {1, 2, 4})
    for (const auto& p : check_contract(FreeGame(each), {.samples = 5'000}).promises)
      EXPECT_EQ(p.broken, 0U) << each << ' ' << p.name << ": " << p.example;
  for (const auto& p : check_contract(game, {.samples = 5'000}).promises) EXPECT_EQ(p.broken, 0U) << p.name << ": " << p.example;
}

// A position of random play.
Position random_position(const Rules& rules, std::mt19937_64& random, u64 plies) {
  Position p = rules.start();
  for (; plies > 0; --plies) {
    MoveListOf<Game> moves;
    rules.moves(p, moves);
    if (moves.empty()) break;
    const Position next = rules.play(p, moves[static_cast<int>(random() % static_cast<u64>(moves.size()))]);
    if (rules.outcome(next) == Wdl::unknown) p = next;
  }
  return p;
}

TEST(Yonmoque, ExpandsAsItMoves) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 5'000; ++i) {
    const Position p = random_position(game, random, random() % 60);
    std::vector<std::pair<Move, Position>> wanted, found;
    MoveListOf<Game> moves;
    game.moves(p, moves);
    for (const auto& m : moves) wanted.emplace_back(m, game.play(p, m));
    game.expand(p, [&](Move m, const Position& q) {
      found.emplace_back(m, q);
      return true;
    });
    ASSERT_EQ(found, wanted) << game.print(p);
  }
}

// Who wins within so many plies by the printed rule: every position of the game is compared with. Nothing is kept.
Wdl within(const Game& g, const Position& p, std::vector<Position>& before, int plies) {
  if (g.outcome(p) != Wdl::unknown) return g.outcome(p);
  if (plies == 0) return Wdl::unknown;
  before.push_back(p);
  Wdl best = Wdl::loss;
  MoveListOf<Game> moves;
  g.moves(p, moves);
  for (const auto& m : moves) {
    const Position q = g.play(p, m);
    if (std::find(before.begin(), before.end(), q) != before.end()) continue;
    const Wdl reply = within(g, q, before, plies - 1);
    if (reply == Wdl::loss) best = Wdl::win;
    if (reply == Wdl::unknown && best == Wdl::loss) best = Wdl::unknown;
    if (best == Wdl::win) break;
  }
  before.pop_back();
  return best;
}

TEST(Yonmoque, TheSearchByHistoryFindsWhatAPlainOneFinds) {
  std::mt19937_64 random(10);
  u64 wins = 0, losses = 0;
  for (int i = 0; i < 400; ++i) {
    Game g;
    g.each = 2 + i % 4;
    const Position p = random_position(g, random, 4 + random() % 40);
    std::vector<Position> before;
    const Wdl right = within(g, p, before, 3);
    if (right == Wdl::unknown) continue;
    ++(right == Wdl::win ? wins : losses);
    const bool mover_attacks = random() % 2 == 0;
    const ProveResult r = Prove<Game, HistoryMemory<Game>>(g, p, mover_attacks, {.threads = 1, .memory = 1U << 20}).run();
    ASSERT_EQ(r.verdict == Verdict::proven, (right == Wdl::win) == mover_attacks) << g.print(p);
  }
  EXPECT_GT(wins, 50U);
  EXPECT_GT(losses, 0U);
}

// Boards after two placements of each player: published.
TEST(Yonmoque, FourPlacements) {
  std::set<Position> all, classes;
  auto place = [&](auto&& self, const Position& p, int left) -> void {
    if (left == 0) {
      if (all.insert(p).second) classes.insert(game.canonical(p));
      return;
    }
    MoveListOf<Game> moves;
    game.moves(p, moves);
    for (const auto& m : moves)
      if (m.from == Move::hand) self(self, game.play(p, m), left - 1);
  };
  place(place, game.start(), 4);
  EXPECT_EQ(all.size(), 75'900U);
  EXPECT_EQ(classes.size(), 9'664U);
}

// Classes of occupied squares counted by cycles of the symmetries and by listing them; and the published number of slots.
TEST(Yonmoque, SlotsOfTheIndex) {
  const Occupancies& all = Occupancies::of(6);
  for (int n = 0; n <= 12; ++n) {
    ASSERT_EQ(all.classes(n), Occupancies::count(n)) << n;
    for (u64 i = 0; i < all.classes(n); i += 1 + all.classes(n) / 1000) {
      const u32 set = all.set(n, i);
      ASSERT_EQ(all.place(set).number(), i);
      for (std::size_t m = 0; m < Images::symmetries; ++m) {
        const auto place = all.place(all.images()(m, set));
        ASSERT_EQ(place.number(), i);
        ASSERT_EQ(all.images()(place.symmetry(), all.images()(m, set)), set);
      }
    }
  }
  EXPECT_EQ(FreeGame(6).size(), 13'956'634'442U);
}

TEST(Yonmoque, SlotsOfTheLargestIndexComeBack) {
  const FreeGame largest(6);
  std::mt19937_64 random(6);
  for (int i = 0; i < 100'000; ++i) {
    const Slot s = random() % largest.size();
    Position p;
    if (!largest.unrank(s, p)) continue;
    ASSERT_EQ(largest.rank(p), s) << largest.print(p);
    ASSERT_EQ(largest.rank(largest.canonical(p)), s) << largest.print(p);
  }
}

TEST(Yonmoque, LinesThatWereThereDoNotCount) {
  std::string why;
  // Four in row a by placements; a move elsewhere leaves the game open, one into row b that makes a new four ends it.
  const auto p = game.parse("BBBB./....B/BBB../...../.....:b04", why);
  ASSERT_TRUE(p) << why;
  EXPECT_EQ(game.outcome(*p), Wdl::unknown);
  MoveListOf<Game> moves;
  game.moves(*p, moves);
  std::set<std::string> winning, losing;
  for (const auto& m : moves) {
    const Wdl over = game.outcome(game.play(*p, m));
    if (over == Wdl::loss) winning.insert(game.move_name(*p, m));
    if (over == Wdl::win) losing.insert(game.move_name(*p, m));
  }
  EXPECT_EQ(winning, (std::set<std::string>{"5b-4c"}));
  EXPECT_EQ(losing, (std::set<std::string>{"5b-5a"}));
}

// A loss in one ply: every turn makes a line of five. So the number of plies does not tell who wins.
TEST(Yonmoque, EveryTurnMayLose) {
  Game five;
  five.each = 5;
  std::string why;
  for (const char* text : {"WW.WB/BWWW./WW.../...../.....:b00", "WB.BW/WBBB./BB.../...../.....:w00"}) {
    const auto p = five.parse(text, why);
    ASSERT_TRUE(p) << why;
    MoveListOf<Game> moves;
    five.moves(*p, moves);
    ASSERT_FALSE(moves.empty());
    for (const auto& m : moves) EXPECT_EQ(five.outcome(five.play(*p, m)), Wdl::win) << text << ' ' << five.move_name(*p, m);
  }
}

TEST(Yonmoque, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "expected"},
      {"...../...../...../...../.....", "expected"},
      {"...../...../...../....//.....:b66", "pieces are B and W"},
      {"...../...../...../...../.....:x66", "b or w"},
      {"...../..X../...../...../.....:b66", "pieces are B and W"},
      {"...../...../...../...../.....:b67", "0 to 6"},
      {"...../..B../...../...../.....:b66", "12 together"},
      {"...../...../...../...../.....:b65", "12 together"},
      {"BBBB./...../...../...../.....:b44=4", "no line of 4"},
      {"BBBB./...../...../...../.....:w44=5", "no line of 5"},
      {"BBBB./...../...../...../.....:w44=6", "expected"},
  };
  for (const auto& [text, reason] : cases) {
    std::string why;
    EXPECT_FALSE(game.parse(text, why)) << text;
    EXPECT_NE(why.find(reason), std::string::npos) << text << ": " << why;
  }
  std::string why;
  EXPECT_TRUE(game.parse("BBBB./...../...../...../.....:w44=4", why)) << why;
}

} // namespace
} // namespace zermelo::yonmoque
