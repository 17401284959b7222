// Morris against a second implementation that knows nothing of the first: points by name, lines written out.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

#include "game/check.h"
#include "game/perft.h"
#include "morris/index.h"
#include "tests/solved.h"
#include "verify/report.h"

namespace zermelo::morris {
namespace {

constexpr Rules nine, six{2, 6, 0, 1}, flying_six{2, 6, 1, 1}, five{2, 5, 0, 1}, four{2, 4, 0, 1};

struct Naive {
  bool small = false, fly = true;
  std::map<std::string, char> men;
  char mover = 'W';
  int hands[2] = {};

  std::vector<std::vector<std::string>> lists() const {
    const char* const large_board = "a7 d7 g7,b6 d6 f6,c5 d5 e5,a4 b4 c4,e4 f4 g4,c3 d3 e3,b2 d2 f2,a1 d1 g1,"
                                    "a1 a4 a7,b2 b4 b6,c3 c4 c5,d1 d2 d3,d5 d6 d7,e3 e4 e5,f2 f4 f6,g1 g4 g7";
    const char* const small_board =
        "a5 c5 e5,b4 c4 d4,b2 c2 d2,a1 c1 e1,a1 a3 a5,b2 b3 b4,d2 d3 d4,e1 e3 e5,a3 b3,d3 e3,c1 c2,c4 c5";
    std::vector<std::vector<std::string>> out;
    std::istringstream all(small ? small_board : large_board);
    for (std::string line; std::getline(all, line, ',');) {
      std::istringstream names(line);
      out.emplace_back();
      for (std::string name; names >> name;) out.back().push_back(name);
    }
    return out;
  }
  bool in_mill(const std::string& at) const {
    for (const auto& line : lists()) {
      bool full = line.size() == 3, here = false;
      for (const auto& name : line) {
        full = full && men.at(name) == men.at(at);
        here = here || name == at;
      }
      if (full && here) return true;
    }
    return false;
  }
  bool beside(const std::string& a, const std::string& b) const {
    for (const auto& line : lists())
      for (std::size_t i = 0; i + 1 < line.size(); ++i)
        if ((line[i] == a && line[i + 1] == b) || (line[i] == b && line[i + 1] == a)) return true;
    return false;
  }
  std::vector<std::string> of(char c) const {
    std::vector<std::string> out;
    for (const auto& [name, man] : men)
      if (man == c) out.push_back(name);
    return out;
  }
  void arrive(const std::string& name, Naive next, const std::string& to, std::set<std::string>& out) const {
    const char rival = mover == 'W' ? 'B' : 'W';
    next.men[to] = mover;
    bool any = false;
    if (next.in_mill(to)) {
      bool all_in_mills = true;
      for (const auto& man : next.of(rival)) all_in_mills = all_in_mills && next.in_mill(man);
      for (const auto& man : next.of(rival))
        if (all_in_mills || !next.in_mill(man)) any = out.insert(name + to + "x" + man).second;
    }
    if (!any) out.insert(name + to);
  }
  std::set<std::string> moves() const {
    std::set<std::string> out;
    const int side = mover == 'W' ? 0 : 1;
    const auto mine = of(mover);
    if (static_cast<int>(mine.size()) + hands[side] < 3) return out;
    for (const auto& to : of('.')) {
      if (hands[side] > 0) arrive("", *this, to, out);
      if (hands[side] > 0) continue;
      for (const auto& from : mine) {
        if (!beside(from, to) && !(fly && mine.size() == 3)) continue;
        Naive next = *this;
        next.men[from] = '.';
        arrive(from + "-", next, to, out);
      }
    }
    return out;
  }
  static Naive read(const std::string& text, const Rules& rules) {
    Naive n;
    n.small = rules.rings == 2;
    n.fly = rules.fly != 0;
    const std::string names = n.small ? "a5c5e5e3e1c1a1a3b4c4d4d3d2c2b2b3" : "a7d7g7g4g1d1a1a4b6d6f6f4f2d2b2b4c5d5e5e4e3d3c3c4";
    std::size_t i = 0;
    for (std::size_t at = 0; at < names.size(); at += 2, ++i) {
      if (text[i] == '/') ++i;
      n.men[names.substr(at, 2)] = text[i];
    }
    n.mover = text[i + 1] == 'w' ? 'W' : 'B';
    for (std::size_t side = 0; side < 2; ++side) n.hands[side] = text[i + 2 + side] - '0';
    return n;
  }
};

std::set<std::string> names_of(const Rules& g, const Position& p) {
  std::set<std::string> out;
  MoveListOf<Rules> moves;
  if (g.outcome(p) == Wdl::unknown) g.moves(p, moves);
  for (const Move& m : moves) out.insert(g.move_name(p, m));
  return out;
}

TEST(Morris, AgreesWithANaiveImplementation) {
  for (const Rules& g : {nine, six, flying_six, four}) {
    std::mt19937 random(7);
    MoveListOf<Rules> moves;
    for (int game = 0; game < 20; ++game) {
      Position p = g.start();
      for (int ply = 0; ply < 80; ++ply) {
        const std::string text = g.print(p);
        ASSERT_EQ(names_of(g, p), Naive::read(text, g).moves()) << text;
        if (g.outcome(p) != Wdl::unknown) break;
        g.moves(p, moves);
        p = g.play(p, moves[static_cast<int>(random() % static_cast<unsigned>(moves.size()))]);
      }
    }
  }
}

TEST(Morris, Perft) {
  const std::vector<u64> large = {1, 24, 552, 12144, 255024}, small = {1, 16, 240, 3360, 43680};
  for (int depth = 0; depth < 5; ++depth) {
    EXPECT_EQ(perft(nine, nine.start(), depth), large[static_cast<std::size_t>(depth)]);
    EXPECT_EQ(perft(six, six.start(), depth), small[static_cast<std::size_t>(depth)]);
  }
}

TEST(Morris, KeepsTheContract) {
  for (const Rules& rules : {six, flying_six, four, Rules{3, 4, 1, 0}}) {
    const auto report = check_contract(Game(rules), {.samples = 1'000, .seed = 5});
    for (const auto& promise : report.promises) EXPECT_EQ(promise.broken, 0U) << promise.name << ": " << promise.example;
  }
}

TEST(Morris, TurnsOfManyKinds) {
  std::string why;
  auto names = [&](const char* text) {
    const auto p = nine.parse(text, why);
    EXPECT_TRUE(p) << why;
    return names_of(nine, *p);
  };
  // A closed mill takes a man that stands in none; where all stand in one, any. Two at once take one.
  EXPECT_TRUE(names("WW....../BBB...../B.......:w11").contains("g7xc5"));
  EXPECT_FALSE(names("WW....../BBB...../B.......:w11").contains("g7xb6"));
  EXPECT_FALSE(names("WW....../BBB...../B.......:w11").contains("g7"));
  EXPECT_TRUE(names("WW....../BBB...../........:w11").contains("g7xb6"));
  EXPECT_TRUE(names("W.W.W.../...B..../...B.W..:w11").contains("d7xf4"));
  // Who has three men left flies, but not while a man is in hand.
  EXPECT_TRUE(names("W.W..W../BBBB..../........:w00").contains("a7-c3"));
  EXPECT_FALSE(names("W.W..WW./BBBB..../........:w00").contains("a7-c3"));
  // A man that leaves a mill closes none by stepping along its line.
  EXPECT_TRUE(names("WW.W..W./BBBB..../........:w00").contains("d7-g7"));
  // Shut in, unless one flies; and two men left.
  EXPECT_EQ(nine.outcome(*nine.parse("WBWBWB.B/......../........:w00", why)), Wdl::unknown);
  EXPECT_EQ(six.outcome(*six.parse("WBWBWB.B/........:w00", why)), Wdl::loss);
  EXPECT_EQ(six.outcome(*six.parse("WBWBWB.W/........:w00", why)), Wdl::unknown);
  EXPECT_EQ(six.outcome(*six.parse("WBWB...B/........:w00", why)), Wdl::loss);
}

TEST(Morris, RefusesWhatIsNoPosition) {
  for (const char* text : {"", "......../......../........", "......../......../........:w9", "......../......../........:b99",
                           "......../......../........:w98", "W......./......../........:w99", "......../......../........:x99",
                           "WWWWWWWW/WW....../BBB.....:w00", "WWW...../BB....../........:w00", "Z......./......../........:b89",
                           "WWW...../BBB...../.........w00"}) {
    std::string why;
    EXPECT_FALSE(nine.parse(text, why)) << text;
    EXPECT_FALSE(why.empty()) << text;
  }
}

// Of three men against three, as others have counted them.
TEST(Morris, ThreeAgainstThree) {
  const Solved solved("morris:endings-3");
  const Statistics& s = solved.table.header().statistics; // with either side to move
  EXPECT_EQ(s.positions.wins, 2 * 2'232'160U);
  EXPECT_EQ(s.positions.losses, 2 * 455'648U);
  EXPECT_EQ(s.positions.draws, 2 * 4'112U);
  EXPECT_EQ(s.losses_by_plies.size(), 27U);
}

TEST(Morris, FourMenSolvedAndVerified) {
  const Solved solved("morris:4");
  EXPECT_EQ(solved.table.header().statistics.initial, draw_value);
  const VerifyReport report = solved.entry->verify(solved.table, {});
  EXPECT_EQ(report.wrong, 0U);
  EXPECT_TRUE(report.statistics_agree);
}

// Positions that play from the start leads to, colours kept apart, finished ones too, without the index: one of each class under
// the symmetries of the board stands for all.
u64 reachable(const Rules& rules) {
  const Game g(rules);
  std::unordered_set<u64> seen;
  std::vector<Position> open;
  u64 count = 0;
  auto reach = [&](const Position& p) {
    Position q = g.canonical(p);
    q.black = p.black;
    const u64 key = q.own | u64{q.other} << 24 | u64{q.hand} << 48 | u64{q.other_hand} << 52 | u64{q.black} << 56;
    if (!seen.insert(key).second) return;
    open.push_back(q);
    count += static_cast<u64>(g.orbit(q) / (q.hand + q.other_hand == 0 ? 2 : 1)); // an orbit has both colours then
  };
  reach(g.start());
  MoveListOf<Rules> moves;
  while (!open.empty()) {
    const Position p = open.back();
    open.pop_back();
    if (g.outcome(p) != Wdl::unknown) continue;
    g.moves(p, moves);
    for (const Move& m : moves) reach(g.play(p, m));
  }
  return count;
}

TEST(Morris, ReachablePositions) { EXPECT_EQ(reachable(four), 4'111'151U); }

TEST(Morris, LongReachablePositions) {
  EXPECT_EQ(reachable(five), 17'844'721U);
  EXPECT_EQ(reachable(six), 42'372'745U);
  EXPECT_EQ(reachable(flying_six), 42'383'945U);
}

TEST(Morris, LongSmallBoardsSolvedAndVerified) {
  for (const char* game : {"morris:5", "morris:6", "morris:6-fly", "morris:endings-4"}) {
    const Solved solved(game);
    EXPECT_EQ(solved.table.header().statistics.initial, draw_value) << game;
    EXPECT_EQ(solved.entry->verify(solved.table, {}).wrong, 0U) << game;
  }
}

} // namespace
} // namespace zermelo::morris
