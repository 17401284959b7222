// The arrangements of stones on one side, numbered: all of them, and those with an empty pit.
//
// With prefix sums S0 <= S1 <= ... of the pits, s stones in all, an arrangement is the number
//   C(S0, 1) + C(S1 + 1, 2) + C(S2 + 2, 3) + ...     over all pits but the last
// among those of s stones. In the same order without a gap go those with an empty pit: of the arrangements before, those without
// one are counted the same way, C(S4 - 1, 5) + C(S3 - 1, 4) + ..., from the last pit down to the first one that is empty.
#pragma once

#include <vector>

#include "awari/rules.h"
#include "index/combinations.h"

namespace zermelo::awari {

class Halves {
public:
  Halves(int pits, int stones);

  u64 count(int s) const { return count_[static_cast<std::size_t>(s)]; }           // arrangements of s stones
  u64 open_count(int s) const { return open_count_[static_cast<std::size_t>(s)]; } // those with an empty pit

  u32 rank(Half h) const {
    const Half sums = h * ones;
    u32 r = 0;
    for (std::size_t j = 0; j < terms; ++j) r += steps_[j][sums >> 8 * j & 0xFF];
    return r;
  }
  // Of an arrangement with an empty pit.
  u32 open_rank(Half h) const {
    const Half sums = h * ones;
    const int last_empty = (63 - std::countl_zero(empty_pits(h, pits_))) / 8;
    u32 r = 0;
    for (std::size_t j = 0; j < terms; ++j) {
      const auto sum = sums >> 8 * j & 0xFF;
      r += steps_[j][sum] - (static_cast<int>(j) + 1 >= last_empty ? full_steps_[j][sum] : 0);
    }
    return r;
  }
  Half unrank(int s, u64 r) const { return tabled() ? all_[first_[static_cast<std::size_t>(s)] + r] : search(s, r); }
  Half unrank_open(int s, u64 r) const {
    return tabled() ? open_[open_first_[static_cast<std::size_t>(s)] + r] : search_open(s, r);
  }

  static u64 bytes_for(int pits, int stones); // of the lists

private:
  // Lists of all arrangements make unranking a look-up; with more stones than this they would be too long.
  static constexpr int most_listed = 34;
  bool tabled() const { return !all_.empty(); }
  Half search(int s, u64 r) const;
  Half search_open(int s, u64 r) const;

  int pits_;
  // As many terms for fewer pits, 0 those that there are not: loops of a fixed length are unrolled.
  static constexpr std::size_t terms = most_pits - 1;
  using Steps = std::array<std::array<u32, most_stones + 1>, terms>;
  Steps steps_{}, full_steps_{};
  std::vector<u64> count_, open_count_;
  std::vector<u64> first_, open_first_; // where the lists of s stones begin
  std::vector<Half> all_, open_;
};

} // namespace zermelo::awari
