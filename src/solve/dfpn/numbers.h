// Proof numbers, from the side to move: `mine` is how many open positions at least must be settled to show that the mover gets
// what it wants, `theirs` to show that it does not. 0 and infinite say that it is shown.
#pragma once

#include <algorithm>

#include "base/types.h"

namespace zermelo {

struct Numbers {
  static constexpr u32 infinite = (1U << 22) - 1;
  u32 mine = 1, theirs = 1;

  constexpr bool settled() const { return mine == 0 || theirs == 0; }
  constexpr bool granted() const { return mine == 0; }
  friend constexpr bool operator==(const Numbers&, const Numbers&) = default;
};

inline constexpr Numbers granted{0, Numbers::infinite}; // the mover gets what it wants
inline constexpr Numbers refused{Numbers::infinite, 0};

// Large numbers are capped below infinite, which says that something is shown.
constexpr u32 bounded(u64 n) { return static_cast<u32>(std::min<u64>(n, Numbers::infinite - 1)); }

// What the moves of a position make of it. With weak numbers the largest of the moves' numbers stands for their sum, and each
// other open move counts one: where many moves lead to the same positions the sum counts these over and over.
class Combined {
public:
  explicit constexpr Combined(bool weak) : weak_(weak) {}

  constexpr void add(Numbers child) {
    least_ = std::min(least_, child.theirs);
    if (child.theirs == 0) won_ = true;
    if (child.mine == 0) return; // a move that fails: nothing is left to do against it
    ++open_;
    if (child.mine == Numbers::infinite) {
      endless_ = true;
    } else {
      largest_ = std::max(largest_, child.mine);
      sum_ += child.mine;
    }
  }

  constexpr Numbers numbers() const {
    if (won_) return granted;
    if (open_ == 0) return refused;
    const u64 theirs = weak_ ? u64{largest_} + open_ - 1 : sum_;
    return {least_, endless_ ? Numbers::infinite : bounded(theirs)};
  }

  // How far a move's `mine` may grow before the position's `theirs` reaches the limit.
  constexpr u32 room(Numbers child, u32 limit) const {
    if (limit == Numbers::infinite) return Numbers::infinite;
    const u64 others = weak_ ? open_ - 1 : sum_ - child.mine;
    return limit > others ? static_cast<u32>(limit - others) : 1;
  }

private:
  bool weak_, won_ = false, endless_ = false;
  u32 least_ = Numbers::infinite, largest_ = 0, open_ = 0;
  u64 sum_ = 0;
};

// How far the best move's `theirs` may grow: a little above the second best, so that the search does not jump to and fro.
constexpr u32 stay(u32 second, double epsilon, u32 limit) {
  if (second == Numbers::infinite) return limit;
  const u32 further = bounded(std::max<u64>(u64{second} + 1, static_cast<u64>(static_cast<double>(second) * (1 + epsilon))));
  return std::min(limit, further);
}

} // namespace zermelo
