// One layer of a solve by marks: who wins each slot and, with distances, in how many plies; and while it is solved what a pass has
// found.
//
//   won, lost   a vector for each set: the colourings that the side to move has won or lost
//   over        those in which the game is over, where there are no distances: a table of values leaves them to the rules
//   plies       two bytes for each slot, where there are: `open` while nothing is decided, in the end a draw
//   last        for each set the pass that found something of it last
//
// A file of a layer has a code for each slot: two bytes as a table of two bytes (table/codec.h), or one byte as below.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "exec/pages.h"
#include "exec/pool.h"
#include "index/marks.h"
#include "table/codec.h"

namespace zermelo {

// Without distances.
inline constexpr std::array mark_codes = {draw_value, Value{Wdl::win, no_plies}, Value{Wdl::loss, no_plies}, win_in(0),
                                          loss_in(0)};

class MarkValues {
public:
  static constexpr u16 open = 0xFFFF;
  static constexpr int most_plies = 32'766; // that a table can say

  MarkValues(const MarkLayer& l, bool with_plies)
      : layer(l), won(all_words()), lost(all_words()), over(with_plies ? 0 : all_words()), distances(with_plies),
        last(with_plies ? l.sets : 0), plies_(with_plies ? (l.slots() + 3) / 4 : 0) {}

  MarkLayer layer;
  Pages won, lost, over;
  bool distances;
  std::vector<u16> last;
  int longest = -1; // plies of what is decided

  u64 words() const { return mark_words(layer.marks); } // of a vector
  u64 all_words() const { return layer.sets * words(); }
  u16* plies() { return reinterpret_cast<u16*>(plies_.data()); }
  const u16* plies() const { return reinterpret_cast<const u16*>(plies_.data()); }
  void clear(Pool& pool) {
    if (distances)
      pool.for_ranges(0, layer.slots(), u64{1} << 20,
                      [&](u64 first, u64 end, int) { std::fill(plies() + first, plies() + end, open); });
  }

  std::vector<std::span<std::byte>> arrays() {
    std::vector<std::span<std::byte>> all = {bytes_of(won), bytes_of(lost)};
    all.push_back(distances ? std::as_writable_bytes(std::span(plies(), layer.slots())) : bytes_of(over));
    return all;
  }
  static std::span<std::byte> bytes_of(Pages& p) { return std::as_writable_bytes(std::span(p.data(), p.size())); }

  // Codes from a slot of the layer on; and back.
  template <class Code> void codes(u64 slot, std::span<Code> out) const {
    for (u64 i = 0; i < out.size(); ++i, ++slot) {
      const u64 word = word_of(slot), bit = slot & (layer.marks < 6 ? (u64{1} << layer.marks) - 1 : 63);
      const bool wins = (won[word] >> bit & 1) != 0;
      if constexpr (sizeof(Code) == 2) {
        out[i] = static_cast<Code>(plies()[slot] == open ? draw_code(Encoding::plies16) : 2U * plies()[slot] + (wins ? 1U : 0U));
      } else {
        const u32 decided = wins ? 1 : (lost[word] >> bit & 1) != 0 ? 2 : 0;
        out[i] = static_cast<Code>(decided + (decided != 0 && (over[word] >> bit & 1) != 0 ? 2 : 0));
      }
    }
  }
  // False: no layer has such a code. Other threads set slots of other words only.
  bool set(u64 slot, u32 code) {
    const u64 word = word_of(slot), bit = u64{1} << (slot & (layer.marks < 6 ? (u64{1} << layer.marks) - 1 : 63));
    if (distances) {
      if (code == draw_code(Encoding::plies16)) return true;
      if (code / 2 > most_plies) return false;
      plies()[slot] = static_cast<u16>(code / 2);
      (code % 2 == 1 ? won : lost)[word] |= bit;
      return true;
    }
    if (code >= mark_codes.size()) return false;
    if (code % 2 == 1) won[word] |= bit;
    if (code == 2 || code == 4) lost[word] |= bit;
    if (code >= 3) over[word] |= bit;
    return true;
  }
  void look(Pool& pool) { // after codes have come in
    if (!distances) return;
    std::vector<int> most(static_cast<std::size_t>(pool.threads()), -1);
    pool.for_ranges(0, layer.sets, std::max<u64>(1, (u64{1} << 20) >> layer.marks), [&](u64 first, u64 end, int worker) {
      for (u64 set = first; set < end; ++set) {
        int here = -1;
        for (u64 s = set << layer.marks; s < (set + 1) << layer.marks; ++s)
          if (plies()[s] != open) here = std::max<int>(here, plies()[s]);
        last[set] = static_cast<u16>(std::max(here, 0));
        most[static_cast<std::size_t>(worker)] = std::max(most[static_cast<std::size_t>(worker)], here);
      }
    });
    longest = *std::max_element(most.begin(), most.end());
  }

  static u64 bytes_for(const MarkLayer& l, bool with_plies) {
    return l.sets * mark_words(l.marks) * sizeof(u64) * (with_plies ? 2 : 3) + (with_plies ? 2 * (l.slots() + l.sets) : 0);
  }

private:
  u64 word_of(u64 slot) const { return layer.marks >= 6 ? slot / 64 : slot >> layer.marks; }

  Pages plies_;
};

// What a pass has found, kept apart until it ends; and which sets it, and the one before it, found something of: bit 0 wins, bit 1
// losses.
struct MarkWork {
  explicit MarkWork(const MarkLayer& l)
      : won(l.sets * mark_words(l.marks)), lost(l.sets * mark_words(l.marks)), changed(l.sets), fresh(l.sets) {}

  Pages won, lost;
  std::vector<u8> changed, fresh;

  std::vector<std::span<std::byte>> arrays() {
    return {MarkValues::bytes_of(won), MarkValues::bytes_of(lost), std::as_writable_bytes(std::span(changed)),
            std::as_writable_bytes(std::span(fresh))};
  }
  static u64 bytes_for(const MarkLayer& l) { return l.sets * (2 * mark_words(l.marks) * sizeof(u64) + 2); }
};

} // namespace zermelo
