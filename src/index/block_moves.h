// The moves over a shape one string at a time: what index/strings.h does to whole sets, in plain words. For whoever must not
// trust the sets: the contract check and the verifier.
#pragma once

#include <vector>

#include "index/blocks.h"

namespace zermelo {

template <class B> class BlockMoves {
public:
  struct Step {
    u32 shape;
    u32 place;
    bool image; // the mirror image of the shape is the one that is numbered
  };
  struct Lift {
    u32 place;
    std::vector<Step> steps;
    std::vector<u32> swaps; // from the image's order to this shape's
  };

  BlockMoves(const typename B::Board& board, u32 shape) {
    const typename B::Shape here(B::where(board), shape);
    here.expand(*this);
    goals_ = here.goals(1);
    tops_ = here.tops();
    weight_ = here.weight();
  }

  const std::vector<Lift>& lifts() const { return lifts_; }
  u32 goals() const { return goals_; } // places from which the first player leaves the board
  u32 tops() const { return tops_; }
  int weight() const { return weight_; }

  // Where the step takes a string in which the lifted piece is the first player's; he has moved, nobody turns the board.
  static u32 string_after(const Lift& lift, const Step& step, u32 string) {
    u32 rest = (string & ((1U << lift.place) - 1)) | (string >> (lift.place + 1) << lift.place);
    if (step.image)
      for (auto swap = lift.swaps.rbegin(); swap != lift.swaps.rend(); ++swap)
        if (((rest >> *swap ^ rest >> (*swap + 1)) & 1) != 0) rest ^= 3U << *swap;
    return (rest & ((1U << step.place) - 1)) | 1U << step.place | rest >> step.place << (step.place + 1);
  }

  // For expand().
  void lift(int place, bool) { lifts_.push_back({static_cast<u32>(place), {}, {}}); }
  void step(u32 shape, int place, bool image, bool) { lifts_.back().steps.push_back({shape, static_cast<u32>(place), image}); }
  void swap(int place, bool) { lifts_.back().swaps.push_back(static_cast<u32>(place)); }
  void done(bool) {}

private:
  std::vector<Lift> lifts_;
  u32 goals_ = 0, tops_ = 0;
  int weight_ = 0;
};

// The slot, for the player who is then to move, of a shape and string after the first player's move.
template <Blocked G> Slot slot_after(const G& g, u32 shape, u32 string) {
  const BlockTurn turn = g.blocks().turned(shape);
  const int pieces = g.blocks().pieces();
  u64 turned = 0;
  for (int i = 0; i < pieces; ++i) turned |= u64{(string >> i & 1) == 0} << turn.place[static_cast<std::size_t>(i)];
  const Combinations strings(pieces, pieces / 2);
  return u64{turn.shape} * strings.size() + strings.rank(turned);
}

} // namespace zermelo
