#include "checkers/placements.h"

#include <fmt/format.h>

#include <algorithm>

#include "index/combinations.h"

namespace zermelo::checkers {
namespace {

std::string words(Army a) {
  auto some = [](int n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); };
  if (a.pieces() == 0) return "nothing";
  if (a.kings == 0) return some(a.men, "man", "men");
  if (a.men == 0) return some(a.kings, "king", "kings");
  return some(a.men, "man", "men") + " and " + some(a.kings, "king", "kings");
}

struct Pair {
  Army a, b;
  int pieces() const { return a.pieces() + b.pieces(); }
  int men() const { return a.men + b.men; }
};

// In the order of their layers; the larger army first.
std::vector<Pair> pairs_of(int each, int together) {
  std::vector<Pair> pairs;
  std::vector<Army> armies;
  for (int pieces = 0; pieces <= each; ++pieces)
    for (int men = 0; men <= pieces; ++men) armies.push_back({men, pieces - men});
  for (const Army& a : armies)
    for (const Army& b : armies)
      if (std::pair(a.pieces(), a) >= std::pair(b.pieces(), b) && a.pieces() + b.pieces() <= together && a.pieces() > 0)
        pairs.push_back({a, b});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& x, const Pair& y) { return std::pair(x.pieces(), x.men()) < std::pair(y.pieces(), y.men()); });
  return pairs;
}

} // namespace

Placements::Placements(const Rules& rules, int most_each, int most_together)
    : index_(rules), numbers_(u64{LayerIndex::armies} * LayerIndex::armies) {
  index_.each = most_each;
  index_.together = most_together;
  index_.other_places = rules.board->all() & ~rules.board->home_row();
  list_subsets();
  for (const auto& [a, b] : pairs_of(most_each, most_together)) {
    TableLayer layer;
    layer.first = slots_;
    add_part(a, b);
    layer.second = slots_;
    if (a != b) add_part(b, a);
    layer.last = slots_;
    layer.name = words(a) + " against " + words(b);
    if (layer.slots() > 0) layers_.push_back(std::move(layer));
  }
  index_.parts = parts_.data();
  index_.part_count = static_cast<u32>(parts_.size());
  index_.part_numbers = numbers_.data();
  index_.men = men_.data();
  const u64 sizes[] = {parts_.size(), numbers_.size(), men_.size(), subsets_.size(), before_.size()};
  std::copy(std::begin(sizes), std::end(sizes), index_.sizes);
}

void Placements::list_subsets() {
  constexpr int places = LayerIndex::places;
  for (int k = 0; k <= index_.each; ++k) {
    index_.first_subset[k] = subsets_.size();
    const u64 size = binomial(places, k);
    u64 set = (u64{1} << k) - 1;
    for (u64 i = 0; i < size; ++i) {
      subsets_.push_back(static_cast<u32>(set));
      if (set == 0) break;
      const u64 low = set & (0 - set), carried = set + low; // the next number with as many bits
      set = carried | ((set ^ carried) / low >> 2);
    }
    for (int place = 0; place < places; ++place) before_.push_back(static_cast<u32>(binomial(place, k + 1)));
  }
  index_.subsets = subsets_.data();
  index_.before = before_.data();
}

// Where the stretch begins that has, for each rank of own men, the ways to place all men with a set of own men before it.
u64 Placements::count_men(int own, int other) {
  const auto [known, added] = men_of_.try_emplace({own, other}, men_.size());
  if (!added) return known->second;
  const Board& board = *index_.board;
  const u64 sets = binomial(board.squares() - board.width(), own);
  const u32 shared = ~board.home_row(); // places of both sides' men
  u64 ways = 0;
  for (u64 r = 0; r < sets; ++r) {
    men_.push_back(ways);
    const int taken = count_ones(subsets_[index_.first_subset[own] + r] & shared);
    ways += binomial(board.squares() - board.width() - taken, other);
  }
  men_.push_back(ways);
  return known->second;
}

void Placements::add_part(Army own, Army other) {
  const Board& board = *index_.board;
  Part part{own, other, slots_};
  part.men = count_men(own.men, other.men);
  part.own_men = binomial(board.squares() - board.width(), own.men);
  const int left = board.squares() - own.men - other.men;
  part.own_kings = binomial(left, own.kings);
  part.other_kings = binomial(left - own.kings, other.kings);
  part.slots = men_[part.men + part.own_men] * part.own_kings * part.other_kings;
  slots_ += part.slots;
  const u64 number = LayerIndex::army_number(own.men, own.kings);
  numbers_[number * LayerIndex::armies + LayerIndex::army_number(other.men, other.kings)] = static_cast<u16>(parts_.size());
  parts_.push_back(part);
}

// By how many of own men stand on the home row, where no man of the other can.
u64 Placements::count(const Board& board, Army own, Army other) {
  const int places = board.squares() - board.width(), shared = places - board.width();
  const int left = board.squares() - own.men - other.men;
  u64 men = 0;
  for (int home = 0; home <= own.men; ++home)
    men += binomial(board.width(), home) * binomial(shared, own.men - home) * binomial(places - (own.men - home), other.men);
  return men * binomial(left, own.kings) * binomial(left - own.kings, other.kings);
}

void Placements::Walker::turn_to(Slot s) {
  if (part_ == nullptr || s - part_->first >= part_->slots) {
    part_ = &index_->part_at(s);
    men_ = ~u64{0};
    own_men_ = 0;
  }
  const u64 within = s - part_->first, kings = within / part_->other_kings, men = kings / part_->own_kings;
  if (men != men_) {
    const u64* const before = index_->men + part_->men + own_men_;
    if (men < before[0] || men >= before[1]) own_men_ = index_->own_men_at(*part_, men);
    placed_ = index_->men_at(*part_, own_men_, men);
    men_ = men;
  }
  at_ = index_->with_own_kings(*part_, placed_, kings % part_->own_kings);
  left_ = index_->left_by(at_);
  first_ = part_->first + kings * part_->other_kings;
  length_ = part_->other_kings;
}

} // namespace zermelo::checkers
