// A whole solve by cubes: layer after layer, those that others lead to first; then the table.
#pragma once

#include <memory>

#include "solve/cubes/device.h"
#include "solve/cubes/passes.h"
#include "solve/cubes/store.h"
#include "solve/device.h"
#include "solve/finish.h"
#include "solve/limits.h"
#include "solve/pacer.h"

namespace zermelo {

template <Cubed G> class CubeSolve {
public:
  CubeSolve(const G& g, TableIdentity identity, TableFiles files, SolveOptions options)
      : g_(g), layers_(g_.cubes().layers()), identity_(std::move(identity)), files_(std::move(files)),
        options_(std::move(options)), pool_(options_.threads), store_(files_.checkpoint, identity_, layers_) {}

  // A layer, its planes, and the layers that it leads to.
  SolveEstimate estimate() const {
    SolveEstimate e;
    e.slots = g_.size();
    e.method = Method::blocks;
    for (const CubeLayer& l : layers_) {
      u64 need = CubeValues::bytes_for(l) + CubePlanes::bytes_for(l);
      for (const int after : l.after)
        if (after >= 0) {
          const CubeLayer& a = layers_[static_cast<std::size_t>(after)];
          need += CubeValues::bytes_for(a) + CubeReplay::bytes_for(a);
        }
      e.memory = std::max(e.memory, need);
    }
    e.memory += static_cast<u64>(pool_.threads()) * (u64{8} << 20) + (u64{96} << 20);
    e.planned = e.memory;
    e.disk = 4 * e.slots + (e.slots >> 2) + (u64{1} << 16); // two bytes each, in the layers and in the table made from them
    return e;
  }

  SolveResult run() {
    return run_solve(estimate(), options_, identity_, files_, pool_.threads(), "", [&] { return solve(); });
  }

private:
  SolveResult solve() try {
    SolveResult result;
    const auto device = make_device(); // or it is refused before anything is removed
    if (options_.restart) store_.remove();
    Pacer pacer(options_, pool_, files_.checkpoint.string() + ".*", identity_, estimate().memory);
    std::vector<std::unique_ptr<CubeValues>> held(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      if (store_.has(i)) {
        result.resumed = true;
        continue;
      }
      hold(i, held, device.get());
      pacer.begin_phase();
      if (device) {
        solve_on(*device, i, *held[i], pacer);
      } else {
        solve_here(i, held, pacer);
      }
      store_.save(i, *held[i], pool_);
      if (!device) held[i]->look(pool_);
      if (device) held[i].reset();
    }
    if (device) result.device = device->report();
    held.clear();
    if (options_.on_progress) options_.on_progress({SolveProgress::Phase::write, 0, g_.size(), g_.size(), 0, 0, 0, 0});
    count(result);
    result.table_bytes = write(result);
    store_.remove();
    return result;
  } catch (const NeedsWideCells&) {
    store_.remove(); // of no use to another method
    throw;
  }

  std::unique_ptr<CubeDevice> make_device() const {
    if (options_.device == Device::cpu) return nullptr;
    return zermelo::make_device(CubeDeviceMaker<CubeBoardOf<G>>::make, g_.cubes().board(), layers_);
  }

  // Of the finished layers those that layer i leads to are kept at hand, here or on the device; and room for itself.
  void hold(std::size_t i, std::vector<std::unique_ptr<CubeValues>>& held, CubeDevice* device) {
    for (std::size_t j = 0; j < i; ++j) {
      const bool needed = layers_[i].after[0] == static_cast<int>(j) || layers_[i].after[1] == static_cast<int>(j);
      if (device != nullptr) {
        if (!needed_after(i, j)) device->forget(j);
        if (needed && !device->holds(j)) device->load(j, store_.load(j, pool_));
      } else {
        if (!needed) held[j].reset();
        if (needed && !held[j]) held[j] = std::make_unique<CubeValues>(store_.load(j, pool_));
      }
    }
    held[i] = std::make_unique<CubeValues>(layers_[i]);
  }
  bool needed_after(std::size_t i, std::size_t j) const {
    return std::any_of(layers_.begin() + static_cast<std::ptrdiff_t>(i), layers_.end(), [&](const CubeLayer& l) {
      return l.after[0] == static_cast<int>(j) || l.after[1] == static_cast<int>(j);
    });
  }

  void solve_here(std::size_t i, const std::vector<std::unique_ptr<CubeValues>>& held, Pacer& pacer) {
    const CubeLayer& layer = layers_[i];
    auto after = [&](int n) { return n < 0 ? nullptr : held[static_cast<std::size_t>(n)].get(); };
    CubePlanes planes(layer);
    CubePasses(g_.cubes().board(), *held[i], planes, {after(layer.after[0]), after(layer.after[1])}, pool_)
        .run([&](int plies, u64 done, u64 just_done) { pause(pacer, layer, plies, done, just_done); });
  }
  void solve_on(CubeDevice& device, std::size_t i, CubeValues& values, Pacer& pacer) {
    const CubeLayer& layer = layers_[i];
    device.solve(i, values, [&](int plies) { pause(pacer, layer, plies, layer.blocks, layer.blocks); });
  }

  void pause(Pacer& pacer, const CubeLayer& layer, int plies, u64 done, u64 just_done) const {
    SolveProgress p;
    p.phase = SolveProgress::Phase::passes;
    p.plies = plies;
    p.slots = g_.size();
    p.done = layer.first + (done * 2 << layer.pieces);
    p.open = g_.size() - layer.first;
    pacer.pause(p, just_done * 2 << layer.pieces, 0, [] {}); // finished layers are saved already
  }

  // f(slot, value, whether its block is symmetric) for the slots of a range; unknown where there is no position.
  template <class F> void each_slot(const CubeReader& reader, Slot first, Slot last, F&& f) const {
    reader.each_part(first, last, [&](const CubeLayer& layer, u64 within, std::span<const std::byte> codes) {
      u64 block = ~u64{0};
      bool symmetric = false;
      for (u64 i = 0; i < codes.size() / 2; ++i) {
        if (const u64 b = (within + i) >> layer.pieces >> 1; b != block) {
          block = b;
          symmetric = g_.cubes().symmetric(layer.pieces, b);
        }
        const Slot s = layer.first + within + i;
        u16 code = 0;
        std::memcpy(&code, &codes[2 * i], sizeof code);
        PositionOf<G> p;
        f(s, !symmetric || g_.unrank(s, p) ? decode(CubeStore::encoding, code) : unknown_value, symmetric);
      }
    });
  }

  void count(SolveResult& result) {
    std::vector<Sums<G>> sums(static_cast<std::size_t>(pool_.threads()), Sums<G>(g_));
    const CubeReader reader(store_, layers_);
    const Slot start = g_.rank(g_.start());
    Value initial;
    pool_.for_ranges(0, g_.size(), u64{1} << 20, [&](Slot first, Slot last, int worker) {
      auto& sum = sums[static_cast<std::size_t>(worker)];
      each_slot(reader, first, last, [&](Slot s, Value v, bool symmetric) {
        sum.add(s, v, !v.known() ? 0 : symmetric ? orbit_at(g_, s) : G::cube_orbit);
        if (s == start) initial = v;
      });
    });
    for (std::size_t i = 1; i < sums.size(); ++i) sums[0].add(sums[i]);
    result.statistics = sums[0].statistics(initial);
    result.findings = sums[0].findings();
  }

  u64 write(const SolveResult& result) {
    const CubeReader reader(store_, layers_);
    if (files_.contents == Contents::values) return write_values(reader, result);
    // As wide as the other methods would have it, so that a game has one table.
    const Encoding encoding = needs_two_bytes(result.statistics) ? Encoding::plies16 : Encoding::plies8;
    const u64 per_block = block_slots(encoding), size = bits_per_slot(encoding) / 8;
    return write_blocks(files_.table, header_text({identity_, encoding, true, result.statistics, result.findings}),
                        g_.size() * size, per_block * size, table_level, pool_, [&](u64 block, Bytes& raw) {
                          const Slot first = block * per_block;
                          each_slot(reader, first, first + raw.size() / size, [&](Slot s, Value v, bool) {
                            const u32 code = v.known() ? encode(encoding, v) : no_position_code(encoding);
                            std::memcpy(&raw[(s - first) * size], &code, size);
                          });
                        });
  }

  static bool needs_two_bytes(const Statistics& s) {
    const u32 limit = Cell<u8>::limit(G::max_moves + 1);
    auto any = [&](const std::vector<u64>& by_plies, u32 parity) {
      for (u32 n = 0; n < by_plies.size(); ++n)
        if (by_plies[n] != 0 && (n % 2 != parity || n >= limit)) return true;
      return false;
    };
    return any(s.wins_by_plies, 1) || any(s.losses_by_plies, 0);
  }

  // Positions that are over already, without a turn, are left to the rules.
  u64 write_values(const CubeReader& reader, const SolveResult& result) {
    return write_packed(
        files_.table, {identity_, Encoding::wdl2, false, result.statistics, result.findings}, pool_, [&](u64 block, Bytes& raw) {
          Wdl2Packer packer(raw);
          const Slot first = block * block_slots(Encoding::wdl2), last = std::min(g_.size(), first + block_slots(Encoding::wdl2));
          Wdl2Word word;
          int n = 0;
          each_slot(reader, first, last, [&](Slot, Value v, bool) {
            const u64 bit = u64{1} << n;
            if (!v.known()) word.empty |= bit;
            if (v.known() && v.wdl != Wdl::draw && v.plies == 0) word.settled |= bit;
            if (v.wdl == Wdl::win) word.won |= bit;
            if (v.wdl == Wdl::loss) word.lost |= bit;
            if (++n < 64) return;
            packer.put(word, n);
            word = {};
            n = 0;
          });
          if (n > 0) packer.put(word, n);
          packer.finish();
        });
  }

  G g_;
  const std::vector<CubeLayer>& layers_;
  TableIdentity identity_;
  TableFiles files_;
  SolveOptions options_;
  Pool pool_;
  CubeStore store_;
};

} // namespace zermelo
