// A whole solve by blocks: estimate, resume, passes on the CPU or on a device, count, write.
#pragma once

#include "solve/blocks/checkpoint.h"
#include "solve/blocks/device.h"
#include "solve/blocks/finish.h"
#include "solve/blocks/passes.h"
#include "solve/device.h"
#include "solve/limits.h"
#include "solve/pacer.h"

namespace zermelo {

template <Blocked G> class BlockSolve {
public:
  BlockSolve(const G& g, TableIdentity identity, TableFiles files, SolveOptions options)
      : g_(g), identity_(std::move(identity)), files_(std::move(files)), options_(std::move(options)), pool_(options_.threads) {}

  SolveEstimate estimate() const {
    SolveEstimate e;
    e.slots = g_.size();
    e.method = Method::blocks;
    const u64 words = with_strings(g_.blocks().pieces(), []<class S>(S) { return u64{S::words}; });
    e.memory = BlockState::bytes_for(g_.blocks().shapes(), words) + g_.blocks().shapes() / 8 + (distances() ? e.slots : 0) +
               static_cast<u64>(pool_.threads()) * (u64{4} << 20) + (u64{16} << 20);
    e.planned = e.memory;
    e.disk = (distances() ? e.slots : e.slots / 4) + (e.slots >> 4) + (u64{1} << 16);
    return e;
  }

  SolveResult run() {
    return run_solve(estimate(), options_, identity_, files_, pool_.threads(),
                     distances() ? "; --values, without distances, takes less" : "",
                     [&] { return with_strings(g_.blocks().pieces(), [&]<class S>(S) { return run_with<S>(); }); });
  }

private:
  bool distances() const { return files_.contents == Contents::distances; }

  template <class S> struct Work {
    Work(const G& g, Pool& pool, bool with_distances) : state(g.blocks().shapes(), S::words), watch(g) {
      if (with_distances) plies.emplace(g, pool.threads());
    }
    BlockState state;
    BlockWatch<G, S> watch;
    std::optional<BlockDistances<G, S>> plies;

    std::vector<Pages*> planes() {
      std::vector<Pages*> all = {&state.won, &state.lost, &state.changed, &state.fresh};
      if (plies) all.push_back(&plies->pages());
      return all;
    }
  };

  template <class S> SolveResult run_with() {
    const auto saved = options_.restart ? std::nullopt : block_checkpoint(files_.checkpoint, identity_);
    if (saved && saved->distances != distances())
      refuse_checkpoint(files_.checkpoint.string() + " was made " + (saved->distances ? "without" : "with") + " --values");
    Work<S> work(g_, pool_, distances());
    if (saved) resume(*saved, work);
    Pacer pacer(options_, pool_, files_.checkpoint, identity_, estimate().memory);
    SolveResult result;
    if (options_.device == Device::cuda) {
      result.device = run_on_device(work, pacer);
    } else {
      run_here(work, pacer);
    }
    if (options_.on_progress)
      options_.on_progress({SolveProgress::Phase::write, work.state.plies, g_.size(), g_.size(), 0, 0, 0, 0});
    const BlockFinish<G, S> finish(g_, work.state, pool_);
    result.resumed = saved.has_value();
    result.statistics = finish.statistics(work.watch.initial());
    result.findings = {work.watch.moves(), finish.longest(), mean_moves(work.state.census)};
    // A table with distances tells the findings itself, and is the same by every method.
    result.table_bytes =
        work.plies
            ? finish.write_distances(files_.table, {identity_, Encoding::plies8, true, result.statistics, {}}, work.plies->data())
            : finish.write_values(files_.table, {identity_, Encoding::wdl2, false, result.statistics, result.findings});
    return result;
  }

  static std::optional<double> mean_moves(const BlockCounts& c) {
    if (c.quiet == 0) return std::nullopt;
    return static_cast<double>(c.quiet_moves) / static_cast<double>(c.quiet);
  }

  template <class S> void run_here(Work<S>& work, Pacer& pacer) {
    BlockState& state = work.state;
    BlockPasses<G, S> passes(g_, state, pool_, block_kernels().back());
    for (;;) {
      pacer.begin_phase();
      const u64 changed = passes.run(
          [&](const u64* first, const u64* last, int worker) {
            if (work.plies) work.plies->record(state.mover(), state.plies, first, last, worker);
          },
          [&](u64 just_done) {
            pacer.pause(progress(state), just_done * S::size, (state.shapes - state.cursor) * S::size, [&] { save(work); });
          });
      if (!next(work, changed, [&](int plane, u64 at) { return (plane == 1 ? state.won : state.lost)[at]; })) return;
    }
  }

  template <class S> DeviceReport run_on_device(Work<S>& work, Pacer& pacer) {
    const auto make = BlockDeviceMaker<BlocksOf<G>>::make;
    if (make == nullptr) refuse_without_cuda();
    BlockState& state = work.state;
    if (state.cursor != 0) // a device does whole passes
      refuse_checkpoint(files_.checkpoint.string() + " was made on the CPU in the middle of a pass: go on there");
    const auto device = make(g_.blocks());
    if (state.plies > 0) device->load(state);
    BlockDevice::OnFound on_found;
    if (work.plies)
      on_found = [&](const u64* first, const u64* last) {
        const u64 entries = static_cast<u64>(last - first) / (1 + S::words);
        pool_.for_ranges(0, entries, 4096, [&](u64 begin, u64 end, int worker) {
          work.plies->record(state.mover(), state.plies, first + begin * (1 + S::words), first + end * (1 + S::words), worker);
        });
      };
    for (;;) {
      pacer.begin_phase();
      const u64 changed = device->pass(state, on_found);
      if (!next(work, changed, [&](int plane, u64 at) { return device->word(plane, at); })) break;
      pacer.pause(progress(state), state.shapes * S::size, 0, [&] {
        device->fetch(state);
        save(work);
      });
    }
    device->fetch(state);
    return device->report();
  }

  // Closes a pass; false if it was the last. The first two look at everything, later ones at what changed.
  template <class S, class Read> bool next(Work<S>& work, u64 changed, Read&& read) {
    BlockState& state = work.state;
    const bool last = state.plies >= 1 && changed == 0;
    work.watch.look(state.mover(), state.plies, read);
    state.next();
    return !last;
  }

  SolveProgress progress(const BlockState& s) const {
    u64 found = s.found;
    for (const u64 n : s.counts) found += n;
    SolveProgress p;
    p.phase = SolveProgress::Phase::passes;
    p.plies = s.plies;
    p.slots = g_.size();
    p.done = p.slots / s.shapes * s.cursor;
    p.open = p.slots - std::min(p.slots, found / 2); // mirror images are counted, but have no slot
    return p;
  }

  template <class S> void save(Work<S>& work) {
    const BlockState& s = work.state;
    const auto planes = work.planes();
    save_planes(files_.checkpoint, identity_,
                {s.plies, s.cursor, s.found, s.counts, s.census, s.latest_plies, s.latest, work.watch.save(), distances()},
                std::vector<const Pages*>(planes.begin(), planes.end()), pool_);
  }

  template <class S> void resume(const BlockCheckpoint& c, Work<S>& work) {
    BlockState& s = work.state;
    const bool few = c.latest.size() <= BlockState::most_latest;
    bool sound = c.cursor <= s.shapes && work.watch.load(c.watched) && (!few || c.latest.size() % (1 + S::words) == 0);
    for (std::size_t i = 0; sound && few && i < c.latest.size(); i += 1 + S::words) sound = c.latest[i] < s.shapes;
    if (!sound) refuse_checkpoint(files_.checkpoint.string() + " contradicts itself");
    load_planes(files_.checkpoint, work.planes(), pool_);
    s.plies = c.plies;
    s.cursor = c.cursor;
    s.found = c.found;
    s.counts = c.counts;
    s.census = c.census;
    s.latest_plies = c.latest_plies;
    s.latest = c.latest;
  }

  G g_;
  TableIdentity identity_;
  TableFiles files_;
  SolveOptions options_;
  Pool pool_;
};

} // namespace zermelo
