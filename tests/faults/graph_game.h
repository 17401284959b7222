// A graph as a typed game, with or without un-moves, with or without a folded index.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "game/concepts.h"
#include "tests/faults/graph.h"
#include "tests/faults/node_text.h"

namespace zermelo::graph {

template <bool undo, bool fold> struct GraphGame {
  struct Position {
    u32 node = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = u32; // which edge of the node
  static constexpr int max_moves = static_cast<int>(most_successors) * 2;
  static constexpr int max_predecessors = static_cast<int>(most_predecessors);
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = fold;

  std::shared_ptr<const Graph> graph;

  Position start() const { return {graph->nodes - 1}; }
  Wdl outcome(const Position& p) const { return graph->outcome[p.node]; }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u32 i = 0; i < graph->first[p.node + 1] - graph->first[p.node]; ++i) out.push(i);
  }
  Position play(const Position& p, Move m) const { return {graph->to[graph->first[p.node] + m]}; }
  Value settle(const Position& p) const { return graph->settled[p.node] ? win_in(1) : Value{outcome(p), 0}; }

  u64 size() const { return graph->at.size(); }
  Slot rank(const Position& p) const { return graph->slot[p.node]; }
  bool unrank(Slot s, Position& p) const {
    const bool held = graph->at[s] != graph->nodes;
    p.node = held ? graph->at[s] : 0;
    return held;
  }
  Position canonical(const Position& p) const { return {std::min(p.node, graph->image[p.node])}; }
  int orbit(const Position& p) const { return graph->image[p.node] == p.node ? 1 : 2; }

  void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const
    requires undo
  {
    out.clear();
    auto arrivals = [&](u32 node) {
      for (u32 e = graph->back_first[node]; e < graph->back_first[node + 1]; ++e)
        if (graph->outcome[graph->back_to[e]] == Wdl::unknown) out.push({graph->back_to[e]});
    };
    arrivals(p.node);
    if (fold && graph->image[p.node] != p.node) arrivals(graph->image[p.node]);
  }

  std::string print(const Position& p) const { return std::to_string(p.node); }
  std::optional<Position> parse(std::string_view text, std::string& why) const {
    return read_node<Position>(text, graph->nodes, why);
  }
  std::string move_name(const Position&, Move m) const { return std::to_string(m); }
  std::string draw(const Position& p) const { return print(p) + "\n"; }
  bool first_to_move(const Position&) const { return true; }
};

} // namespace zermelo::graph
