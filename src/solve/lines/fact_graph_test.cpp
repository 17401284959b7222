// The order of work on facts, on a game of its own: the attacker has moves 1 and 2 at the root, each with replies, and what is
// shown is told by hand.
#include "solve/lines/fact_graph.h"

#include <gtest/gtest.h>

#include <set>

namespace zermelo {
namespace {

struct Facts {
  std::set<LineFact> shown;
  std::map<LineFact, std::vector<int>> moves;
  std::map<LineFact, int> preferred;
  int ordinary_stones = 0; // facts with fewer stones of the attacker's belong to the top
  std::vector<int> replies = {10, 11, 12};

  FactGraph graph(const LineFact& root, bool attacker_moves = true) {
    FactGraph::Asks asks;
    asks.least = [](const LineFact& f) { return f; };
    asks.is_shown = [this](const LineFact& f) { return shown.contains(f); };
    asks.moves = [this](const LineFact& f) { return moves[f]; };
    asks.preferred = [this](const LineFact& f) {
      const auto found = preferred.find(f);
      return found == preferred.end() ? -1 : found->second;
    };
    asks.is_ordinary = [this](const LineFact& f) { return f.attacker.count() < ordinary_stones; };
    asks.attempts = [](const LineFact&) { return 0U; };
    asks.replies = [this](const LineFact& f) {
      std::vector<int> free;
      for (const int cell : replies)
        if (!f.defender.has(cell)) free.push_back(cell);
      return free;
    };
    asks.visits = [](u32 attempts) { return static_cast<double>(100 << attempts); };
    return {asks, root, attacker_moves};
  }
};

LineFact with(std::initializer_list<int> attacker, std::initializer_list<int> defender) {
  LineFact f;
  for (const int cell : attacker) f.attacker.add(cell);
  for (const int cell : defender) f.defender.add(cell);
  return f;
}

TEST(FactGraph, AFactAloneIsSearchedLongerAndLonger) {
  Facts facts;
  FactGraph graph = facts.graph(with({0}, {}));
  EXPECT_EQ(graph.facts(), 1U);
  for (u32 attempt = 0; attempt < 4; ++attempt) {
    const FactGraph::Task task = graph.take();
    ASSERT_EQ(task.node, &graph.root());
    EXPECT_EQ(task.attempt, attempt);
    EXPECT_EQ(graph.root().cost, 200 << (attempt + 1));
    graph.give_back(task);
  }
  EXPECT_EQ(graph.root().busy, 0U);
  graph.set_shown(with({0}, {}));
  EXPECT_TRUE(graph.root().shown);
  EXPECT_EQ(graph.shown(), 1U);
  EXPECT_EQ(graph.take().node, nullptr);
}

TEST(FactGraph, AMoveIsShownWithAllItsReplies) {
  Facts facts;
  FactGraph graph = facts.graph(with({0}, {}));
  graph.add_move(graph.root(), 1);
  graph.add_move(graph.root(), 1); // known already
  ASSERT_EQ(graph.root().moves.size(), 1U);
  for (const int reply : {10, 11}) {
    graph.set_shown(with({0, 1}, {reply}));
    EXPECT_FALSE(graph.root().shown);
  }
  graph.set_shown(with({0, 1}, {12}));
  EXPECT_TRUE(graph.root().shown);
  EXPECT_EQ(graph.root().cost, 0);
  EXPECT_EQ(graph.shown(), 1U) << "what a fact was split into is not counted";
}

TEST(FactGraph, AMoveThatWasSuggestedTakesThePlaceOfOthers) {
  Facts facts;
  const LineFact root = with({0}, {});
  facts.moves[root] = {1, 2, 3};
  facts.preferred[root] = 2;
  for (const int reply : facts.replies) facts.shown.insert(with({0, 3}, {reply}));
  facts.shown.insert(with({0, 1}, {10})); // one of three
  FactGraph shown = facts.graph(root);
  ASSERT_EQ(shown.root().moves.size(), 2U);
  EXPECT_EQ(shown.root().moves[0].cell, 2);
  EXPECT_EQ(shown.root().moves[1].cell, 3) << "all of its replies are shown";
  EXPECT_TRUE(shown.root().shown);

  facts.moves[root] = {1, 2};
  const FactGraph open = facts.graph(root);
  open.each_open([&](const FactGraph::Node&, const FactGraph::Node*, const FactGraph::Move* move) {
    EXPECT_TRUE(move == nullptr || move->cell == 2) << "work on the other move is lost";
  });
}

TEST(FactGraph, WorkGoesToWhereTheLeastCostComesFrom) {
  Facts facts;
  FactGraph graph = facts.graph(with({0}, {}));
  for (int i = 0; i < 4; ++i) graph.give_back(graph.take()); // another search costs 3,200
  graph.add_move(graph.root(), 1);                           // three replies: 600
  std::set<const FactGraph::Node*> seen;
  std::vector<FactGraph::Task> tasks;
  for (int i = 0; i < 3; ++i) {
    tasks.push_back(graph.take());
    EXPECT_NE(tasks.back().node, &graph.root());
    EXPECT_TRUE(seen.insert(tasks.back().node).second) << "several threads at one fact while others wait";
  }
  for (const auto& task : tasks) graph.give_back(task);
  // Two are shown, the third is hard: in the end the whole is searched again, and another move is tried.
  graph.set_shown(with({0, 1}, {10}));
  graph.set_shown(with({0, 1}, {11}));
  u32 below = 0;
  for (;; ++below) {
    const FactGraph::Task task = graph.take();
    graph.give_back(task);
    if (task.node == &graph.root()) break;
    ASSERT_LT(below, 20U);
  }
  EXPECT_GT(below, 1U);
  graph.add_move(graph.root(), 2);
  EXPECT_EQ(graph.take().way.front().second, 1U) << "the new move is cheaper";
}

// What is hard is split again and again by moves that nobody suggested, and what comes of it is as hard: longer searches of what was
// there before come in between. Where each move was suggested the line is followed.
TEST(FactGraph, GuessesAreNotPiledUp) {
  for (const bool suggested : {false, true}) {
    Facts facts;
    facts.replies = {100};
    FactGraph graph = facts.graph(with({0}, {}));
    u32 searches_of_root = 0;
    int deepest = 0;
    for (int i = 0; i < 60; ++i) {
      const FactGraph::Task task = graph.take();
      graph.give_back(task);
      searches_of_root += task.node == &graph.root();
      deepest = std::max(deepest, task.node->fact.attacker.count());
      if (task.attempt < 2 || !task.node->moves.empty()) continue;
      const int stones = task.node->fact.attacker.count();
      if (suggested) facts.preferred[task.node->fact] = stones;
      facts.replies = {100 + stones};
      graph.add_move(*task.node, stones);
    }
    EXPECT_EQ(searches_of_root > 3, !suggested);
    EXPECT_EQ(deepest > 12, suggested) << deepest;
  }
}

TEST(FactGraph, TheTopIsFollowedAndCounted) {
  Facts facts;
  facts.ordinary_stones = 2;
  facts.moves[with({}, {})] = {0};
  for (const int reply : facts.replies) facts.moves[with({0}, {reply})] = {1};
  facts.shown.insert(with({0, 1}, {10, 11}));
  // Three first replies, two seconds each, in any order: three facts, of which one is shown.
  FactGraph graph = facts.graph(with({}, {}));
  EXPECT_EQ(graph.facts(), 3U);
  EXPECT_EQ(graph.shown(), 1U);
  std::set<LineFact> asked;
  while (!graph.root().shown) {
    const FactGraph::Task task = graph.take();
    EXPECT_EQ(task.node->fact.attacker.count(), 2);
    asked.insert(task.node->fact);
    graph.set_shown(task.node->fact);
    graph.give_back(task);
  }
  EXPECT_EQ(asked.size(), 2U);
  int moves = 0;
  graph.each_top_move([&](const FactGraph::Move&) { ++moves; });
  EXPECT_EQ(moves, 4);
}

// All that is open is tried once before anything is tried again, although a class with a single open fact has the least cost.
TEST(FactGraph, OneHardFactDoesNotKeepTheSearchFromTheOthers) {
  Facts facts;
  facts.ordinary_stones = 2;
  facts.replies = {10, 11, 12, 13, 14, 15};
  facts.moves[with({}, {})] = {0};
  for (const int reply : facts.replies) facts.moves[with({0}, {reply})] = {1};
  for (const int reply : {11, 12, 13, 14}) facts.shown.insert(with({0, 1}, {10, reply}));
  FactGraph graph = facts.graph(with({}, {}));
  const u64 open = graph.facts() - graph.shown();
  ASSERT_EQ(open, 11U);
  for (u32 attempt = 0; attempt < 5; ++attempt) {
    std::set<const FactGraph::Node*> tried;
    for (u64 i = 0; i < open; ++i) {
      const FactGraph::Task task = graph.take();
      EXPECT_EQ(task.attempt, attempt);
      tried.insert(task.node);
      if (i == 0) {
        EXPECT_EQ(task.node->fact, with({0, 1}, {10, 15})) << "of what is as easy, where least is left";
      }
      graph.give_back(task);
    }
    EXPECT_EQ(tried.size(), open);
  }
}

TEST(FactGraph, OpenFactsAreListed) {
  Facts facts;
  facts.ordinary_stones = 2;
  facts.moves[with({}, {})] = {0};
  for (const int reply : facts.replies) facts.moves[with({0}, {reply})] = {1};
  facts.shown.insert(with({0, 1}, {10, 11}));
  FactGraph graph = facts.graph(with({}, {}));
  const FactGraph::Task task = graph.take();
  graph.add_move(*task.node, 2); // what it is split into comes after it
  std::vector<LineFact> open;
  const auto list = [&](const FactGraph::Node& node, const FactGraph::Node* before, const FactGraph::Move* move) {
    if (!node.ordinary) open.push_back(node.fact);
    EXPECT_EQ(before == nullptr, &node == &graph.root());
    if (before != nullptr) {
      EXPECT_EQ(move->after.attacker, node.fact.attacker);
    }
  };
  graph.each_open(list);
  ASSERT_EQ(open.size(), 3U);
  const auto at = std::find(open.begin(), open.end(), task.node->fact);
  ASSERT_NE(at, open.end());
  LineFact below = task.node->fact;
  below.attacker.add(2);
  for (const int reply : facts.replies)
    if (!below.defender.has(reply)) {
      below.defender.add(reply);
      break;
    }
  ASSERT_NE(at + 1, open.end());
  EXPECT_EQ(at[1], below);
  graph.set_shown(task.node->fact);
  open.clear();
  graph.each_open(list);
  EXPECT_EQ(open.size(), 1U);
}

TEST(FactGraph, TheDefenderMayBeToMoveAtTheRoot) {
  Facts facts;
  FactGraph graph = facts.graph(with({0}, {}), false);
  EXPECT_EQ(graph.facts(), 3U);
  for (int i = 0; i < 3; ++i) {
    const FactGraph::Task task = graph.take();
    graph.give_back(task);
    graph.set_shown(task.node->fact);
  }
  EXPECT_TRUE(graph.root().shown);
}

TEST(FactGraph, WhatIsKnownBeforeIsNotAskedFor) {
  Facts facts;
  facts.moves[with({0}, {})] = {1};
  for (const int reply : facts.replies) facts.shown.insert(with({0, 1}, {reply}));
  EXPECT_TRUE(facts.graph(with({0}, {})).root().shown);
}

} // namespace
} // namespace zermelo
