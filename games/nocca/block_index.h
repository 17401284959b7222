// The blocks of a board of NOCCA x NOCCA, made from its shapes (index/blocks.h says what an engine asks of them).
#pragma once

#include "index/blocks.h"
#include "nocca/block_walk.h"
#include "nocca/reading.h"

namespace zermelo::nocca {

class Blocks {
public:
  using Board = BlockBoard;
  using Shape = BlockShape<u64>;
  using Walk = BlockWalk;
  template <class Plane, int Items, class Where> using ShapeOn = BlockShape<Plane, Items, Where>;
  static HostBoard where(const Board& board) { return {&board}; }

  Blocks(const Rules& rules, const Shapes& shapes) : shapes_(shapes.size()), sums_(padding, 0) {
    for (const u64 sum : shapes.sums()) sums_.push_back(static_cast<u32>(sum));
    sums_.resize(sums_.size() + padding, 0);
    const Reading reading(rules);
    board_.columns = rules.columns;
    board_.rows = rules.rows;
    board_.cells = rules.cells();
    board_.items = shapes.items();
    board_.pieces = 2 * rules.columns;
    board_.shapes = static_cast<u32>(shapes_);
    board_.home = reading.read(rules.start().mine[0]);
    board_.far = reading.read(rules.far);
    board_.left = 0;
    const int pairs = (rules.columns + 1) / 2;
    for (int row = 0; row < rules.rows; ++row) {
      for (int c = 0; c < rules.columns; ++c) {
        const int other = rules.columns - 1 - c, place = reading.place(c), cell = rules.columns * row + place;
        const int item = row * pairs + std::min(c, other);
        board_.around[cell] = reading.read(rules.around(u64{1} << (rules.columns * row + c)));
        board_.item[cell] = static_cast<u8>(item);
        board_.unit[cell] = c < other ? 4 : 1;
        board_.pair[item] = c == other ? 0 : 1;
        if (c <= other) board_.first[item] = static_cast<u8>(cell);
        if (c < other) board_.left |= u64{1} << cell;
      }
    }
  }

  u64 shapes() const { return shapes_; }
  int pieces() const { return board_.pieces; }
  const std::vector<u32>& sums() const { return sums_; }

  // The sums are this object's; a device puts its own copy there.
  static constexpr std::size_t padding = BlockBoard::per_count;
  Board board() const {
    Board b = board_;
    b.sums = sums_.data() + padding;
    return b;
  }

  // Calls f(rank) for every shape that is its own mirror image.
  template <class F> void each_symmetric(F&& f) const {
    u64 held[levels] = {};
    const Board b = board();
    each_symmetric(BlockShape<u64>(HostBoard{&b}, 0), 0, b.pieces, held, f);
  }

  BlockTurn turned(u32 rank) const {
    const Board b = board();
    BlockTurn turn;
    auto place = [&](int from, int to) { turn.place[static_cast<std::size_t>(from)] = static_cast<u8>(to); };
    turn.shape = BlockShape<u64>(HostBoard{&b}, rank).turned(place);
    return turn;
  }

private:
  template <class F> void each_symmetric(const BlockShape<u64>& any, int item, int left, const u64 (&held)[levels], F&& f) const {
    if (item == board_.items) {
      u64 copy[levels] = {held[0], held[1], held[2]};
      bool image = false;
      if (left == 0) f(any.rank_of(copy, image));
      return;
    }
    const int each = board_.pair[item] != 0 ? 2 : 1;
    const u64 cells = (u64{1} << each) - 1;
    u64 next[levels] = {held[0], held[1], held[2]};
    for (int height = 0; height <= levels && each * height <= left; ++height) {
      if (height > 0) next[height - 1] |= cells << board_.first[item];
      each_symmetric(any, item + 1, left - each * height, next, f);
    }
  }

  u64 shapes_;
  std::vector<u32> sums_;
  Board board_{};
};

} // namespace zermelo::nocca
