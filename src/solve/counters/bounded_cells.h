// The cells of one layer, on the CPU: three arrays, so that a level reads one byte a slot to find what it has to do (bounded.h).
#pragma once

#include "exec/large_array.h"
#include "game/concepts.h"
#include "solve/counters/schedule.h"
#include "solve/counters/steps.h"

namespace zermelo {

template <class Word> struct BoundedCells {
  using Rule = Bounded<Word>;
  using Undo = ByReturns;
  static constexpr u64 chunk = u64{1} << 15;
  static constexpr u64 levels = Rule::most_plies + 1;
  static constexpr bool downwards = false, repeats = false;

  BoundedCells(Slot first, u64 n) : begin(first), slots(n), cells(n), open(n), bounds(n), schedule(n, chunk, levels) {}
  static u64 bytes_for(u64 slots) { return 3 * LargeArray<Word>::bytes_for(slots) + Schedule::bytes_for(slots, chunk, levels); }

  Slot begin;
  u64 slots;
  LargeArray<Word> cells, open, bounds;
  Schedule schedule;
  u8 too_long = 0; // a value did not fit

  using Look = BoundedLook<Word>;
  template <class G, class Ask> Look look(const G& g, Walker<G>& walker, Slot s, const Ask& ask) const {
    PositionOf<G> p;
    Look look;
    look.held = walker.unrank(s, p);
    if (look.held) look_bounded(g, p, look, ask);
    return look;
  }
  bool put(u64 i, const Look& look) {
    const auto s = look.seed();
    if (!s.fits()) return false;
    cells[i] = static_cast<Word>(s.value);
    open[i] = static_cast<Word>(s.open);
    bounds[i] = static_cast<Word>(s.bound);
    if (const i32 level = s.level(); level >= 0) schedule.mark(i / chunk, level);
    return true;
  }

  i32 first_level() const { return 0; }
  i32 next_level(i32 from) const { return from < static_cast<i32>(levels) ? schedule.next_up(from) : -1; }
  i32 after(i32 level) const { return level + 1; }
  bool fits(i32 level) const { return Rule::fits(level) && load_shared(too_long) == 0; }

  // Wins by a move to an earlier layer whose level this is.
  void ripen(u64 c, i32 level) {
    const u64 first = c * chunk, last = std::min(slots, first + chunk);
    if constexpr (sizeof(Word) == 1) {
      if (Rule::is_win(static_cast<u32>(level)))
        each_equal_byte(bounds.data(), first, last, static_cast<u8>(level), [&](u64 i) { win_by_bound(i); });
    } else {
      for (u64 i = first; i < last; ++i)
        if (Rule::bound_is_due(bounds[i], level)) win_by_bound(i);
    }
  }

  template <class F> void take(u64 c, i32 level, F&& f) {
    const u64 first = c * chunk, last = std::min(slots, first + chunk);
    if constexpr (sizeof(Word) == 1) {
      const u8 code = static_cast<u8>(level);
      each_equal_byte(cells.data(), first, last, code, [&](u64 i) { f(i, !Rule::is_win(code)); });
    } else {
      for (u64 i = first; i < last; ++i)
        if (const Word w = load_shared(cells[i]); Rule::is_decided(w) && Rule::plies(w) == level) f(i, !Rule::is_win(w));
    }
  }

  struct View {
    const BoundedCells& all;
    u64 i;
    u32 value() const { return load_shared(all.cells[i]); }
    u32 open() const { return all.open[i]; }
    u32 bound() const { return all.bounds[i]; }
  };

  template <class F> void with_apply(i32 level, F&& f) {
    f([this, level](Slot i, bool lost) {
      const auto effect = Rule::told(View{*this, i}, lost);
      if (effect == Rule::Effect::nothing) return;
      if (!lost) --open[i];
      if (effect == Rule::Effect::count) return;
      const u32 code = Rule::decision(lost, level, bounds[i]);
      if (code == Rule::too_long) return store_shared(too_long, u8{1});
      store_shared(cells[i], static_cast<Word>(code));
      schedule.mark(i / chunk, Rule::plies(code));
    });
  }

  void mark_again(u64 c, i32 level, u64 cursor) {
    const i32 least = level + (c < cursor ? 1 : 0);
    for (u64 i = c * chunk; i < std::min(slots, (c + 1) * chunk); ++i) {
      if (Rule::is_decided(cells[i]) && Rule::plies(cells[i]) >= least) schedule.mark(c, Rule::plies(cells[i]));
      if (cells[i] == Rule::undecided && Rule::is_win(bounds[i]) && Rule::plies(bounds[i]) >= least)
        schedule.mark(c, Rule::plies(bounds[i]));
    }
  }

  void close(u64, u64) {} // what is undecided is a draw, and has its code

  std::vector<std::span<std::byte>> arrays() { return {cells.bytes(), open.bytes(), bounds.bytes()}; }

private:
  void win_by_bound(u64 i) {
    if (cells[i] == Rule::undecided) cells[i] = bounds[i];
  }
};

} // namespace zermelo
