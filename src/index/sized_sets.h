// All sets of at most `Most` of up to `Points` points, by their size: numbered within a size in the order of their value, and
// divided into classes under symmetries (set_classes.h).
//
//   number of a set = two looks: what the lower half of its points counts for, and what the upper half does above so many points
//
// Plain data: it goes to a device. SizedSetLists makes it, once for all games on a board. games/morris and games/shinpei number one
// side's pieces by the class of their set, and the other's among the points that are left.
#pragma once

#include <algorithm>
#include <vector>

#include "index/combinations.h"
#include "index/set_classes.h"

namespace zermelo {

template <int Points, int Most> struct SizedSets {
  static constexpr int half_points = (Points + 1) / 2, half_tables = half_points + 2;
  static constexpr u32 half_sets = 1U << half_points;
  static constexpr std::size_t sizes = static_cast<std::size_t>(Most) + 1;

  template <class F> void each_array(F&& f) {
    f(half_ranks, half_tables * half_sets);
    f(sets, first_set[sizes]);
    f(places, first_set[sizes]);
    f(classes, first_class[sizes]);
  }

  // Among the sets of its size.
  ZERMELO_HD u32 rank(u32 set) const {
    const u32 low = set & (half_sets - 1);
    return half_ranks[low] + half_ranks[static_cast<u32>(1 + count_ones(low)) * half_sets + (set >> half_points)];
  }
  ZERMELO_HD u32 set(int size, u64 rank) const { return sets[first_set[size] + rank]; }
  ZERMELO_HD SetPlace place(int size, u32 set) const { return places[first_set[size] + rank(set)]; }
  ZERMELO_HD const SetClass* class_of(int size, u64 number) const { return classes + first_class[size] + number; }
  u32 count_classes(int size) const { return first_class[size + 1] - first_class[size]; }

  const u32* half_ranks = nullptr; // of the lower half of the points; then of the upper half, by how many the lower has
  const u32* sets = nullptr;       // by size and rank, and the place of each
  const SetPlace* places = nullptr;
  const SetClass* classes = nullptr;                          // by size and number
  u32 first_set[sizes + 1] = {}, first_class[sizes + 1] = {}; // of a size
};

// The arrays of such sets, and who points to them.
template <int Points, int Most> class SizedSetLists {
public:
  // Of the first so many points, at most so many of them; image(m, set) is that under one of the symmetries.
  template <class Image> SizedSetLists(int points, int most, u8 symmetries, const Image& image) {
    using Sets = SizedSets<Points, Most>;
    for (int table = 0; table < Sets::half_tables; ++table) // of the lower half; of the upper half above table - 1 points
      for (u32 set = 0; set < Sets::half_sets; ++set) {
        u64 r = 0;
        int i = std::max(0, table - 1);
        for (u32 left = set; left != 0; left &= left - 1)
          r += binomial((table == 0 ? 0 : Sets::half_points) + lowest_bit(left), ++i);
        half_ranks_.push_back(static_cast<u32>(r));
      }
    for (int n = 0; n <= Most; ++n) {
      if (n <= most) add(points, n, symmetries, image);
      all_.first_set[n + 1] = static_cast<u32>(sets_.size());
      all_.first_class[n + 1] = static_cast<u32>(classes_.size());
    }
    all_.half_ranks = half_ranks_.data();
    all_.sets = sets_.data();
    all_.places = places_.data();
    all_.classes = classes_.data();
  }
  SizedSetLists(const SizedSetLists&) = delete;
  SizedSetLists& operator=(const SizedSetLists&) = delete;

  const SizedSets<Points, Most>& all() const { return all_; }

private:
  template <class Image> void add(int points, int n, u8 symmetries, const Image& image) {
    const u64 begin = sets_.size(), ways = binomial(points, n);
    std::vector<SetClass> found;
    for (u32 set = (1U << n) - 1; sets_.size() < begin + ways;) {
      sets_.push_back(set);
      places_.push_back(classify(set, symmetries, image, found,
                                 [&](u32 first) { return places_[begin + Combinations(Points, n).rank(first)]; }));
      const u32 low = set & (0 - set), carried = set + low; // the next number with as many bits
      if (set != 0) set = carried | ((set ^ carried) / low >> 2);
    }
    classes_.insert(classes_.end(), found.begin(), found.end());
  }

  std::vector<u32> half_ranks_, sets_;
  std::vector<SetPlace> places_;
  std::vector<SetClass> classes_;
  SizedSets<Points, Most> all_;
};

} // namespace zermelo
