// A game of scores that is nothing but a random graph in layers, with or without un-moves, and its scores by iteration, which
// share nothing with src/solve.
#pragma once

#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "game/concepts.h"
#include "tests/faults/node_text.h"

namespace zermelo::graph {

struct ScoredGraph {
  struct Edge {
    u32 to;
    i32 pays;
  };
  std::vector<u32> layer_begin; // nodes of layer i: [layer_begin[i], layer_begin[i + 1])
  std::vector<std::vector<Edge>> edges;
  std::vector<std::vector<u32>> back; // edges within the layer
  std::vector<std::optional<i32>> over;
  std::vector<Slot> slot;
  std::vector<u32> at; // the node of a slot, or nodes() for a hole
  std::vector<Slot> slot_begin;
  u32 nodes() const { return static_cast<u32>(edges.size()); }
  u32 layer_of(u32 v) const {
    u32 i = 0;
    while (layer_begin[i + 1] <= v) ++i;
    return i;
  }
};

inline constexpr i32 most_pay = 4, most_end = 6;

inline ScoredGraph random_scored_graph(u32 layers, u32 nodes_each, u64 seed) {
  std::mt19937_64 random(seed);
  ScoredGraph g;
  g.layer_begin.push_back(0);
  for (u32 layer = 0; layer < layers; ++layer) {
    const u32 begin = g.layer_begin.back(), n = 1 + static_cast<u32>(random() % nodes_each);
    g.layer_begin.push_back(begin + n);
    g.slot_begin.push_back(g.at.size());
    for (u32 v = begin; v < begin + n; ++v) {
      while (random() % 8 == 0) g.at.push_back(~u32{0});
      g.slot.push_back(g.at.size());
      g.at.push_back(v);
      auto& out = g.edges.emplace_back();
      g.over.emplace_back();
      if (random() % 10 == 0) g.over.back() = static_cast<i32>(random() % (2 * most_end + 1)) - most_end;
      for (u64 k = 1 + random() % 4; k > 0; --k) {
        if (begin > 0 && random() % 3 == 0) {
          out.push_back({static_cast<u32>(random() % begin), static_cast<i32>(random() % (2 * most_pay + 1)) - most_pay});
        } else {
          out.push_back({begin + static_cast<u32>(random() % n), 0});
        }
      }
    }
  }
  g.slot_begin.push_back(g.at.size());
  g.back.resize(g.nodes());
  for (u32 v = 0; v < g.nodes(); ++v)
    for (const auto& e : g.edges[v])
      if (!g.over[v] && e.to >= g.layer_begin[g.layer_of(v)]) g.back[e.to].push_back(v);
  for (u32& v : g.at)
    if (v == ~u32{0}) v = g.nodes();
  return g;
}

// Within a layer every score is 0 at first, then what the edges give with the scores before, until none changes.
inline std::vector<i32> iterate_scores(const ScoredGraph& g) {
  std::vector<i32> now(g.nodes(), 0);
  for (std::size_t layer = 0; layer + 1 < g.layer_begin.size(); ++layer) {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<i32> next = now;
      for (u32 v = g.layer_begin[layer]; v < g.layer_begin[layer + 1]; ++v) {
        i32 best = -1000;
        for (const auto& e : g.edges[v]) best = std::max(best, e.pays - now[e.to]);
        next[v] = g.over[v].value_or(best);
        changed = changed || next[v] != now[v];
      }
      now.swap(next);
    }
  }
  return now;
}

template <bool undo> struct ScoredGraphGame {
  struct Position {
    u32 node = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = u32; // which edge
  static constexpr int max_moves = 4;
  static constexpr Repetition repetition = Repetition::draw;
  static constexpr bool folded = false;

  std::shared_ptr<const ScoredGraph> graph;

  Position start() const { return {graph->nodes() - 1}; }
  std::optional<i32> settled(const Position& p) const { return graph->over[p.node]; }
  Wdl outcome(const Position& p) const { return settled(p) ? scored(*settled(p)).wdl : Wdl::unknown; }
  void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u32 i = 0; i < graph->edges[p.node].size(); ++i) out.push(i);
  }
  Position play(const Position& p, Move m) const { return {graph->edges[p.node][m].to}; }
  i32 pays(const Position& p, Move m) const { return graph->edges[p.node][m].pays; }
  i32 lead(const Position&) const { return 0; }

  u64 size() const { return graph->at.size(); }
  int layers() const { return static_cast<int>(graph->layer_begin.size()) - 1; }
  Slot layer_begin(int i) const { return graph->slot_begin[static_cast<std::size_t>(i)]; }
  i32 most_score(int i) const { return most_end + most_pay * i; }
  std::string layer_name(int i) const { return "layer " + std::to_string(i); }
  Slot rank(const Position& p) const { return graph->slot[p.node]; }
  bool unrank(Slot s, Position& p) const {
    const bool held = graph->at[s] != graph->nodes();
    p.node = held ? graph->at[s] : 0;
    return held;
  }
  template <class Emit>
  void each_origin(const Position& p, Emit&& emit) const
    requires undo
  {
    for (const u32 v : graph->back[p.node]) emit(graph->slot[v]);
  }

  std::string print(const Position& p) const { return std::to_string(p.node); }
  std::optional<Position> parse(std::string_view text, std::string& why) const {
    return read_node<Position>(text, graph->nodes(), why);
  }
  std::string move_name(const Position&, Move m) const { return std::to_string(m); }
  std::string draw(const Position& p) const { return print(p) + "\n"; }
  bool first_to_move(const Position&) const { return true; }
};

} // namespace zermelo::graph
