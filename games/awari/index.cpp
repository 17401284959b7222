#include "awari/index.h"

#include "index/combinations.h"

namespace zermelo::awari {
namespace {

// Lists of all arrangements make unranking a look-up, up to so many of them: 40 stones in six pits.
constexpr u64 most_listed = 10'000'000;

// f(h) for every arrangement of s stones in pits from `pit` on, added to `so_far`.
template <class F> void each_arrangement(int pit, int pits, int s, Half so_far, F&& f) {
  if (pit + 1 == pits) return f(so_far + stones_at(pit, s));
  for (int n = 0; n <= s; ++n) each_arrangement(pit + 1, pits, s - n, so_far + stones_at(pit, n), f);
}

void count_arrangements(IndexArrays& a, int pits, int stones) {
  for (int j = 0; j < ScoreIndex::terms; ++j) {
    for (int s = 0; s < ScoreIndex::sums; ++s) {
      const bool used = j + 1 < pits;
      a.steps.push_back(used ? static_cast<u32>(binomial(s + j, j + 1)) : 0);
      a.full_steps.push_back(used ? static_cast<u32>(binomial(s - 1, j + 1)) : 0);
    }
  }
  u64 all = 0, open = 0;
  for (int s = 0; s <= stones; ++s) {
    a.counts.push_back(binomial(s + pits - 1, pits - 1));
    a.open_counts.push_back(a.counts.back() - binomial(s - 1, pits - 1));
    a.first.push_back(all);
    a.open_first.push_back(open);
    all += a.counts.back();
    open += a.open_counts.back();
  }
  if (all > most_listed) return;
  a.all.resize(all);
  a.open.resize(open);
}

void place_rows(IndexArrays& a, int stones) {
  Slot next = 0;
  for (int n = 0; n <= stones; ++n) {
    a.begin.push_back(next);
    for (int other = 0; other <= stones + 1; ++other) {
      a.rows.push_back(next);
      if (other <= n) next += a.open_counts[static_cast<std::size_t>(other)] * a.counts[static_cast<std::size_t>(n - other)];
    }
  }
  a.begin.push_back(next);
}

} // namespace

Game::Game(int pits_each, int stones_at_start) {
  pits = pits_each;
  stones = stones_at_start;
  sowing = &Sowing::of(pits);
  const auto arrays = std::make_shared<IndexArrays>();
  count_arrangements(*arrays, pits, stones);
  place_rows(*arrays, stones);
  steps = arrays->steps.data();
  full_steps = arrays->full_steps.data();
  counts = arrays->counts.data();
  open_counts = arrays->open_counts.data();
  first_listed = arrays->first.data();
  first_open_listed = arrays->open_first.data();
  begin = arrays->begin.data();
  rows = arrays->rows.data();
  list_size = arrays->all.size();
  open_list_size = arrays->open.size();
  if (list_size != 0) {
    for (int s = 0; s <= stones; ++s) {
      each_arrangement(0, pits, s, 0, [&](Half h) {
        arrays->all[first_listed[s] + half_rank(h)] = h;
        if (empty_pits(h, pits) != 0) arrays->open[first_open_listed[s] + open_rank(h)] = h;
      });
    }
    listed = arrays->all.data();
    open_listed = arrays->open.data();
  }
  arrays_ = arrays;
}

std::string Game::layer_name(int n) const { return std::to_string(n) + (n == 1 ? " stone" : " stones"); }

Half ScoreIndex::search(int s, u64 r) const {
  Half h = 0;
  int above = s; // the prefix sum of the pits up to the one that is looked for
  for (int j = pits - 2; j >= 0; --j) {
    int sum = above;
    while (steps[j * sums + sum] > r) --sum;
    r -= steps[j * sums + sum];
    h += stones_at(j + 1, above - sum);
    above = sum;
  }
  return h + stones_at(0, above);
}

// The arrangement with that number among those with an empty pit: the order is the same, so its number among all is found by
// halving.
Half ScoreIndex::search_open(int s, u64 r) const {
  u64 low = r, high = counts[s] - 1;
  auto open_before = [&](u64 all) { // how many with an empty pit are not behind the arrangement
    const Half h = search(s, all);
    const Half prefix = h * ones;
    u64 n = all + 1;
    for (int j = pits - 2; j >= 0; --j) {
      n -= full_steps[j * sums + static_cast<int>(prefix >> 8 * j & 0xFF)];
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
