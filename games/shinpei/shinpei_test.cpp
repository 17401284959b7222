// Shinpei against a second implementation that knows nothing of the first: two grids of letters, walked step by step.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "game/check.h"
#include "game/perft.h"
#include "shinpei/index.h"
#include "tests/faults/scratch.h"
#include "tests/solved.h"

namespace zermelo::shinpei {
namespace {

struct Naive {
  std::vector<std::string> worlds[2] = {{"....", "....", "....", "...."}, {"...", "...", "..."}};
  char mover = 'x';
  bool over = false;
  struct Point {
    int world, row, column;
    friend auto operator<=>(const Point&, const Point&) = default;
  };

  static char rival(char c) { return c == 'x' ? 'o' : 'x'; }
  bool inside(Point p) const {
    const int side = p.world == 0 ? 4 : 3;
    return p.row >= 0 && p.row < side && p.column >= 0 && p.column < side;
  }
  char at(Point p) const {
    return inside(p) ? worlds[p.world][static_cast<std::size_t>(p.row)][static_cast<std::size_t>(p.column)] : ' ';
  }
  void put(Point p, char c) { worlds[p.world][static_cast<std::size_t>(p.row)][static_cast<std::size_t>(p.column)] = c; }
  std::vector<Point> all(char c) const {
    std::vector<Point> out;
    for (int world = 0; world < 2; ++world)
      for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
          if (at({world, row, column}) == c) out.push_back({world, row, column});
    return out;
  }
  std::string text() const {
    std::string t;
    for (const auto& world : worlds) {
      for (std::size_t i = 0; i < world.size(); ++i) t += (i == 0 ? (t.empty() ? "" : "|") : "/") + world[i];
    }
    return t + ":" + mover + (over ? "#" : "");
  }

  int run(Point p, int down, int right, char c) const {
    int n = 0;
    while (at({p.world, p.row + (n + 1) * down, p.column + (n + 1) * right}) == c) ++n;
    return n;
  }
  bool three(Point p) const {
    for (const auto& [down, right] : std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {1, 1}, {1, -1}})
      if (run(p, down, right, mover) + run(p, -down, -right, mover) == 2) return true;
    return false;
  }
  std::vector<Point> enclosed(Point p) const {
    std::vector<Point> out;
    for (int down = -1; down <= 1; ++down) {
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        const int n = run(p, down, right, rival(mover));
        if (at({p.world, p.row + (n + 1) * down, p.column + (n + 1) * right}) != mover) continue;
        for (int i = 1; i <= n; ++i) out.push_back({p.world, p.row + i * down, p.column + i * right});
      }
    }
    return out;
  }

  // Lifted pieces are put down one after the other. Without `chain` their old points stay closed; with it, only to the piece
  // itself.
  void relocate(std::vector<Point> lifted, const std::set<Point>& closed, bool chain, std::set<std::string>& out) const {
    if (lifted.empty()) {
      Naive next = *this;
      next.mover = rival(mover);
      out.insert(next.text());
      return;
    }
    for (std::size_t i = 0; i < lifted.size(); ++i) {
      auto rest = lifted;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      for (const Point to : all('.')) {
        if (!chain && closed.contains(to)) continue;
        Naive next = *this;
        next.put(lifted[i], '.');
        next.put(to, rival(mover));
        next.relocate(rest, closed, chain, out);
      }
    }
  }
  void arrive(Point to, bool chain, std::set<std::string>& out) const {
    Naive next = *this;
    next.put(to, mover);
    if (next.three(to)) {
      next.over = true;
      next.mover = rival(mover);
      out.insert(next.text());
      return;
    }
    const auto lifted = next.enclosed(to);
    next.relocate(lifted, {lifted.begin(), lifted.end()}, chain, out);
  }
  std::set<std::string> successors(bool chain) const {
    std::set<std::string> out;
    if (over) return out;
    const auto mine = all(mover), empty = all('.');
    if (mine.size() < 4) {
      for (const Point to : empty)
        if (empty.size() < 25 || (to.world == 0 && to.row % 3 != 0 && to.column % 3 != 0)) arrive(to, chain, out);
      return out;
    }
    for (const Point from : mine) {
      for (const Point to : empty) {
        const int down = 2 * (to.row - from.row) + to.world - from.world,
                  right = 2 * (to.column - from.column) + to.world - from.world;
        if (to.world == from.world || std::abs(down) != 1 || std::abs(right) != 1) continue;
        Naive next = *this;
        next.put(from, '.');
        next.arrive(to, chain, out);
      }
    }
    if (!out.empty()) return out;
    Naive next = *this;
    next.mover = rival(mover);
    return {next.text()};
  }
  static Naive read(const std::string& text) {
    Naive n;
    std::size_t i = 0;
    for (auto& world : n.worlds)
      for (auto& row : world) {
        for (char& c : row) c = text[i++];
        ++i;
      }
    n.mover = text[i];
    n.over = text.back() == '#';
    return n;
  }
};

TEST(Shinpei, AgreesWithANaiveImplementation) {
  for (const bool chain : {false, true}) {
    const Game g(chain);
    std::mt19937 random(7);
    MoveListOf<Game> moves;
    for (int game = 0; game < 60; ++game) {
      Position p = g.start();
      for (int ply = 0; ply < 40; ++ply) {
        const std::string text = g.print(p);
        std::set<std::string> found;
        if (g.outcome(p) == Wdl::unknown) {
          g.moves(p, moves);
          for (const Move& m : moves) found.insert(g.print(g.play(p, m)));
          ASSERT_EQ(found.size(), static_cast<std::size_t>(moves.size())) << text;
        }
        ASSERT_EQ(found, Naive::read(text).successors(chain)) << text;
        if (found.empty()) break;
        p = g.play(p, moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
      }
    }
  }
}

TEST(Shinpei, Perft) {
  const std::vector<u64> known = {1, 4, 96, 2460, 78976};
  for (int depth = 0; depth < static_cast<int>(known.size()); ++depth)
    EXPECT_EQ(perft(Game(), Game().start(), depth), known[static_cast<std::size_t>(depth)]);
}

// The sum is the published number.
TEST(Shinpei, ClassesByPiecesOnTheBoard) {
  const Game g;
  std::vector<u64> found(9);
  for (Slot s = 0; s < g.size(); ++s) {
    Position p;
    if (g.unrank(s, p)) ++found[static_cast<std::size_t>(count_ones(p.own) + count_ones(p.other))];
  }
  EXPECT_EQ(found, (std::vector<u64>{1, 6, 87, 915, 9'713, 67'016, 444'336, 2'106'976, 9'473'115}));
}

TEST(Shinpei, KeepsTheContract) {
  for (const Game& g : {Game(), Game(true, false), Game(false, true)}) {
    const auto report = check_contract(g, {.samples = 3'000, .seed = 5});
    for (const auto& promise : report.promises) EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  }
}

// Positions in which a rule shows.
TEST(Shinpei, TurnsOfManyKinds) {
  const Game g;
  std::string why;
  auto names = [&](const char* text) {
    const auto p = g.parse(text, why);
    EXPECT_TRUE(p) << why;
    MoveListOf<Game> moves;
    g.moves(*p, moves);
    std::map<std::string, Wdl> out;
    for (const Move& m : moves) out[g.move_name(*p, m)] = g.outcome(g.play(*p, m));
    return out;
  };
  // Three in a row end the game before anything is lifted: C1 encloses C2 with C3, too.
  EXPECT_EQ(names("xx../..o./..x./....|.o./o../...:x").at("C1"), Wdl::loss);
  // Four in a row do not.
  EXPECT_EQ(names("xx.x/o.../..../....|.o./..o/...:x").at("C1"), Wdl::unknown);
  // Two at once, in both orders the same turn.
  const auto two = names("..../xoo./..../....|.../.o./x.x:x");
  EXPECT_TRUE(two.contains("D2>B2=A1,C2=B1"));
  EXPECT_FALSE(two.contains("D2"));
  EXPECT_FALSE(two.contains("D2>B2=B1,C2=A1"));
}

TEST(Shinpei, RefusesWhatIsNoPosition) {
  const Game g;
  for (const char* text :
       {"", "..../..../..../....|.../.../...", "..../..../..../....|.../.../...:o", "x.../..../..../....|.../.../...:x",
        "xx../..../..../....|.../.../...:o", "xxxx/x.../oooo/....|.../.../...:o", "..../..../..../....|.../.../...:x#",
        "xxxx/.ooo/..../....|.../.../...:x", "z.../..../..../....|.../.../...:o"}) {
    std::string why;
    EXPECT_FALSE(g.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

// The published results, and how far the doubtful rule matters. About a minute of CPU time.
TEST(Shinpei, LongSolved) {
  const Game g;
  const Solved plain("shinpei");
  EXPECT_EQ(plain.table.value(g.rank(g.start())), loss_in(22));
  EXPECT_EQ(plain.table.header().statistics.longest_win().plies, 49);
}

// Two solves more: with ZERMELO_FULL=1 (./dev fuzz).
TEST(Shinpei, LongVariantsDiffer) {
  if (faults::times(0, 1) == 0) GTEST_SKIP() << "ZERMELO_FULL=1 solves the variants, too";
  const Game g;
  const Solved plain("shinpei"), chain("shinpei:chain"), free("shinpei:free");
  EXPECT_EQ(chain.table.value(g.rank(g.start())), loss_in(22));
  EXPECT_EQ(free.table.value(g.rank(g.start())), win_in(7));
  EXPECT_EQ(chain.table.header().statistics.longest_win().plies, 49);
  u64 other_winner = 0, other_plies = 0; // the second counts the first, too
  for (Slot s = 0; s < g.size(); ++s) {
    if (Position p; !g.unrank(s, p)) continue;
    const Value a = plain.table.value(s), b = chain.table.value(s);
    other_winner += a.wdl != b.wdl;
    other_plies += a != b;
  }
  EXPECT_EQ(other_winner, 5'059U);
  EXPECT_EQ(other_plies, 19'653U);
}

} // namespace
} // namespace zermelo::shinpei
