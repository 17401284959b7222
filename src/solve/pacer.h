// Between pieces of work a solve reports, saves itself, and stops when asked. The solvers call pause() at moments when the
// working array is consistent; nothing else knows about clocks, signals and checkpoints.
#pragma once

#include "base/error.h"
#include "base/machine.h"
#include "solve/checkpoint.h"
#include "solve/work.h"

namespace zermelo {

class Pacer {
public:
  Pacer(const SolveOptions& options, Pool& pool, const std::filesystem::path& checkpoint, const TableIdentity& identity,
        u64 memory)
      : options_(options), pool_(pool), checkpoint_(checkpoint), identity_(identity), memory_(memory), start_(wall_seconds()),
        saved_(start_), phase_start_(start_) {}

  void begin_phase() {
    phase_start_ = wall_seconds();
    worked_ = 0;
  }

  // `done` slots of this phase or level are worked through, `just_done` since the last call; `open` are without a value.
  template <class Word> void pause(const Work<Word>& work, u64 just_done, u64 open) {
    // Every slot is worked on once per phase at most: what is left is what is open, or not yet seeded.
    const u64 left = work.phase == SolveProgress::Phase::seed ? work.slots - work.cursor : open;
    pause({work.phase, work.plies, work.slots, work.cursor, open}, just_done, left,
          [&] { save_checkpoint(checkpoint_, identity_, work, pool_); });
  }

  // The rate, the time left and the memory are added to the progress; save() writes the checkpoint.
  template <class Save> void pause(SolveProgress progress, u64 just_done, u64 left, Save&& save) {
    worked_ += just_done;
    const double now = wall_seconds();
    if (options_.on_progress && now - reported_ >= 0.1) {
      reported_ = now;
      progress.rate = static_cast<double>(worked_) / std::max(1e-9, now - phase_start_);
      progress.eta = static_cast<double>(left) / std::max(1.0, progress.rate);
      progress.memory = memory_;
      options_.on_progress(progress);
    }
    const bool stop = options_.should_stop && options_.should_stop();
    const bool late = options_.time_limit > 0 && now - start_ >= options_.time_limit;
    const bool due = options_.checkpoint_every > 0 && now - saved_ >= options_.checkpoint_every;
    if (!stop && !late && !due) return;
    save();
    saved_ = wall_seconds();
    if (stop || late)
      throw Error(Exit::stopped, std::string(stop ? "interrupted" : "time limit reached") + "; saved in " + checkpoint_.string() +
                                     ", the same command goes on from there");
  }

private:
  const SolveOptions& options_;
  Pool& pool_;
  std::filesystem::path checkpoint_;
  TableIdentity identity_;
  u64 memory_;
  double start_;
  double saved_;
  double phase_start_;
  double reported_ = 0;
  u64 worked_ = 0;
};

} // namespace zermelo
