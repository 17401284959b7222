// The classes of the men of one side, the parts and the layers of the index.
#include "morris/index.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::morris {

namespace {

// The sets of the men of one side on so many rings, made once for all games.
struct Sets {
  std::vector<u32> sets, half_ranks;
  std::vector<SetPlace> places;
  std::vector<SetClass> classes;
  u32 first_set[counts + 1] = {}, first_class[counts + 1] = {};

  Sets(const Index& index, int most) {
    for (int table = 0; table < Index::half_tables; ++table) // of the lower half; of the upper half above table - 1 points
      for (u32 set = 0; set < Index::half_sets; ++set) {
        u64 r = 0;
        int i = std::max(0, table - 1);
        for (u32 left = set; left != 0; left &= left - 1)
          r += binomial((table == 0 ? 0 : Index::half_points) + lowest_bit(left), ++i);
        half_ranks.push_back(static_cast<u32>(r));
      }
    for (int n = 0; n <= most; ++n) {
      const u64 begin = sets.size(), ways = binomial(index.points(), n);
      std::vector<SetClass> found;
      for (u32 set = (1U << n) - 1; sets.size() < begin + ways;) {
        sets.push_back(set);
        places.push_back(classify(
            set, symmetries, [&](int m, u32 s) { return index.image(m, s); }, found,
            [&](u32 first) { return places[begin + Combinations(most_points, n).rank(first)]; }));
        const u32 low = set & (0 - set), carried = set + low; // the next number with as many bits
        if (set != 0) set = carried | ((set ^ carried) / low >> 2);
      }
      classes.insert(classes.end(), found.begin(), found.end());
      first_set[n + 1] = static_cast<u32>(sets.size());
      first_class[n + 1] = static_cast<u32>(classes.size());
    }
  }
  static const Sets& of(const Index& index) {
    if (index.rings == 3) {
      static const Sets large(index, most_men);
      return large;
    }
    static const Sets small(index, 6);
    return small;
  }
};

} // namespace

struct Lists {
  std::vector<Part> parts;
  std::vector<u16> numbers;
  std::vector<TableLayer> layers;
  Slot next = 0;

  void add(const Index& index, int hand, int other_hand, int own, int other) {
    const u64 stride = binomial(index.points() - other, own);
    numbers[static_cast<std::size_t>(((hand + other_hand) * counts + own) * counts + other)] = static_cast<u16>(parts.size());
    parts.push_back(
        {next, stride, static_cast<u8>(own), static_cast<u8>(other), static_cast<u8>(hand), static_cast<u8>(other_hand)});
    next += stride * (index.first_class[other + 1] - index.first_class[other]);
  }
};

Game::Game(const Rules& rules) : Rules(rules), index_(rules) {
  const auto lists = std::make_shared<Lists>();
  const Sets& sets = Sets::of(index_);
  const int most = static_cast<int>(men);
  std::copy(std::begin(sets.first_set), std::end(sets.first_set), index_.first_set);
  std::copy(std::begin(sets.first_class), std::end(sets.first_class), index_.first_class);
  lists->numbers.assign(std::size_t{most_in_hand + 1} * counts * counts, Index::no_part);
  auto layer = [&](std::string name, auto&& add) {
    TableLayer l{lists->next, lists->next, lists->next, std::move(name)};
    add(l);
    l.last = lists->next;
    if (l.second == l.first) l.second = l.last;
    if (l.slots() != 0) lists->layers.push_back(std::move(l));
  };
  for (int together = 2 * least_men; together <= 2 * most; ++together)
    for (int own = std::min(most, together - least_men); 2 * own >= together; --own)
      layer(fmt::format("{} men against {}", own, together - own), [&](TableLayer& l) {
        lists->add(index_, 0, 0, own, together - own);
        l.second = lists->next;
        if (2 * own != together) lists->add(index_, 0, 0, together - own, own);
      });
  for (int in_hand = 1; placing != 0 && in_hand <= 2 * most; ++in_hand) {
    const int hand = (in_hand + 1) / 2, other_hand = in_hand / 2;
    for (int own = std::max(0, least_men - hand); own <= most - hand; ++own)
      for (int other = std::max(0, least_men - other_hand); other <= most - other_hand; ++other)
        layer(fmt::format("{} in hand, {} men against {}", in_hand, own, other),
              [&](TableLayer&) { lists->add(index_, hand, other_hand, own, other); });
  }
  index_.part_count = static_cast<u32>(lists->parts.size());
  lists->parts.push_back({lists->next});
  index_.parts = lists->parts.data();
  auto point = [](auto& pointer, u32& count, const auto& list) {
    pointer = list.data();
    count = static_cast<u32>(list.size());
  };
  point(index_.part_numbers, index_.part_number_count, lists->numbers);
  point(index_.sets, index_.set_count, sets.sets);
  point(index_.places, index_.set_count, sets.places);
  point(index_.classes, index_.class_count, sets.classes);
  index_.half_ranks = sets.half_ranks.data();
  lists_ = lists;
}

const std::vector<TableLayer>& Game::layers() const { return lists_->layers; }

Position Game::canonical(const Position& p) const {
  Position best = p;
  if (p.hand + p.other_hand == 0) best.black = 0;
  for (int m = 1; m < symmetries; ++m) {
    const u32 own = index_.image(m, p.own), other = index_.image(m, p.other);
    if (own < best.own || (own == best.own && other < best.other)) best.own = own, best.other = other;
  }
  return best;
}

int Game::orbit(const Position& p) const {
  int fixing = 0;
  for (int m = 0; m < symmetries; ++m) fixing += index_.image(m, p.own) == p.own && index_.image(m, p.other) == p.other ? 1 : 0;
  return symmetries / fixing * (p.hand + p.other_hand == 0 ? 2 : 1);
}

// Only a symmetry that fixes the other's men can fix both.
int Game::weight(Slot s) const {
  if (index_.class_at(s).fixing == 1) return symmetries * (index_.part_at(s).hand == 0 ? 2 : 1);
  Position p;
  return unrank(s, p) ? orbit(p) : 0;
}

} // namespace zermelo::morris
