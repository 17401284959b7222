// Reads the values of all positions over a shape off the planes, as the game's index has them.
#pragma once

#include "exec/pool.h"
#include "solve/blocks/census.h"
#include "table/statistics.h"

namespace zermelo {

template <Blocked G, class S> class BlockValues {
public:
  using Full = typename StringTables<S>::Full;

  BlockValues(const G& g, const BlockState& state) : g_(g), board_(g.blocks().board()), state_(state) {}

  // The first player to move, over one shape; vectors as the fibre numbers the strings.
  struct Of {
    Full positions; // one of each mirror pair, both players visible
    Full won;
    Full lost;
    Full settled; // by the rules: can leave the board, or cannot move
  };

  Of read(u32 rank) {
    const Shape shape(BlocksOf<G>::where(board_), rank);
    Of out{positions(shape), {}, {}, settled(shape)};
    for (int i = 0; i < S::words; ++i) out.won.w[i] = vector(state_.won, rank)[i];
    BlockTurn back; // from there: few strings are lost, so they are brought here one by one
    auto place = [&](int from, int to) { back.place[static_cast<std::size_t>(to)] = static_cast<u8>(from); };
    const u64* const lost = vector(state_.lost, shape.turned(place));
    turned_.turn(back);
    for (int i = 0; i < S::words; ++i)
      for (u64 left = lost[i]; left != 0; left &= left - 1)
        set(out.lost, turned_(static_cast<u32>(64 * i + std::countr_zero(left))));
    return out;
  }

  Full positions(u32 rank) const { return positions(Shape(BlocksOf<G>::where(board_), rank)); }

  // Of shapes that are their own mirror image, the positions that are too.
  Tally own_images(const std::vector<u32>& shapes, Pool& pool) const {
    std::vector<Tally> sums(static_cast<std::size_t>(pool.threads()));
    pool.for_ranges(0, shapes.size(), 256, [&](u64 first, u64 last, int worker) {
      BlockValues values(g_, state_);
      for (u64 i = first; i < last; ++i) {
        const Shape shape(BlocksOf<G>::where(board_), shapes[i]);
        const Of all = values.read(shapes[i]);
        for (u32 n = 0; n < S::size; ++n)
          if (bit(all.positions.w, n) && mirrored(shape, n) == n)
            sums[static_cast<std::size_t>(worker)].add(bit(all.won.w, n)    ? Wdl::win
                                                       : bit(all.lost.w, n) ? Wdl::loss
                                                                            : Wdl::draw,
                                                       1);
      }
    });
    for (std::size_t i = 1; i < sums.size(); ++i) sums[0].add(sums[i]);
    return sums[0];
  }

private:
  using Shape = typename BlocksOf<G>::Shape;

  Full positions(const Shape& shape) const {
    Full out = BlockCensus<S>::visible(shape.tops());
    if (shape.weight() == 1)
      for (u32 n = 0; n < S::size; ++n)
        if (n > mirrored(shape, n)) clear(out, n);
    return out;
  }

  static bool bit(const u64* words, u32 n) { return (words[n / 64] >> (n % 64) & 1) != 0; }
  static void set(Full& x, u32 n) { x.w[n / 64] |= u64{1} << (n % 64); }
  static void clear(Full& x, u32 n) { x.w[n / 64] &= ~(u64{1} << (n % 64)); }
  static const u64* vector(const Pages& plane, u32 shape) { return plane.data() + u64{shape} * S::words; }

  static Full settled(const Shape& shape) {
    const auto& masks = string_tables<S>().masks;
    Full out = masks.all;
    for (u32 can = shape.movable(); can != 0; can &= can - 1)
      for (int i = 0; i < S::words; ++i) out.w[i] &= ~masks.has[1][std::countr_zero(can)].w[i];
    for (u32 goals = shape.goals(1); goals != 0; goals &= goals - 1)
      for (int i = 0; i < S::words; ++i) out.w[i] |= masks.has[1][std::countr_zero(goals)].w[i];
    return out;
  }

  // Over a shape that is its own image.
  u32 mirrored(const Shape& shape, u32 n) const {
    const u64 string = strings_.unrank(n);
    u64 image = 0;
    for (int i = 0; i < S::pieces; ++i) image |= (string >> i & 1) << shape.mirrored_place(i);
    return static_cast<u32>(strings_.rank(image));
  }

  const G& g_;
  typename BlocksOf<G>::Board board_;
  const BlockState& state_;
  TurnedStrings<S> turned_;
  Combinations strings_{S::pieces, S::owned};
};

} // namespace zermelo
