// Sampled counts as their caller sees them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "index/sampling.h"

namespace zermelo {

struct SampleOptions {
  u64 samples = 1'000'000;
  u64 seed = 1;
  int depth = 0;       // of the tree of play; 0: not asked for
  u64 most_states = 0; // of an exact count of the set; 0: not asked for
  std::function<bool()> should_stop;
};

// The error of the second way is seen from populations; their size bounds the memory.
inline constexpr u64 least_populations = 32, most_strings = u64{1} << 15;

struct SampledSet {
  std::string words;
  int symmetries = 1;
  Mean blind, fitting; // of strings, of populations; see index/sampling.h
  std::optional<unsigned __int128> exact;
};

struct SampleReport {
  std::optional<SampledSet> set; // of a game that describes one
  std::vector<Mean> nodes;       // at each depth of the tree of play
};

} // namespace zermelo
