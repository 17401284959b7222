#include "solve/lines/fact_graph.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace zermelo {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

// The first move that the search chooses itself costs nothing more.
constexpr double of_a_guess = 2.0;
double doubt(u32 guesses) { return std::pow(of_a_guess, std::max(guesses, 1U) - 1.0); }

} // namespace

double FactGraph::own_cost(const Node& node) const {
  return node.ordinary ? infinite : 2 * asks_.visits(node.attempts) * doubt(node.guesses);
}

FactGraph::FactGraph(Asks asks, const LineFact& root, bool attacker_moves) : asks_(std::move(asks)) {
  if (attacker_moves) {
    root_ = &node_of(root, true, 0);
    return;
  }
  made_root_ = std::make_unique<Node>();
  root_ = made_root_.get();
  root_in_map_ = false;
  root_->ordinary = root_->top = true;
  root_->moves.push_back({-1, root, {}, 0});
  fill(*root_, root_->moves.back());
  update(*root_);
}

const FactGraph::Node* FactGraph::find(const LineFact& least) const {
  const auto at = nodes_.find(least);
  return at == nodes_.end() ? nullptr : at->second.get();
}

FactGraph::Node& FactGraph::node_of(const LineFact& fact, bool top, u32 guesses) {
  const LineFact least = asks_.least(fact);
  auto& place = nodes_[least];
  if (place) {
    lower(*place, guesses);
    return *place;
  }
  place = std::make_unique<Node>();
  Node& node = *place;
  node.guesses = guesses;
  node.fact = least;
  node.ordinary = asks_.is_ordinary(least);
  node.shown = asks_.is_shown(least);
  node.top = top;
  node.attempts = asks_.attempts(least);
  if (top && !node.ordinary) {
    ++facts_;
    shown_ += node.shown ? 1 : 0;
  }
  if (!node.shown)
    for (const int cell : asks_.moves(least)) {
      node.moves.push_back({cell, least, {}, 0});
      node.moves.back().after.attacker.add(cell);
    }
  for (Move& move : node.moves) fill(node, move);
  if (const int preferred = asks_.preferred(least); preferred >= 0)
    std::erase_if(node.moves, [&](const Move& move) { return move.cell != preferred && !is_shown(move); });
  update(node);
  return node;
}

void FactGraph::fill(Node& node, Move& move) {
  for (const int reply : asks_.replies(move.after)) {
    LineFact next = move.after;
    next.defender.add(reply);
    Node& below = node_of(next, node.top && node.ordinary, guesses_below(node, move));
    if (std::find(move.replies.begin(), move.replies.end(), &below) != move.replies.end()) continue;
    move.replies.push_back(&below);
    below.above.push_back(&node);
  }
}

u32 FactGraph::guesses_below(const Node& node, const Move& move) const {
  return node.guesses + (node.ordinary || asks_.preferred(node.fact) == move.cell ? 0 : 1);
}

// Another way to it was found.
void FactGraph::lower(Node& node, u32 guesses) {
  if (guesses >= node.guesses) return;
  node.guesses = guesses;
  for (const Move& move : node.moves)
    for (Node* reply : move.replies) lower(*reply, guesses_below(node, move));
  update(node);
}

double FactGraph::cost_of(const Move& move) {
  double sum = 0;
  for (const Node* reply : move.replies) sum += reply->cost;
  return sum;
}

void FactGraph::update(Node& node) {
  const bool before = node.shown;
  const double cost = node.cost, easiest = node.easiest;
  node.cost = node.shown ? infinite : own_cost(node);
  for (const Move& move : node.moves) {
    node.shown = node.shown || is_shown(move);
    node.cost = std::min(node.cost, cost_of(move));
  }
  if (node.shown) node.cost = 0;
  node.easiest = node.ordinary ? infinite : node.cost;
  for (const Move& move : node.moves)
    for (const Node* reply : move.replies)
      if (node.ordinary && !reply->shown) node.easiest = std::min(node.easiest, reply->easiest);
  if (node.shown && !before && node.top && !node.ordinary) ++shown_;
  if (node.shown == before && node.cost == cost && node.easiest == easiest) return;
  for (Node* above : node.above) update(*above);
}

void FactGraph::set_shown(const LineFact& least) {
  const auto at = nodes_.find(least);
  if (at == nodes_.end() || at->second->shown) return;
  Node& node = *at->second;
  node.shown = true;
  node.cost = 0;
  if (node.top && !node.ordinary) ++shown_;
  for (Node* above : node.above) update(*above);
}

void FactGraph::add_move(Node& node, int cell) {
  if (std::any_of(node.moves.begin(), node.moves.end(), [&](const Move& m) { return m.cell == cell; })) return;
  node.moves.push_back({cell, node.fact, {}, 0});
  node.moves.back().after.attacker.add(cell);
  fill(node, node.moves.back());
  update(node);
}

FactGraph::Task FactGraph::take() {
  Task task;
  if (root_->shown) return task;
  task.node = below(*root_, task);
  task.attempt = task.node->attempts++;
  ++task.node->searching;
  for (const auto& [node, move] : task.way) {
    ++node->busy;
    ++node->moves[move].busy;
  }
  ++task.node->busy;
  update(*task.node);
  return task;
}

void FactGraph::give_back(const Task& task) {
  --task.node->searching;
  --task.node->busy;
  for (const auto& [node, move] : task.way) {
    --node->busy;
    --node->moves[move].busy;
  }
}

// Several threads look for work at once. What another one is busy with seems dearer, so that they spread.
FactGraph::Node* FactGraph::below(Node& node, Task& task) {
  double least = own_cost(node) * (1 + 3 * static_cast<double>(node.searching));
  std::size_t best = node.moves.size();
  for (std::size_t i = 0; i < node.moves.size(); ++i) {
    const double cost = cost_of(node.moves[i]) * (1 + 0.3 * node.moves[i].busy);
    if (cost >= least) continue;
    least = cost;
    best = i;
  }
  if (best == node.moves.size()) return &node;
  task.way.emplace_back(&node, best);
  return below(node, best, task);
}

// Of the replies to a move of the top all are needed: the way leads to the easiest fact of all, and among equals to where least is
// left. Elsewhere those that nobody has tried come first, and then the dearest: if it cannot be shown, work on the others is in
// vain.
FactGraph::Node* FactGraph::below(Node& node, std::size_t move, Task& task) {
  Node* best = nullptr;
  std::pair<double, double> most;
  for (Node* reply : node.moves[move].replies) {
    if (reply->shown) continue;
    const double busy = 1 + static_cast<double>(reply->busy);
    std::pair<double, double> worth{reply->attempts == 0 ? 1e18 : reply->cost / (busy * busy), 0};
    if (node.ordinary) worth = {-reply->easiest * busy * busy, -reply->cost};
    if (best != nullptr && worth <= most) continue;
    best = reply;
    most = worth;
  }
  return below(*best, task);
}

} // namespace zermelo
