// One layer of a solve by cubes: how many plies each slot takes and who wins it, and while it is solved planes of vectors.
//
//   plies             a byte for each slot: `open` while nothing is decided, in the end a draw
//   won, lost [side]  vectors of the positions that the side to move has won or lost
//
// Who wins does not follow from the plies: a turn may lose at once, and then the other wins in 0.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "exec/pages.h"
#include "exec/pool.h"
#include "index/cube_vector.h"
#include "table/codec.h"

namespace zermelo {

// What is kept of a layer that is finished.
class CubeValues {
public:
  static constexpr u8 open = 255;

  explicit CubeValues(const CubeLayer& l)
      : layer(l), won{Pages(l.blocks * words()), Pages(l.blocks * words())}, plies_((slots() + 7) / 8),
        seen_(l.blocks * 4 * seen_words) {}

  CubeLayer layer;
  Pages won[2];

  void clear() { std::fill_n(plies(), slots(), open); }
  std::vector<std::span<std::byte>> arrays() {
    return {std::as_writable_bytes(std::span(plies(), slots())), bytes_of(won[0]), bytes_of(won[1])};
  }
  static std::span<std::byte> bytes_of(Pages& plane) { return std::as_writable_bytes(std::span(plane.data(), plane.size())); }

  u64 slots() const { return layer.blocks * 2 << layer.pieces; }
  u64 words() const { return static_cast<u64>(cube_words(layer.pieces)); } // of a vector
  u8* plies() { return reinterpret_cast<u8*>(plies_.data()); }
  u8* plies(u64 block, int side) { return plies() + offset(block, side); }
  const u8* plies(u64 block, int side) const { return reinterpret_cast<const u8*>(plies_.data()) + offset(block, side); }

  // Whether some colouring of a cube is won, or lost, in so many plies.
  bool has(u64 block, int side, bool win, int plies) const {
    return (seen_[seen_at(block, side, win) + static_cast<u64>(plies) / 64] >> (plies % 64) & 1) != 0;
  }
  int longest() const { return longest_; }
  const u32* seen() const { return reinterpret_cast<const u32*>(seen_.data()); } // [block][side][win]: which plies there are

  // After the values have come in: what each cube has.
  void look(Pool& pool) {
    std::vector<int> longest(static_cast<std::size_t>(pool.threads()), -1);
    pool.for_ranges(0, layer.blocks, 512, [&](u64 first, u64 last, int worker) {
      int& most = longest[static_cast<std::size_t>(worker)];
      for (u64 b = first; b < last; ++b) {
        each(b, [&](int side, u64, u8 plies, bool win) {
          if (plies == open) return;
          seen_[seen_at(b, side, win) + plies / 64] |= u64{1} << (plies % 64);
          most = std::max<int>(most, plies);
        });
      }
    });
    longest_ = *std::max_element(longest.begin(), longest.end());
  }

  // Forgets wins in so many plies: of a pass that was cut off, to be done anew as a whole.
  void take_back_wins(int plies_of_pass, Pool& pool) {
    pool.for_ranges(0, layer.blocks, 512, [&](u64 first, u64 last, int) {
      for (u64 b = first; b < last; ++b)
        each(b, [&](int side, u64 c, u8 n, bool win) {
          if (!win || n != plies_of_pass) return;
          plies(b, side)[c] = open;
          won[side][b * words() + c / 64] &= ~(u64{1} << (c % 64));
        });
    });
  }

  // As a table of two bytes has them, from a slot of the layer on.
  void codes(u64 slot, std::span<u16> out) const {
    for (u64 i = 0; i < out.size(); ++i, ++slot) {
      const u64 block = slot >> layer.pieces >> 1, colouring = slot & ((u64{1} << layer.pieces) - 1);
      const int side = static_cast<int>(slot >> layer.pieces & 1);
      const u8* const n = plies(block, side) + colouring;
      const u64 wins = won[side][block * words() + colouring / 64];
      if (colouring % 64 == 0 && layer.pieces >= 6 && out.size() - i >= 64) { // a whole word, without a look at where it is
        for (u64 k = 0; k < 64; ++k) out[i + k] = code(n[k], (wins >> k & 1) != 0);
        i += 63;
        slot += 63;
      } else {
        out[i] = code(*n, (wins >> (colouring % 64) & 1) != 0);
      }
    }
  }
  void set(u64 slot, u32 code) { // of a block that no other thread sets
    const u64 block = slot >> layer.pieces >> 1, colouring = slot & ((u64{1} << layer.pieces) - 1);
    const int side = static_cast<int>(slot >> layer.pieces & 1);
    const bool draw = code == draw_code(Encoding::plies16);
    plies(block, side)[colouring] = draw ? open : static_cast<u8>(code / 2);
    if (!draw && code % 2 == 1) won[side][block * words() + colouring / 64] |= u64{1} << (colouring % 64);
  }

  static u64 bytes_for(const CubeLayer& l) {
    return (l.blocks * 2 << l.pieces) + l.blocks * (2 * static_cast<u64>(cube_words(l.pieces)) + 4 * seen_words) * sizeof(u64);
  }

private:
  static constexpr u64 seen_words = 4;
  static u16 code(u8 plies, bool win) {
    return static_cast<u16>(plies == open ? draw_code(Encoding::plies16) : 2U * plies + (win ? 1U : 0U));
  }
  u64 offset(u64 block, int side) const { return (block * 2 + static_cast<u64>(side)) << layer.pieces; }
  static u64 seen_at(u64 block, int side, bool win) {
    return ((block * 2 + static_cast<u64>(side)) * 2 + (win ? 1 : 0)) * seen_words;
  }
  template <class F> void each(u64 block, F&& f) const {
    for (int side = 0; side < 2; ++side)
      for (u64 c = 0; c < u64{1} << layer.pieces; ++c)
        f(side, c, plies(block, side)[c], (won[side][block * words() + c / 64] >> (c % 64) & 1) != 0);
  }

  Pages plies_, seen_;
  int longest_ = -1;
};

struct CubePlanes {
  explicit CubePlanes(const CubeLayer& l)
      : lost{plane(l), plane(l)}, fresh_lost{plane(l), plane(l)}, changed(l.blocks), fresh(l.blocks) {}

  Pages lost[2];
  Pages fresh_lost[2]; // found in this pass
  // By block: bit `side`, its cube has new wins; bit 2 + `side`, new losses; in the pass before, in this one.
  std::vector<u8> changed, fresh;

  // Losses of a pass become losses like any other, and what it found is what the next one looks at; whether it found anything.
  bool merge() {
    const u64 words = lost[0].size() / std::max<u64>(1, fresh.size());
    bool any = false;
    for (u64 b = 0; b < fresh.size(); ++b) {
      any = any || fresh[b] != 0;
      for (int s = 0; s < 2; ++s)
        for (u64 i = b * words; (fresh[b] >> (2 + s) & 1) != 0 && i < (b + 1) * words; ++i) {
          lost[s][i] |= fresh_lost[s][i];
          fresh_lost[s][i] = 0;
        }
    }
    changed.swap(fresh);
    std::fill(fresh.begin(), fresh.end(), u8{0});
    return any;
  }

  std::vector<std::span<std::byte>> arrays() {
    std::vector<std::span<std::byte>> all;
    for (Pages* plane : {&lost[0], &lost[1], &fresh_lost[0], &fresh_lost[1]}) all.push_back(CubeValues::bytes_of(*plane));
    all.push_back(std::as_writable_bytes(std::span(changed)));
    all.push_back(std::as_writable_bytes(std::span(fresh)));
    return all;
  }

  static u64 bytes_for(const CubeLayer& l) { return l.blocks * (4 * static_cast<u64>(cube_words(l.pieces)) * sizeof(u64) + 2); }

private:
  static Pages plane(const CubeLayer& l) { return Pages(l.blocks * static_cast<u64>(cube_words(l.pieces))); }
};

} // namespace zermelo
