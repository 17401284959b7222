// Goes through the sets of a decision diagram in the order of their ranks. The path to the last set is kept: a step to the
// next one goes back only as far as the two differ, which is a few nodes on average and never more than a path and back.
#pragma once

#include "index/zdd.h"

namespace zermelo {

class ZddWalk {
public:
  explicit ZddWalk(const Zdd& zdd, u64 rank = 0) : zdd_(zdd) { seek(rank); }

  bool done() const { return rank_ >= zdd_.size(); }
  u64 rank() const { return rank_; }
  const ItemSet& set() const { return set_; }
  u64 steps() const { return steps_; } // nodes entered so far

  void next() { seek(rank_ + 1); }

  // Any rank; quick if it is near the last one.
  void seek(u64 rank) {
    rank_ = rank;
    if (done()) return;
    while (!path_.empty() && (rank < path_.back().first || rank >= path_.back().end)) {
      if (path_.back().taken) set_.pop_back();
      path_.pop_back();
    }
    u64 first = 0, end = zdd_.size();
    u32 at = zdd_.root();
    if (!path_.empty()) {
      first = path_.back().first, end = path_.back().end;
      at = path_.back().to;
    }
    while (at > Zdd::one) {
      const Zdd::Node& n = zdd_.nodes()[at];
      const bool taken = rank - first >= n.without;
      if (taken) {
        first += n.without;
        set_.push_back(n.item);
      } else {
        end = first + n.without;
      }
      at = taken ? n.hi : n.lo;
      path_.push_back({first, end, at, taken});
      ++steps_;
    }
  }

private:
  // One edge of the path: the ranks of the sets that take it are first .. end-1.
  struct Edge {
    u64 first, end;
    u32 to;
    bool taken;
  };
  const Zdd& zdd_;
  u64 rank_ = 0, steps_ = 0;
  std::vector<Edge> path_;
  ItemSet set_;
};

} // namespace zermelo
