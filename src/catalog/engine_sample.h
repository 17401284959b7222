// Sampled counts for one game.
#pragma once

#include "catalog/sample.h"
#include "catalog/typed.h"
#include "game/sample_tree.h"

namespace zermelo {

template <Text G> SampleReport TypedEntry<G>::sample(const AnyPosition& p, const SampleOptions& o) const {
  const G& g = game_.typed();
  std::mt19937_64 random(o.seed);
  u64 drawn = 0;
  auto draw = [&](auto&& f) {
    for (u64 i = 0; i < o.samples; ++i) {
      if ((++drawn & 1023) == 0 && o.should_stop && o.should_stop())
        throw Error(Exit::stopped, "interrupted; samples are not kept");
      f();
    }
  };
  SampleReport report;
  if constexpr (Sampled<G>) {
    const auto description = g.sampled();
    const auto spec = description.spec();
    auto& set = report.set.emplace();
    set.words = description.set();
    set.symmetries = description.symmetries();
    draw([&] { set.blind.add(blind_weight(spec, random)); });
    for (u64 i = 0; i < populations; ++i) {
      if (o.should_stop && o.should_stop()) throw Error(Exit::stopped, "interrupted; samples are not kept");
      set.fitting.add(population_weight(spec, std::max<u64>(1, o.samples / populations), random));
    }
    if (o.most_states != 0) set.exact = count_strings(spec, o.most_states);
  }
  if (o.depth > 0) {
    const auto start = Erased<G>::restore(p);
    report.nodes.resize(static_cast<std::size_t>(o.depth) + 1);
    std::vector<double> weights(report.nodes.size());
    draw([&] {
      std::fill(weights.begin(), weights.end(), 0.0); // a game that is over has no nodes further down
      random_game(g, start, o.depth, random, [&](int ply, double weight) { weights[static_cast<std::size_t>(ply)] = weight; });
      for (std::size_t i = 0; i < weights.size(); ++i) report.nodes[i].add(weights[i]);
    });
  }
  return report;
}

} // namespace zermelo

#define ZERMELO_INSTANTIATE(G)                                                                                                   \
  template zermelo::SampleReport zermelo::TypedEntry<G>::sample(const AnyPosition&, const SampleOptions&) const;
