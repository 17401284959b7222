// A whole solve by layers: one after the other, each saved when it is finished; then the table.
#pragma once

#include "exec/pages.h"
#include "solve/device.h"
#include "solve/finish.h"
#include "solve/layers/device.h"
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

  // A byte for every slot, since any earlier layer may be asked for; three more for those of the layer at work, unless a device
  // has them.
  SolveEstimate estimate() const {
    SolveEstimate e;
    e.slots = g_.size();
    e.method = Method::layers;
    e.memory = e.planned = fixed_memory();
    if (options_.device == Device::cpu) {
      e.memory += Scatter::least_memory(largest(), pool_.threads());
      e.planned += Scatter::most_memory(largest(), pool_.threads());
      e.planned = std::max(e.memory, std::min(e.planned, memory_limit(options_)));
    }
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
    const u64 work = options_.device == Device::cpu ? LayerWork::bytes_for(largest()) : 0;
    return g_.size() + work + std::min(2 * g_.size(), writing) + (u64{32} << 20);
  }

  SolveResult solve() try {
    SolveResult result;
    const auto device = device_asked_for(); // or it is refused before anything is removed
    if (options_.restart) store_.remove();
    Pages pages((g_.size() + 7) / 8);
    // Bytes, as the file has them.
    u8* cells = reinterpret_cast<u8*>(pages.data());
    Pacer pacer(options_, pool_, files_.checkpoint.string() + ".*", identity_, estimate().planned);
    const auto& layers = g_.layers();
    const std::size_t finished = store_.finished();
    result.resumed = finished > 0;
    for (std::size_t i = 0; i < finished; ++i) store_.load(i, cells + layers[i].first, pool_);
    if (device) {
      result.device = solve_on(*device, finished, cells, pacer);
    } else {
      solve_from(finished, cells, pacer);
    }
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
        pause(pacer, layer, plies, std::min(seeded, layer.slots()), just_done);
      });
      std::memcpy(cells + layer.first, work.cells.get(), layer.slots());
      store_.save(i, cells + layer.first, pool_);
    }
  }

  std::unique_ptr<LayerDevice> device_asked_for() const {
    if (options_.device == Device::cpu) return nullptr;
    if constexpr (LayeredOnDevice<G>) {
      using Index = std::remove_cvref_t<decltype(g_.index())>;
      return make_device(LayerDeviceMaker<Index>::make, g_.index(), g_.size(), largest());
    } else {
      throw Error(Exit::usage, identity_.game + " cannot be solved on a CUDA device");
    }
  }

  DeviceReport solve_on(LayerDevice& device, std::size_t first, u8* cells, Pacer& pacer) {
    const auto& layers = g_.layers();
    for (std::size_t i = 0; i < layers.size(); ++i) {
      const TableLayer& layer = layers[i];
      if (i < first) {
        device.load(layer, cells + layer.first);
        continue;
      }
      pacer.begin_phase();
      device.solve(layer, cells + layer.first,
                   [&](i32 plies) { pause(pacer, layer, plies, layer.slots(), plies == 0 ? layer.slots() : 0); });
      store_.save(i, cells + layer.first, pool_);
    }
    return device.report();
  }

  void pause(Pacer& pacer, const TableLayer& layer, i32 plies, u64 seeded, u64 just_done) const {
    SolveProgress p;
    p.phase = SolveProgress::Phase::passes;
    p.plies = plies;
    p.slots = g_.size();
    p.done = layer.first + seeded;
    p.open = g_.size() - layer.first;
    pacer.pause(p, just_done, 0, [] {}); // finished layers are saved already
  }

  G g_;
  TableIdentity identity_;
  TableFiles files_;
  SolveOptions options_;
  Pool pool_;
  LayerStore store_;
};

} // namespace zermelo
