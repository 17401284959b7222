// Solves a game by marks (index/marks.h): layer after layer, those with more marks first. Only the layer at work and the one before it
// are in memory; the table is made from the files of the layers.
#pragma once

#include <cstring>
#include <memory>

#include "solve/device.h"
#include "solve/drive.h"
#include "solve/finished.h"
#include "solve/marks/device.h"
#include "solve/marks/passes.h"
#include "solve/stages.h"
#include "solve/value_strategy.h"

namespace zermelo {

template <Marked G> class MarkStrategy final : public ValueStrategy<MarkStrategy<G>, G> {
  using Base = ValueStrategy<MarkStrategy<G>, G>;

public:
  MarkStrategy(const G& g, Contents contents, const SolveOptions&, SolvePlan plan)
      : Base(g, contents, std::move(plan)), layers_(g.mark_layers()), held_(layers_.size()) {
    u64 most = 0, on_the_device = 0, largest = 0;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const MarkLayer& l = layers_[i];
      const u64 values = MarkValues::bytes_for(l, distances()), work = MarkWork::bytes_for(l);
      const u64 after =
          i == 0 ? 0 : MarkValues::bytes_for(layers_[i - 1], distances()) + MarkReplay::bytes_for(layers_[i - 1], distances());
      most = std::max(most, this->on_device() ? 2 * values + work : values + work + after); // at work, and being saved
      on_the_device = std::max(on_the_device, values + 2 * work + after);
      largest = std::max(largest, l.slots());
    }
    plan_.memory = plan_.planned = memory_before(plan_.device) + most + writing_memory(plan_.threads) + (u64{16} << 20);
    plan_.device_memory = this->on_device() ? on_the_device + (u64{1} << 30) : 0;
    plan_.stages = layers_.size();
    plan_.on_disk = true; // the table may take the place of the layers
    const u64 table = distances() ? 2 * g.size() : g.size() / 4;
    plan_.disk = word() * g.size() + table + word() * largest + (g.size() >> 4) + (u64{1} << 16);
    // Compressed, what a layer has is much less than its codes: so much of the game's tables was written.
    if constexpr (Effortful<G>)
      plan_.least_disk = static_cast<u64>(2 * G::table_bytes_a_slot * static_cast<double>(g.size() + largest)) + (u64{1} << 20);
    if (distances()) plan_.otherwise = "; --values, without distances, takes less";
  }

  std::vector<Stage> stages() const override {
    std::vector<Stage> all;
    all.reserve(layers_.size());
    for (const MarkLayer& l : layers_) all.push_back({std::to_string(l.marks) + " marks", l.slots()});
    return all;
  }

  void prepare(Pool& pool, const StageFiles& files) override {
    pool_ = &pool;
    files_ = &files;
    finished_ = std::make_unique<FinishedStages>(files, pool.threads(), [this](std::size_t, std::span<const std::byte> bytes) {
      return distances() ||
             std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return std::to_integer<u8>(b) < mark_codes.size(); });
    });
    if (this->on_device()) device_ = make_device(MarkDeviceMaker<MarkBoardOf<G>>::make, g_.marks(), layers_, distances());
  }

  void begin(std::size_t i) override {
    at_ = {};
    stage_ = i;
    held_[i] = std::make_unique<MarkValues>(layers_[i], distances());
    if (device_) return device_->begin(i); // all comes from there
    held_[i]->clear(*pool_);
    work_ = std::make_unique<MarkWork>(layers_[i]);
  }

  void run(std::size_t i, const Pause& pause) override {
    if (!(device_ ? run_on_device(i, pause)
                  : MarkPasses(g_.marks(), *held_[i], *work_, at_, i == 0 ? nullptr : held_[i - 1].get(), *pool_).run(pause)))
      throw Error(Exit::runtime, "some games last longer than 32,766 plies, which no table can say: give --values");
    work_.reset();
  }

  StageState state() override {
    if (device_) {
      work_ = std::make_unique<MarkWork>(layers_[stage_]);
      device_->save(*held_[stage_], *work_, *pool_);
    }
    return StageState().set("plies", i64{at_.plies}).set("set", u64{at_.set}).set("distances", distances());
  }
  std::string restore(std::size_t i, const StageState& saved) override {
    if (const bool with = saved.get<bool>("distances"); with != distances())
      return std::string("was made ") + (with ? "without" : "with") + " --values";
    begin(i);
    if (device_) work_ = std::make_unique<MarkWork>(layers_[i]);
    const i64 plies = saved.get<i64>("plies");
    const u64 set = saved.get<u64>("set");
    if (plies < 0 || plies > MarkValues::most_plies + 1 || set > layers_[i].sets) return "contradicts itself";
    at_ = {static_cast<int>(plies), set};
    return "";
  }
  std::vector<std::span<std::byte>> arrays() override {
    auto all = held_[stage_]->arrays();
    for (const auto& array : work_->arrays()) all.push_back(array);
    return all;
  }
  void restored() override {
    held_[stage_]->look(*pool_);
    if (!device_) return;
    at_.set = 0; // a device does whole passes, and nothing of one that was cut off was taken over yet
    device_->restore(*held_[stage_], *work_, at_.plies);
    work_.reset();
  }

  bool keeps_stages() const override { return true; }
  bool saves_aside() const override { return device_ != nullptr; }
  u64 stage_word() const override { return word(); }
  u64 stage_block() const override { return 2 * block_slots(Encoding::plies16); } // with plies and without
  void store(std::size_t stage, u64 first, std::span<std::byte> out) const override { codes_in_memory(stage, first, out); }
  void begin_recall(std::size_t stage, u64 bytes) override {
    check_contents(stage, bytes);
    held_[stage] = std::make_unique<MarkValues>(layers_[stage], distances());
    held_[stage]->clear(*pool_);
  }
  // Blocks of the file hold whole words of the vectors, so that threads do not meet.
  bool recall(std::size_t stage, u64 first, u64 bytes, std::span<const std::byte> in) override {
    for (u64 i = 0; i < in.size() / bytes; ++i) {
      u16 code = 0;
      std::memcpy(&code, &in[bytes * i], bytes);
      if (!held_[stage]->set(first + i, code)) return false;
    }
    return true;
  }
  void end_recall(std::size_t stage) override {
    held_[stage]->look(*pool_);
    if (!device_) return;
    device_->load(stage, *held_[stage]);
    held_[stage].reset();
  }
  bool needs(std::size_t stage, std::size_t earlier) const override { return stage < layers_.size() && earlier + 1 == stage; }
  bool holds(std::size_t stage) const override { return device_ ? device_->holds(stage) : held_[stage] != nullptr; }
  void forget(std::size_t stage) override {
    held_[stage].reset();
    if (device_ && stage + 1 < stage_) device_->forget(stage);
  }
  void finished() override {
    device_report_ = report();
    device_.reset(); // its memory is not needed any more
    finished_->open(layers_.size());
    check_contents(layers_.size() - 1, finished_->widest());
  }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    each_run(first, last, [&](Slot s, std::span<const std::byte> codes, Kind kind) {
      for (u64 i = 0; i < codes.size() / word(); ++i, ++s)
        f(s, holds_position(s, kind) ? value_at(codes, i) : unknown_value, kind == Kind::plain ? G::mark_orbit : 0);
    });
  }
  void add_up(Slot first, Slot last, Sums& sum) const {
    each_run(first, last, [&](Slot s, std::span<const std::byte> codes, Kind kind) {
      if (kind == Kind::plain && distances())
        return sum.add(s, std::span(reinterpret_cast<const u16*>(codes.data()), codes.size() / 2), G::mark_orbit);
      for (u64 i = 0; i < codes.size() / word(); ++i, ++s) {
        const bool there = holds_position(s, kind);
        Value v = there ? value_at(codes, i) : unknown_value;
        if (!distances() && v.decisive()) v.plies = no_plies; // how long anything takes is not known
        sum.add(s, v, !there ? 0 : kind == Kind::plain ? G::mark_orbit : orbit_at(g_, s));
      }
    });
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if (e != Encoding::plies16) return Base::fill(e, block, raw);
    const Slot begin = block * block_slots(e), end = std::min(g_.size(), begin + block_slots(e));
    each_run(begin, end, [&](Slot s, std::span<const std::byte> codes, Kind kind) {
      std::byte* const to = raw.data() + 2 * (s - begin);
      std::memcpy(to, codes.data(), codes.size());
      const u16 none = static_cast<u16>(no_position_code(e));
      for (u64 i = 0; kind != Kind::plain && i < codes.size() / 2; ++i)
        if (!holds_position(s + i, kind)) std::memcpy(to + 2 * i, &none, 2);
    });
  }
  bool left_out(Walker<G>&, Slot, Value v) const { return v.decisive() && v.plies == 0; }

  DeviceReport report() const override { return device_ ? device_->report() : device_report_; }

private:
  using Base::g_, Base::plan_, Base::pool_, Base::contents_;
  // Of a set: all colourings are positions of their own; some stand for others; another set stands for it.
  enum class Kind : u8 { plain, symmetric, empty };

  bool distances() const { return contents_ == Contents::distances; }
  u64 word() const { return distances() ? 2 : 1; }

  bool run_on_device(std::size_t i, const Pause& pause) {
    const u64 slots = layers_[i].slots();
    for (;;) {
      if (at_.plies > MarkValues::most_plies) return false;
      if (!device_->pass(at_.plies++)) break;
      pause({SolveProgress::Phase::passes, at_.plies - 1, slots, 0, slots});
    }
    device_->fetch(*held_[i], *pool_);
    return true;
  }

  // Files with plies and files without lie in the same place.
  void check_contents(std::size_t stage, u64 bytes) const {
    if (bytes == word()) return;
    files_->refuse(stage, files_->file(stage).string() + " was made " +
                              (distances() ? "with --values: go on with that" : "without --values: go on without"));
  }

  Value value_at(std::span<const std::byte> codes, u64 i) const {
    if (!distances()) return mark_codes[std::to_integer<u8>(codes[i])];
    u16 code = 0;
    std::memcpy(&code, &codes[2 * i], 2);
    return decode(Encoding::plies16, code);
  }
  bool holds_position(Slot s, Kind kind) const {
    PositionOf<G> p;
    return kind == Kind::plain || (kind == Kind::symmetric && g_.unrank(s, p));
  }
  Kind kind_of(const MarkLayer& layer, u64 number) const {
    const u32 set = g_.marks().set(layer.marks, number);
    if (g_.marks().place(set).number != number) return Kind::empty;
    return g_.marks().symmetric(set) ? Kind::symmetric : Kind::plain;
  }

  void codes_in_memory(std::size_t stage, u64 first, std::span<std::byte> out) const {
    if (distances())
      held_[stage]->codes(first, std::span(reinterpret_cast<u16*>(out.data()), out.size() / 2));
    else
      held_[stage]->codes(first, std::span(reinterpret_cast<u8*>(out.data()), out.size()));
  }
  // f(slot, codes, kind) for the parts of [first, last) over one set each.
  template <class F> void each_run(Slot first, Slot last, F&& f) const {
    Bytes codes((last - first) * word());
    for (std::size_t i = 0; i < layers_.size() && first < last; ++i) {
      const MarkLayer& layer = layers_[i];
      const Slot end = std::min(last, layer.first + layer.slots());
      if (first >= end) continue;
      codes.resize((end - first) * word());
      held_[i] != nullptr ? codes_in_memory(i, first - layer.first, codes) : finished_->read_slots(first, word(), codes);
      for (Slot s = first, next = 0; s < end; s = next) {
        const u64 number = (s - layer.first) >> layer.marks;
        next = std::min(end, layer.first + ((number + 1) << layer.marks));
        f(s, std::span<const std::byte>(codes).subspan((s - first) * word(), (next - s) * word()), kind_of(layer, number));
      }
      first = end;
    }
  }

  std::vector<MarkLayer> layers_;
  MarkProgress at_;
  std::size_t stage_ = 0;
  std::vector<std::unique_ptr<MarkValues>> held_;
  std::unique_ptr<MarkWork> work_; // of the layer at work
  std::unique_ptr<MarkDevice> device_;
  DeviceReport device_report_;
  const StageFiles* files_ = nullptr;
  std::unique_ptr<FinishedStages> finished_;
};

} // namespace zermelo
