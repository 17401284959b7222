// The promises of a game of scores, tested as those of every game in check.h.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "game/check/report.h"
#include "game/scored.h"

namespace zermelo {

template <Scored G> class ScoredContract {
public:
  using Position = PositionOf<G>;

  ScoredContract(const G& game, const CheckOptions& options, CheckReport& report)
      : g_(game), options_(options), random_(options.seed), promises_(game, report) {}

  void run() {
    layers();
    for (u64 i = 0; i < std::min(g_.size(), options_.samples); ++i) {
      const Slot s = g_.size() <= options_.samples ? i : random_() % g_.size();
      if (Position p; g_.unrank(s, p)) visit(p, s);
    }
  }

private:
  void expect(std::string_view name, bool holds, const Position& p) { promises_.expect(name, holds, p); }

  void layers() {
    bool rise = g_.layer_begin(0) == 0 && g_.layer_begin(g_.layers()) == g_.size(), small = true;
    std::set<std::string> names;
    for (int i = 0; i < g_.layers(); ++i) {
      rise = rise && g_.layer_begin(i) <= g_.layer_begin(i + 1);
      names.insert(g_.layer_name(i));
      small = small && g_.most_score(i) >= 0 && g_.most_score(i) <= 127;
    }
    expect("layers divide the slots", rise, g_.start());
    expect("scores fit into a byte", small, g_.start());
    expect("layers have names of their own", names.size() == static_cast<std::size_t>(g_.layers()), g_.start());
  }

  void visit(const Position& p, Slot s) {
    const int layer = layer_of(g_, s);
    if (const auto over = g_.settled(p)) {
      expect("a finished position has a score of its layer", std::abs(*over) <= g_.most_score(layer), p);
      return;
    }
    std::multiset<std::pair<Slot, i32>> told[2];
    const Survey found[2] = {
        survey(g_, p, g_.layer_begin(layer), [&](Slot lower, i32 pays) { told[0].emplace(lower, pays); }),
        list_survey(g_, p, g_.layer_begin(layer), [&](Slot lower, i32 pays) { told[1].emplace(lower, pays); })};
    expect("a survey agrees with the moves", found[0] == found[1] && told[0] == told[1], p);
    MoveListOf<G> moves;
    g_.moves(p, moves);
    std::multiset<Slot> inside;
    for (const auto& m : moves) {
      const Position q = g_.play(p, m);
      const Slot to = g_.rank(q);
      expect("successors are in the index", to < g_.size(), p);
      if (to >= g_.size()) continue;
      const int there = layer_of(g_, to);
      expect("a move leads to no higher layer and pays nothing within its own",
             there < layer || (there == layer && g_.pays(p, m) == 0), p);
      expect("the lead goes on with what a move pays", g_.lead(q) == -(g_.lead(p) + g_.pays(p, m)), p);
      if (there == layer && !g_.settled(q)) inside.insert(to);
    }
    if constexpr (Originating<G>) originate(p, s, inside);
  }

  // The slots from which a move leads to p are those that each_origin emits, as often as there are moves.
  void originate(const Position& p, Slot s, const std::multiset<Slot>& inside)
    requires Originating<G>
  {
    for (const Slot to : std::set<Slot>(inside.begin(), inside.end())) {
      Position q;
      g_.unrank(to, q);
      u64 emitted = 0;
      g_.each_origin(q, [&](Slot from) { emitted += from == s; });
      expect("origins are emitted once for every move", emitted == inside.count(to), p);
    }
    g_.each_origin(p, [&](Slot from) {
      Position q;
      bool found = false;
      if (from < g_.size() && g_.unrank(from, q) && !g_.settled(q)) {
        MoveListOf<G> moves;
        g_.moves(q, moves);
        for (const auto& m : moves) found = found || g_.rank(g_.play(q, m)) == s;
      }
      expect("every origin has a move to it", found, p);
    });
  }

  const G& g_;
  CheckOptions options_;
  std::mt19937_64 random_;
  Promises<G> promises_;
};

template <Scored G> void check_scored(const G& g, const CheckOptions& options, CheckReport& report) {
  ScoredContract<G>(g, options, report).run();
}

} // namespace zermelo
