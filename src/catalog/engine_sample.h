// Sampled counts for one game.
#pragma once

#include "base/machine.h"
#include "base/units.h"
#include "catalog/sample.h"
#include "catalog/typed.h"
#include "game/sample_tree.h"

namespace zermelo {

template <Text G> SampleReport TypedEntry<G>::sample(const AnyPosition& p, const SampleOptions& o) const {
  const G& g = game_.typed();
  std::mt19937_64 random(o.seed);
  auto look_around = [&] {
    if (o.should_stop && o.should_stop()) throw Error(Exit::stopped, "interrupted; counts and samples are not kept");
  };
  auto draw = [&](u64 times, u64 look_every, auto&& f) {
    for (u64 i = 0; i < times; ++i) {
      if (i % look_every == 0) look_around();
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
    if (o.most_states != 0) {
      if (bytes_to_count(spec, o.most_states) > available_memory())
        throw Error(Exit::resources, "a count with so many states takes " + bytes(bytes_to_count(spec, o.most_states)) +
                                         " of memory; " + bytes(available_memory()) + " are free on this machine");
      set.exact = count_strings(spec, o.most_states, look_around);
      if (!set.exact) throw Error(Exit::resources, "the exact count needs more than " + grouped(o.most_states) + " states");
    }
    draw(o.samples, 1024, [&] { set.blind.add(blind_weight(spec, random)); });
    const u64 strings = std::clamp<u64>(o.samples / least_populations, 1, most_strings);
    draw(o.samples / strings, 1, [&] { set.fitting.add(population_weight(spec, strings, random)); });
  } else if (o.most_states != 0) {
    throw Error(Exit::usage, full_name() + " describes no set that could be counted");
  }
  if (o.depth > 0) {
    const auto start = Erased<G>::restore(p);
    report.nodes.resize(static_cast<std::size_t>(o.depth) + 1);
    std::vector<double> weights(report.nodes.size());
    draw(o.samples, 1024, [&] {
      std::fill(weights.begin(), weights.end(), 0.0); // a game that is over has no nodes further down
      random_game(g, start, o.depth, random, [&](int ply, double weight) { weights[static_cast<std::size_t>(ply)] = weight; });
      for (std::size_t i = 0; i < weights.size(); ++i) report.nodes[i].add(weights[i]);
    });
  }
  return report;
}

} // namespace zermelo

#define ZERMELO_ENGINE_SAMPLE(G)                                                                                                 \
  template zermelo::SampleReport zermelo::TypedEntry<G>::sample(const AnyPosition&, const SampleOptions&) const;
