// Positions that have occurred, in the game before the search and on the path of the search, and what a result leans on.
//
// In the game: moves to positions that the rule about repetitions would strike are the same wherever the search stands, so they
// are part of the rules of this search; `salt` tells them apart from those of another in the table of positions.
//
// On the path: a move back to a position of the path is a draw (or forbidden, or loses) on this path only. A score that such
// a move is part of leans on the highest position of the path that it meets, told by its depth. It is kept in the table only
// where that is the position itself or below: then it holds on any path. Else a win that another path leads to could be hidden.
// A shortest win never comes back to a position, so nothing is lost by calling the first return on a path a draw.
//
// Where a return is forbidden, or loses, it is not a draw but helps to win. A win that leans on one is a good guess, but is
// neither kept nor called certain: what the table says of a position below may need a move that the path has used up.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/key.h"
#include "game/concepts.h"
#include "game/history.h"

namespace zermelo {

inline constexpr i32 leans_on_nothing = 1 << 30;

template <class G> class Repeats {
public:
  static constexpr bool possible = G::repetition != Repetition::never;

  // The keys of the game's positions so far, the present one last; it is the first of the path.
  void begin(const std::vector<Key>& game) {
    path_.assign(1, game.back());
    struck_.clear();
    salt_ = 0;
    if constexpr (possible) {
      std::unordered_map<Key, int, KeyHash> times;
      for (const Key& key : game) {
        if (++times[key] != times_before(G::repetition)) continue;
        struck_.insert(key);
        salt_ += mix_bits(key.low);
      }
    }
  }

  void enter(const Key& key) { path_.push_back(key); }
  void leave() { path_.pop_back(); }

  // Whether the rule strikes a move to a position, and what a score leans on that makes use of it.
  bool strikes(const Key& key, i32& leans) const {
    if constexpr (possible) {
      if (struck_.contains(key)) {
        leans = leans_on_nothing;
        return true;
      }
      const auto at = std::find(path_.begin(), path_.end(), key);
      if (at == path_.end()) return false;
      leans = static_cast<i32>(at - path_.begin());
      return true;
    }
    return false;
  }

  // What a score of the position at that depth of the path leans on above it.
  static i32 above(i32 leans, i32 depth) {
    return G::repetition == Repetition::draw && leans >= depth ? leans_on_nothing : leans;
  }

  Key salted(Key key) const { return {key.high ^ salt_, key.low + salt_}; }

private:
  std::vector<Key> path_;
  std::unordered_set<Key, KeyHash> struck_;
  u64 salt_ = 0;
};

} // namespace zermelo
