// The arrays of an index of endings, and its layers.
//
// Parts with the same two armies belong together: a step leads from one to the other. Such a pair is a layer. Captures lead to
// fewer pieces, crownings to fewer men, so layers come in the order of pieces, then of men.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "checkers/layer_index.h"
#include "index/layers.h"

namespace zermelo::checkers {

class Placements {
public:
  Placements(const Rules& rules, int most_each, int most_together);
  Placements(const Placements&) = delete; // the index points into it
  Placements& operator=(const Placements&) = delete;

  const LayerIndex& index() const { return index_; }
  u64 slots() const { return slots_; }
  const std::vector<TableLayer>& layers() const { return layers_; }
  const std::vector<Part>& parts() const { return parts_; }

  // The number of placements of k pieces, by formula.
  static u64 count(const Board& board, Army own, Army other);

  // Unranks slots that mostly rise: what did not change since the last is kept.
  class Walker {
  public:
    explicit Walker(const LayerIndex& index) : index_(&index) {}
    bool unrank(Slot s, Position& p) {
      if (s - first_ >= length_) turn_to(s);
      p = index_->with_other_kings(*part_, at_, left_, s - first_);
      return true;
    }

  private:
    void turn_to(Slot s);
    const LayerIndex* index_;
    const Part* part_ = nullptr;
    Slot first_ = 0; // slots [first_, first_ + length_) differ in the other's kings only
    u64 length_ = 0;
    u64 men_ = ~u64{0}; // of the part
    u64 own_men_ = 0;
    Position placed_; // the men
    Position at_;     // and own kings
    u32 left_ = 0;    // squares for the other's kings
  };

private:
  void list_subsets();
  void add_part(Army own, Army other);
  u64 count_men(int own, int other);

  LayerIndex index_;
  std::vector<Part> parts_;
  std::vector<TableLayer> layers_;
  std::vector<u16> numbers_;
  std::vector<u64> men_;
  std::map<std::array<int, 2>, u64> men_of_; // by the numbers of men, where their stretch begins
  std::vector<u32> subsets_, before_;
  u64 slots_ = 0;
};

} // namespace zermelo::checkers
