// Games that are nothing but a graph: random ones for tests, with every feature an index or a rule may have, and the
// reference solver, which shares nothing with src/solve.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "base/types.h"
#include "base/value.h"

namespace zermelo::graph {

struct Graph {
  u32 nodes = 0;
  std::vector<u32> first, to;           // the successors of v: to[first[v]] … to[first[v + 1] - 1]
  std::vector<u32> back_first, back_to; // the predecessors
  std::vector<Wdl> outcome;             // of a node where the game is over, for the side to move
  std::vector<bool> settled;            // the rules tell that it is a win in 1
  std::vector<u32> image;               // its symmetric twin, maybe itself
  std::vector<Slot> slot;               // no_slot: outside the index
  std::vector<u32> at;                  // the node of a slot, `nodes` for a hole
  bool folded = false;                  // twins share a slot
};

// What a random graph is like.
struct Shape {
  u32 nodes = 100;
  u32 degree = 4;           // successors, at most
  u32 span = 0;             // edges go at most so far, so that games last long; 0: anywhere
  u32 ends = 100;           // nodes in a thousand where the game is over
  bool wins_at_end = false; // the game may end with a win for the side to move: needs two bytes a slot
  bool draws_at_end = true;
  bool settles = true; // some wins in 1 are told by the rules
  bool outside = true; // some settled nodes are not in the index
  bool holes = true;   // some slots hold nothing
  bool folded = false;
};

inline constexpr u32 most_successors = 12;
inline constexpr u32 most_predecessors = 64;

namespace detail {

// Successor lists into the flat form, and their transpose.
inline void flatten(Graph& g, const std::vector<std::vector<u32>>& out) {
  std::vector<std::vector<u32>> back(g.nodes);
  for (u32 v = 0; v < g.nodes; ++v)
    for (const u32 w : out[v]) back[w].push_back(v);
  auto pack = [&](const std::vector<std::vector<u32>>& lists, std::vector<u32>& first, std::vector<u32>& to) {
    for (const auto& list : lists) {
      first.push_back(static_cast<u32>(to.size()));
      to.insert(to.end(), list.begin(), list.end());
    }
    first.push_back(static_cast<u32>(to.size()));
  };
  pack(out, g.first, g.to);
  pack(back, g.back_first, g.back_to);
}

inline void number_slots(Graph& g, const Shape& shape, std::mt19937_64& random) {
  g.slot.assign(g.nodes, no_slot);
  for (u32 v = 0; v < g.nodes; ++v) {
    const bool told = g.outcome[v] != Wdl::unknown || g.settled[v];
    const u32 twin = g.image[v];
    if (twin < v) {
      if (g.folded || g.slot[twin] == no_slot) g.slot[v] = g.slot[twin];
      if (g.folded || g.slot[twin] == no_slot) continue;
    } else if (shape.outside && told && random() % 3 == 0) {
      continue;
    }
    while (shape.holes && random() % 5 == 0) g.at.push_back(g.nodes);
    g.slot[v] = g.at.size();
    g.at.push_back(v);
  }
  if (g.at.empty()) g.at.push_back(g.nodes);
}

} // namespace detail

inline Graph random_graph(const Shape& shape, u64 seed) {
  std::mt19937_64 random(seed);
  Graph g;
  g.nodes = shape.nodes;
  g.folded = shape.folded;
  g.outcome.assign(g.nodes, Wdl::unknown);
  g.settled.assign(g.nodes, false);
  g.image.resize(g.nodes);
  for (u32 v = 0; v < g.nodes; ++v) g.image[v] = v;
  for (u32 v = 0; v + 1 < g.nodes; v += 2)
    if (shape.folded && random() % 5 != 0) std::swap(g.image[v], g.image[v + 1]);

  std::vector<std::vector<u32>> out(g.nodes);
  std::vector<u32> arrivals(g.nodes, 0);
  auto add = [&](u32 v, u32 w) {
    out[v].push_back(w);
    ++arrivals[w];
  };
  auto end = [&](u32 v) {
    const u64 kind = random() % 8;
    g.outcome[v] = kind == 0 && shape.draws_at_end ? Wdl::draw : kind < 4 && shape.wins_at_end ? Wdl::win : Wdl::loss;
  };
  for (u32 v = 0; v < g.nodes; ++v) {
    const u32 twin = g.image[v];
    if (twin < v) {
      g.outcome[v] = g.outcome[twin];
      for (const u32 w : out[twin]) add(v, g.image[w]);
      continue;
    }
    if (random() % 1000 < shape.ends) end(v);
    const u64 wanted = 1 + random() % shape.degree;
    for (u64 i = 0; i < wanted; ++i) {
      const u64 anywhere = random();
      const u32 w = static_cast<u32>(shape.span == 0 ? anywhere % g.nodes
                                                     : (v + g.nodes + anywhere % (2 * shape.span) - shape.span) % g.nodes);
      if (arrivals[w] >= most_predecessors / 4 || arrivals[g.image[w]] >= most_predecessors / 4) continue;
      add(v, w);
      if (twin == v && g.image[w] != w) add(v, g.image[w]); // what is its own twin has symmetric moves
    }
    if (out[v].empty() && g.outcome[v] == Wdl::unknown) end(v);
  }
  for (u32 v = 0; v < g.nodes; ++v) {
    const bool wins = std::any_of(out[v].begin(), out[v].end(), [&](u32 w) { return g.outcome[w] == Wdl::loss; });
    if (g.image[v] < v) {
      g.settled[v] = g.settled[g.image[v]];
    } else {
      g.settled[v] = shape.settles && wins && g.outcome[v] == Wdl::unknown && random() % 2 == 0;
    }
  }
  detail::flatten(g, out);
  detail::number_slots(g, shape, random);
  return g;
}

// A game of exactly `plies` plies at most: node v moves to v - 1 only.
inline Graph chain(u32 plies) {
  Graph g;
  g.nodes = plies + 1;
  g.outcome.assign(g.nodes, Wdl::unknown);
  g.outcome[0] = Wdl::loss;
  g.settled.assign(g.nodes, false);
  std::vector<std::vector<u32>> out(g.nodes);
  for (u32 v = 0; v < g.nodes; ++v) {
    g.image.push_back(v);
    g.slot.push_back(v);
    g.at.push_back(v);
    if (v > 0) out[v].push_back(v - 1);
  }
  detail::flatten(g, out);
  return g;
}

// The value of every node, by the definition: round d looks at all nodes and finds those decided in d plies, until a round
// changes nothing. What is left is drawn.
inline std::vector<Value> brute_force(const Graph& g) {
  std::vector<Value> now(g.nodes), next;
  for (u32 v = 0; v < g.nodes; ++v) now[v] = {g.outcome[v], 0};
  for (bool changed = true; changed;) {
    next = now;
    for (u32 v = 0; v < g.nodes; ++v) {
      if (g.outcome[v] != Wdl::unknown) continue;
      i32 quickest_win = -1, slowest_loss = -1;
      bool all_lose = true;
      for (u32 e = g.first[v]; e < g.first[v + 1]; ++e) {
        const Value child = now[g.to[e]];
        if (child.wdl == Wdl::loss) quickest_win = quickest_win < 0 ? child.plies + 1 : std::min(quickest_win, child.plies + 1);
        if (child.wdl == Wdl::win) slowest_loss = std::max(slowest_loss, child.plies + 1);
        all_lose = all_lose && child.wdl == Wdl::win;
      }
      next[v] = quickest_win >= 0 ? win_in(quickest_win) : all_lose ? loss_in(slowest_loss) : unknown_value;
    }
    changed = next != now;
    now.swap(next);
  }
  for (auto& v : now)
    if (!v.known()) v = draw_value;
  return now;
}

} // namespace zermelo::graph
