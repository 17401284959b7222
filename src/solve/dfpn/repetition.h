// Why a stored result is right whatever was played before.
//
// A win of the attacker holds on any path: nothing in it leans on a repetition. That the attacker does not win may lean on one:
// a move back to a position of the path is the defender's. Such a result is tied to positions of the path; kept are the depths
// of the highest and of the lowest of them. Where the highest is the position itself, the defender has a way to go on for
// ever that leaves out nothing, and the result holds on any path. Else it holds where the path is the same down to the lowest:
// it is stored as a twin, under a key that the path to there is part of, and the position's own entry says at which depth to
// look (after Kishimoto and Mueller). A game whose positions never return has nothing of this.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/key.h"
#include "game/concepts.h"
#include "solve/dfpn/numbers.h"

namespace zermelo {

// What a result leans on: depths on the path, highest (least) and lowest.
struct Lean {
  static constexpr i32 nowhere = 1 << 30;
  i32 highest = nowhere, lowest = -1;

  bool on_nothing() const { return highest == nowhere; }
  void add(const Lean& other) {
    highest = std::min(highest, other.highest);
    lowest = std::max(lowest, other.lowest);
  }
};

// What was settled on one path is likely to be settled on others, but must be shown again.
inline constexpr Numbers elsewhere_refused{8, 1}, elsewhere_granted{1, 8};

template <class G> class Path {
public:
  static constexpr bool returns = G::repetition != Repetition::never;

  void enter(const Key& key) {
    if constexpr (!returns) return;
    depth_.emplace(key, static_cast<i32>(hashes_.size()));
    hashes_.push_back(mix_bits((hashes_.empty() ? 0 : hashes_.back()) + key.low));
  }
  void leave(const Key& key) {
    if constexpr (!returns) return;
    depth_.erase(key);
    hashes_.pop_back();
  }
  // The depth at which the position is on the path, or -1.
  i32 depth_of(const Key& key) const {
    const auto it = depth_.find(key);
    return it == depth_.end() ? -1 : it->second;
  }
  i32 depth() const { return static_cast<i32>(hashes_.size()) - 1; }

  // The key of what holds only where the path is the same down to a depth.
  Key twin(Key key, i32 depth) const {
    const u64 hash = hashes_[static_cast<std::size_t>(depth)];
    return {key.high ^ hash, key.low + mix_bits(hash)};
  }

private:
  std::unordered_map<Key, i32, KeyHash> depth_;
  std::vector<u64> hashes_; // of the path down to each depth
};

} // namespace zermelo
