// Builds a decision diagram from a specification, breadth first: a state says all that the items still to come need to know
// of those before, and prefixes that reach the same state before the same item become one node.
//
//   struct Spec {
//     using State = …;                                                 // totally ordered, small
//     int items() const;                                               // 0 .. items()-1 are asked in this order
//     State start() const;
//     std::optional<State> step(int item, State, bool taken) const;    // nothing: no set goes on like this
//     bool accepts(State) const;                                       // after the last item
//   };
#pragma once

#include <concepts>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "index/zdd.h"

namespace zermelo {

template <class S>
concept ZddSpec = requires(const S& spec, const typename S::State& state, int item, bool taken) {
  requires std::totally_ordered<typename S::State>;
  { spec.items() } -> std::same_as<int>;
  { spec.start() } -> std::same_as<typename S::State>;
  { spec.step(item, state, taken) } -> std::same_as<std::optional<typename S::State>>;
  { spec.accepts(state) } -> std::same_as<bool>;
};

// Zero-suppression drops a node whose `hi` leads to no set; it is always done. `by_state` leaves it at that: the nodes are
// those of the specification. `reduced` also makes one node of nodes with the same item and the same children: then the
// diagram depends on the family and the order of its items only, and is the least there is.
enum class ZddMerge : u8 { by_state, reduced };

template <ZddSpec S> Zdd build_zdd(const S& spec, ZddMerge merge = ZddMerge::reduced) {
  using State = typename S::State;
  constexpr u32 dead = ~u32{0};
  struct Edges {
    u32 lo, hi; // places in the next layer
  };
  // Forward: the states before each item, numbered as they appear.
  std::vector<State> states = {spec.start()};
  std::vector<std::vector<Edges>> layers;
  for (int item = 0; item < spec.items(); ++item) {
    std::map<State, u32> numbers;
    std::vector<State> next;
    auto number = [&](const State& from, bool taken) {
      const auto to = spec.step(item, from, taken);
      if (!to) return dead;
      const auto [it, fresh] = numbers.emplace(*to, static_cast<u32>(next.size()));
      if (fresh) next.push_back(*to);
      return it->second;
    };
    auto& layer = layers.emplace_back();
    layer.reserve(states.size());
    for (const State& s : states) {
      const u32 lo = number(s, false), hi = number(s, true);
      layer.push_back({lo, hi});
    }
    states = std::move(next);
  }
  // Backward: nodes for the states that lead somewhere.
  Zdd::Maker maker(spec.items());
  std::vector<u32> below;
  below.reserve(states.size());
  for (const State& s : states) below.push_back(spec.accepts(s) ? Zdd::one : Zdd::none);
  for (u32 item = static_cast<u32>(layers.size()); item-- > 0;) {
    std::map<std::pair<u32, u32>, u32> same;
    std::vector<u32> here;
    for (const Edges& e : layers[item]) {
      const u32 lo = e.lo == dead ? Zdd::none : below[e.lo], hi = e.hi == dead ? Zdd::none : below[e.hi];
      if (hi == Zdd::none) {
        here.push_back(lo);
      } else if (merge == ZddMerge::by_state) {
        here.push_back(maker.node(item, lo, hi));
      } else {
        const auto [it, fresh] = same.emplace(std::pair(lo, hi), 0);
        if (fresh) it->second = maker.node(item, lo, hi);
        here.push_back(it->second);
      }
    }
    below = std::move(here);
    layers.pop_back();
  }
  return {std::move(maker), below.front()};
}

} // namespace zermelo
