// The first turns of a game as a tree to a chosen depth, in which positions that are the same, or the same up to symmetry, are
// one.
#pragma once

#include <nlohmann/json.hpp>

#include "view/probe.h"

namespace zermelo {

struct OpeningTree {
  struct Turn {
    std::vector<std::string> names; // turns that lead to the same, as they sort
    Value value;                    // for who makes it
    std::size_t to = 0;             // a node
  };
  struct Node {
    AnyPosition position;
    Value value;
    int ply = 0;
    std::vector<std::string> way; // turns by which it was found first
    std::size_t ways = 0;         // turns of the tree that lead to it
    std::vector<Turn> turns;      // best first; empty at the end of the tree
  };
  std::vector<Node> nodes; // the first one is the start; each comes after those that lead to it first
  int plies = 0;           // to which it is whole
};

// At most so many nodes, and each ply whole or not at all.
OpeningTree opening_tree(const AnyGame& game, const Table& table, const AnyPosition& start, int plies, std::size_t most_nodes);

nlohmann::json to_json(const AnyGame& game, const OpeningTree& tree);

} // namespace zermelo
