// Retrograde analysis with un-moves and counters, for every kind of cell: each edge of the game's graph is touched once.
//
// Every slot gets its first word. Then, level by level, positions that are decided at this level tell those that have a move to
// them: a lost successor decides, a won one is one open successor less. (Ströhlein 1970; Thompson 1986; with counters after Wu
// and Beal 2001, for scores Romein and Bal 2003.) What is left when no level is marked is drawn by endless play. Cost: one unrank
// per decided slot, one rank per edge; memory: the cells and the buckets of Scatter.
//
// Between rounds the cells are consistent: there a solve reports, saves itself and stops.
#pragma once

#include <vector>

#include "exec/mail.h"
#include "exec/pool.h"
#include "exec/scatter.h"
#include "exec/share.h"
#include "exec/shared.h"
#include "solve/strategy.h"

namespace zermelo {

// Where a stage stands; with the cells all that a checkpoint needs.
struct PassState {
  bool seeding = true;
  i32 level = 0;
  u64 cursor = 0; // slots before it are seeded, or chunks before it told at this level
  u64 told = 0;   // positions
  u64 found = 0;  // of these, in this pass of a game without un-moves
};

// Closes a pass without un-moves; false if it was the last. Seeds are decided in at most 2 plies; beyond, a pass needs what the
// one before found.
inline bool next_pass(PassState& state) {
  const bool last = state.level > 2 && state.found == 0;
  state = {false, state.level + 1, 0, state.told + state.found, 0};
  return !last;
}

// What a stage of several ranks needs beside its cells; of one process all of it is trivial.
struct Crew {
  Ranks& ranks;
  Share share; // of the stage
};

// Every slot gets its first word; earlier.seed(...) knows the codes of earlier stages, or asks for them. False where the words
// are too small. Ranks go through the stage side by side: a stretch of it is seeded by all of them before the next.
template <class G, class Cells, class Earlier>
bool seed_cells(const G& g, Cells& cells, PassState& state, Pool& pool, const Pause& pause, const Crew& crew, Earlier& earlier) {
  const Share& share = crew.share;
  const u64 turn = share.whole() ? 1 : share.unit * static_cast<u64>(share.ranks);
  const u64 at_once = earlier.round(pool.threads());
  const u64 round = share.whole() ? at_once : turn * std::max<u64>(1, at_once / share.unit);
  auto here = [&](u64 slot) { return share.whole() ? slot : std::min(share.own(), slot / turn * share.unit); };
  for (state.cursor -= state.cursor % turn; state.cursor < share.slots;) {
    u64 end = std::min(share.slots, state.cursor + round), last = end == share.slots ? share.own() : here(end);
    const bool fits = earlier.seed(g, cells, here(state.cursor), last, share, pool);
    if (share.whole()) end = last;
    const u64 done = end - state.cursor;
    const StageReport report{SolveProgress::Phase::seed, 0, end, 0, done};
    if (share.whole()) {
      if (!fits) return false;
      state.cursor = end;
      pause(report);
      continue;
    }
    const auto agreed = crew.ranks.sums({fits ? u64{0} : u64{1}, crew.ranks.first() && pause.due(report) ? u64{1} : u64{0}});
    if (agreed[0] != 0) return false;
    state.cursor = end;
    if (agreed[1] != 0) pause(report);
  }
  state = {false, cells.first_level(), 0, 0};
  earlier.seeded();
  return true;
}

template <class G, class Cells> class CounterPasses {
public:
  CounterPasses(const G& g, Cells& cells, PassState& state, Pool& pool, u64 scatter_memory, const Crew& crew)
      : g_(g), cells_(cells), state_(state), pool_(pool), crew_(crew), share_(crew.share),
        scatter_(cells.slots, pool.threads(), scatter_memory), mail_(crew.ranks, pool.threads()), votes_(crew.ranks) {}

  // False where the cells are too small: seeding is to begin anew, or the level to go on, with wider ones.
  template <class Earlier> bool run(const Pause& pause, Earlier& earlier) {
    // A checkpoint holds the cells and no marks; at the beginning there is nothing to mark.
    const u64 seeded =
        share_.whole() ? state_.cursor : std::min(share_.own(), state_.cursor / static_cast<u64>(share_.ranks) + chunk);
    const u64 chunks = state_.seeding ? (state_.cursor == 0 ? 0 : (seeded + chunk - 1) / chunk) : cells_.schedule.chunks();
    const i32 level = state_.seeding ? cells_.first_level() : state_.level;
    pool_.for_ranges(0, chunks, 1,
                     [&](u64 c, u64, int) { cells_.mark_again(c, level, state_.seeding ? 0 : own_chunk(state_.cursor)); });
    if (state_.seeding && !seed_cells(g_, cells_, state_, pool_, pause, crew_, earlier)) return false;
    for (i32 now = next_level(state_.level); now >= 0;) {
      if (now != state_.level) state_.cursor = 0;
      state_.level = now;
      if (!cells_.fits(now)) return false;
      const i32 next = share_.whole() ? alone(pause) : together(pause);
      if (next == too_long) return false;
      state_.level = cells_.after(now);
      now = next;
    }
    pool_.for_ranges(0, cells_.slots, u64{1} << 16, [&](u64 first, u64 last, int) { cells_.close(first, last); });
    return true;
  }

private:
  static constexpr u64 chunk = Cells::chunk;
  static constexpr i32 too_long = -2;
  static_assert(Scatter::partition_slots % chunk == 0, "a chunk is changed under one lock");

  // The first of this rank's chunks that is not before a chunk of the stage; and back.
  u64 own_chunk(u64 of_stage) const {
    const u64 r = static_cast<u64>(share_.rank), n = static_cast<u64>(share_.ranks);
    return of_stage <= r ? 0 : (of_stage - r + n - 1) / n;
  }
  u64 chunk_of_stage(u64 own) const { return own * static_cast<u64>(share_.ranks) + static_cast<u64>(share_.rank); }

  // The level at which some rank has something to do, from this one on; -1: none.
  i32 next_level(i32 from) {
    const i32 here = cells_.next_level(from);
    if (share_.whole()) return here;
    const u64 mine = here < 0 ? ~u64{0} : static_cast<u64>(here);
    return nearest(crew_.ranks.words_of_all(std::span(&mine, 1)));
  }
  static i32 nearest(const std::vector<u64>& levels) {
    i32 best = -1;
    for (const u64 l : levels)
      if (l != ~u64{0} && (best < 0 || (Cells::downwards ? static_cast<i32>(l) > best : static_cast<i32>(l) < best)))
        best = static_cast<i32>(l);
    return best;
  }

  // One level in one process; the next one.
  i32 alone(const Pause& pause) {
    // Rounds, until one of them from the first chunk on has nothing to tell; a resumed one begins further on.
    for (bool first = true, more = true; more; first = false) {
      const bool is_whole = state_.cursor == 0;
      more = tell(first, pause) || !is_whole;
      state_.cursor = 0;
    }
    if (!cells_.fits(state_.level)) return too_long;
    return cells_.next_level(cells_.after(state_.level));
  }

  // Whether there was something to tell at this level.
  bool tell(bool first_round, const Pause& pause) {
    const i32 level = state_.level;
    const std::vector<u64> chunks = cells_.schedule.take(level, state_.cursor);
    const u64 round = std::max<u64>(1, (u64{1} << 21) / chunk) * static_cast<u64>(pool_.threads());
    if (first_round) ripen(chunks);
    cells_.with_apply(level, [&](const auto& apply) {
      for (u64 first = 0; first < chunks.size(); first += round) {
        const u64 last = std::min<u64>(chunks.size(), first + round);
        const u64 before = state_.told;
        tell(chunks, first, last, apply);
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
  i32 together(const Pause& pause) {
    const i32 level = state_.level;
    mail_.next_level();
    std::vector<u64> chunks = cells_.schedule.take(level, own_chunk(state_.cursor));
    ripen(chunks);
    const u64 round = std::max<u64>(1, (u64{1} << 20) / chunk) * static_cast<u64>(pool_.threads());
    u64 next = 0, told_to = state_.cursor; // of chunks; the stage's chunks before it are told by this rank
    enum class Phase : u8 { working, frozen, gathering } phase = Phase::working;
    u64 stop_at = 0;
    i32 result = -1;
    u64 told_before = state_.told;
    u64 paused_at = told_of_all_; // a pause without work since the last one would be followed by the next
    votes_.forget();
    cells_.with_apply(level, [&](const auto& apply) {
      for (;;) {
        bool worked = false;
        if (next == chunks.size() && phase == Phase::working && Cells::repeats) {
          chunks = cells_.schedule.take(level, 0);
          next = 0;
        }
        u64 last = std::min<u64>(chunks.size(), next + round);
        if (phase == Phase::frozen || (phase == Phase::gathering && Cells::repeats)) last = next;
        if (phase == Phase::gathering)
          while (last > next && chunk_of_stage(chunks[last - 1]) >= stop_at) --last;
        if (last > next) {
          tell(chunks, next, last, apply);
          next = last;
          told_to = std::max(told_to, chunk_of_stage(chunks[last - 1]) + 1);
          worked = true;
        }
        mail_.send();
        if (const auto came = mail_.receive(); !came.empty()) {
          pool_.for_ranges(0, came.size(), 1, [&](u64 i, u64, int worker) {
            for (const u32 w : came[i]) scatter_.emit(worker, w >> 1, (w & 1) != 0, apply);
          });
          flush(apply);
          worked = true;
        }
        const bool decided = votes_.poll([&] {
          const bool may = phase == Phase::working || (phase == Phase::gathering && !Cells::repeats);
          bool busy =
              worked || (may && next < chunks.size() && (phase == Phase::working || chunk_of_stage(chunks[next]) < stop_at));
          if (!busy && phase == Phase::working && Cells::repeats) {
            chunks = cells_.schedule.take(level, 0);
            next = 0;
            busy = !chunks.empty();
          }
          const StageReport report{SolveProgress::Phase::levels, level, share_.slots, told_of_all_, 0};
          const bool wants = crew_.ranks.first() && phase == Phase::working && pause.due(report) && told_of_all_ != paused_at;
          const i32 after = busy ? -1 : cells_.next_level(cells_.after(level));
          return Votes::Vote{.sent = mail_.sent(),
                             .received = mail_.received(),
                             .busy = busy ? u64{1} : 0,
                             .wants = wants ? u64{1} : 0,
                             .cursor = told_to,
                             .told = state_.told,
                             .next = after < 0 ? ~u64{0} : static_cast<u64>(after),
                             .failed = cells_.fits(level) ? u64{0} : 1};
        });
        if (!decided) {
          if (!worked) crew_.ranks.rest();
          continue;
        }
        told_of_all_ = votes_.sum([](const auto& v) { return v.told; });
        if (votes_.settled() && phase != Phase::frozen) {
          if (votes_.most([](const auto& v) { return v.failed; }) != 0) {
            result = too_long;
            return;
          }
          if (phase == Phase::working) {
            std::vector<u64> levels;
            for (const auto& v : votes_.all()) levels.push_back(v.next);
            result = nearest(levels);
            state_.cursor = 0;
            return;
          }
          const u64 told_here = state_.told;
          state_.cursor = Cells::repeats ? 0 : stop_at;
          state_.told = told_of_all_;
          pause({SolveProgress::Phase::levels, level, share_.slots, told_of_all_, told_of_all_ - told_before});
          told_before = paused_at = told_of_all_;
          state_.told = told_here;
          phase = Phase::working;
          votes_.forget();
        } else if (phase == Phase::frozen) {
          stop_at = votes_.most([](const auto& v) { return v.cursor; });
          phase = Phase::gathering;
          votes_.forget();
        } else if (phase == Phase::working && votes_.most([](const auto& v) { return v.wants; }) != 0) {
          phase = Phase::frozen;
        }
      }
    });
    return result;
  }

  // Cells that are decided at this level by their own bound or score come before any is told: a cell has one writer at a time.
  void ripen(const std::vector<u64>& chunks) {
    pool_.for_ranges(0, chunks.size(), 4, [&](u64 first, u64 last, int) {
      for (u64 c = first; c < last; ++c) cells_.ripen(chunks[c], state_.level);
    });
  }

  template <class Apply> void flush(const Apply& apply) {
    pool_.for_ranges(0, static_cast<u64>(pool_.threads()), 1,
                     [&](u64 worker, u64, int) { scatter_.flush(static_cast<int>(worker), apply); });
  }

  // Some of the chunks.
  template <class Apply> void tell(const std::vector<u64>& chunks, u64 first, u64 last, const Apply& apply) {
    pool_.for_ranges(first, last, 1, [&](u64 c, u64, int worker) { tell(chunks[c], worker, apply); });
    flush(apply);
  }
  template <class Apply> void tell(u64 c, int worker, const Apply& apply) {
    Walker<G> walker(g_);
    u64 told = 0;
    cells_.take(c, state_.level, [&](u64 i, bool lost) {
      PositionOf<G> p;
      walker.unrank(cells_.begin + share_.global(i), p);
      cells_.undo(g_, p, state_.level, [&](Slot s) {
        const Share::Place at = share_.place(s);
        if (at.owner == static_cast<u64>(share_.rank)) {
          scatter_.emit(worker, at.local, lost, apply);
        } else {
          mail_.put(worker, at.owner, static_cast<u32>(at.local) << 1 | (lost ? 1U : 0U));
        }
      });
      ++told;
    });
    add_shared(state_.told, told);
  }

  const G& g_;
  Cells& cells_;
  PassState& state_;
  Pool& pool_;
  const Crew& crew_;
  const Share share_;
  Scatter scatter_;
  Mail mail_;
  Votes votes_;
  u64 told_of_all_ = 0;
};

} // namespace zermelo
