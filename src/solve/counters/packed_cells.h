// The cells of a game that is one stage, on the CPU: a word for every slot (packed.h).
#pragma once

#include "base/error.h"
#include "exec/large_array.h"
#include "game/concepts.h"
#include "solve/counters/schedule.h"
#include "solve/counters/steps.h"

namespace zermelo {

template <class Word> struct PackedCells {
  using Rule = Packed<Word>;
  using Undo = ByPredecessors;
  static constexpr u64 chunk = u64{1} << 16; // slots that are passed over or worked on together
  static constexpr u64 levels = Rule::wide ? 32'768 : 256;
  static constexpr bool downwards = false, repeats = false; // a level may decide what is of the same level

  PackedCells(u64 n, int most_successors)
      : slots(n), rule{Rule::limit_for(most_successors)}, cells(n), schedule(n, chunk, levels) {}
  static u64 bytes_for(u64 slots) { return LargeArray<Word>::bytes_for(slots) + Schedule::bytes_for(slots, chunk, levels); }

  static constexpr Slot begin = 0;
  u64 slots;
  Rule rule;
  LargeArray<Word> cells;
  Schedule schedule;

  // The first word of a slot; and its place. False where the words are too small.
  struct Look {
    u32 word;
    void add(Word, i32) {} // nothing is ever asked
  };
  template <class G, class Ask> [[gnu::flatten]] Look look(const G& g, Walker<G>& walker, Slot s, const Ask&) const {
    PositionOf<G> p;
    return {walker.unrank(s, p) ? seed_packed(g, p, rule) : u32{Rule::empty}};
  }
  bool put(u64 i, Look look) {
    const u32 word = look.word;
    if (word == Rule::too_long) return false;
    cells[i] = static_cast<Word>(word);
    if (rule.is_decided(cells[i])) schedule.mark(i / chunk, Rule::plies(cells[i]));
    return true;
  }

  i32 first_level() const { return 0; }
  i32 next_level(i32 from) const { return schedule.next_up(from); }
  i32 after(i32 level) const { return level + 1; }
  bool fits(i32 level) const { return rule.fits(level); }

  void ripen(u64, i32) {} // nothing is known before it is told

  // f(slot, whether it is lost) for what is decided at this level.
  template <class F> void take(u64 c, i32 level, F&& f) {
    const u64 first = c * chunk, last = std::min(slots, first + chunk);
    if constexpr (Rule::wide) {
      for (u64 i = first; i < last; ++i)
        if (const Word w = load_shared(cells[i]); rule.is_due(w, level)) f(i, !Rule::is_win(w));
    } else {
      const u8 w = static_cast<u8>(level);
      each_equal_byte(cells.data(), first, last, w, [&](u64 i) { f(i, !Rule::is_win(w)); });
    }
  }

  // f(apply), apply(slot, whether a successor that was decided at this level is lost).
  template <class F> void with_apply(i32 level, F&& f) {
    u64* const due = schedule.words_of(level + 1);
    const u64 stride = schedule.stride(), place = static_cast<u64>(level + 1) % 64;
    if constexpr (Rule::wide) {
      f([this, level](Slot i, bool lost) {
        const Word before = cells[i], now = rule.told(before, lost, level);
        if (now == before) return;
        store_shared(cells[i], now);
        if (rule.is_decided(now)) schedule.mark(i / chunk, level + 1);
      });
    } else {
      const ByteStep step(rule, level);
      f([this, due, stride, place, &step](Slot i, bool lost) {
        const u8 w = cells[i];
        store_shared(cells[i], step.next[lost][w]);
        due[i / chunk * stride] |= u64{step.decides[lost][w]} << place;
      });
    }
  }

  // After cells came in: marks what is due from this level on, at the level itself from one chunk on.
  void mark_again(u64 c, i32 level, u64 cursor) {
    for (u64 i = c * chunk; i < std::min(slots, (c + 1) * chunk); ++i)
      if (const Word w = cells[i]; rule.is_decided(w) && Rule::plies(w) >= level + (c < cursor ? 1 : 0))
        schedule.mark(c, Rule::plies(w));
  }

  // Into the codes of a table, in place.
  void close(u64 first, u64 last) {
    for (u64 i = first; i < last; ++i) cells[i] = rule.code(cells[i]);
  }

  std::vector<std::span<std::byte>> arrays() { return {cells.bytes()}; }

private:
  // What an update does to a byte, as tables: whether a position is already decided is hard to predict, so a branch on it
  // would often be mispredicted.
  struct ByteStep {
    ByteStep(const Rule& rule, i32 level) {
      for (u32 w = 0; w < 256; ++w)
        for (const bool lost : {false, true}) {
          const Word before = static_cast<Word>(w), now = rule.told(before, lost, level);
          next[lost][w] = static_cast<u8>(now);
          decides[lost][w] = now != before && rule.is_decided(now);
        }
    }
    u8 next[2][256]; // [whether the successor is lost][byte before]
    u8 decides[2][256];
  };
};

} // namespace zermelo
