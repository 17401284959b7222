// A whole solve: estimate, resume or seed, propagate, count, write. Read this first.
#pragma once

#include "solve/backward.h"
#include "solve/finish.h"
#include "solve/forward.h"
#include "solve/limits.h"

namespace zermelo {

template <Indexed G> class Retrograde {
public:
  Retrograde(const G& g, TableIdentity identity, TableFiles files, SolveOptions options)
      : g_(g), identity_(std::move(identity)), files_(std::move(files)), options_(std::move(options)), pool_(options_.threads) {}

  SolveEstimate estimate(u64 word = 1) const {
    SolveEstimate e;
    e.slots = g_.size();
    e.method = method();
    e.memory = e.planned = fixed_memory(word);
    if (e.method == Method::backward) {
      e.memory += Scatter::least_memory(e.slots, pool_.threads());
      e.planned += Scatter::most_memory(e.slots, pool_.threads());
      e.planned = std::max(e.memory, std::min(e.planned, memory_limit(options_)));
    }
    e.disk = e.slots * word + (e.slots >> 4) + (u64{1} << 16); // incompressible at the worst
    return e;
  }

  SolveResult run() {
    return run_solve(estimate(), options_, identity_, files_, pool_.threads(), "", [&] { return run_narrow_or_wide(); });
  }

private:
  using Saved = std::optional<CheckpointState>;
  static constexpr int most_successors = G::max_moves + 1;

  Method method() const {
    if (options_.method == Method::forward || !Reversible<G>) {
      if (options_.method == Method::backward)
        throw Error(Exit::usage, identity_.game + " has no un-moves: use --method forward");
      return Method::forward;
    }
    return Method::backward;
  }

  // The working array, and while it is written a few blocks per thread, raw and compressed.
  u64 fixed_memory(u64 word) const {
    const u64 array = g_.size() * word;
    return array + std::min(2 * array, static_cast<u64>(pool_.threads()) * (u64{32} << 20)) + (u64{1} << 20);
  }
  SolveResult run_narrow_or_wide() {
    const Saved saved = options_.restart ? Saved{} : checkpoint_state(files_.checkpoint, identity_, method());
    const bool wide = saved && saved->word == 2;
    try {
      if (!wide) return run_with<u8>(saved);
    } catch (const NeedsWideCells&) { // NOLINT(bugprone-empty-catch): go on below
    }
    check_memory(estimate(2), options_, identity_);
    return run_wide(wide ? saved : Saved{});
  }

  SolveResult run_wide(const Saved& saved) try { return run_with<u16>(saved); } catch (const NeedsWideCells&) {
    throw Error(Exit::runtime, identity_.game + " cannot be solved: some games of it are too long for a table (32,000 plies)");
  }

  template <class Word> SolveResult run_with(const Saved& saved) {
    Work<Word> work(g_.size(), Cell<Word>::limit(most_successors));
    work.method = method();
    if (work.limit < 16) throw NeedsWideCells{};
    Pacer pacer(options_, pool_, files_.checkpoint, identity_, fixed_memory(sizeof(Word)));
    if (saved) load_checkpoint(files_.checkpoint, *saved, work, pool_);
    if (work.phase == SolveProgress::Phase::seed) {
      seed_all(g_, work, pool_, pacer);
      work.phase = SolveProgress::Phase::levels;
      work.cursor = 0;
    }
    pacer.begin_phase();
    propagate(work, pacer);
    if (options_.on_progress) options_.on_progress({SolveProgress::Phase::write, work.plies, work.slots, work.slots, 0, 0, 0, 0});
    SolveResult result;
    result.resumed = saved.has_value();
    auto at = [&work](Slot s) { return Cell<Word>::value(work.cells[s], work.limit); };
    count_values(g_, at, pool_, result);
    const bool values = files_.contents == Contents::values;
    const TableHeader header{identity_, values ? Encoding::wdl2 : Cell<Word>::encoding(), !values, result.statistics,
                             result.findings};
    result.table_bytes =
        values ? write_values(files_.table, header, g_, at, pool_) : write_distances(files_.table, header, at, pool_);
    return result;
  }

  template <class Word> void propagate(Work<Word>& work, Pacer& pacer) {
    if constexpr (Reversible<G>) {
      if (method() == Method::backward) {
        const u64 room =
            memory_limit(options_) > fixed_memory(sizeof(Word)) ? memory_limit(options_) - fixed_memory(sizeof(Word)) : 0;
        Backward<Word, G>(g_, work, pool_, pacer, room).run();
        return;
      }
    }
    Forward<Word, G>(g_, work, pool_, pacer).run();
  }

  G g_;
  TableIdentity identity_;
  TableFiles files_;
  SolveOptions options_;
  Pool pool_;
};

} // namespace zermelo
