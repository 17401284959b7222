// A whole solve by layers: one after the other, each saved when it is finished; then the table.
#pragma once

#include "exec/pages.h"
#include "solve/finish.h"
#include "solve/layers/passes.h"
#include "solve/layers/store.h"
#include "solve/limits.h"
#include "solve/pacer.h"

namespace zermelo {

template <LayeredTable G> class LayerSolve {
public:
  LayerSolve(const G& g, TableIdentity identity, TableFiles files, SolveOptions options)
      : g_(g), identity_(std::move(identity)), files_(std::move(files)), options_(std::move(options)), pool_(options_.threads),
        store_(files_.checkpoint, identity_, g_.layers()) {}

  // A byte for every slot, since any earlier layer may be asked for; three more for those of the layer at work.
  SolveEstimate estimate() const {
    SolveEstimate e;
    e.slots = g_.size();
    e.method = Method::layers;
    e.memory = fixed_memory() + Scatter::least_memory(largest(), pool_.threads());
    e.planned = fixed_memory() + Scatter::most_memory(largest(), pool_.threads());
    e.planned = std::max(e.memory, std::min(e.planned, memory_limit(options_)));
    e.disk = 2 * e.slots + (e.slots >> 4) + (u64{1} << 16); // layers and the table made from them, incompressible at the worst
    return e;
  }

  SolveResult run() {
    return run_solve(estimate(), options_, identity_, files_, pool_.threads(), "", [&] { return solve(); });
  }

private:
  u64 largest() const {
    u64 n = 0;
    for (const TableLayer& l : g_.layers()) n = std::max(n, l.slots());
    return n;
  }
  u64 fixed_memory() const {
    const u64 writing = static_cast<u64>(pool_.threads()) * (u64{32} << 20);
    return g_.size() + LayerWork::bytes_for(largest()) + std::min(2 * g_.size(), writing) + (u64{32} << 20);
  }

  SolveResult solve() try {
    SolveResult result;
    if (options_.restart) store_.remove();
    Pages pages((g_.size() + 7) / 8);
    // Bytes, as the file has them.
    u8* cells = reinterpret_cast<u8*>(pages.data());
    Pacer pacer(options_, pool_, files_.checkpoint.string() + ".*", identity_, estimate().planned);
    const auto& layers = g_.layers();
    const std::size_t finished = store_.finished();
    result.resumed = finished > 0;
    for (std::size_t i = 0; i < finished; ++i) store_.load(i, cells + layers[i].first, pool_);
    solve_from(finished, cells, pacer);
    if (options_.on_progress) options_.on_progress({SolveProgress::Phase::write, 0, g_.size(), g_.size(), 0, 0, 0, 0});
    auto at = [cells](Slot s) { return decode(Encoding::plies8, cells[s]); };
    count_values(g_, at, pool_, result);
    const bool values = files_.contents == Contents::values;
    const TableHeader header{identity_, values ? Encoding::wdl2 : Encoding::plies8, !values, result.statistics, result.findings};
    result.table_bytes =
        values ? write_values(files_.table, header, g_, at, pool_) : write_distances(files_.table, header, at, pool_);
    store_.remove();
    return result;
  } catch (const NeedsWideCells&) {
    store_.remove(); // of no use to another method
    throw;
  }

  void solve_from(std::size_t first, u8* cells, Pacer& pacer) {
    const auto& layers = g_.layers();
    if (first == layers.size()) return;
    LayerWork work(largest());
    const u64 room = std::max(estimate().planned - fixed_memory(), Scatter::least_memory(largest(), pool_.threads()));
    for (std::size_t i = first; i < layers.size(); ++i) {
      const TableLayer& layer = layers[i];
      pacer.begin_phase();
      u64 seeded = 0;
      LayerPasses<G>(g_, layer, cells, work, pool_, room).run([&](i32 plies, u64 just_done) {
        seeded += just_done;
        SolveProgress p;
        p.phase = SolveProgress::Phase::passes;
        p.plies = plies;
        p.slots = g_.size();
        p.done = layer.first + std::min(seeded, layer.slots());
        p.open = g_.size() - layer.first;
        pacer.pause(p, just_done, 0, [] {}); // finished layers are saved already
      });
      std::memcpy(cells + layer.first, work.cells.get(), layer.slots());
      store_.save(i, cells + layer.first, pool_);
    }
  }

  G g_;
  TableIdentity identity_;
  TableFiles files_;
  SolveOptions options_;
  Pool pool_;
  LayerStore store_;
};

} // namespace zermelo
