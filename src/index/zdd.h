// Families of sets as a zero-suppressed decision diagram (ZDD), numbered without gaps by counting its paths.
//
// A node asks for one item: `hi` goes on with the sets that have it, `lo` with those that have not. Items rise along every
// path; an item that a path skips is in none of its sets. The paths from the root to the leaf `one` are the sets. Every
// node knows how many of them leave by `lo`, so the rank of a set is the sum of these numbers over the items it has: the order
// is lexicographic, without an item before with it.
//
// A specification (index/zdd_build.h) describes a family item by item. index/frontier.h does the same for strings of
// many-valued contents, in a table with one look-up for each content and every (item, state) spelled out: quicker, larger,
// and what the games' own indices are made of. A diagram skips what does not matter and merges what does not differ; it can
// be counted, compared and sampled whatever the set looks like, which makes it the second account that an index is held against.
#pragma once

#include <random>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/types.h"

namespace zermelo {

// The items of one set, rising.
using ItemSet = std::vector<u32>;

class Zdd {
public:
  struct Node {
    u64 without; // sets that leave by lo
    u32 item;    // that of a leaf is above all others
    u32 lo, hi;
  };
  static constexpr u32 none = 0, one = 1; // the leaves: no set, the set that has no further item

  // A diagram grows from the leaves to the root.
  class Maker {
  public:
    explicit Maker(int items) : items_(static_cast<u32>(items)) {
      nodes_ = {{0, ~u32{0}, none, none}, {0, ~u32{0}, none, none}};
      sets_ = {0, 1};
    }
    u32 node(u32 item, u32 lo, u32 hi) {
      const u64 sum = sets_[lo] + sets_[hi];
      if (sum < sets_[lo]) throw Error(Exit::runtime, "a decision diagram has more sets than a number of 64 bits can count");
      ensure(nodes_.size() < ~u32{0}, "a decision diagram has too many nodes");
      nodes_.push_back({sets_[lo], item, lo, hi});
      sets_.push_back(sum);
      return static_cast<u32>(nodes_.size() - 1);
    }

  private:
    friend class Zdd;
    u32 items_;
    std::vector<Node> nodes_;
    std::vector<u64> sets_;
  };

  Zdd(Maker maker, u32 root) : items_(maker.items_), root_(root), size_(maker.sets_[root]), nodes_(std::move(maker.nodes_)) {}

  u64 size() const { return size_; }
  int items() const { return static_cast<int>(items_); }
  u32 root() const { return root_; }
  const std::vector<Node>& nodes() const { return nodes_; } // the leaves first, children before their parents
  u64 bytes() const { return nodes_.size() * sizeof(Node); }

  // no_slot for a set that is not in the family.
  u64 rank(std::span<const u32> set) const {
    u64 rank = 0;
    u32 at = root_;
    for (const u32 item : set) {
      while (nodes_[at].item < item) at = nodes_[at].lo;
      if (nodes_[at].item != item) return no_slot;
      rank += nodes_[at].without;
      at = nodes_[at].hi;
    }
    while (at > one) at = nodes_[at].lo;
    return at == one ? rank : no_slot;
  }

  // rank must be below size().
  void unrank(u64 rank, ItemSet& set) const {
    set.clear();
    for (u32 at = root_; at > one;) {
      const Node& n = nodes_[at];
      if (rank < n.without) {
        at = n.lo;
      } else {
        rank -= n.without;
        set.push_back(n.item);
        at = n.hi;
      }
    }
  }

  // Every set with the same probability; there must be one. Returns its rank.
  template <class Random> u64 sample(Random& random, ItemSet& set) const {
    const u64 rank = std::uniform_int_distribution<u64>(0, size_ - 1)(random);
    unrank(rank, set);
    return rank;
  }

private:
  u32 items_;
  u32 root_;
  u64 size_;
  std::vector<Node> nodes_;
};

} // namespace zermelo
