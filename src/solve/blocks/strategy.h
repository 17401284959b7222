// Solves a game by blocks (index/blocks.h): passes over all shapes, on the CPU or on a device, with distances or without.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "solve/blocks/device.h"
#include "solve/blocks/distances.h"
#include "solve/blocks/passes.h"
#include "solve/blocks/values.h"
#include "solve/blocks/watch.h"
#include "solve/device.h"
#include "solve/drive.h"
#include "solve/value_strategy.h"
#include "table/wdl2.h"

namespace zermelo {

template <Blocked G, class S> class BlockStrategy final : public GameStrategy<G> {
public:
  BlockStrategy(const G& g, Contents contents, const SolveOptions&, SolvePlan plan)
      : GameStrategy<G>(g, contents, std::move(plan)), watch_(g_) {
    const u64 shapes = g.blocks().shapes(), slots = g.size();
    plan_.memory = memory_before(plan_.device) + BlockState::bytes_for(shapes, S::words) + shapes / 8 +
                   (distances() ? slots : 0) + writing_memory(plan_.threads) + (u64{4} << 20);
    plan_.planned = plan_.memory; // a device needs it only for a checkpoint
    if (this->on_device()) {
      plan_.device_memory =
          shapes * (4 * S::words + 1) * sizeof(u32) + 3 * (shapes / 8) + (distances() ? slots : 0) + (u64{1} << 30);
      plan_.planned = plan_.memory += static_cast<u64>(plan_.threads) * (u64{8} << 20); // two windows, below
    }
    const u64 planes = BlockState::bytes_for(shapes, S::words);
    plan_.disk = planes + (distances() ? 2 * slots : slots / 4) + (slots >> 4) + (u64{1} << 16);
    if (distances()) plan_.otherwise = "; --values, without distances, takes less";
  }

  std::vector<Stage> stages() const override { return {{"", g_.size()}}; }

  void prepare(Pool& pool, const StageFiles&) override {
    pool_ = &pool;
    if (this->on_device()) device_ = make_device(BlockDeviceMaker<BlocksOf<G>>::make, g_.blocks(), distances());
  }

  void begin(std::size_t) override {
    state_ = std::make_unique<BlockState>(g_.blocks().shapes(), u64{S::words});
    if (!distances() || device_) return;
    plies_ = std::make_unique<BlockDistances<G, S>>(g_, *pool_);
    plies_->begin(false);
  }

  void run(std::size_t, const Pause& pause) override { device_ ? run_on_device(pause) : run_here(pause); }

  StageState state() override {
    if (device_) {
      device_->fetch(*state_);
      take_plies(false);
      if (plies_) device_->fetch_plies(plies_->bytes());
    }
    const BlockState& s = *state_;
    StageState words;
    words.set("plies", i64{s.plies}).set("cursor", u64{s.cursor}).set("found", s.found).set("counts", s.counts);
    words.set("positions", s.census.positions).set("quiet", s.census.quiet).set("quiet_moves", s.census.quiet_moves);
    words.set("latest_plies", i64{s.latest_plies}).set("latest", s.latest).set("watched", watch_.save());
    return words.set("distances", distances()).set("word", i64{plies_ && plies_->is_wide() ? 2 : 1});
  }

  std::string restore(std::size_t, const StageState& saved) override {
    const bool with = saved.get<bool>("distances");
    if (with != distances()) return std::string("was made ") + (with ? "without" : "with") + " --values";
    const bool wide = saved.get<i64>("word") == 2;
    if (wide && device_) return "has games of more than 253 plies, which a device cannot count: leave out --device cuda";
    state_ = std::make_unique<BlockState>(g_.blocks().shapes(), u64{S::words});
    take_plies(wide);
    BlockState& s = *state_;
    s.plies = static_cast<i32>(saved.get<i64>("plies"));
    s.cursor = saved.get<u64>("cursor");
    s.found = saved.get<u64>("found");
    s.counts = saved.get<std::vector<u64>>("counts");
    s.census = {saved.get<u64>("positions"), saved.get<u64>("quiet"), saved.get<u64>("quiet_moves")};
    s.latest_plies = static_cast<i32>(saved.get<i64>("latest_plies"));
    s.latest = saved.get<std::vector<u64>>("latest");
    const bool few = s.latest.size() <= BlockState::most_latest;
    bool sound = s.plies >= 0 && s.counts.size() == static_cast<std::size_t>(s.plies) && s.cursor <= s.shapes &&
                 watch_.load(saved.get<std::vector<i32>>("watched")) && (!few || s.latest.size() % (1 + S::words) == 0);
    for (std::size_t i = 0; sound && few && i < s.latest.size(); i += 1 + S::words) sound = s.latest[i] < s.shapes;
    return sound ? "" : "contradicts itself";
  }
  std::vector<std::span<std::byte>> arrays() override {
    std::vector<std::span<std::byte>> all;
    for (Pages* plane : {&state_->won, &state_->lost, &state_->changed, &state_->fresh})
      all.push_back(std::as_writable_bytes(std::span(plane->data(), plane->size())));
    if (plies_) all.push_back(plies_->bytes());
    return all;
  }
  void restored() override {
    if (device_) {
      device_->load(*state_);
      if (plies_) device_->load_plies(plies_->bytes());
      plies_.reset();
    }
    state_->cursor = device_ ? 0 : state_->cursor; // a device does whole passes: what is found already is not found again
  }

  // From the counts of the passes; only positions that are their own mirror image are looked for.
  void count(SolveResult& result) override {
    Statistics& s = result.statistics;
    for (std::size_t plies = 0; plies < state_->counts.size(); ++plies) {
      if (state_->counts[plies] == 0) continue;
      auto& rows = plies % 2 == 1 ? s.wins_by_plies : s.losses_by_plies;
      if (rows.size() <= plies) rows.resize(plies + 1, 0);
      rows[plies] = state_->counts[plies];
      s.positions.add(plies % 2 == 1 ? Wdl::win : Wdl::loss, state_->counts[plies]);
    }
    s.positions.draws = state_->census.positions - s.positions.wins - s.positions.losses;
    std::vector<u32> symmetric;
    g_.blocks().each_symmetric([&](u32 shape) { symmetric.push_back(shape); });
    const Tally own = device_ ? device_->own_images(symmetric) : BlockValues<G, S>(g_, *state_).own_images(symmetric, *pool_);
    s.orbits = {(s.positions.wins + own.wins) / 2, (s.positions.losses + own.losses) / 2, (s.positions.draws + own.draws) / 2};
    s.empty_slots = g_.size() - s.orbits.positions();
    s.initial = watch_.initial();
    result.findings = {watch_.moves(), longest(), mean_moves(state_->census), {}};
  }

  // A table with distances tells the findings itself, and is the same by every method.
  bool tells_findings() const override { return !distances(); }
  Encoding encoding(const SolveResult& result) const override {
    return !distances() ? Encoding::wdl2 : needs_two_bytes(result.statistics) ? Encoding::plies16 : Encoding::plies8;
  }
  bool holds_settled() const override { return distances(); }
  // A device makes what many blocks hold, in one of two windows, while the blocks of the other are compressed.
  void about_to_fill(Encoding e, u64 first, u64 n) override {
    if (!device_) return;
    const int at = next_window_++ % 2;
    Window& w = windows_[static_cast<std::size_t>(at)];
    w.first = first * block_slots(e);
    w.last = std::min(g_.size(), w.first + n * block_slots(e));
    if (e == Encoding::wdl2) {
      w.values = device_->values(w.first / S::size, (w.last - w.first) / S::size, at);
    } else {
      w.plies = device_->plies(w.first, w.last - w.first, at);
    }
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    e == Encoding::wdl2 ? fill_values(block, raw) : fill_distances(e, block, raw);
  }

  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  using GameStrategy<G>::g_, GameStrategy<G>::plan_, GameStrategy<G>::pool_;
  bool distances() const { return this->contents_ == Contents::distances; }

  // Room for plies that come from a file or from a device.
  void take_plies(bool wide) {
    if (!distances()) return;
    plies_ = std::make_unique<BlockDistances<G, S>>(g_, *pool_);
    plies_->allocate(wide);
  }

  void run_here(const Pause& pause) {
    BlockPasses<G, S> passes(g_, *state_, *pool_, block_kernels().back());
    for (bool more = true; more;) {
      make_room();
      const u64 changed = passes.run(
          [&](const u64* first, const u64* last, int worker) {
            if (plies_) plies_->record(state_->mover(), state_->plies, first, last, worker);
          },
          [&](u64 just_done) { pause(report_of(just_done)); });
      more = next(changed, [&](int plane, u64 at) { return (plane == 1 ? state_->won : state_->lost)[at]; });
    }
  }

  void run_on_device(const Pause& pause) {
    for (;;) {
      const u64 changed = device_->pass(*state_);
      if (!next(changed, [&](int plane, u64 at) { return device_->word(plane, at); })) break;
      pause(report_of(state_->shapes));
      plies_.reset(); // of a checkpoint
    }
    device_->finish();
  }

  void make_room() {
    if (plies_) plies_->make_room(state_->plies);
  }

  // Closes a pass; false if it was the last. The first two look at everything, later ones at what changed.
  template <class Read> bool next(u64 changed, Read&& read) {
    const bool last = state_->plies >= 1 && changed == 0;
    watch_.look(state_->mover(), state_->plies, read);
    state_->next();
    return !last;
  }

  StageReport report_of(u64 shapes_done) const {
    u64 found = state_->found;
    for (const u64 n : state_->counts) found += n;
    // Mirror images are counted, but have no slot.
    return {SolveProgress::Phase::passes, state_->plies, g_.size(), std::min(g_.size(), found / 2), shapes_done * S::size};
  }

  static std::optional<double> mean_moves(const BlockCounts& c) {
    if (c.quiet == 0) return std::nullopt;
    return static_cast<double>(c.quiet_moves) / static_cast<double>(c.quiet);
  }

  // The positions that the last win pass found, one of each mirror pair.
  std::vector<std::string> longest() const {
    std::vector<Slot> slots;
    if (state_->latest.size() > BlockState::most_latest) return {};
    for (std::size_t at = 0; at < state_->latest.size(); at += 1 + S::words)
      for (u32 n = 0; n < S::size; ++n)
        if ((state_->latest[at + 1 + n / 64] >> (n % 64) & 1) != 0) slots.push_back(state_->latest[at] * S::size + n);
    std::sort(slots.begin(), slots.end());
    std::vector<std::string> out;
    for (const Slot s : slots) {
      PositionOf<G> p;
      if (g_.unrank(s, p) && out.size() < Findings::most_positions) out.push_back(g_.print(p));
    }
    return out;
  }

  void fill_values(u64 block, std::span<std::byte> raw) {
    static_assert(block_slots(Encoding::wdl2) % S::size == 0, "no shape is cut by a block");
    Wdl2Packer packer(raw);
    const u64 first = block * (block_slots(Encoding::wdl2) / S::size);
    const u64 last = std::min(state_->shapes, first + block_slots(Encoding::wdl2) / S::size);
    auto slots_of = [](int word) { return std::min(64, S::size - 64 * word); };
    if (device_) {
      const Window& w = window_of(first * S::size);
      const u64* at = w.values + (first - w.first / S::size) * 3 * S::words;
      for (u64 shape = first; shape < last; ++shape, at += 3 * S::words)
        for (int i = 0; i < S::words; ++i) packer.put({at[i], at[S::words + i], at[2 * S::words + i], 0}, slots_of(i));
      return packer.finish();
    }
    BlockValues<G, S> values(g_, *state_);
    for (u64 shape = first; shape < last; ++shape) {
      const auto all = values.read(static_cast<u32>(shape));
      for (int i = 0; i < S::words; ++i)
        packer.put({all.won.w[i], all.lost.w[i], all.settled.w[i], ~all.positions.w[i]}, slots_of(i));
    }
    packer.finish();
  }

  void fill_distances(Encoding e, u64 block, std::span<std::byte> raw) {
    if (device_) { // it has the codes
      const Window& w = window_of(block * block_slots(e));
      std::memcpy(raw.data(), w.plies + (block * block_slots(e) - w.first), raw.size());
      return;
    }
    BlockValues<G, S> values(g_, *state_);
    const u8* const narrow = e == Encoding::plies8 && !plies_->is_wide() ? plies_->narrow() : nullptr; // has the codes
    const u64 size = bits_per_slot(e) / 8, first = block * block_slots(e), last = first + raw.size() / size;
    for (u64 shape = first / S::size; shape * S::size < last; ++shape) {
      const auto set = values.positions(static_cast<u32>(shape));
      const u64 from = std::max(first, shape * S::size), to = std::min(last, (shape + 1) * S::size);
      for (u64 slot = from; slot < to; ++slot) {
        const u64 n = slot - shape * S::size;
        const bool position = (set.w[n / 64] >> (n % 64) & 1) != 0;
        const u32 code = !position ? no_position_code(e) : narrow != nullptr ? narrow[slot] : encode(e, plies_->value(slot));
        std::memcpy(&raw[(slot - first) * size], &code, size);
      }
    }
  }

  struct Window { // slots that the device has handed over
    Slot first = 0, last = 0;
    const u64* values = nullptr;
    const std::byte* plies = nullptr;
  };
  const Window& window_of(Slot s) const {
    for (const Window& w : windows_)
      if (w.first <= s && s < w.last) return w;
    throw std::logic_error("a block is filled that was not announced");
  }

  std::array<Window, 2> windows_;
  int next_window_ = 0;
  std::unique_ptr<BlockState> state_;
  BlockWatch<G, S> watch_;
  std::unique_ptr<BlockDistances<G, S>> plies_;
  std::unique_ptr<BlockDevice> device_;
};

} // namespace zermelo
