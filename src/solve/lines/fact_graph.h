// What has to be shown so that the attacker wins: facts, moves of the attacker, replies. A fact is shown by a tree that a search
// found, or by a move all of whose replies are shown.
//
// The graph says where to search next. Each open fact has a cost: the visits that showing it may take. That is the cost of
// another search of it as a whole, which doubles with each that failed, or the sum over the open replies to one of its moves,
// whichever is less. A search goes to where the least cost comes from, so a move that turns out to be hard is left for another,
// or for a longer search of the whole, and comes back when those have become dearer. What nobody has searched yet looks cheap, also
// where it is as hard as what it was split off: so costs grow with each move on the way that the search has chosen itself.
// Without that it goes down to facts of fifty stones before it takes a longer look at one of ten. A move that was suggested costs
// nothing more. In the top all facts are needed, and the
// easiest of them all is searched first: what it shows is a model for the others, and one hard fact does not keep the search from
// the rest.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "solve/lines/facts.h"

namespace zermelo {

class FactGraph {
public:
  struct Node;
  struct Move {
    int cell;
    LineFact after; // the defender to move
    std::vector<Node*> replies;
    u32 busy = 0; // threads at work below it
  };
  struct Node {
    LineFact fact;         // the attacker to move; the least of its images
    bool ordinary = false; // the top of the proof goes on: it is not searched
    bool top = false;      // all moves before it are ordinary
    bool shown = false;
    u32 attempts = 0;  // searches of it as a whole, those under way too
    u32 searching = 0; // of them, under way
    u32 busy = 0;      // threads at work on it and below it
    u32 guesses = 0;   // moves on the way to it that nobody suggested, at least
    double cost = 0;
    double easiest = 0; // the least cost of one open fact at it or below it, where the top goes on
    std::vector<Move> moves;
    std::vector<Node*> above;
  };

  static bool is_shown(const Move& move) { // all of its replies are
    return std::all_of(move.replies.begin(), move.replies.end(), [](const Node* reply) { return reply->shown; });
  }

  // What it asks about the game and the search.
  struct Asks {
    std::function<LineFact(const LineFact&)> least;           // of the images under the symmetries of the board
    std::function<bool(const LineFact&)> is_shown;            // by a tree, or by a line at once
    std::function<std::vector<int>(const LineFact&)> moves;   // known for it
    std::function<int(const LineFact&)> preferred;            // of them, to the exclusion of those that are not shown; -1: none
    std::function<bool(const LineFact&)> is_ordinary;         // whether the top goes on there
    std::function<u32(const LineFact&)> attempts;             // that were made before
    std::function<std::vector<int>(const LineFact&)> replies; // to be answered, in the order in which to try them
    std::function<double(u32 attempts)> visits;               // of the next search
  };

  // A root where the defender is to move has one move that was made already.
  FactGraph(Asks asks, const LineFact& root, bool attacker_moves);

  Node& root() { return *root_; }
  const Node* find(const LineFact& least) const;
  u64 facts() const { return facts_; } // that the top asks for
  u64 shown() const { return shown_; } // of them
  // f(node, the node before it or null, the attacker's move there) for what is open, by the moves that the search follows.
  template <class F> void each_open(F&& f) const {
    std::set<const Node*> seen;
    each_open(*root_, nullptr, nullptr, seen, f);
  }
  template <class F> void each_top_move(F&& f) const {
    for (const auto& [fact, node] : nodes_)
      if (node->ordinary && node->top)
        for (const Move& move : node->moves) f(move);
    if (!root_in_map_)
      for (const Move& move : root_->moves) f(move);
  }

  // The fact to search next, with the way to it, which is given back when the search has ended.
  struct Task {
    Node* node = nullptr;
    u32 attempt = 0;
    std::vector<std::pair<Node*, std::size_t>> way; // and the number of the move taken there
  };
  Task take();
  void give_back(const Task& task);

  void set_shown(const LineFact& least);
  void add_move(Node& node, int cell);

private:
  template <class F>
  void each_open(const Node& node, const Node* before, const Move* move, std::set<const Node*>& seen, F&& f) const {
    if (node.shown || !seen.insert(&node).second) return;
    f(node, before, move);
    if (node.moves.empty()) return;
    const auto cheapest = std::min_element(node.moves.begin(), node.moves.end(),
                                           [&](const Move& a, const Move& b) { return cost_of(a) < cost_of(b); });
    for (const Node* reply : cheapest->replies) each_open(*reply, &node, &*cheapest, seen, f);
  }
  Node& node_of(const LineFact& fact, bool top, u32 guesses);
  void lower(Node& node, u32 guesses);
  u32 guesses_below(const Node& node, const Move& move) const;
  double own_cost(const Node& node) const;
  void fill(Node& node, Move& move);
  void update(Node& node);
  static double cost_of(const Move& move);
  Node* below(Node& node, Task& task);
  Node* below(Node& node, std::size_t move, Task& task);

  Asks asks_;
  std::map<LineFact, std::unique_ptr<Node>> nodes_;
  std::unique_ptr<Node> made_root_; // where the defender is to move
  Node* root_ = nullptr;
  bool root_in_map_ = true;
  u64 facts_ = 0, shown_ = 0;
};

} // namespace zermelo
