// Passes over all shapes on the CPU.
//
// What cannot change is passed over: a step to a shape without new values adds no win, a shape without such a step no loss.
// In the long tail, where few shapes change, only their neighbours are looked at: a step can be undone by a step, so these are
// the shapes that the changed ones lead to.
#pragma once

#include <optional>

#include "exec/pool.h"
#include "exec/shared.h"
#include "solve/blocks/census.h"
#include "solve/blocks/kernels.h"
#include "solve/blocks/state.h"

namespace zermelo {

template <Blocked G, class S> class BlockPasses {
public:
  BlockPasses(const G& g, BlockState& state, Pool& pool, const BlockKernel& kernel)
      : board_(g.blocks().board()), state_(state), pool_(pool), kernel_(kernel),
        workers_(static_cast<std::size_t>(pool.threads())), candidates_(state.bitmap_words()) {}

  // Does the pass from the cursor on and returns how many shapes changed. on_found(first, last, worker) gets what is found, shape
  // and vector after the other, on any thread; pause(shapes) is called now and then, when the state is consistent.
  template <class Found, class Pause> u64 run(Found&& on_found, Pause&& pause) {
    choose();
    for (u64 first = state_.cursor; first < state_.shapes;) {
      const u64 last = std::min(state_.shapes, first + stretch);
      pool_.for_ranges(first, last, grain, [&](u64 begin, u64 end, int worker) { work(begin, end, worker, on_found); });
      for (Worker& w : workers_) collect(w);
      const u64 done = last - first;
      state_.cursor = first = last;
      pause(done);
    }
    u64 changed = 0;
    for (u64 i = 0; i < state_.fresh.size(); ++i) changed += static_cast<u64>(std::popcount(state_.fresh[i]));
    return changed;
  }

private:
  using Shape = typename BlocksOf<G>::Shape;
  static constexpr u64 grain = 1024, stretch = u64{1} << 16;
  static constexpr std::size_t batch = BlockProgram::most_tasks;

  struct Worker {
    BlockProgram program;
    BlockFound found;
    BlockCounts counts;
    std::vector<u64> latest;
  };

  // In the first passes everything counts as changed. Later, where little changed, mark what can follow from it.
  void choose() {
    everything_ = state_.plies < 2;
    u64 changed = 0;
    for (u64 i = 0; i < state_.changed.size(); ++i) changed += static_cast<u64>(std::popcount(state_.changed[i]));
    sparse_ = !everything_ && changed < state_.shapes / 64;
    if (!sparse_) return;
    for (u64 i = 0; i < candidates_.size(); ++i) candidates_[i] = 0;
    pool_.for_ranges(0, state_.changed.size(), 256, [&](u64 first, u64 last, int) {
      Marker marker{candidates_.data()};
      for (u64 i = first; i < last; ++i)
        for (u64 bits = state_.changed[i]; bits != 0; bits &= bits - 1)
          Shape(BlocksOf<G>::where(board_), static_cast<u32>(i * 64 + static_cast<u64>(std::countr_zero(bits)))).expand(marker);
    });
  }

  struct Marker {
    u64* map;
    void lift(int, bool) {}
    void step(u32 shape, int, bool, bool) { set_shared_bit(map, shape); }
    void swap(int, bool) {}
    void done(bool) {}
  };

  template <class Found> void work(u64 begin, u64 end, int worker, Found& on_found) {
    Worker& w = workers_[static_cast<std::size_t>(worker)];
    const int mover = state_.mover();
    const Pages &changed = state_.changed, &read = state_.read();
    const bool everything = everything_;
    BlockProgrammer programmer(w.program, read.data(), S::words, mover == 0 || everything,
                               [&changed, everything](u32 shape) { return everything || bit_of(changed, shape); });
    std::optional<typename BlocksOf<G>::Walk> shape;
    for (u64 s = begin; s < end; ++s) {
      if (sparse_ && !bit_of(candidates_, s)) continue;
      if (shape && shape->rank() + 1 == s) {
        shape->advance();
      } else {
        shape.emplace(BlocksOf<G>::where(board_), static_cast<u32>(s));
      }
      programmer.add(*shape, mover, everything);
      if (w.program.tasks == batch) flush(w, worker, on_found);
    }
    flush(w, worker, on_found);
  }

  template <class Found> void flush(Worker& w, int worker, Found& on_found) {
    w.found.used = 0;
    w.found.make_room(w.program, S::words);
    kernel_.run(S::pieces, state_.mover(), w.program, state_.read().data(), state_.written().data(), w.found);
    const u64 *first = w.found.words.data(), *last = first + w.found.used;
    for (const u64* at = first; at != last; at += 1 + S::words) state_.fresh[*at / 64] |= u64{1} << (*at % 64);
    on_found(first, last, worker);
    if (state_.mover() == 1 && w.latest.size() <= BlockState::most_latest) w.latest.insert(w.latest.end(), first, last);
    if (state_.plies == 1) BlockCensus<S>::add(w.program, state_.won.data(), w.counts);
    w.program.clear();
  }

  void collect(Worker& w) {
    state_.found += w.found.positions;
    state_.census.add(w.counts);
    w.found.positions = 0;
    w.counts = {};
    if (!w.latest.empty()) {
      if (state_.latest_plies != state_.plies) state_.latest.clear();
      state_.latest_plies = state_.plies;
      if (state_.latest.size() <= BlockState::most_latest)
        state_.latest.insert(state_.latest.end(), w.latest.begin(), w.latest.end());
    }
    w.latest.clear();
  }

  typename BlocksOf<G>::Board board_;
  BlockState& state_;
  Pool& pool_;
  BlockKernel kernel_;
  std::vector<Worker> workers_;
  Pages candidates_;
  bool everything_ = false, sparse_ = false;
};

} // namespace zermelo
