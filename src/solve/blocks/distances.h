// The plies of every position, one byte for each slot of the game's index, written as the passes find them. Where memory is short
// it is left out, and the table has values only.
#pragma once

#include "base/error.h"
#include "exec/pages.h"
#include "index/blocks.h"
#include "table/codec.h"

namespace zermelo {

template <Blocked G, class S> class BlockDistances {
public:
  static u64 bytes_for(const G& g) { return (g.size() + 7) / 8 * 8; }

  BlockDistances(const G& g, int workers) : g_(g), bytes_(bytes_for(g) / 8), turned_(static_cast<std::size_t>(workers)) {
    for (u64 i = 0; i < bytes_.size(); ++i) bytes_[i] = ~u64{0}; // draws, until something else is found
  }

  Pages& pages() { return bytes_; }
  const u8* data() const { return reinterpret_cast<const u8*>(bytes_.data()); }

  // Shapes and vectors; each slot is found once, so threads never write the same byte.
  void record(int mover, i32 plies, const u64* first, const u64* last, int worker) {
    ensure(plies < static_cast<i32>(no_position_code(Encoding::plies8)), "one byte holds the plies");
    u8* const bytes = reinterpret_cast<u8*>(bytes_.data());
    auto& turned = turned_[static_cast<std::size_t>(worker)];
    for (; first != last; first += 1 + S::words) {
      u32 shape = static_cast<u32>(*first);
      if (mover == 0) {
        const BlockTurn turn = g_.blocks().turned(shape);
        turned.turn(turn);
        shape = turn.shape;
      }
      u8* const here = bytes + u64{shape} * S::size;
      for (u32 w = 0; w < S::words; ++w) {
        for (u64 bits = first[1 + w]; bits != 0; bits &= bits - 1) {
          const u32 n = w * 64 + static_cast<u32>(std::countr_zero(bits));
          here[mover == 0 ? turned(n) : n] = static_cast<u8>(plies);
        }
      }
    }
  }

private:
  const G& g_;
  Pages bytes_;
  std::vector<TurnedStrings<S>> turned_;
};

} // namespace zermelo
