// The contract check of a diagram: it and the index hold the same positions, on all or sampled ones.
#pragma once

#include <algorithm>
#include <random>
#include <utility>

#include "game/check/report.h"
#include "index/diagram.h"

namespace zermelo {

template <class G>
  requires Diagrammed<G> && Indexed<G> && Text<G>
void check_diagram(const G& game, const CheckOptions& options, CheckReport& report) {
  using Position = PositionOf<G>;
  CheckReport::Promise inverse{"the diagram ranks what it unranks", 0, 0, ""},
      indexed{"the index holds the positions of the diagram", 0, 0, ""},
      drawn{"the diagram holds the positions of the index", 0, 0, ""};
  auto expect = [&](CheckReport::Promise& promise, bool holds, const Position& p) {
    ++promise.tested;
    if (!holds && promise.broken++ == 0) promise.example = game.print(p);
  };
  const Zdd zdd = build_zdd(game.diagram().spec(0));
  DiagramIndex<G> diagram(game, zdd);
  std::mt19937_64 random(options.seed);
  // Every number below n, or as many as asked for.
  auto visit = [&](u64 n, auto&& look) {
    for (u64 i = 0; i < std::min(n, options.samples); ++i) look(n <= options.samples ? i : random() % n);
  };
  visit(zdd.size(), [&](u64 r) {
    const Position p = diagram.unrank(r);
    expect(inverse, diagram.rank(p) == r, p);
    const Slot s = game.rank(p);
    Position held;
    expect(indexed, s < game.size() && game.unrank(s, held) && canonical(game, held) == canonical(game, p), p);
  });
  visit(game.size(), [&](Slot s) {
    Position p;
    if (game.unrank(s, p)) expect(drawn, diagram.rank(p) < zdd.size() && diagram.unrank(diagram.rank(p)) == p, p);
  });
  for (auto* promise : {&inverse, &indexed, &drawn}) report.promises.push_back(std::move(*promise));
}

} // namespace zermelo
