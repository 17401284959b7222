#include "view/score_step.h"

#include <algorithm>
#include <unordered_map>

namespace zermelo {
namespace {

// Positions around one, as far as moves of the best worth lead that pay nothing, and in how many plies they are left for good.
class Neighbourhood {
public:
  Neighbourhood(const AnyGame& game, const Table& table, std::size_t most) : game_(game), table_(table), most_(most) {}

  // The place in answer.moves of the move that leaves soonest, looking so many plies ahead.
  std::optional<std::size_t> step(const Answer& answer, int plies) {
    nodes_.clear();
    places_.clear();
    nodes_.push_back({.wins = true});
    fill(0, answer);
    for (std::size_t first = 0, depth = 1; depth < static_cast<std::size_t>(plies); ++depth) {
      const std::size_t last = nodes_.size();
      for (std::size_t i = std::max<std::size_t>(1, first); i < last; ++i) fill(i, probe(game_, &table_, nodes_[i].position));
      first = last;
      if (nodes_.size() > most_) return std::nullopt;
    }
    rank();
    if (nodes_[0].leaves == 0) return std::nullopt;
    const int best = nodes_[0].leaves;
    for (const auto& [place, child] : nodes_[0].turns)
      if (child == out ? best == 1 : nodes_[child].leaves != 0 && nodes_[child].leaves + 1 == best) return place;
    return std::nullopt;
  }

private:
  static constexpr std::size_t out = ~std::size_t{0};
  struct Node {
    AnyPosition position{};
    bool wins = false, known = false;
    int leaves = 0;                                         // in so many plies; 0: not known
    std::vector<std::pair<std::size_t, std::size_t>> turns; // of the best worth: place among the moves, node
  };

  void fill(std::size_t i, const Answer& answer) {
    std::vector<std::pair<std::size_t, std::size_t>> turns;
    for (std::size_t m = 0; m < answer.moves.size() && answer.moves[m].value == answer.value; ++m) {
      const MoveValue& move = answer.moves[m];
      const bool ends = game_.settle(move.position).known() || game_.pays(answer.position, move.move) != 0;
      turns.emplace_back(m, ends ? out : place_of(move.position, !nodes_[i].wins));
    }
    nodes_[i].turns = std::move(turns);
    nodes_[i].known = true;
  }
  std::size_t place_of(const AnyPosition& p, bool wins) {
    const auto [at, added] = places_.emplace(game_.rank(p), nodes_.size());
    if (added) nodes_.push_back({.position = p, .wins = wins});
    return at->second;
  }

  // Level by level: the winner leaves the layer as soon as he can, the loser as late as he can.
  void rank() {
    for (int plies = 1;; ++plies) {
      std::vector<std::size_t> found;
      for (std::size_t i = 0; i < nodes_.size(); ++i) {
        const Node& node = nodes_[i];
        if (node.leaves != 0 || !node.known) continue;
        auto leaves = [&](const auto& turn) { return turn.second == out || nodes_[turn.second].leaves != 0; };
        if (node.wins ? std::any_of(node.turns.begin(), node.turns.end(), leaves)
                      : std::all_of(node.turns.begin(), node.turns.end(), leaves))
          found.push_back(i);
      }
      for (const std::size_t i : found) nodes_[i].leaves = plies;
      if (found.empty() || nodes_[0].leaves != 0) return;
    }
  }

  const AnyGame& game_;
  const Table& table_;
  std::size_t most_;
  std::vector<Node> nodes_;
  std::unordered_map<Slot, std::size_t> places_;
};

} // namespace

std::optional<std::size_t> nearest_step(const AnyGame& game, const Table& table, const Answer& answer, std::size_t most) {
  if (!answer.value.has_score() || answer.value.score <= 0 || answer.moves.empty()) return std::nullopt;
  Neighbourhood around(game, table, most);
  for (int plies = 1; plies <= 512; plies *= 2)
    if (const auto step = around.step(answer, plies)) return step;
  return std::nullopt;
}

} // namespace zermelo
