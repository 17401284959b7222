// Why a stored result is right whatever was played before (graph history interaction; after Kishimoto and Müller 2004).
//
// A win of the attacker holds on any path: nothing in it depends on a repetition. That the attacker does not win may depend on one,
// because a move back to a position of the path counts as a success of the defender:
//
//   depth 0   A            At C the defender moves back to A, and the attacker has not won. That is a fact about the path A B C.
//   depth 1   └ B          On a path that reaches C without A, the same move leads to a position that is still to be searched.
//   depth 2     └ C ─> A
//
// So a result is tied to the positions of the path that its moves go back to. Kept are the depths of the highest and of the lowest of
// them. There are three cases:
//   nothing      the result depends on no repetition, and holds on any path
//   itself       the highest is the position itself: the defender goes round in a circle below it that needs nothing above it, and
//                the result holds on any path
//   above        the result holds where the path is the same down to the lowest of them. It is stored as a twin, under a key that is
//                made of the position and of the path to there; the position's own entry says at which depth to look
//
// Cost: a map of the path, a second look-up where an entry names a depth. A game whose positions never return has none of this.
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
