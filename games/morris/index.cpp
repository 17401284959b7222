// The classes of the men of one side, the parts and the layers of the index.
#include "morris/index.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::morris {

namespace {

// Made once for all games on a board.
const auto& sets_of(const Index& index) {
  const auto image = [&](int m, u32 set) { return index.image(m, set); };
  using Made = SizedSetLists<most_points, most_men>;
  if (index.rings == 3) {
    static const Made large(index.points(), most_men, symmetries, image);
    return large.all();
  }
  static const Made small(index.points(), 6, symmetries, image);
  return small.all();
}

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
    next += stride * index.sets.count_classes(other);
  }
};

Game::Game(const Rules& rules) : Rules(rules), index_(rules) {
  const auto lists = std::make_shared<Lists>();
  index_.sets = sets_of(index_);
  const int most = static_cast<int>(men);
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
  index_.part_numbers = lists->numbers.data();
  index_.part_number_count = static_cast<u32>(lists->numbers.size());
  lists_ = lists;
}

const std::vector<TableLayer>& Game::layers() const { return lists_->layers; }

Position Game::canonical(const Position& p) const {
  Position best = p;
  if (p.hand + p.other_hand == 0) best.black = 0;
  take_least_image(best.own, best.other, symmetries, [&](int m, u32 set) { return index_.image(m, set); });
  return best;
}

int Game::orbit(const Position& p) const {
  return count_images(p.own, p.other, symmetries, [&](int m, u32 set) { return index_.image(m, set); }) *
         (p.hand + p.other_hand == 0 ? 2 : 1);
}

// Only a symmetry that fixes the other's men can fix both.
int Game::weight(Slot s) const {
  const Part& part = index_.part_at(s);
  const SetClass& of_other = *index_.sets.class_of(part.other, (s - part.first) / part.stride);
  if (of_other.fixing == 1) return symmetries * (part.hand == 0 ? 2 : 1);
  Position p;
  return unrank(s, p) ? orbit(p) : 0;
}

} // namespace zermelo::morris
