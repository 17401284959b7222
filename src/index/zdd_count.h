// Counts the sets of a decision diagram by a number that adds up along their paths, exactly and without listing them.
#pragma once

#include <algorithm>

#include "index/zdd.h"

namespace zermelo {

// counts[k] = how many sets come to k, where every node of the path adds lo(item) or hi(item). The sums should be small: they
// are places in a list. Goes from the root to the leaves and keeps only what is still to be used.
template <class Lo, class Hi> std::vector<u64> count_by_sum(const Zdd& zdd, Lo lo, Hi hi) {
  std::vector<std::vector<u64>> paths(zdd.nodes().size()); // to each node
  auto add = [&](u32 to, const std::vector<u64>& counts, u64 more) {
    if (to == Zdd::none) return;
    auto& sums = paths[to];
    if (sums.size() < counts.size() + more) sums.resize(counts.size() + more);
    for (std::size_t k = 0; k < counts.size(); ++k) sums[k + more] += counts[k]; // never more than there are sets
  };
  paths[zdd.root()] = {1};
  for (auto at = static_cast<u32>(paths.size()); at-- > Zdd::one + 1;) {
    const Zdd::Node& n = zdd.nodes()[at];
    const auto here = std::move(paths[at]);
    paths[at] = {};
    add(n.lo, here, static_cast<u64>(lo(n.item)));
    add(n.hi, here, static_cast<u64>(hi(n.item)));
  }
  return zdd.size() == 0 ? std::vector<u64>{} : std::move(paths[Zdd::one]);
}

// By the number of nodes that a rank or unrank of the set visits, leaves not counted. Merging nodes changes none of these.
inline std::vector<u64> path_lengths(const Zdd& zdd) {
  const auto each = [](u32) { return 1; };
  return count_by_sum(zdd, each, each);
}

inline double mean_of(const std::vector<u64>& counts) {
  long double sum = 0, n = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    sum += static_cast<long double>(k) * static_cast<long double>(counts[k]);
    n += static_cast<long double>(counts[k]);
  }
  return n == 0 ? 0 : static_cast<double>(sum / n);
}

} // namespace zermelo
