// Alpha-beta search with iterative deepening, for any game: negamax with null windows beside the first move, a table of
// positions, moves in the order of their promise (Knuth and Moore 1975; Marsland and Campbell 1982).
//
// Nothing is cut off that could hide a win: a search of d plies finds every win and loss of at most d plies, with its distance.
#pragma once

#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/machine.h"
#include "game/erase.h"
#include "search/evaluate.h"
#include "search/opponent.h"
#include "search/ordering.h"
#include "search/repeats.h"
#include "search/score.h"
#include "search/table.h"

namespace zermelo {

template <Text G> class AlphaBeta final : public Opponent {
public:
  using Position = PositionOf<G>;
  using Move = MoveOf<G>;
  static constexpr int deepest = 100;

  AlphaBeta(const G& game, const SearchOptions& options)
      : game_(game), options_(options), table_(table_bytes(options)), ordering_(deepest + 1), children_(deepest + 1) {
    limit(options.seconds, options.nodes, options.depth);
  }

  bool evaluates() const override { return Evaluating<G>; }

  void limit(double seconds, u64 nodes, int depth) override {
    ensure(seconds > 0 || nodes > 0 || depth > 0, "a search has a limit");
    options_.seconds = seconds;
    options_.nodes = nodes;
    options_.depth = depth;
  }

  Thought think(std::span<const AnyPosition> game) override {
    std::vector<Key> keys;
    keys.reserve(game.size());
    for (const AnyPosition& p : game) keys.push_back(position_key(game_, Erased<G>::restore(p)));
    return think(Erased<G>::restore(game.back()), keys);
  }

private:
  struct Child {
    Move move;
    i32 order;
    Value known; // by the rules, or by a table
    Position position;
  };

  // Deepens until a limit, or until a win or loss is known with its distance.
  Thought think(const Position& root, const std::vector<Key>& keys) {
    started_ = wall_seconds();
    nodes_ = 0;
    stopped_ = false;
    noise_ = mix_bits(options_.seed + keys.size());
    repeats_.begin(keys);
    ordering_.begin();
    table_.next_turn();
    Thought best;
    const int most = options_.depth > 0 ? std::min(options_.depth, deepest) : deepest;
    for (depth_ = 1; depth_ <= most; ++depth_) {
      found_ = false;
      i32 leans = leans_on_nothing;
      const i32 score = search(root, keys.back(), depth_, 0, floor(), ceiling(), leans);
      if (found_) std::memcpy(&best.move.bits, &choice_, sizeof choice_);
      if (stopped_) break;
      ensure(found_, "a position that is not over has a move");
      best.score = score;
      best.depth = depth_;
      best.value = leans == leans_on_nothing ? value_of_score(score, 0) : unknown_value;
      best.nodes = nodes_;
      best.seconds = wall_seconds() - started_;
      if (options_.deepened) options_.deepened(best);
      if (best.decided = decides(score); best.decided) break;
      // A shorter way than a search has looked for may be left where the table of positions told of a long one.
      if (best.value.known() && best.value.plies <= depth_ + 1) break;
    }
    best.nodes = nodes_;
    best.seconds = wall_seconds() - started_;
    return best;
  }

  // Of the scores that matter: all, or whether the favoured one wins, however late, or does not.
  i32 floor() const { return options_.horizon == Horizon::favours_mover ? 0 : -ceiling_of(Horizon::favours_other); }
  i32 ceiling() const { return options_.horizon == Horizon::favours_other ? 0 : ceiling_of(Horizon::favours_mover); }
  i32 ceiling_of(Horizon h) const { return options_.horizon == h ? win_score / 2 + 1 : infinite_score; }

  bool favoured(i32 ply) const { return (options_.horizon == Horizon::favours_mover) == (ply % 2 == 0); }

  // A position that both players can have to move is two, where the horizon favours one of them.
  Key kept_by(const Key& key, i32 ply) const {
    Key kept = repeats_.salted(key);
    if (options_.horizon != Horizon::guess && favoured(ply)) kept.low = ~kept.low;
    return kept;
  }

  // Whether a score is certain though the horizon favours one.
  bool decides(i32 score) const {
    if (options_.horizon == Horizon::guess) return false;
    return is_win(score) || is_loss(score) || (options_.horizon == Horizon::favours_mover ? score <= 0 : score >= 0);
  }

  // The score of a position that the rules do not settle, as far as it lies between alpha and beta; below or above, a bound.
  i32 search(const Position& p, const Key& key, int depth, i32 ply, i32 alpha, i32 beta, i32& leans) {
    leans = leans_on_nothing;
    if (out_of_budget()) return 0;
    if (depth == 0) return leaf(p, ply);
    const Key kept = kept_by(key, ply);
    const auto* entry = table_.find(kept);
    if (i32 score = 0; entry != nullptr && ply > 0 && answers(*entry, depth, ply, alpha, beta, score)) return score;
    const Move hinted = entry != nullptr ? entry->move : Move{};
    const bool first_player = game_.first_to_move(p);
    if (list(p, ply, entry != nullptr && entry->has_move ? &hinted : nullptr, first_player)) {
      choose(children_[index(ply)].front().move, ply);
      return win_score - (ply + 1);
    }

    const i32 floor = alpha;
    Found found;
    for (std::size_t i = 0; i < children_[index(ply)].size(); ++i) {
      bring_forward(children_[index(ply)], i);
      const Child child = children_[index(ply)][i];
      i32 below = leans_on_nothing, score = 0;
      const bool legal = look(child, depth, ply, alpha, beta, !found.any(), score, below);
      if (stopped_) return 0;
      found.leans_all = std::min(found.leans_all, below);
      if (!legal) continue;
      if (score > found.best) {
        found.best = score;
        found.move = child.move;
        found.leans_best = below;
        choose(child.move, ply);
      }
      alpha = std::max(alpha, score);
      if (alpha >= beta) {
        ordering_.refuted(child.move, ply, depth, first_player);
        break;
      }
    }
    leans = found.leans_all;
    if (!found.any()) return -win_score + ply; // who has no move has lost
    found.leans_all = Repeats<G>::above(found.leans_all, ply);
    found.leans_best = Repeats<G>::above(found.leans_best, ply);
    leans = found.best >= beta || is_win(found.best) ? found.leans_best : found.leans_all;
    remember(kept, found, depth, ply, floor, beta);
    return found.best;
  }

  struct Found {
    i32 best = -infinite_score;
    i32 leans_best = leans_on_nothing; // of the best move
    i32 leans_all = leans_on_nothing;  // of all: that none is better
    Move move{};
    bool any() const { return best != -infinite_score; }
  };

  // Keeps what holds on any path: all that was found, or that the best move is at least so good, or no more than the move.
  void remember(const Key& kept, const Found& found, int depth, i32 ply, i32 floor, i32 beta) {
    Bound bound = found.best >= beta ? Bound::lower : found.best <= floor ? Bound::upper : Bound::exact;
    if (bound == Bound::exact && found.leans_all != leans_on_nothing) bound = Bound::lower;
    if ((bound == Bound::lower ? found.leans_best : found.leans_all) != leans_on_nothing) bound = Bound::none;
    table_.store(kept, score_from(found.best, ply), depth, bound, found.best > floor ? &found.move : nullptr);
  }

  // The score of a position that is not looked beyond. That who has no move has lost is part of the rules: it must be seen here.
  i32 leaf(const Position& p, i32 ply) const {
    if constexpr (Expanding<G>) {
      bool stuck = true;
      game_.expand(p, [&stuck](const auto&, const auto&) { return stuck = false; });
      if (stuck) return -win_score + ply;
    }
    if (options_.horizon != Horizon::guess) return favoured(ply) ? 1 : -1;
    return evaluation(game_, p, static_cast<i32>(children_[index(ply - 1)].size()));
  }

  // The score of a move; false if the rule about repetitions forbids it.
  bool look(const Child& child, int depth, i32 ply, i32 alpha, i32 beta, bool first, i32& score, i32& leans) {
    const Key key = position_key(game_, child.position);
    if (repeats_.strikes(key, leans)) {
      score = G::repetition == Repetition::loss ? -win_score + ply + 1 : 0;
      if constexpr (Paying<G>) score = -evaluation_of_lead(child.position); // what is left is divided evenly
      return G::repetition != Repetition::forbidden;
    }
    if (child.known.known()) {
      score = -score_of(child.known, ply + 1);
      return true;
    }
    repeats_.enter(key);
    auto window = [&](i32 low, i32 high) { return -search(child.position, key, depth - 1, ply + 1, -high, -low, leans); };
    score = first ? window(alpha, beta) : window(alpha, alpha + 1);
    if (!first && score > alpha && score < beta) score = window(alpha, beta);
    repeats_.leave();
    return true;
  }

  // The moves of a position with what the rules say of them. True if one wins at once; it is then the only one listed.
  bool list(const Position& p, i32 ply, const Move* hinted, bool first_player) {
    auto& children = children_[index(ply)];
    children.clear();
    bool won = false;
    each_move(game_, p, [&](const Move& m, const auto& q) {
      const Value v = known(q);
      if (v == loss_in(0)) {
        won = true;
        children.clear();
      }
      i32 order = hinted != nullptr && *hinted == m ? Ordering<Move>::first : ordering_.order(m, ply, first_player);
      if (ply == 0 && order < Ordering<Move>::first) order = root_order(m);
      children.push_back({m, order, v, q});
      return !won;
    });
    return won;
  }

  // The game as a whole is won or lost, with what was got before.
  i32 evaluation_of_lead(const Position& p) const
    requires Paying<G>
  {
    return 1000 * game_.lead(p);
  }

  template <class P> Value known(const P& q) const {
    const Value v = by_rules(q);
    if (v.known() || !options_.lean_on) return v;
    const Wdl told = options_.lean_on(Erased<G>::erase(q));
    return {told, told == Wdl::win || told == Wdl::loss ? far_plies : 0};
  }
  template <class P> Value by_rules(const P& q) const {
    if constexpr (Paying<G>) {
      const auto over = game_.settled(q);
      return over ? Value{scored(game_.lead(q) + *over).wdl, 0} : unknown_value;
    } else if constexpr (Expanding<G>) {
      return {game_.recorded(q), 0}; // who has no move has lost, which is seen when they are listed
    } else {
      return settle(game_, q);
    }
  }

  // By lot, so that games differ.
  i32 root_order(const Move& m) const { return static_cast<i32>(mix_bits(Ordering<Move>::bits(m) + noise_) >> 40); }

  // Whether the table of positions tells enough. A win or loss holds whatever the depth.
  static bool answers(const typename SearchTable<Move>::Entry& e, int depth, i32 ply, i32 alpha, i32 beta, i32& score) {
    score = score_at(e.score, ply);
    const bool deep = e.depth >= depth, low = e.bound == Bound::lower, high = e.bound == Bound::upper;
    if (e.bound == Bound::exact && deep) return true;
    if ((low || e.bound == Bound::exact) && (deep || is_win(score)) && score >= beta) return true;
    return (high || e.bound == Bound::exact) && (deep || is_loss(score)) && score <= alpha;
  }

  static void bring_forward(std::vector<Child>& children, std::size_t i) {
    std::size_t best = i;
    for (std::size_t j = i + 1; j < children.size(); ++j)
      if (children[j].order > children[best].order) best = j;
    if (best != i) std::swap(children[best], children[i]);
  }

  void choose(const Move& m, i32 ply) {
    if (ply != 0) return;
    choice_ = m;
    found_ = true;
  }

  bool out_of_budget() {
    ++nodes_;
    if (depth_ == 1) return false;
    if (options_.nodes != 0 && nodes_ > options_.nodes) stopped_ = true;
    if (nodes_ % 256 == 0) {
      if (options_.seconds > 0 && wall_seconds() - started_ > options_.seconds) stopped_ = true;
      if (options_.should_stop && options_.should_stop()) stopped_ = true;
    }
    return stopped_;
  }

  // A search of few nodes has no use for a large table.
  static u64 table_bytes(const SearchOptions& o) {
    constexpr u64 of_a_node = 8 * sizeof(typename SearchTable<Move>::Entry);
    return o.nodes != 0 && o.seconds == 0 ? std::min(o.memory, o.nodes * of_a_node) : o.memory;
  }

  static std::size_t index(i32 ply) { return static_cast<std::size_t>(ply); }

  G game_;
  SearchOptions options_;
  SearchTable<Move> table_;
  Ordering<Move> ordering_;
  Repeats<G> repeats_;
  std::vector<std::vector<Child>> children_; // at each depth of the path
  Move choice_{};
  bool found_ = false, stopped_ = false;
  int depth_ = 0;
  u64 nodes_ = 0, noise_ = 0;
  double started_ = 0;
};

} // namespace zermelo
