// Solves a game by cubes (index/cubes.h): layer after layer, those that others lead to first. Only the layer at work and those
// that it leads to are in memory; the table is made from the files of the layers.
#pragma once

#include <cstring>
#include <memory>

#include "solve/cubes/device.h"
#include "solve/cubes/passes.h"
#include "solve/device.h"
#include "solve/drive.h"
#include "solve/stages.h"
#include "solve/value_strategy.h"

namespace zermelo {

template <Cubed G> class CubeStrategy final : public ValueStrategy<CubeStrategy<G>, G> {
  using Base = ValueStrategy<CubeStrategy<G>, G>;

public:
  static constexpr Encoding file_encoding = Encoding::plies16; // of every colouring

  CubeStrategy(const G& g, Contents contents, const SolveOptions&, SolvePlan plan)
      : Base(g, contents, std::move(plan)), layers_(this->g_.cubes().layers()), held_(layers_.size()) {
    u64 most = 0, on_the_device = 0, largest = 0;
    for (const CubeLayer& l : layers_) {
      u64 need = CubeValues::bytes_for(l) + CubePlanes::bytes_for(l);
      for (const int after : l.after) {
        if (after < 0) continue;
        const CubeLayer& a = layers_[static_cast<std::size_t>(after)];
        need += CubeValues::bytes_for(a) + CubeReplay::bytes_for(a);
      }
      most = std::max(most, this->on_device() ? 2 * CubeValues::bytes_for(l) + CubePlanes::bytes_for(l)
                                              : need); // at work, and being saved
      on_the_device = std::max(on_the_device, need);
      largest = std::max(largest, l.blocks * 2 << l.pieces);
    }
    plan_.memory = plan_.planned = memory_before(plan_.device) + most + writing_memory(plan_.threads) + (u64{8} << 20);
    plan_.device_memory = this->on_device() ? on_the_device + (u64{1} << 30) : 0;
    plan_.stages = layers_.size();
    plan_.disk = 4 * g.size() + 2 * largest + (g.size() >> 2) + (u64{1} << 16); // two bytes each in the layers and in the table
  }

  std::vector<Stage> stages() const override {
    std::vector<Stage> all;
    all.reserve(layers_.size());
    for (std::size_t i = 0; i < layers_.size(); ++i)
      all.push_back({g_.cubes().name(i), layers_[i].blocks * 2 << layers_[i].pieces});
    return all;
  }

  void prepare(Pool& pool, const StageFiles& files) override {
    pool_ = &pool;
    files_ = &files;
    if (this->on_device()) device_ = make_device(CubeDeviceMaker<CubeBoardOf<G>>::make, g_.cubes().board(), layers_);
  }

  void begin(std::size_t i) override {
    at_ = {};
    stage_ = i;
    held_[i] = std::make_unique<CubeValues>(layers_[i]);
    if (device_) return device_->begin(i); // all comes from there
    held_[i]->clear();
    planes_ = std::make_unique<CubePlanes>(layers_[i]);
  }

  void run(std::size_t i, const Pause& pause) override {
    if (!(device_ ? run_on_device(i, pause) : run_here(i, pause)))
      throw Error(Exit::runtime,
                  "some games last longer than 254 plies, which cubes cannot count: give --method backward --restart");
    planes_.reset();
  }

  StageState state() override {
    if (device_) {
      planes_ = std::make_unique<CubePlanes>(layers_[stage_]);
      device_->save(*held_[stage_], *planes_, *pool_);
    }
    return StageState().set("plies", i64{at_.plies}).set("wins", at_.wins).set("block", u64{at_.block});
  }
  std::string restore(std::size_t i, const StageState& saved) override {
    begin(i);
    if (device_) planes_ = std::make_unique<CubePlanes>(layers_[i]);
    const i64 plies = saved.get<i64>("plies");
    const u64 block = saved.get_or("block", u64{0}); // files without it do a half again
    if (plies < 0 || plies > CubeValues::open || block > layers_[i].blocks) return "contradicts itself";
    at_ = {static_cast<int>(plies), saved.get<bool>("wins"), block};
    return "";
  }
  std::vector<std::span<std::byte>> arrays() override {
    auto all = held_[stage_]->arrays();
    for (const auto& array : planes_->arrays()) all.push_back(array);
    return all;
  }
  void restored() override {
    if (!device_) return;
    CubeValues& values = *held_[stage_];
    at_.block = 0;
    if (at_.wins) { // a device does whole passes: losses that are found stay, wins are found again
      values.take_back_wins(at_.plies, *pool_);
      for (u8& flags : planes_->fresh) flags &= 0xC;
      at_.wins = false;
    }
    values.look(*pool_);
    device_->restore(values, *planes_, at_.plies);
    planes_.reset();
  }

  bool keeps_stages() const override { return true; }
  bool saves_aside() const override { return device_ != nullptr; }
  u64 stage_word() const override { return 2; }
  u64 stage_block() const override { return bytes_for(file_encoding, block_slots(file_encoding)); }
  void store(std::size_t stage, u64 first, std::span<std::byte> out) const override {
    held_[stage]->codes(first, {reinterpret_cast<u16*>(out.data()), out.size() / 2});
  }
  void begin_recall(std::size_t stage, u64) override {
    held_[stage] = std::make_unique<CubeValues>(layers_[stage]);
    held_[stage]->clear();
  }
  // Blocks of the file hold whole words of the vectors, so that threads do not meet.
  bool recall(std::size_t stage, u64 first, u64 word, std::span<const std::byte> in) override {
    if (word != 2) return false;
    for (u64 i = 0; i < in.size() / 2; ++i) {
      u16 code = 0;
      std::memcpy(&code, &in[2 * i], sizeof code);
      if (code != draw_code(file_encoding) && code / 2 >= CubeValues::open) return false;
      held_[stage]->set(first + i, code);
    }
    return true;
  }
  void end_recall(std::size_t stage) override {
    held_[stage]->look(*pool_);
    if (!device_) return;
    device_->load(stage, *held_[stage]);
    held_[stage].reset();
  }
  bool needs(std::size_t stage, std::size_t earlier) const override { return stage < layers_.size() && leads_to(stage, earlier); }
  bool holds(std::size_t stage) const override { return device_ ? device_->holds(stage) : held_[stage] != nullptr; }
  void forget(std::size_t stage) override {
    held_[stage].reset();
    for (std::size_t i = stage_; i < layers_.size(); ++i)
      if (leads_to(i, stage)) return; // the device keeps it until nobody needs it
    if (device_) device_->forget(stage);
  }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    each_run(first, last, [&](Slot s, std::span<const u16> codes, bool symmetric) {
      for (const u16 code : codes) {
        f(s, symmetric && !holds_position(s) ? unknown_value : decode(file_encoding, code), symmetric ? 0 : G::cube_orbit);
        ++s;
      }
    });
  }
  void add_up(Slot first, Slot last, Sums& sum) const {
    each_run(first, last, [&](Slot s, std::span<const u16> codes, bool symmetric) {
      if (!symmetric) return sum.add(s, codes, G::cube_orbit);
      for (const u16 code : codes) {
        const bool there = holds_position(s);
        sum.add(s, there ? decode(file_encoding, code) : unknown_value, there ? orbit_at(g_, s) : 0);
        ++s;
      }
    });
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if (e == Encoding::wdl2) return Base::fill(e, block, raw);
    const Slot begin = block * block_slots(e), end = std::min(g_.size(), begin + block_slots(e));
    auto fill_with = [&]<class Code>(Code* out, auto&& code_of) {
      each_run(begin, end, [&](Slot s, std::span<const u16> codes, bool symmetric) {
        Code* const to = out + (s - begin);
        for (u64 i = 0; i < codes.size(); ++i) to[i] = code_of(codes[i]);
        for (u64 i = 0; symmetric && i < codes.size(); ++i)
          if (!holds_position(s + i)) to[i] = static_cast<Code>(no_position_code(e));
      });
    };
    if (e == Encoding::plies16) return fill_with(reinterpret_cast<u16*>(raw.data()), [](u16 code) { return code; });
    fill_with(reinterpret_cast<u8*>(raw.data()), [](u16 code) { return static_cast<u8>(code == 0xFFFF ? 0xFF : code / 2); });
  }
  // Positions that are over already, without a turn, are left to the rules.
  bool left_out(Walker<G>&, Slot, Value v) const { return v.decisive() && v.plies == 0; }

  void count(SolveResult& result) override {
    open_files();
    Base::count(result);
  }
  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }

private:
  using Base::g_, Base::plan_, Base::pool_;
  bool leads_to(std::size_t i, std::size_t j) const {
    return layers_[i].after[0] == static_cast<int>(j) || layers_[i].after[1] == static_cast<int>(j);
  }

  bool run_here(std::size_t i, const Pause& pause) {
    auto after = [&](int n) { return n < 0 ? nullptr : held_[static_cast<std::size_t>(n)].get(); };
    if (!CubePasses(g_.cubes().board(), *held_[i], *planes_, at_, {after(layers_[i].after[0]), after(layers_[i].after[1])},
                    *pool_)
             .run(pause))
      return false;
    held_[i]->look(*pool_);
    return true;
  }
  bool run_on_device(std::size_t i, const Pause& pause) {
    const u64 slots = held_[i]->slots();
    for (;;) {
      if (at_.plies == CubeValues::open) return false;
      if (!device_->pass(at_.plies++)) break;
      pause({SolveProgress::Phase::passes, at_.plies - 1, slots, 0, slots});
    }
    device_->fetch(*held_[i], *pool_);
    return true;
  }

  void open_files() {
    readers_.clear();
    for (std::size_t i = 0; i < layers_.size(); ++i) readers_.emplace_back(files_->file(i));
  }
  bool holds_position(Slot s) const {
    PositionOf<G> p;
    return g_.unrank(s, p);
  }
  // f(slot, codes, symmetric) for the parts of [first, last) that lie in one block of one file each, and over blocks of the board
  // that are symmetric or not.
  template <class F> void each_run(Slot first, Slot last, F&& f) const {
    each_part(first, last, [&](const CubeLayer& layer, u64 within, std::span<const std::byte> bytes) {
      const std::span codes(reinterpret_cast<const u16*>(bytes.data()), bytes.size() / 2);
      for (u64 i = 0, end = 0; i < codes.size(); i = end) {
        const u64 block = (within + i) >> layer.pieces >> 1;
        const bool symmetric = g_.cubes().symmetric(layer.pieces, block);
        u64 next = block + 1;
        do end = std::min<u64>(codes.size(), (next << layer.pieces << 1) - within);
        while (end < codes.size() && g_.cubes().symmetric(layer.pieces, next++) == symmetric);
        f(layer.first + within + i, codes.subspan(i, end - i), symmetric);
      }
    });
  }
  // f(layer, slot within it, codes) for the parts of [first, last), which lie in one block of one file each, or of a layer in memory.
  template <class F> void each_part(Slot first, Slot last, F&& f) const try {
    Bytes raw;
    const u64 per_block = block_slots(file_encoding);
    for (std::size_t i = 0; i < layers_.size() && first < last; ++i) {
      const u64 end = layers_[i].first + (layers_[i].blocks * 2 << layers_[i].pieces);
      while (first < last && first < end) {
        const u64 within = first - layers_[i].first, block = within / per_block, offset = within % per_block;
        const u64 begin = block * per_block, n = std::min({last - first, begin + per_block - within, end - first});
        if (held_[i] != nullptr) {
          raw.resize(2 * n);
          held_[i]->codes(within, {reinterpret_cast<u16*>(raw.data()), n});
          f(layers_[i], within, std::span<const std::byte>(raw));
        } else {
          raw.resize(readers_[i].bytes_of_block(block));
          readers_[i].read_block(block, raw);
          f(layers_[i], within, std::span<const std::byte>(raw).subspan(2 * offset, 2 * n));
        }
        first += n;
      }
    }
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }

  const std::vector<CubeLayer>& layers_;
  const StageFiles* files_ = nullptr;
  CubeProgress at_;
  std::size_t stage_ = 0;
  std::vector<std::unique_ptr<CubeValues>> held_;
  std::unique_ptr<CubePlanes> planes_; // of the layer at work
  std::unique_ptr<CubeDevice> device_;
  std::vector<BlockReader> readers_;
};

} // namespace zermelo
