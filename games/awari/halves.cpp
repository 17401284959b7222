#include "awari/halves.h"

namespace zermelo::awari {
namespace {

// f(h) for every arrangement of s stones in pits from `pit` on, added to `so_far`.
template <class F> void each_arrangement(int pit, int pits, int s, Half so_far, F&& f) {
  if (pit + 1 == pits) return f(so_far + stones_at(pit, s));
  for (int n = 0; n <= s; ++n) each_arrangement(pit + 1, pits, s - n, so_far + stones_at(pit, n), f);
}

} // namespace

Halves::Halves(int pits, int stones) : pits_(pits) {
  for (int j = 0; j + 1 < pits; ++j) {
    for (int s = 0; s <= most_stones; ++s) {
      steps_[static_cast<std::size_t>(j)][static_cast<std::size_t>(s)] = static_cast<u32>(binomial(s + j, j + 1));
      full_steps_[static_cast<std::size_t>(j)][static_cast<std::size_t>(s)] = static_cast<u32>(binomial(s - 1, j + 1));
    }
  }
  u64 all = 0, open = 0;
  for (int s = 0; s <= stones; ++s) {
    count_.push_back(binomial(s + pits - 1, pits - 1));
    open_count_.push_back(count_.back() - binomial(s - 1, pits - 1));
    first_.push_back(all);
    open_first_.push_back(open);
    all += count_.back();
    open += open_count_.back();
  }
  if (stones > most_listed) return;
  all_.resize(all);
  open_.resize(open);
  for (int s = 0; s <= stones; ++s) {
    each_arrangement(0, pits, s, 0, [&](Half h) {
      all_[first_[static_cast<std::size_t>(s)] + rank(h)] = h;
      if (empty_pits(h, pits_) != 0) open_[open_first_[static_cast<std::size_t>(s)] + open_rank(h)] = h;
    });
  }
}

u64 Halves::bytes_for(int pits, int stones) {
  return stones > most_listed ? 0 : 2 * sizeof(Half) * binomial(stones + pits, pits);
}

Half Halves::search(int s, u64 r) const {
  Half h = 0;
  int above = s; // the prefix sum of the pits up to the one that is looked for
  for (int j = pits_ - 2; j >= 0; --j) {
    int sum = above;
    while (steps_[static_cast<std::size_t>(j)][static_cast<std::size_t>(sum)] > r) --sum;
    r -= steps_[static_cast<std::size_t>(j)][static_cast<std::size_t>(sum)];
    h += stones_at(j + 1, above - sum);
    above = sum;
  }
  return h + stones_at(0, above);
}

// The arrangement with that number among those with an empty pit: the order is the same, so its number among all is found by
// halving.
Half Halves::search_open(int s, u64 r) const {
  u64 low = r, high = count(s) - 1;
  auto open_before = [&](u64 all) { // how many with an empty pit are not behind the arrangement
    const Half h = search(s, all);
    const Half sums = h * ones;
    u64 n = all + 1;
    for (int j = pits_ - 2; j >= 0; --j) {
      n -= full_steps_[static_cast<std::size_t>(j)][sums >> 8 * j & 0xFF];
      if (stones_in(h, j + 1) == 0) return n;
    }
    return n - (stones_in(h, 0) != 0 ? 1 : 0);
  };
  while (low < high) {
    const u64 middle = low + (high - low) / 2;
    if (open_before(middle) >= r + 1) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return search(s, low);
}

} // namespace zermelo::awari
