// The contract check of an index in layers: split and each_return say what the moves say, on all or sampled slots.
#pragma once

#include <algorithm>
#include <random>
#include <set>

#include "game/check/report.h"
#include "index/layers.h"

namespace zermelo {

template <class G>
  requires LayeredTable<G> && Text<G>
class LayerCheck {
public:
  using Position = PositionOf<G>;

  LayerCheck(const G& game, const CheckOptions& options, CheckReport& report)
      : g_(game), options_(options), promises_(game, report), random_(options.seed) {}

  void run() {
    const auto& layers = g_.layers();
    bool follow = !layers.empty() && layers.front().first == 0 && layers.back().last == g_.size();
    for (std::size_t i = 0; i < layers.size(); ++i)
      follow = follow && layers[i].first <= layers[i].second && layers[i].second <= layers[i].last &&
               (i == 0 || layers[i - 1].last == layers[i].first);
    expect("layers: one after the other they are the whole index", follow, g_.start());
    if (!follow) return;
    for (u64 i = 0; i < std::min(g_.size(), options_.samples); ++i) {
      const Slot s = g_.size() <= options_.samples ? i : random_() % g_.size();
      if (Position p; g_.unrank(s, p)) visit(p, s);
    }
  }

private:
  void expect(std::string_view name, bool holds, const Position& p) { promises_.expect(name, holds, p); }

  const TableLayer& layer_of(Slot s) const {
    const auto& layers = g_.layers();
    return *std::find_if(layers.begin(), layers.end(), [s](const TableLayer& l) { return s < l.last; });
  }
  bool holds_position(Slot s) const {
    Position p;
    return s < g_.size() && g_.unrank(s, p);
  }
  // What a solver knows without asking split.
  bool is_settled(const Position& p) const {
    if constexpr (Settling<G>) {
      return g_.settle(p).known();
    } else {
      return false;
    }
  }

  void visit(const Position& p, Slot s) {
    const TableLayer& layer = layer_of(s);
    returns(p, layer);
    if (is_settled(p)) return;
    std::set<Slot> stayed, left, earlier;
    const Wdl over = g_.outcome(p);
    expect("layers: a finished position is lost for want of a move, or settle tells it",
           over == Wdl::unknown || over == Wdl::loss, p);
    MoveListOf<G> moves;
    if (over == Wdl::unknown) g_.moves(p, moves);
    for (const auto& m : moves) {
      const Position q = g_.play(p, m);
      const Slot t = g_.rank(q);
      expect("layers: successors are in the index, in this layer or an earlier one", t < layer.last, p);
      if (t >= layer.last) continue;
      (t < layer.first ? left : stayed).insert(t);
    }
    for (const Slot t : stayed) {
      Position q;
      u64 emitted = 0;
      if (g_.unrank(t, q)) g_.each_return(q, [&](Slot r) { emitted += r == s; });
      expect("each_return: forgets no move within the layer", emitted > 0, p);
    }
    const u32 stay = g_.split(p, [&](Slot t) { earlier.insert(t); });
    expect("split: emits every successor in an earlier layer, and no other", earlier == left, p);
    expect("split: counts the different successors in the layer", stay == stayed.size(), p);
    expect("layers: nothing leads to an empty slot",
           std::all_of(earlier.begin(), earlier.end(), [&](Slot t) { return holds_position(t); }), p);
  }

  // Every position that each_return emits has a move to p, or is one that the solver knows: settled, or without a move that
  // stays.
  void returns(const Position& p, const TableLayer& layer) {
    const Slot here = g_.rank(p);
    std::set<Slot> before;
    bool once = true;
    g_.each_return(p, [&](Slot r) { once = before.insert(r).second && once; });
    expect("each_return: emits a slot once", once, p);
    for (const Slot r : before) {
      Position q;
      const bool held = layer.first <= r && r < layer.last && g_.unrank(r, q);
      expect("each_return: emits positions of the layer", held, p);
      if (held) expect("each_return: emits nothing that has a move that stays, but none to here", may_return(q, here), p);
    }
  }
  bool may_return(const Position& q, Slot here) const {
    if (is_settled(q) || g_.outcome(q) != Wdl::unknown || g_.split(q, [](Slot) {}) == 0) return true;
    MoveListOf<G> moves;
    g_.moves(q, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const auto& m) { return g_.rank(g_.play(q, m)) == here; });
  }

  const G& g_;
  CheckOptions options_;
  Promises<G> promises_;
  std::mt19937_64 random_;
};

template <class G>
  requires LayeredTable<G> && Text<G>
void check_layers(const G& game, const CheckOptions& options, CheckReport& report) {
  LayerCheck<G>(game, options, report).run();
}

} // namespace zermelo
