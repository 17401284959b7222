// The state of one layer while it is solved, a byte of each kind for every slot.
//
//   cells   decided: the plies, odd for a win, even for a loss; maybe of a level that is still to come. 255: open, in the end a
//   draw open    how many successors in the layer are not yet known to be won by the other, and one more that is never known
//   where a
//           move to an earlier layer draws; `fixed` where no move stays: the cell says all
//   bounds  what moves to earlier layers give: odd, a win in so many plies at the latest; even, no loss in fewer
//   levels  by chunk of slots, which plies occur in its cells or are bounds of wins: a level skips all other chunks
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <vector>

#include "exec/shared.h"
#include "solve/cells.h"

namespace zermelo {

struct LayerWork {
  static constexpr u64 chunk = u64{1} << 15;
  static constexpr u8 undecided = 255, fixed = 255;
  static constexpr u32 most_plies = 253;

  // Room for layers of at most so many slots.
  explicit LayerWork(u64 most_slots)
      : cells(make(most_slots)), open(make(most_slots)), bounds(make(most_slots)), levels((most_slots + chunk - 1) / chunk) {}

  static u64 bytes_for(u64 slots) { return 3 * padded(slots) + slots / chunk * sizeof(Levels) + (u64{1} << 16); }

  void begin(u64 n) {
    slots = n;
    chunks = (n + chunk - 1) / chunk;
    std::fill(levels.begin(), levels.end(), Levels{});
    for (u64 i = n; i < padded(n); ++i) cells[i] = bounds[i] = 254; // lines of 64 bytes are read whole
  }

  // Marks by threads that hold the chunk; others may look at the same time.
  void mark(u64 slot, u32 plies) {
    u64& word = levels[slot / chunk][plies / 64];
    const u64 bit = u64{1} << plies % 64;
    if ((word & bit) == 0) store_shared(word, word | bit);
  }
  bool marked(u64 chunk_number, u32 plies) const {
    return (load_shared(levels[chunk_number][plies / 64]) >> plies % 64 & 1) != 0;
  }

  u64 slots = 0, chunks = 0;
  using Bytes = std::unique_ptr<u8[]>;
  Bytes cells, open, bounds;
  using Levels = std::array<u64, 4>;
  std::vector<Levels> levels;

private:
  static u64 padded(u64 n) { return (n + 63) / 64 * 64; }
  static Bytes make(u64 n) { return std::make_unique_for_overwrite<u8[]>(padded(n)); }
};

} // namespace zermelo
