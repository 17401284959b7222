// The plies of every position, one byte for each slot of the game's index, written as the passes find them; two where a game
// lasts longer. Where memory is short it is left out, and the table has values only.
#pragma once

#include "exec/large_array.h"
#include "exec/pool.h"
#include "index/blocks.h"
#include "table/codec.h"

namespace zermelo {

template <Blocked G, class S> class BlockDistances {
public:
  BlockDistances(const G& g, Pool& pool) : g_(g), pool_(pool), turned_(static_cast<std::size_t>(pool.threads())) {}

  // Every position is a draw until something else is found.
  void begin(bool wide) {
    allocate(wide);
    each_slot([&](u64 i) { wide ? wide_[i] = draw : narrow_[i] = static_cast<u8>(draw); });
  }
  void allocate(bool wide) { // for plies that come from elsewhere
    narrow_ = LargeArray<u8>(wide ? 0 : g_.size());
    wide_ = LargeArray<u16>(wide ? g_.size() : 0);
  }
  bool is_wide() const { return wide_.size() != 0; }
  std::span<std::byte> bytes() { return is_wide() ? wide_.bytes() : narrow_.bytes(); }

  // Before a pass: more plies than a byte holds need two.
  void make_room(i32 plies) {
    if (is_wide() || plies < static_cast<i32>(no_position_code(Encoding::plies8))) return;
    wide_ = LargeArray<u16>(g_.size());
    each_slot([&](u64 i) { wide_[i] = narrow_[i] == static_cast<u8>(draw) ? draw : narrow_[i]; });
    narrow_ = {};
  }

  // The value in a slot that holds a position: who moves last wins, so the parity of the plies tells it.
  Value value(Slot s) const {
    const u32 plies = is_wide() ? wide_[s] : narrow_[s];
    if (plies == (is_wide() ? draw : static_cast<u8>(draw))) return draw_value;
    return {plies % 2 == 1 ? Wdl::win : Wdl::loss, static_cast<i32>(plies)};
  }
  const u8* narrow() const { return narrow_.data(); }

  // Shapes and vectors; each slot is found once, so threads never write the same one.
  void record(int mover, i32 plies, const u64* first, const u64* last, int worker) {
    is_wide() ? record(wide_.data(), mover, plies, first, last, worker)
              : record(narrow_.data(), mover, plies, first, last, worker);
  }

private:
  static constexpr u16 draw = 0xFFFF;

  template <class F> void each_slot(F&& f) {
    pool_.for_ranges(0, g_.size(), u64{1} << 16, [&](u64 first, u64 last, int) {
      for (u64 i = first; i < last; ++i) f(i);
    });
  }

  template <class Word> void record(Word* out, int mover, i32 plies, const u64* first, const u64* last, int worker) {
    auto& turned = turned_[static_cast<std::size_t>(worker)];
    for (; first != last; first += 1 + S::words) {
      u32 shape = static_cast<u32>(*first);
      if (mover == 0) {
        const BlockTurn turn = g_.blocks().turned(shape);
        turned.turn(turn);
        shape = turn.shape;
      }
      Word* const here = out + u64{shape} * S::size;
      for (u32 w = 0; w < S::words; ++w) {
        for (u64 bits = first[1 + w]; bits != 0; bits &= bits - 1) {
          const u32 n = w * 64 + static_cast<u32>(std::countr_zero(bits));
          here[mover == 0 ? turned(n) : n] = static_cast<Word>(plies);
        }
      }
    }
  }

  const G& g_;
  Pool& pool_;
  LargeArray<u8> narrow_;
  LargeArray<u16> wide_;
  std::vector<TurnedStrings<S>> turned_;
};

} // namespace zermelo
