// Which chunks of slots have something to do at which level. A level passes all other chunks over.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "exec/shared.h"

namespace zermelo {

class Schedule {
public:
  Schedule() = default;
  Schedule(u64 slots, u64 slots_of_chunk, u64 levels)
      : chunks_((slots + slots_of_chunk - 1) / slots_of_chunk), words_((levels + 63) / 64), bits_(chunks_ * words_, 0) {}

  static u64 bytes_for(u64 slots, u64 slots_of_chunk, u64 levels) {
    return (slots / slots_of_chunk + 1) * ((levels + 63) / 64) * sizeof(u64);
  }

  u64 chunks() const { return chunks_; }

  // From any thread.
  void mark(u64 chunk, i32 level) {
    u64& word = bits_[chunk * words_ + static_cast<u64>(level) / 64];
    const u64 bit = u64{1} << level % 64;
    if ((load_shared(word) & bit) == 0) __atomic_fetch_or(&word, bit, __ATOMIC_RELAXED);
  }
  // The word of a chunk that holds the bit of a level, for a caller that sets it without a branch and is the only one.
  u64* words_of(i32 level) { return bits_.data() + static_cast<u64>(level) / 64; }
  u64 stride() const { return words_; }

  // The chunks with this mark, from one on; the marks are taken away.
  std::vector<u64> take(i32 level, u64 from) {
    std::vector<u64> list;
    const u64 bit = u64{1} << level % 64;
    for (u64 c = from; c < chunks_; ++c) {
      u64& word = bits_[c * words_ + static_cast<u64>(level) / 64];
      if ((word & bit) == 0) continue;
      word &= ~bit;
      list.push_back(c);
    }
    return list;
  }

  // The lowest level from this one up that some chunk has, or the highest from this one down; -1: none.
  i32 next_up(i32 level) const {
    for (u64 w = static_cast<u64>(level) / 64; w < words_; ++w) {
      const u64 at_least = w == static_cast<u64>(level) / 64 ? ~u64{0} << level % 64 : ~u64{0};
      if (const u64 all = united(w) & at_least; all != 0) return static_cast<i32>(w * 64) + std::countr_zero(all);
    }
    return -1;
  }
  i32 next_down(i32 level) const {
    for (u64 w = static_cast<u64>(level) / 64 + 1; w-- > 0;) {
      const u64 at_most = w == static_cast<u64>(level) / 64 ? ~u64{0} >> (63 - level % 64) : ~u64{0};
      if (const u64 all = united(w) & at_most; all != 0) return static_cast<i32>(w * 64) + 63 - std::countl_zero(all);
    }
    return -1;
  }

private:
  u64 united(u64 word) const {
    u64 all = 0;
    for (u64 c = 0; c < chunks_; ++c) all |= bits_[c * words_ + word];
    return all;
  }

  u64 chunks_ = 0, words_ = 0;
  std::vector<u64> bits_; // [chunk][level]
};

// Which lines of 64 slots of a chunk may have a slot with something to do at the level at work, so that nobody needs to look through
// the whole chunk. A line is forgotten when its chunk is taken, and by nobody else: whoever adds a slot while a chunk is worked
// through is seen, or comes with the next.
class Lines {
public:
  static constexpr u64 slots_of_chunk = 64 * 64;

  explicit Lines(u64 slots) : added_((slots + slots_of_chunk - 1) / slots_of_chunk), taken_(added_.size()) {}
  static u64 bytes_for(u64 slots) { return (slots / slots_of_chunk + 1) * 2 * sizeof(u64); }

  void add(u64 slot) { // one at a time of a chunk
    u64& lines = added_[slot / slots_of_chunk];
    store_shared(lines, load_shared(lines) | u64{1} << slot / 64 % 64);
  }
  // Nobody adds meanwhile.
  void take(const std::vector<u64>& chunks) {
    for (const u64 c : chunks) taken_[c] = std::exchange(added_[c], 0);
  }
  // f(first slot) for the lines of a chunk that was taken, in order, also for those that are added ahead.
  template <class F> void each(u64 chunk, F&& f) const {
    for (u64 ahead = ~u64{0}; ahead != 0;) {
      const u64 left = (taken_[chunk] | load_shared(added_[chunk])) & ahead;
      if (left == 0) return;
      const int line = std::countr_zero(left);
      f(chunk * slots_of_chunk + static_cast<u64>(line) * 64);
      ahead = ~u64{1} << line;
    }
  }

private:
  std::vector<u64> added_, taken_; // [chunk]
};

// Slots that have something to do at the level at work since it was asked last, as long as they are few: then nobody needs to look
// through chunks for them.
class Newcomers {
public:
  // From any thread. Beyond the most, one word is read and none is written.
  void add(u64 slot) {
    if (load_shared(count_) > most) return;
    if (const u64 at = take_shared(count_, u64{1}); at < most) slots_[at] = slot;
  }
  void miss() { count_ = most + 1; }
  // All of them; nothing if there were too many, or some were missed. It begins anew.
  std::optional<std::vector<u64>> take() {
    const u64 n = std::exchange(count_, 0);
    if (n > most) return std::nullopt;
    return std::vector<u64>(slots_.begin(), slots_.begin() + static_cast<std::ptrdiff_t>(n));
  }

private:
  static constexpr u64 most = 1024;
  u64 count_ = 0;
  std::vector<u64> slots_ = std::vector<u64>(most);
};

} // namespace zermelo
