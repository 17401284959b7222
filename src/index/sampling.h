// How many strings a specification allows, from a sample of them or exactly. For sets that are too large to count, or to build
// a diagram of.
//
//   struct Spec {
//     using State = …;                                                  // totally ordered
//     int items() const;                                                // length of the string
//     int contents() const;                                             // contents are 0 .. contents()-1
//     State start() const;
//     std::optional<State> step(int item, const State&, int content) const;   // nothing: not allowed
//     bool accepts(const State&) const;                                 // after the last item
//   };
//
// A game that describes a set of its positions like this has
//   sampled()            an object with
//     spec()             such a specification
//     symmetries()       how many images a position has at most; all but few have as many
//     set()              the set, in words
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "game/concepts.h"

namespace zermelo {

template <class S>
concept StringSpec = requires(const S& spec, const typename S::State& state, int item, int content) {
  requires std::totally_ordered<typename S::State>;
  { spec.items() } -> std::same_as<int>;
  { spec.contents() } -> std::same_as<int>;
  { spec.start() } -> std::same_as<typename S::State>;
  { spec.step(item, state, content) } -> std::same_as<std::optional<typename S::State>>;
  { spec.accepts(state) } -> std::same_as<bool>;
};

template <class G>
concept Sampled = Rules<G> && requires(const G& g) {
  { g.sampled().spec() } -> StringSpec;
  { g.sampled().symmetries() } -> std::same_as<int>;
  { g.sampled().set() } -> std::convertible_to<std::string>;
};

// The mean of weights with its standard error, without keeping them (Welford).
class Mean {
public:
  void add(double weight) {
    ++n_;
    const double off = weight - mean_;
    mean_ += off / static_cast<double>(n_);
    squares_ += off * (weight - mean_);
    hits_ += weight != 0;
  }
  u64 samples() const { return n_; }
  u64 hits() const { return hits_; } // weights that are not 0
  double mean() const { return mean_; }
  double error() const {
    const double n = static_cast<double>(n_);
    return n_ < 2 ? 0 : std::sqrt(squares_ / (n - 1) / n);
  }

private:
  u64 n_ = 0, hits_ = 0;
  double mean_ = 0, squares_ = 0;
};

// A string of contents that are drawn blindly counts for all of them if it is allowed, for nothing if it is not.
template <StringSpec S, class Random> double blind_weight(const S& spec, Random& random) {
  std::uniform_int_distribution<int> any(0, spec.contents() - 1);
  auto state = spec.start();
  for (int item = 0; item < spec.items(); ++item) {
    const auto next = spec.step(item, state, any(random));
    if (!next) return 0;
    state = *next;
  }
  return spec.accepts(state) ? std::pow(static_cast<double>(spec.contents()), spec.items()) : 0;
}

// Many strings that grow side by side, each content drawn from those that fit to the ones before. One that has had many ways to
// go on stands for more strings than one that has had few, and is followed by more of the next generation; the size of the set is
// the product of the mean numbers of ways (Knuth's estimate of the size of a tree, with resampling).
template <StringSpec S, class Random> double population_weight(const S& spec, u64 strings, Random& random) {
  using State = typename S::State;
  std::vector<State> now(strings, spec.start()), next;
  std::vector<State> fitting;
  std::vector<double> ways(strings);
  double weight = 1;
  for (int item = 0; item < spec.items(); ++item) {
    next.clear();
    for (u64 i = 0; i < strings; ++i) {
      fitting.clear();
      for (int content = 0; content < spec.contents(); ++content)
        if (auto to = spec.step(item, now[i], content)) fitting.push_back(*std::move(to));
      ways[i] = static_cast<double>(fitting.size());
      next.push_back(fitting.empty() ? now[i]
                                     : fitting[std::uniform_int_distribution<std::size_t>(0, fitting.size() - 1)(random)]);
    }
    const double sum = std::accumulate(ways.begin(), ways.end(), 0.0), step = sum / static_cast<double>(strings);
    if (sum == 0) return 0;
    weight *= step;
    // As many of each as its share, rounded up or down by one throw for all.
    now.clear();
    double mark = std::uniform_real_distribution<double>(0, step)(random), reached = 0;
    for (u64 i = 0; i < strings; ++i) {
      reached += ways[i];
      while (mark < reached && now.size() < strings) {
        now.push_back(next[i]);
        mark += step;
      }
    }
    while (now.size() < strings) now.push_back(now.back()); // lost to rounding
  }
  const auto accepted = std::count_if(now.begin(), now.end(), [&](const State& s) { return spec.accepts(s); });
  return weight * static_cast<double>(accepted) / static_cast<double>(strings);
}

// All of them, state by state; nothing if more than so many states come up before one item. look_around() is called now and then.
template <StringSpec S, class Look>
std::optional<unsigned __int128> count_strings(const S& spec, u64 most_states, Look&& look_around) {
  std::map<typename S::State, unsigned __int128> states = {{spec.start(), 1}};
  for (int item = 0; item < spec.items(); ++item) {
    std::map<typename S::State, unsigned __int128> next;
    u64 looked = 0;
    for (const auto& [state, ways] : states) {
      if ((++looked & 4095) == 0) look_around();
      for (int content = 0; content < spec.contents(); ++content)
        if (const auto to = spec.step(item, state, content)) next[*to] += ways;
      if (next.size() > most_states) return std::nullopt;
    }
    states = std::move(next);
  }
  unsigned __int128 all = 0;
  for (const auto& [state, ways] : states)
    if (spec.accepts(state)) all += ways;
  return all;
}

template <StringSpec S> std::optional<unsigned __int128> count_strings(const S& spec, u64 most_states) {
  return count_strings(spec, most_states, [] {});
}

// Two layers of states in maps, at most.
template <StringSpec S> u64 bytes_to_count(const S&, u64 most_states) {
  return 2 * most_states * (sizeof(typename S::State) + 64);
}

} // namespace zermelo
