#include "game/history.h"

#include <gtest/gtest.h>

#include "game/erase.h"
#include "tests/faults/graph_game.h"

namespace zermelo {
namespace {

using Game = graph::GraphGame<false, false>;

// 0 is lost; 1 goes to 2 only, 2 goes to 1 and 0.
Game two_ways() {
  graph::Graph g;
  g.nodes = 3;
  g.outcome = {Wdl::loss, Wdl::unknown, Wdl::unknown};
  g.settled.assign(3, false);
  g.first = {0, 0, 1, 3};
  g.to = {2, 1, 0};
  Game game;
  game.graph = std::make_shared<const graph::Graph>(std::move(g));
  return game;
}

AnyPosition at(u32 node) { return Erased<Game>::erase({node}); }

TEST(History, TheThirdTimeIsADraw) {
  const Erased<Game> game(two_ways());
  History history(game, Repetition::draw, at(1));
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(history.end().over());
    history.play(history.moves().front());
    history.play(history.moves().front());
  }
  EXPECT_EQ(history.times(at(1)), 3);
  EXPECT_EQ(history.end().why, Ending::repetition);
  EXPECT_EQ(history.end().wdl, Wdl::draw);
  EXPECT_TRUE(history.moves().empty());
  history.take_back();
  EXPECT_FALSE(history.end().over());
  EXPECT_EQ(history.moves().size(), 2U);
}

TEST(History, AForbiddenPositionIsNoTurn) {
  const Erased<Game> game(two_ways());
  History history(game, Repetition::forbidden, at(1));
  history.play(history.moves().front());
  ASSERT_EQ(history.moves().size(), 1U) << "back to 1 is forbidden";
  EXPECT_FALSE(history.legal(at(1)));
  history.play(history.moves().front());
  EXPECT_EQ(history.end().why, Ending::rules);
  History stuck(game, Repetition::forbidden, at(2));
  stuck.play(stuck.moves().front());
  EXPECT_EQ(stuck.end().why, Ending::no_turn);
  EXPECT_EQ(stuck.end().wdl, Wdl::loss);
}

TEST(History, WhoRepeatsMayLose) {
  const Erased<Game> game(two_ways());
  History history(game, Repetition::loss, at(1));
  history.play(history.moves().front());
  history.play(history.moves().front());
  EXPECT_EQ(history.end().why, Ending::repetition);
  EXPECT_EQ(history.end().wdl, Wdl::win) << "for the one who did not";
}

} // namespace
} // namespace zermelo
