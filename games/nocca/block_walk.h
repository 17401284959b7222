// The shapes one after the other, in the order of their ranks. From one to the next mostly the last items change, and a step
// between items that did not change adds to the rank what it added before: it is looked up, not computed again.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "nocca/blocks.h"

namespace zermelo::nocca {

struct WalkBoard : HostBoard {
  static constexpr bool walks = true;
};

class BlockWalk : public BlockShape<u64, BlockBoard::most_items, WalkBoard> {
  using Base = BlockShape<u64, BlockBoard::most_items, WalkBoard>;

public:
  BlockWalk(const HostBoard& where, u32 rank) : Base(WalkBoard{where}, rank) { refresh(0); }

  void advance() { refresh(Base::advance()); }

  // As of the shape, from what is known of the steps.
  template <class V> void expand(V& v) const {
    const u32 here = rank(), to_image = here + image_[board().items];
    for (u64 tops = held_[0]; tops != 0; tops &= tops - 1) {
      const int x = lowest_bit(tops);
      const Cell& cell = cells_[static_cast<std::size_t>(x)];
      v.lift(cell.place, cell.count != 0);
      bool images = false;
      for (u32 i = 0; i < cell.count; ++i) {
        const Known& known = cell.steps[i];
        v.step((known.image ? to_image : here) + known.delta, known.place, known.image, true);
        images |= known.image;
      }
      if (images) each_swap(v, x, true);
      v.done(true);
    }
  }

private:
  struct Known {
    u32 delta; // to this rank, or to this rank and what the whole mirror image adds
    u8 place;
    bool image;
    u8 cell;    // where the piece is dropped
    u8 depends; // on the items up to this one
  };
  struct Cell { // with a piece to lift
    std::array<Known, 8> steps;
    u32 count;
    int place;
    int reach; // the last item that any step depends on, or would if there were room
  };

  // The items from one on have changed.
  void refresh(int from) {
    const u64 before = from == 0 ? 0 : (u64{1} << board().first[from]) - 1;
    for (u64 tops = held_[0] & before; tops != 0; tops &= tops - 1) {
      const int x = lowest_bit(tops);
      if (cells_[static_cast<std::size_t>(x)].reach >= from) find(x, from);
    }
    for (u64 tops = held_[0] & ~before; tops != 0; tops &= tops - 1) {
      const int x = lowest_bit(tops);
      Cell& cell = cells_[static_cast<std::size_t>(x)];
      cell.count = 0;
      cell.place = below(held_, x) + height(x) - 1;
      find(x, 0);
    }
  }

  // Keeps the steps that depend on nothing from the item on, and finds the others. They are in the order of the cells.
  void find(int x, int from) {
    const auto& board = this->board();
    Cell& cell = cells_[static_cast<std::size_t>(x)];
    int first = board.first[from];
    u32 kept = 0;
    cell.reach = board.item[std::bit_width(board.around[x]) - 1];
    for (; kept < cell.count && cell.steps[kept].depends < from; ++kept)
      cell.reach = std::max<int>(cell.reach, cell.steps[kept].depends);
    if (kept < cell.count) first = std::min<int>(first, cell.steps[kept].cell);
    cell.count = kept;
    for (u64 room = board.around[x] & ~held_[2] & ~((u64{1} << first) - 1); room != 0; room &= room - 1) {
      cell.steps[cell.count] = known(x, lowest_bit(room));
      cell.reach = std::max<int>(cell.reach, cell.steps[cell.count++].depends);
    }
  }

  Known known(int x, int y) const {
    const auto& board = this->board();
    const int a = board.item[x], b = board.item[y];
    Step step{0, below(held_, y) + height(y) - (y > x ? 1 : 0), false};
    int depends = std::max({a, b, std::min(first_, board.items - 1)});
    const bool far = !is_near(a, b) && far_step<false>(x, y, step, depends);
    u32 delta = 0;
    if (far) {
      delta = step.shape - rank() - (step.image ? image_[depends + 1] : 0);
    } else {
      const u32 at = at_[a], taken = at - board.unit[x], added = at_[b] + board.unit[y];
      constexpr u32 other = BlockBoard::per_count;
      if (b > a) {
        delta = sum(taken) - sum(at) - sum(at - other) + sum(added - other) + later_[b] - later_[a];
      } else if (b < a) {
        delta = sum(taken + other) - sum(at) - sum(at + other) + sum(added) + earlier_[b] - earlier_[a];
      } else {
        delta = sum(taken + board.unit[y]) - sum(at);
      }
    }
    return {delta, static_cast<u8>(step.place), step.image, static_cast<u8>(y), static_cast<u8>(depends)};
  }

  std::array<Cell, BlockBoard::most_cells> cells_; // of those with pieces
};

} // namespace zermelo::nocca
