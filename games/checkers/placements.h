// All placements of at most so many pieces, numbered.
//
// An army is a number of men and of kings; a pair of armies, that of the side to move first, is a part. In a part
//
//   own men x the other's men x own kings x the other's kings
//
// are numbered as subsets of the squares that are left, the last of them running fastest. How many squares are left for the
// other's men depends on where own men stand (their rows overlap but for one), so the first two are numbered together, with the
// sums of what comes before each set of own men. Parts with the same two armies belong together: a step leads from one to the
// other. Such a pair is a layer. Captures lead to fewer pieces, crownings to fewer men, so layers come in the order of pieces,
// then of men.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "checkers/board.h"
#include "checkers/rules.h"
#include "index/combinations.h"
#include "index/layers.h"

namespace zermelo::checkers {

struct Army {
  int men = 0, kings = 0;
  int pieces() const { return men + kings; }
  friend constexpr auto operator<=>(const Army&, const Army&) = default;
};

// Subsets of k bits in the order of their ranks: those of the first n places come first, whatever n.
class Subsets {
public:
  static constexpr int most = 32, most_listed = 6;
  static const Subsets& shared();

  u32 at(int k, u64 rank) const {
    if (k <= most_listed) return lists_[static_cast<std::size_t>(k)][rank];
    return static_cast<u32>(Combinations(most, k).unrank(rank));
  }
  static u64 rank(u32 set) {
    u64 r = 0;
    for (std::size_t i = 0; set != 0; ++i, set &= set - 1) r += before[i][static_cast<std::size_t>(lowest_bit(set))];
    return r;
  }

private:
  Subsets();
  std::array<std::vector<u32>, most_listed + 1> lists_;
  static constexpr auto before = [] { // [element][place]: place choose element + 1
    std::array<std::array<u32, most>, most> table{};
    for (int i = 0; i < most; ++i)
      for (int place = 0; place < most; ++place)
        table[static_cast<std::size_t>(i)][static_cast<std::size_t>(place)] = static_cast<u32>(binomial(place, i + 1));
    return table;
  }();
};

// One pair of armies, own first.
struct Part {
  Army own, other;
  Slot first = 0;
  u64 slots = 0;
  u64 own_kings = 0, other_kings = 0;          // ways to place them
  std::shared_ptr<const std::vector<u64>> men; // [rank of own men] ways to place all men before these; and in the end all
};

class Placements {
public:
  Placements(const Board& board, int most_each, int most_together);

  u64 slots() const { return slots_; }
  const std::vector<TableLayer>& layers() const { return layers_; }
  const std::vector<Part>& parts() const { return parts_; }

  // The number of placements of k pieces, by formula.
  static u64 count(const Board& board, Army own, Army other);

  bool holds(const Position& p) const {
    const int own = count_ones(p.own), other = count_ones(p.other);
    return own <= each_ && other <= each_ && own + other <= together_ && own + other > 0;
  }
  Slot rank(const Position& p) const { return rank_in(part_of(p), p); }

  // Of the same armies, where only these pieces stand elsewhere.
  const Part& part_of(const Position& p) const {
    return parts_[number_[army_number(count_ones(p.own_men()), count_ones(p.own_kings()))]
                         [army_number(count_ones(p.other_men()), count_ones(p.other_kings()))]];
  }
  Slot rank_in(const Part& part, const Position& p) const {
    return part.first + (rank_men(part, p) * part.own_kings) * part.other_kings + rank_kings(part, p);
  }
  u64 rank_men(const Part& part, const Position& p) const {
    const u32 own = p.own_men();
    return (*part.men)[Subsets::rank(own)] + Subsets::rank(static_cast<u32>(gather_bits(p.other_men(), other_places_ & ~own)));
  }
  u64 rank_kings(const Part& part, const Position& p) const {
    const u32 left = board_->all() & ~(p.own_men() | p.other_men());
    return Subsets::rank(static_cast<u32>(gather_bits(p.own_kings(), left))) * part.other_kings +
           Subsets::rank(static_cast<u32>(gather_bits(p.other_kings(), left & ~p.own)));
  }

  // Unranks slots that mostly rise: what did not change since the last is kept.
  class Walker {
  public:
    explicit Walker(const Placements& all) : all_(&all) {}
    bool unrank(Slot s, Position& p) {
      if (s - first_ >= length_) turn_to(s);
      p = at_;
      const u32 kings = static_cast<u32>(scatter_bits(subsets_->at(part_->other.kings, s - first_), left_));
      p.other |= kings;
      p.kings |= kings;
      return true;
    }

  private:
    void turn_to(Slot s);
    const Placements* all_;
    const Subsets* subsets_ = &Subsets::shared();
    const Part* part_ = nullptr;
    Slot first_ = 0; // slots [first_, first_ + length_) differ in the other's kings only
    u64 length_ = 0;
    u64 men_ = ~u64{0}; // of the part
    std::size_t own_men_ = 0;
    Position placed_; // the men
    Position at_;     // and own kings
    u32 left_ = 0;    // squares for the other's kings
  };

private:
  static constexpr int most_in_army = 12;
  static std::size_t army_number(int men, int kings) {
    return static_cast<std::size_t>(men) * (most_in_army + 1) + static_cast<std::size_t>(kings);
  }
  void add_part(Army own, Army other);

  const Board* board_;
  int each_, together_;
  u32 other_places_; // where the other's men may stand
  std::vector<Part> parts_;
  std::vector<TableLayer> layers_;
  std::vector<std::vector<u16>> number_;                                                    // [own army][other's]
  std::vector<std::pair<std::array<int, 2>, std::shared_ptr<const std::vector<u64>>>> men_; // by numbers of men
  u64 slots_ = 0;
};

} // namespace zermelo::checkers
