#include "solve/counters/passes.h"

#include <array>
#include <utility>

namespace zermelo {
namespace {

// What all ranks say, added up; it is on its way while they work.
class Agreement {
public:
  explicit Agreement(Ranks& ranks) : ranks_(ranks) {}
  void begin(bool refuses, bool wants) {
    const u64 words[2] = {refuses ? u64{1} : 0, wants ? u64{1} : 0};
    ranks_.begin_vote(words);
    open_ = true;
  }
  // Of the last one that was begun, if any.
  void end() {
    refused = wants_pause = false;
    if (!std::exchange(open_, false)) return;
    std::vector<u64> all;
    while (!ranks_.end_vote(all)) ranks_.rest();
    for (std::size_t i = 0; i < all.size(); i += 2) {
      refused = refused || all[i] != 0;
      wants_pause = wants_pause || all[i + 1] != 0;
    }
  }
  bool refused = false, wants_pause = false;

private:
  Ranks& ranks_;
  bool open_ = false;
};

} // namespace

bool seed_cells(i32 first_level, PassState& state, const Pause& pause, const Crew& crew, const FirstLook& first) {
  const Share& share = crew.share;
  const u64 turn = share.whole() ? 1 : share.unit * static_cast<u64>(share.ranks);
  const u64 round = share.whole() ? first.at_once : turn * std::max<u64>(1, first.at_once / share.unit);
  auto here = [&](u64 slot) { return share.whole() ? slot : std::min(share.own(), slot / turn * share.unit); };
  // Another number of ranks may have saved in the middle of a turn. At the end there is nothing to go back for: who is stopped there
  // again and again would never get on.
  if (state.cursor < share.slots) state.cursor -= state.cursor % turn;
  Agreement agreed(crew.ranks);
  while (state.cursor < share.slots) {
    u64 end = std::min(share.slots, state.cursor + round), last = end == share.slots ? share.own() : here(end);
    const bool fits = first.look(here(state.cursor), last);
    if (share.whole()) end = last;
    const u64 done = end - state.cursor;
    const StageReport report{SolveProgress::Phase::seed, 0, end, 0, done};
    if (share.whole()) {
      if (!fits) return false;
      state.cursor = end;
      pause(report);
      continue;
    }
    // Nobody waits for what is agreed about a round before the next was looked at.
    agreed.end();
    if (agreed.wants_pause) agreed.refused = agreed.refused || crew.ranks.sum(fits ? 0 : 1) != 0;
    if (agreed.refused) return false;
    state.cursor = end;
    if (agreed.wants_pause) pause(report);
    agreed.begin(!fits, crew.ranks.first() && pause.due(report));
  }
  agreed.end();
  if (agreed.refused) return false;
  if (agreed.wants_pause) pause({SolveProgress::Phase::seed, 0, state.cursor, 0, 0});
  state = {false, first_level, 0, 0};
  first.done();
  return true;
}

template <class Cells> bool CounterPasses<Cells>::run(const Pause& pause, const FirstLook& first, TakeBack take_back) {
  // A checkpoint holds the cells and no marks; at the beginning there is nothing to mark.
  const u64 seeded =
      share_.whole() ? state_.cursor : std::min(share_.own(), state_.cursor / static_cast<u64>(share_.ranks) + chunk);
  const u64 chunks = state_.seeding ? (state_.cursor == 0 ? 0 : (seeded + chunk - 1) / chunk) : cells_.schedule.chunks();
  const i32 level = state_.seeding ? cells_.first_level() : state_.level;
  pool_.for_ranges(0, chunks, 1,
                   [&](u64 c, u64, int) { cells_.mark_again(c, level, state_.seeding ? 0 : own_chunk(state_.cursor)); });
  if (state_.seeding && !seed_cells(cells_.first_level(), state_, pause, crew_, first)) return false;
  for (i32 now = next_level(state_.level); now >= 0;) {
    if (now != state_.level) state_.cursor = 0;
    state_.level = now;
    if (!cells_.fits(now)) return false;
    const i32 next = share_.whole() ? alone(pause, take_back) : together(pause, take_back);
    if (next == too_long) return false;
    state_.level = cells_.after(now);
    now = next;
  }
  pool_.for_ranges(0, cells_.slots, u64{1} << 16, [&](u64 from, u64 to, int) { cells_.close(from, to); });
  return true;
}

// The first of this rank's chunks that is not before a chunk of the stage; and back.
template <class Cells> u64 CounterPasses<Cells>::own_chunk(u64 of_stage) const {
  const u64 r = static_cast<u64>(share_.rank), n = static_cast<u64>(share_.ranks);
  return of_stage <= r ? 0 : (of_stage - r + n - 1) / n;
}
template <class Cells> u64 CounterPasses<Cells>::chunk_of_stage(u64 own) const {
  return own * static_cast<u64>(share_.ranks) + static_cast<u64>(share_.rank);
}

// The level at which some rank has something to do, from this one on; -1: none.
template <class Cells> i32 CounterPasses<Cells>::next_level(i32 from) {
  const i32 here = cells_.next_level(from);
  if (share_.whole()) return here;
  const u64 mine = here < 0 ? ~u64{0} : static_cast<u64>(here);
  return nearest(crew_.ranks.words_of_all(std::span(&mine, 1)));
}
template <class Cells> i32 CounterPasses<Cells>::nearest(const std::vector<u64>& levels) {
  i32 best = -1;
  for (const u64 l : levels)
    if (l != ~u64{0} && (best < 0 || (Cells::downwards ? static_cast<i32>(l) > best : static_cast<i32>(l) < best)))
      best = static_cast<i32>(l);
  return best;
}

// One level in one process; the next one.
template <class Cells> i32 CounterPasses<Cells>::alone(const Pause& pause, TakeBack take_back) {
  // Rounds, until one of them from the first chunk on has nothing to tell; a resumed one begins further on.
  for (bool first = true, more = true; more; first = false) {
    const bool is_whole = state_.cursor == 0;
    more = tell(first, pause, take_back) || !is_whole;
    state_.cursor = 0;
  }
  if (!cells_.fits(state_.level)) return too_long;
  return cells_.next_level(cells_.after(state_.level));
}

// Whether there was something to tell at this level.
template <class Cells> bool CounterPasses<Cells>::tell(bool first_round, const Pause& pause, TakeBack take_back) {
  const i32 level = state_.level;
  const std::vector<u64> chunks = take_chunks(state_.cursor);
  const u64 round = std::max<u64>(1, (u64{1} << 21) / chunk) * static_cast<u64>(pool_.threads());
  if (first_round) ripen(chunks);
  with_buckets([&](const Scatter::Apply& apply) {
    for (u64 first = 0; first < chunks.size(); first += round) {
      const u64 last = std::min<u64>(chunks.size(), first + round);
      const u64 before = state_.told;
      tell(chunks, first, last, apply, take_back);
      flush(apply);
      if (!cells_.fits(level)) return; // not to be saved: something was not decided
      state_.cursor = chunks[last - 1] + 1;
      pause({SolveProgress::Phase::levels, level, cells_.slots, state_.told, state_.told - before});
    }
  });
  return !chunks.empty();
}

// One level on all ranks. Each tells what it has as soon as it has it, and hears the others between pieces of work; nobody
// waits before the level is over. To pause they first stop at one place of the stage: what is told and what not must be known
// of a checkpoint, where the cells themselves do not say it.
template <class Cells> i32 CounterPasses<Cells>::together(const Pause& pause, TakeBack take_back) {
  const i32 level = state_.level;
  mail_.next_level();
  std::vector<u64> chunks = take_chunks(own_chunk(state_.cursor));
  ripen(chunks);
  if constexpr (Cells::repeats)
    if (state_.cursor != 0) cells_.newcomers.miss(); // one process has saved: chunks before are still to be looked through
  // Pieces that stay in the nearest caches, and short enough for the network to have something to do all the time.
  const u64 round = std::max<u64>(1, (u64{1} << 16) / chunk) * static_cast<u64>(pool_.threads());
  u64 next = 0, told_to = state_.cursor; // of chunks; the stage's chunks before it are told by this rank
  enum class Phase : u8 { working, frozen, gathering } phase = Phase::working;
  u64 stop_at = 0;
  i32 result = -1;
  u64 told_before = state_.told;
  bool unapplied = false;
  with_buckets([&](const Scatter::Apply& apply) {
    // Buckets that are not full wait until there is nothing else to do: to empty them costs a cache miss each.
    auto apply_rest = [&] {
      if (unapplied) flush(apply);
      return std::exchange(unapplied, false);
    };
    for (;;) {
      bool worked = false;
      u64 last = std::min<u64>(chunks.size(), next + round);
      if (phase == Phase::frozen || (phase == Phase::gathering && Cells::repeats)) last = next;
      if (phase == Phase::gathering)
        while (last > next && chunk_of_stage(chunks[last - 1]) >= stop_at) --last;
      if (last > next) {
        tell(chunks, next, last, apply, take_back);
        next = last;
        told_to = std::max(told_to, chunk_of_stage(chunks[last - 1]) + 1);
        worked = unapplied = true;
      }
      for (int worker = 0; !worked && worker < pool_.threads(); ++worker) scatter_.post(worker, apply);
      mail_.send();
      if (const auto came = mail_.receive(); !came.empty()) {
        pool_.for_ranges(0, came.size(), 1, [&](u64 i, u64, int worker) {
          for (const u32 w : Mail::updates(came[i])) scatter_.emit(worker, w >> 1, (w & 1) != 0, apply);
        });
        worked = unapplied = true;
      }
      if (!worked) worked = apply_rest();
      if constexpr (Cells::repeats)
        if (!worked && next == chunks.size() && phase == Phase::working) { // what was decided meanwhile
          chunks = take_chunks(0);
          next = 0;
          if (const auto few = cells_.newcomers.take(); few && !chunks.empty()) {
            tell_few(*few, apply, take_back);
            chunks.clear();
            worked = unapplied = true;
          }
        }
      const bool may = phase == Phase::working || (phase == Phase::gathering && !Cells::repeats);
      const bool busy =
          worked || (may && next < chunks.size() && (phase == Phase::working || chunk_of_stage(chunks[next]) < stop_at));
      const bool decided = votes_.poll(busy, [&] {
        const StageReport report{SolveProgress::Phase::levels, level, share_.slots, told_of_all_, 0};
        const bool wants = crew_.ranks.first() && phase == Phase::working && pause.due(report) && told_of_all_ != paused_at_;
        const i32 after = busy ? -1 : cells_.next_level(cells_.after(level));
        const Mail::Counts counts = mail_.vote();
        return Votes::Vote{.sent = counts.sent,
                           .received = counts.received,
                           .busy = busy ? u64{1} : 0,
                           .wants = wants ? u64{1} : 0,
                           .cursor = told_to,
                           .told = state_.told,
                           .next = after < 0 ? ~u64{0} : static_cast<u64>(after),
                           .failed = cells_.fits(level) ? u64{0} : 1};
      });
      if (!decided) {
        if (!busy) crew_.ranks.rest();
        continue;
      }
      told_of_all_ = votes_.sum([](const auto& v) { return v.told; });
      const bool wanted = votes_.most([](const auto& v) { return v.wants; }) != 0;
      if (votes_.settled() && phase != Phase::frozen) {
        if (votes_.most([](const auto& v) { return v.failed; }) != 0) {
          result = too_long;
          return;
        }
        if (phase == Phase::working) {
          if (!wanted) {
            std::vector<u64> levels;
            for (const auto& v : votes_.all()) levels.push_back(v.next);
            result = nearest(levels);
            state_.cursor = 0;
            return;
          }
          stop_at = votes_.most([](const auto& v) { return v.cursor; }); // all of the level is told
        }
        const u64 told_here = state_.told;
        state_.cursor = Cells::repeats ? 0 : stop_at;
        state_.told = told_of_all_;
        pause({SolveProgress::Phase::levels, level, share_.slots, told_of_all_, told_of_all_ - told_before});
        told_before = paused_at_ = told_of_all_;
        state_.told = told_here;
        phase = Phase::working;
      } else if (phase == Phase::frozen) {
        stop_at = votes_.most([](const auto& v) { return v.cursor; });
        phase = Phase::gathering;
      } else if (phase == Phase::working && wanted) {
        phase = Phase::frozen;
      }
    }
  });
  return result;
}

// The chunks that have something to do at this level, from one on.
template <class Cells> std::vector<u64> CounterPasses<Cells>::take_chunks(u64 from) {
  std::vector<u64> chunks = cells_.schedule.take(state_.level, from);
  if constexpr (Cells::repeats) cells_.lines.take(chunks);
  return chunks;
}

// Cells that are decided at this level by their own bound or score come before any is told: a cell has one writer at a time.
template <class Cells> void CounterPasses<Cells>::ripen(const std::vector<u64>& chunks) {
  pool_.for_ranges(0, chunks.size(), 4, [&](u64 first, u64 last, int) {
    for (u64 c = first; c < last; ++c) cells_.ripen(chunks[c], state_.level);
  });
}

template <class Cells> void CounterPasses<Cells>::flush(const Scatter::Apply& apply) {
  pool_.for_ranges(0, static_cast<u64>(pool_.threads()), 1,
                   [&](u64 worker, u64, int) { scatter_.flush(static_cast<int>(worker), apply); });
}

// f(apply), which applies what was told at this level.
template <class Cells> template <class F> void CounterPasses<Cells>::with_buckets(F&& f) {
  cells_.with_apply(state_.level, [&](const auto& apply) {
    f(Scatter::Apply([&](Slot first, std::span<const u32> entries) {
      for (const u32 e : entries) apply(first + (e >> 1), (e & 1) != 0);
    }));
  });
}

// Some of the chunks.
template <class Cells>
void CounterPasses<Cells>::tell(const std::vector<u64>& chunks, u64 first, u64 last, const Scatter::Apply& apply,
                                TakeBack take_back) {
  pool_.for_ranges(first, last, 1, [&](u64 c, u64, int worker) { tell(chunks[c], worker, apply, take_back); });
}
template <class Cells> void CounterPasses<Cells>::tell(u64 c, int worker, const Scatter::Apply& apply, TakeBack take_back) {
  tell_each(worker, apply, take_back, [&](auto&& f) { cells_.take(c, state_.level, f); });
}
// Some slots of any chunks.
template <class Cells>
void CounterPasses<Cells>::tell_few(const std::vector<u64>& slots, const Scatter::Apply& apply, TakeBack take_back) {
  if constexpr (Cells::repeats)
    pool_.for_ranges(0, slots.size(), 64, [&](u64 first, u64 last, int worker) {
      tell_each(worker, apply, take_back, [&](auto&& f) {
        for (u64 i = first; i < last; ++i) cells_.take_slot(slots[i], f);
      });
    });
}
template <class Cells>
template <class Each>
void CounterPasses<Cells>::tell_each(int worker, const Scatter::Apply& apply, TakeBack take_back, Each&& each) {
  const Teller teller{cells_.begin, state_.level, worker, share_, scatter_, apply};
  std::array<u64, batch> decided;
  std::size_t n = 0;
  u64 told = 0;
  auto hand_over = [&] {
    take_back({decided.data(), n}, teller);
    told += std::exchange(n, 0);
  };
  each([&](u64 i, bool lost) {
    decided[n++] = (cells_.begin + share_.global(i)) << 1 | (lost ? 1U : 0U);
    if (n == batch) hand_over();
  });
  if (n > 0) hand_over();
  add_shared(state_.told, told);
}

template class CounterPasses<PackedCells<u8>>;
template class CounterPasses<PackedCells<u16>>;
template class CounterPasses<BoundedCells<u8>>;
template class CounterPasses<BoundedCells<u16>>;
template class CounterPasses<ScoreCells>;

} // namespace zermelo
