#include "checkers/placements.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::checkers {
namespace {

std::string words(Army a) {
  auto some = [](int n, const char* one, const char* many) { return fmt::format("{} {}", n, n == 1 ? one : many); };
  if (a.pieces() == 0) return "nothing";
  if (a.kings == 0) return some(a.men, "man", "men");
  if (a.men == 0) return some(a.kings, "king", "kings");
  return some(a.men, "man", "men") + " and " + some(a.kings, "king", "kings");
}

// [rank of own men] the ways to place all men with a set of own men before it.
std::vector<u64> count_men(const Board& board, int own, int other) {
  const u64 sets = binomial(board.squares() - board.width(), own);
  const u32 shared = ~board.home_row(); // places of both sides' men
  std::vector<u64> before{0};
  before.reserve(sets + 1);
  for (u64 r = 0; r < sets; ++r) {
    const int taken = count_ones(Subsets::shared().at(own, r) & shared);
    before.push_back(before.back() + binomial(board.squares() - board.width() - taken, other));
  }
  return before;
}

} // namespace

const Subsets& Subsets::shared() {
  static const Subsets subsets;
  return subsets;
}

Subsets::Subsets() {
  for (int k = 0; k <= most_listed; ++k) {
    auto& list = lists_[static_cast<std::size_t>(k)];
    const u64 size = binomial(most, k);
    list.reserve(size);
    u64 set = (u64{1} << k) - 1;
    for (u64 i = 0; i < size; ++i) {
      list.push_back(static_cast<u32>(set));
      if (set == 0) break;
      const u64 low = set & (0 - set), carried = set + low; // the next number with as many bits
      set = carried | ((set ^ carried) / low >> 2);
    }
  }
}

Placements::Placements(const Board& board, int most_each, int most_together)
    : board_(&board), each_(most_each), together_(most_together), other_places_(board.all() & ~board.home_row()),
      number_(army_number(most_in_army, most_in_army) + 1) {
  for (auto& row : number_) row.resize(number_.size());
  struct Pair {
    Army a, b;
    int pieces() const { return a.pieces() + b.pieces(); }
    int men() const { return a.men + b.men; }
  };
  std::vector<Pair> pairs;
  std::vector<Army> armies;
  for (int pieces = 0; pieces <= each_; ++pieces)
    for (int men = 0; men <= pieces; ++men) armies.push_back({men, pieces - men});
  for (const Army& a : armies)
    for (const Army& b : armies)
      if (std::pair(a.pieces(), a) >= std::pair(b.pieces(), b) && a.pieces() + b.pieces() <= together_ && a.pieces() > 0)
        pairs.push_back({a, b});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& x, const Pair& y) { return std::pair(x.pieces(), x.men()) < std::pair(y.pieces(), y.men()); });
  for (const auto& [a, b] : pairs) {
    TableLayer layer;
    layer.first = slots_;
    add_part(a, b);
    layer.second = slots_;
    if (a != b) add_part(b, a);
    layer.last = slots_;
    layer.name = words(a) + " against " + words(b);
    if (layer.slots() > 0) layers_.push_back(std::move(layer));
  }
}

void Placements::add_part(Army own, Army other) {
  Part part{own, other, slots_};
  const std::array key{own.men, other.men};
  auto known = std::find_if(men_.begin(), men_.end(), [&](const auto& m) { return m.first == key; });
  if (known == men_.end())
    known = men_.emplace(men_.end(), key, std::make_shared<const std::vector<u64>>(count_men(*board_, own.men, other.men)));
  part.men = known->second;
  const int left = board_->squares() - own.men - other.men;
  part.own_kings = binomial(left, own.kings);
  part.other_kings = binomial(left - own.kings, other.kings);
  part.slots = part.men->back() * part.own_kings * part.other_kings;
  slots_ += part.slots;
  number_[army_number(own.men, own.kings)][army_number(other.men, other.kings)] = static_cast<u16>(parts_.size());
  parts_.push_back(std::move(part));
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
    const auto& parts = all_->parts_;
    part_ =
        &*(std::upper_bound(parts.begin(), parts.end(), s, [](Slot slot, const Part& part) { return slot < part.first; }) - 1);
    men_ = ~u64{0};
    own_men_ = 0;
  }
  const u64 within = s - part_->first, kings = within / part_->other_kings, men = kings / part_->own_kings;
  if (men != men_) {
    const auto& before = *part_->men;
    if (own_men_ + 1 >= before.size() || men < before[own_men_] || men >= before[own_men_ + 1])
      own_men_ = static_cast<std::size_t>(std::upper_bound(before.begin(), before.end(), men) - before.begin()) - 1;
    const u32 own = subsets_->at(part_->own.men, own_men_);
    const u32 other =
        static_cast<u32>(scatter_bits(subsets_->at(part_->other.men, men - before[own_men_]), all_->other_places_ & ~own));
    placed_ = {own, other, 0, 0};
    men_ = men;
  }
  const u32 left = all_->board_->all() & ~(placed_.own | placed_.other);
  const u32 own_kings = static_cast<u32>(scatter_bits(subsets_->at(part_->own.kings, kings % part_->own_kings), left));
  at_ = {placed_.own | own_kings, placed_.other, own_kings, 0};
  left_ = left & ~own_kings;
  first_ = part_->first + kings * part_->other_kings;
  length_ = part_->other_kings;
}

} // namespace zermelo::checkers
