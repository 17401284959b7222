// The cells of one layer of a game of scores, on the CPU: an array of scores and one of states (score.h).
#pragma once

#include "exec/large_array.h"
#include "solve/counters/schedule.h"
#include "solve/counters/steps.h"

namespace zermelo {

struct ScoreCells {
  using Undo = ByOrigins;
  static constexpr u64 chunk = 4096;
  static constexpr bool downwards = true, repeats = true;

  ScoreCells(Slot first, u64 n, i32 most_score)
      : begin(first), slots(n), most(most_score), cells(n), state(n), schedule(n, chunk, static_cast<u64>(most_score) + 1),
        lines(n) {}
  static u64 bytes_for(u64 slots) {
    return 2 * LargeArray<i8>::bytes_for(slots) + Schedule::bytes_for(slots, chunk, 128) + Lines::bytes_for(slots);
  }

  Slot begin;
  u64 slots;
  i32 most;
  LargeArray<i8> cells;
  LargeArray<u8> state;
  Schedule schedule;
  Lines lines;         // with slots that are pending
  Newcomers newcomers; // that are pending
  static_assert(chunk == Lines::slots_of_chunk);

  using Look = ScoreLook;
  template <class G, class Ask> Look look(const G& g, Walker<G>& walker, Slot s, const Ask& ask) const {
    PositionOf<G> p;
    Look look;
    if (walker.unrank(s, p)) look_score(g, p, begin, look, ask);
    return look;
  }
  bool put(u64 i, const Look& look) {
    const Score s = look.seed();
    set(i, s);
    if (s.due() != 0) schedule.mark(i / chunk, s.due());
    return true;
  }

  i32 first_level() const { return most; }
  i32 next_level(i32 from) const { return from <= 0 ? -1 : std::max(schedule.next_down(from), -1); }
  i32 after(i32 level) const { return level - 1; }
  bool fits(i32) const { return true; }

  // Positions that are decided at this distance by what is known of them, without another position of this distance.
  void ripen(u64 c, i32 distance) {
    const u64 first = c * chunk, last = std::min(slots, first + chunk);
    for (const i32 score : {distance, -distance})
      each_equal_byte(as_bytes(), first, last, static_cast<u8>(score), [&](u64 i) {
        if (Score{score, state[i]}.due() != distance) return;
        state[i] = Score::pending;
        lines.add(i);
      });
  }

  // A position that is decided while this goes on is told in this round if it lies ahead, else in the next.
  template <class F> void take(u64 c, i32, F&& f) {
    lines.each(c, [&](u64 first) {
      each_equal_byte(state.data(), first, std::min(slots, first + 64), u8{Score::pending}, [&](u64 i) {
        store_shared(state[i], u8{Score::decided});
        f(i, load_shared(cells[i]) < 0);
      });
    });
  }
  // The same of one slot, which may have been taken before.
  template <class F> void take_slot(u64 i, F&& f) {
    if (load_shared(state[i]) != Score::pending) return;
    store_shared(state[i], u8{Score::decided});
    f(i, load_shared(cells[i]) < 0);
  }

  template <class F> void with_apply(i32 distance, F&& f) {
    f([this, distance](Slot i, bool lost) {
      const u8 open = load_shared(state[i]);
      if (open >= Score::pending) return;
      const Score now = Score{cells[i], open}.told(lost, distance);
      set(i, now);
      if (now.state == Score::pending) {
        lines.add(i);
        schedule.mark(i / chunk, distance);
        newcomers.add(i);
      }
      if (now.state == 0 && now.due() != 0) schedule.mark(i / chunk, now.due());
    });
  }

  void mark_again(u64 c, i32 distance, u64) {
    for (u64 i = c * chunk; i < std::min(slots, (c + 1) * chunk); ++i) {
      const Score s{cells[i], state[i]};
      if (s.state == Score::pending) {
        lines.add(i);
        schedule.mark(c, distance);
      }
      if (s.due() != 0) schedule.mark(c, s.due());
    }
  }

  void close(u64 first, u64 last) {
    for (u64 i = first; i < last; ++i) cells[i] = static_cast<i8>(Score{cells[i], state[i]}.final());
  }

  std::vector<std::span<std::byte>> arrays() { return {cells.bytes(), state.bytes()}; }

private:
  const u8* as_bytes() const { return reinterpret_cast<const u8*>(cells.data()); }
  void set(u64 i, const Score& s) {
    store_shared(cells[i], static_cast<i8>(s.score));
    store_shared(state[i], static_cast<u8>(s.state));
  }
};

} // namespace zermelo
