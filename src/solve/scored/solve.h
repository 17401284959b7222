// A whole solve of a game of scores: layer after layer, the lowest first; then the table, which holds them all.
#pragma once

#include "solve/device.h"
#include "solve/limits.h"
#include "solve/pacer.h"
#include "solve/scored/counters.h"
#include "solve/scored/device.h"
#include "solve/scored/store.h"
#include "solve/scored/windows.h"

namespace zermelo {

inline constexpr int scores_level = 1; // zstd: quicker than level 3, and of Awari's scores it makes less

template <Scored G> class ScoredSolve {
public:
  ScoredSolve(const G& g, TableIdentity identity, TableFiles files, SolveOptions options)
      : g_(g), identity_(std::move(identity)), files_(std::move(files)), options_(std::move(options)), pool_(options_.threads) {
    if (files_.contents == Contents::values)
      throw Error(Exit::usage, identity_.game + " has scores, whose signs tell who wins: leave out --values");
  }

  // Every score, and for the layer being solved its own array with a byte of state or two bits a slot, unless a device has them.
  SolveEstimate estimate() const {
    const u64 largest = largest_layer(g_);
    SolveEstimate e;
    e.slots = g_.size();
    e.method = method();
    e.memory = e.slots + (u64{1} << 20) + static_cast<u64>(pool_.threads()) * (u64{8} << 20);
    if (on_cpu()) e.memory += largest + (e.method == Method::backward ? largest : ScoreWindows<G>::bytes_for(largest));
    e.planned = e.memory;
    if (on_cpu() && e.method == Method::backward) {
      e.memory += Scatter::least_memory(largest, pool_.threads());
      e.planned = std::max(e.memory, std::min(e.planned + scatter_memory(largest), memory_limit(options_)));
    }
    e.disk = 2 * e.slots + (u64{1} << 16); // the layers, and the table made from them
    return e;
  }

  SolveResult run() {
    return run_solve(estimate(), options_, identity_, files_, pool_.threads(), effort(), [&] { return solve(); });
  }

private:
  bool on_cpu() const { return options_.device == Device::cpu; }

  Method method() const {
    if (!on_cpu() && options_.method == Method::windows)
      throw Error(Exit::usage, "a CUDA device solves backwards: leave out --method windows");
    if (options_.method == Method::backward && !Originating<G>)
      throw Error(Exit::usage, identity_.game + " has no un-moves: use --method windows");
    if (options_.method == Method::blocks || options_.method == Method::layers)
      throw Error(Exit::usage, identity_.game + " has scores: leave out --method " + name_of(options_.method));
    return Originating<G> && (options_.method == Method::automatic || options_.method == Method::backward) ? Method::backward
                                                                                                           : Method::windows;
  }

  // What is told where it does not fit, if the game knows what others took.
  std::string effort() const {
    if constexpr (requires { G::solving_seconds_a_slot, G::table_bytes_a_slot; }) {
      const auto slots = static_cast<double>(g_.size());
      return fmt::format("; it would take about {} of disk and {} of CPU time",
                         bytes(static_cast<u64>(2 * slots * G::table_bytes_a_slot)), // the layers, and the table made from them
                         duration(slots * G::solving_seconds_a_slot));
    }
    return "";
  }

  static u64 scatter_memory(u64 slots, int threads) { return std::min(Scatter::most_memory(slots, threads), u64{256} << 20); }
  u64 scatter_memory(u64 slots) const { return scatter_memory(slots, pool_.threads()); }

  SolveResult solve() {
    std::vector<ScoredStore::Scores> layers;
    layers.reserve(static_cast<std::size_t>(g_.layers()));
    for (int i = 0; i < g_.layers(); ++i)
      layers.push_back({g_.layer_begin(i), g_.layer_begin(i + 1) - g_.layer_begin(i), g_.most_score(i), g_.layer_name(i)});
    const ScoredStore store(files_.checkpoint, identity_, method(), layers);
    const auto device = device_asked_for(); // or it is refused before anything is removed
    if (options_.restart) store.remove();
    Pacer pacer(options_, pool_, files_.checkpoint.string() + ".*", identity_, estimate().memory);
    SolveResult result;
    ByteArray all(g_.size());
    const std::size_t finished = store.finished();
    result.resumed = finished > 0;
    for (std::size_t i = 0; i < finished; ++i) store.load(i, all.scores(), pool_);
    if (device) {
      result.device = solve_on(*device, store, layers, all.scores(), pacer);
    } else {
      solve_here(store, layers, all.scores(), pacer);
    }
    if (options_.on_progress) options_.on_progress({SolveProgress::Phase::write, 0, g_.size(), g_.size(), 0, 0, 0, 0});
    count(all.scores(), result);
    result.table_bytes = write(all.scores(), result);
    store.remove();
    return result;
  }

  using Layers = std::vector<ScoredStore::Scores>;
  void solve_here(const ScoredStore& store, const Layers& layers, i8* all, Pacer& pacer) {
    ByteArray scores(largest_layer(g_)), state(method() == Method::backward ? largest_layer(g_) : 0);
    for (std::size_t i = store.finished(); i < store.layers(); ++i) {
      const ScoredLayer layer{static_cast<int>(i), layers[i].begin, layers[i].slots, layers[i].most, scores.scores(), all};
      pacer.begin_phase();
      solve_layer(layer, state.data(), pacer);
      std::memcpy(all + layer.begin, scores.scores(), layer.slots);
      store.save(i, all, pool_);
    }
  }

  std::unique_ptr<ScoreDevice> device_asked_for() const {
    if (on_cpu()) return nullptr;
    if constexpr (ScoredOnDevice<G>) {
      using Index = std::remove_cvref_t<decltype(g_.index())>;
      return make_device(ScoreDeviceMaker<Index>::make, g_.index(), g_.size(), largest_layer(g_));
    } else {
      throw Error(Exit::usage, identity_.game + " cannot be solved on a CUDA device");
    }
  }

  DeviceReport solve_on(ScoreDevice& device, const ScoredStore& store, const Layers& layers, i8* all, Pacer& pacer) {
    for (std::size_t i = 0, finished = store.finished(); i < store.layers(); ++i) {
      const ScoredLayer layer{static_cast<int>(i), layers[i].begin, layers[i].slots, layers[i].most, all + layers[i].begin, all};
      if (i < finished) {
        device.load(layer.begin, layer.slots, layer.scores);
        continue;
      }
      pacer.begin_phase();
      device.solve(layer, [&](u64 just_done, i32 distance) { pause(pacer, layer, just_done, distance); });
      store.save(i, all, pool_);
    }
    return device.report();
  }

  void pause(Pacer& pacer, const ScoredLayer& layer, u64 just_done, i32 distance) const {
    SolveProgress p;
    p.phase = SolveProgress::Phase::scores;
    p.plies = distance;
    p.slots = g_.size();
    p.done = layer.begin;
    p.open = layer.slots;
    p.layer = layer.number;
    pacer.pause(p, just_done, 0, [] {}); // finished layers are saved already
  }

  void solve_layer(const ScoredLayer& layer, [[maybe_unused]] u8* state, Pacer& pacer) {
    auto between = [&](u64 just_done, i32 distance) { pause(pacer, layer, just_done, distance); };
    if constexpr (Originating<G>) {
      if (method() == Method::backward)
        return ScoreCounters<G>(g_, layer, state, pool_, scatter_room(layer.slots), between).run();
    }
    ScoreWindows<G>(g_, layer, pool_, between).run();
  }
  // What may be taken beyond the arrays.
  u64 scatter_room(u64 slots) const {
    const SolveEstimate e = estimate();
    return std::min(scatter_memory(slots), e.planned - e.memory + Scatter::least_memory(largest_layer(g_), pool_.threads()));
  }

  void count(const i8* all, SolveResult& result) {
    std::map<i32, u64> by_score;
    for (int i = 0; i < g_.layers(); ++i) {
      using Counts = std::array<u64, 256>;
      std::vector<Counts> counts(static_cast<std::size_t>(pool_.threads()), Counts{});
      pool_.for_ranges(g_.layer_begin(i), g_.layer_begin(i + 1), u64{1} << 16, [&](Slot first, Slot last, int worker) {
        for (Slot s = first; s < last; ++s) ++counts[static_cast<std::size_t>(worker)][static_cast<u8>(all[s])];
      });
      Findings::Part part{.name = g_.layer_name(i)};
      for (const Counts& c : counts) {
        for (std::size_t code = 0; code < c.size(); ++code) {
          if (c[code] == 0) continue;
          const i32 score = static_cast<i32>(code) - (code < 128 ? 0 : 256);
          if (score == no_position_score) {
            result.statistics.empty_slots += c[code];
          } else {
            part.by_score[score] += c[code];
          }
        }
      }
      for (const auto& [score, n] : part.by_score) by_score[score] += n;
      part.first = tally_of(part.by_score);
      result.findings.parts.push_back(std::move(part));
    }
    const u64 empty = result.statistics.empty_slots;
    result.statistics = scored_statistics(by_score, scored(score_of(g_, g_.start(), [&](Slot s) { return i32{all[s]}; })));
    result.statistics.empty_slots = empty;
  }

  u64 write(const i8* all, const SolveResult& result) {
    const TableHeader header{identity_, Encoding::score8, true, result.statistics, result.findings};
    return write_blocks(
        files_.table, header_text(header), g_.size(), block_slots(Encoding::score8), scores_level, pool_,
        [&](u64 block, Bytes& raw) { std::memcpy(raw.data(), all + block * block_slots(Encoding::score8), raw.size()); });
  }

  G g_;
  TableIdentity identity_;
  TableFiles files_;
  SolveOptions options_;
  Pool pool_;
};

} // namespace zermelo
