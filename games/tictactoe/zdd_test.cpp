// The decision diagram of tic-tac-toe and its index hold the same positions.
#include <gtest/gtest.h>

#include "index/diagram_check.h"
#include "index/figures.h"
#include "tictactoe/index.h"

namespace zermelo::tictactoe {
namespace {

TEST(TicTacToeDiagram, HoldsTheSamePositionsAsTheIndex) {
  const Game g;
  const Zdd zdd = build_zdd(g.diagram().spec(0));
  DiagramIndex<Game> index(g, zdd);
  u64 n = 0;
  for (unsigned first = 0; first < 512; ++first) {
    for (unsigned second = 0; second < 512; ++second) {
      const Position p{static_cast<u16>(first), static_cast<u16>(second)};
      const u64 r = index.rank(p);
      ASSERT_EQ(r != no_slot, Game::legal(p)) << first << ' ' << second;
      if (r == no_slot) continue;
      ASSERT_EQ(index.unrank(r), p);
      ++n;
    }
  }
  EXPECT_EQ(n, zdd.size());
  const IndexReport report = index_figures(g, g.size());
  EXPECT_TRUE(report.agrees());
  EXPECT_EQ(report.positions(), 5478U);
  EXPECT_EQ(report.classes(), 765U); // by eight diagrams, one for each symmetry
  EXPECT_EQ(report.slots->classes, 765U);
}

// A diagram that has forgotten the last cell.
struct Forgetful : Game {
  struct Description : Diagram {
    Spec spec(int symmetry) const {
      Spec s = Diagram::spec(symmetry);
      s.cells.pop_back();
      return s;
    }
  };
  Description diagram() const { return {}; }
};

TEST(TicTacToeDiagram, AWrongDiagramIsNoticed) {
  CheckReport good, bad;
  check_diagram(Game{}, {}, good);
  check_diagram(Forgetful{}, {}, bad);
  EXPECT_EQ(good.promises.size(), 3U);
  EXPECT_TRUE(good.holds());
  EXPECT_FALSE(bad.holds());
  EXPECT_TRUE(index_figures(Game{}, ~u64{0}).agrees());
  EXPECT_FALSE(index_figures(Forgetful{}, ~u64{0}).agrees());
}

} // namespace
} // namespace zermelo::tictactoe
