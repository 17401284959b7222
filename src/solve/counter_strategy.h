// What strategies have in common that solve stage after stage with counters, on the CPU or on a device, and keep a code of one or
// two bytes for every slot. A plain game is a game with one stage. Each kind says what is its own: its stages, its cells, and
// what it does where a byte is too small.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <span>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/large_array.h"
#include "exec/scatter.h"
#include "solve/counters/device.h"
#include "solve/counters/earlier.h"
#include "solve/counters/passes.h"
#include "solve/device.h"
#include "solve/drive.h"
#include "solve/finished.h"
#include "solve/value_strategy.h"

namespace zermelo {

// "Level, cursor, told" of a checkpoint, checked against what a stage can have.
inline StageState state_in_words(const PassState& s) {
  StageState words;
  words.set("phase", std::string(s.seeding ? "seed" : "levels")).set("level", i64{s.level});
  return words.set("cursor", s.cursor).set("told", s.told).set("found", s.found);
}
inline bool state_from_words(const StageState& saved, u64 slots, i32 most_level, PassState& out) {
  const u64 cursor = saved.get<u64>("cursor"), told = saved.get<u64>("told"), found = saved.get<u64>("found");
  const i64 level = saved.get<i64>("level");
  const auto phase = saved.get<std::string>("phase");
  if ((phase != "seed" && phase != "levels") || cursor > slots || told > slots || found > slots || level < 0 ||
      level > most_level)
    return false;
  out = {phase == "seed", static_cast<i32>(level), cursor, told, found};
  return true;
}

// A stage: its slots follow one another.
struct CounterStage {
  std::string name;
  Slot first = 0;
  u64 slots = 0;
  i32 most_score = 0; // of a game of scores
};

template <class Base, Indexed G> class CounterStrategy : public Base {
public:
  CounterStrategy(const G& g, Contents contents, const SolveOptions& options, SolvePlan plan, std::vector<CounterStage> stages,
                  u64 word)
      : Base(g, contents, std::move(plan)), options_(options), ranks_(options.ranks != nullptr ? *options.ranks : one_rank()),
        stages_(std::move(stages)), word_(word) {
    for (const CounterStage& s : stages_) {
      largest_ = std::max(largest_, s.slots);
      if (s.slots > 0) earlier_ = s.first;
    }
    plan_.stages = stages_.size();
  }

  std::vector<Stage> stages() const override {
    std::vector<Stage> all;
    all.reserve(stages_.size());
    for (const CounterStage& s : stages_) all.push_back({s.name, s.slots});
    return all;
  }

  void prepare(Pool& pool, const StageFiles& files) override {
    pool_ = &pool;
    spread_ = std::make_unique<Spread>(ranks_, unit());
    for (const CounterStage& s : stages_) spread_->add(s.first, s.slots);
    if (plan_.on_disk) {
      return_freed_memory();
      finished_ = std::make_unique<FinishedStages>(
          files, plan_.threads, [this](std::size_t stage, std::span<const std::byte> in) { return is_sound(stage, in); });
    } else if (keeps_stages()) {
      codes_ = LargeArray<u8>(spread_->own() * word_);
    }
    make_device();
  }

  void begin(std::size_t stage) override {
    open_finished(stage);
    state_ = {};
    stage_ = stages_[stage];
    share_ = spread_->share(stage);
    if (!device_) return allocate();
    at_work_ = {};
    device_->begin(stage_.first, stage_.slots, stage_.most_score);
  }

  void run(std::size_t, const Pause& pause) override {
    const bool forward = plan_.method == Method::forward;
    const CounterDevice::Codes earlier = [this](Slot first, Slot last, Bytes& read) {
      return codes_for_device(first, last, read);
    };
    while (!(device_ ? run_on(*device_, state_, stage_.slots, forward, earlier, pause) : at_work_.run(pause))) widen();
    known_ = stage_.first + stage_.slots;
    keep();
  }

  StageState state() override {
    if (device_) {
      allocate();
      device_->save(arrays(), *pool_);
    }
    return state_in_words(state_);
  }
  std::vector<std::span<std::byte>> arrays() override { return at_work_.arrays; }
  void restored() override {
    if (!device_) return;
    if (state_.seeding) {
      state_ = {}; // the device seeds everything at once
    } else {
      device_->restore(arrays(), state_.level, state_.cursor * at_work_.chunk, *pool_);
    }
    state_.cursor = 0;
    at_work_ = {};
  }

  void finished() override { open_finished(stages_.size()); }

  bool keeps_stages() const override { return true; }
  bool saves_aside() const override { return device_ && !finished_; } // the codes stay where they are
  bool writes_from_memory() const override { return saves_aside(); }
  u64 stage_word() const override { return word_; }
  void store(std::size_t stage, u64 first, std::span<std::byte> out) const override {
    if (finished_ && device_) return device_->fetch(first, out);
    std::memcpy(out.data(), finished_ ? at_work_.arrays[0].data() + first * word_ : code(stages_[stage].first + first),
                out.size());
  }
  bool recall(std::size_t stage, u64 first, u64 word, std::span<const std::byte> in) override {
    if (word != word_ || !is_sound(stage, in)) return false;
    std::memcpy(code(stages_[stage].first + first), in.data(), in.size());
    return true;
  }
  void end_recall(std::size_t stage) override {
    const CounterStage& s = stages_[stage];
    known_ = s.first + s.slots;
  }
  bool holds(std::size_t stage) const override { return plan_.on_disk || stages_[stage].first + stages_[stage].slots <= known_; }

  template <class F> void each_value(Slot first, Slot last, F&& f) const {
    Bytes read;
    const std::byte* const codes = codes_from(first, last, read);
    if (word_ == 2) {
      for (Slot s = first; s < last; ++s) f(s, decode(Encoding::plies16, reinterpret_cast<const u16*>(codes)[s - first]), 0);
      return;
    }
    std::array<Value, 256> values; // a look instead of branches that are hard to foretell
    for (u32 code = 0; code < 256; ++code) values[code] = decode(Encoding::plies8, code);
    for (Slot s = first; s < last; ++s) f(s, values[std::to_integer<u8>(codes[s - first])], 0);
  }
  void add_up(Slot first, Slot last, Sums& sum) {
    if constexpr (Scored<G> || (Symmetric<G> && !Weighing<G>)) {
      Base::add_up(first, last, sum);
    } else {
      Bytes read;
      const std::byte* const codes = codes_from(first, last, read);
      word_ == 2 ? add_runs<u16>(first, {reinterpret_cast<const u16*>(codes), last - first}, sum)
                 : add_runs<u8>(first, {reinterpret_cast<const u8*>(codes), last - first}, sum);
    }
  }
  void fill(Encoding e, u64 block, std::span<std::byte> raw) override {
    if constexpr (!Scored<G>)
      if (word_ == 2 || e != Encoding::plies8) return Base::fill(e, block, raw);
    const Slot first = block * block_slots(e);
    if (finished_) return finished_->read_slots(first, word_, raw);
    Bytes unused;
    std::memcpy(raw.data(), codes_from(first, first + raw.size(), unused), raw.size());
  }

  template <class F> void each_stretch(F&& f) const {
    if (finished_) return finished_->each_block(*pool_, 0, stages_.size(), f);
    if (ranks_.alone()) return Base::each_stretch(f);
    std::vector<std::pair<Slot, u64>> parts;
    spread_->each_part(ranks_.rank(), 0, g_.size(), [&](Slot first, u64 n) { parts.emplace_back(first, n); });
    pool_->for_ranges(0, parts.size(), 1,
                      [&](u64 i, u64, int worker) { f(parts[i].first, parts[i].first + parts[i].second, worker); });
  }
  void add_other_ranks(Sums& sums, Value& initial) const { add_ranks(ranks_, sums, initial, sums_of(g_)); }

  std::byte* code_of(Slot s) override { return code(s); }
  const Spread& spread() const override { return *spread_; }
  u64 window_word() const override { return word_; }
  void set_window(Slot first, const std::byte* codes) override { windows_.emplace_back(first, codes); }
  void clear_windows() override { windows_.clear(); }

  DeviceReport report() const override { return device_ ? device_->report() : DeviceReport{}; }
  EdgeCounts edges() const override { return edges_; }

protected:
  using Base::g_, Base::plan_, Base::pool_;

  // As far as classes are of one size they are added up together.
  template <class Code> void add_runs(Slot first, std::span<const Code> codes, Sums& sum) const {
    constexpr u32 none = no_position_code(sizeof(Code) == 2 ? Encoding::plies16 : Encoding::plies8);
    u64 from = 0;
    int orbit = 1;
    for (u64 i = 0; i < codes.size(); ++i) {
      if (codes[i] == none) continue;
      const int here = orbit_at(g_, first + i);
      if (here == orbit) continue;
      sum.add(first + from, codes.subspan(from, i - from), orbit);
      from = i;
      orbit = here;
    }
    sum.add(first + from, codes.subspan(from), orbit);
  }

  virtual void allocate() = 0;  // cells for what this rank has of the stage at work
  virtual u64 unit() const = 0; // slots that are dealt to the ranks together
  virtual CounterKind kind() const = 0;
  // The cells of the stage at work are too small.
  virtual void widen() {
    throw Error(Exit::runtime, "the game cannot be solved: some games of it are too long for a table (32,000 plies)");
  }
  // Whether a finished stage can have such codes.
  virtual bool is_sound(std::size_t /*stage*/, std::span<const std::byte>) const { return true; }
  // The stage at work is finished. Where its file is all that is kept of it, its cells go when that is written.
  virtual void keep() {
    if (finished_) return;
    if (device_) return device_->fetch_all({code(stage_.first), stage_.slots * word_}, *pool_);
    if (share_.own() > 0) std::memcpy(own_codes(), arrays()[0].data(), share_.own() * word_);
    at_work_ = {};
  }

  // Codes of all stages and the cells of the largest; where several processes work, of each. `scattered`: bytes for buckets that
  // are of use at most; none where nothing is scattered.
  void plan_for(CounterKind kind, u64 codes, u64 cells, u64 scattered = ~u64{0}) {
    // Messages name slots of a stage with 31 bits, and slots of all stages with 32.
    u64 all = 0;
    for (const CounterStage& s : stages_) all += mine(s.slots);
    if (plan_.processes > 1 && (mine(largest_) >> 31 != 0 || all >> 32 != 0))
      throw Error(Exit::resources,
                  fmt::format("{} processes are too few: each would have {} slots, {} of them in one stage; a process "
                              "can have 4,294,967,295 and 2,147,483,647: start more",
                              plan_.processes, grouped(all), grouped(mine(largest_))));
    // Several processes hold what they send and are sent, and the questions of a stretch.
    const u64 together = plan_.processes > 1 ? (u64{64} << 20) + static_cast<u64>(plan_.threads) * (u64{12} << 20) : 0;
    before_ = memory_before(plan_.device);
    const u64 fixed = before_ + codes + cells + together, writing = writing_memory(plan_.threads);
    const u64 least = scattered != 0 ? Scatter::least_memory(mine(largest_), plan_.threads) : 0;
    const u64 most = std::max(least, std::min(Scatter::most_memory(mine(largest_), plan_.threads), scattered));
    // A stage that saves itself half way writes beside its buckets.
    plan_.memory = plan_.planned = fixed + writing + least;
    if (scattered != 0) plan_.planned = std::max(plan_.memory, std::min(fixed + writing + most, memory_limit(options_)));
    if (!this->on_device()) return;
    device_limit_ = options_.device_memory != 0 ? options_.device_memory : free_device_memory();
    plan_.device_window = window_on_device(kind, earlier_, largest_, device_limit_);
    plan_.device_memory = bytes_on_device(kind, plan_.device_window, largest_);
    plan_.in_windows = plan_.device_window < earlier_;
    plan_.device_fits = device_limit_ == 0 || plan_.device_memory <= device_limit_;
  }
  // The same with finished stages in their files, if memory is too small for them: what is planned then is the cells, and the
  // buckets or the questions to earlier stages, which are not there at the same time. Cells are those of the first looks.
  template <class Word, class Cells> void plan_on_disk(u64 cells) {
    if (plan_.processes > 1) return;
    if (!options_.on_disk && (plan_.memory <= memory_limit(options_) || stages_.size() == 1)) return;
    u64 least = std::max(Scatter::least_memory(largest_, plan_.threads), asking_memory<Word, Cells>());
    u64 most = std::max(least, largest_ * OnDisk<Word, Cells>::bytes_a_slot);
    if (this->on_device()) least = most = reading_for_device * sizeof(Word) + FinishedStages::reading_memory(plan_.threads, 0);
    const u64 fixed = before_ + cells + writing_memory(plan_.threads);
    plan_.on_disk = true;
    plan_.least_disk = g_.size() * sizeof(Word);
    plan_.memory = fixed + least;
    plan_.planned = std::max(plan_.memory, std::min(fixed + most, memory_limit(options_)));
  }
  void check_room(u64 need) const {
    if (need > memory_limit(options_))
      throw Error(Exit::resources, fmt::format("two bytes a slot are needed, {} of memory in all; {} may be taken: give more by "
                                               "--memory, and the same command goes on",
                                               bytes(need), bytes(memory_limit(options_))));
  }

  // Whether f holds of some position of a sample of slots.
  static u64 sampled(const G& g) { return std::min<u64>(2000, g.size()); }
  template <class F> static bool any_in_sample(const G& g, F&& f) {
    const u64 samples = sampled(g);
    for (u64 i = 0; i < samples; ++i) {
      PositionOf<G> p;
      const Slot s = g.size() <= samples ? i : std::min(g.size() - 1, g.size() / samples * i + i * i % 97);
      if (g.unrank(s, p) && f(p)) return true;
    }
    return false;
  }

  void make_device() {
    if constexpr (OnDevice<DeviceIndexOf<G>>) {
      using Devices = CounterDevices<DeviceIndexOf<G>>;
      if (!this->on_device()) return;
      device_.reset();
      const u64 window = window_on_device(kind(), earlier_, largest_, device_limit_);
      if (const u64 need = bytes_on_device(kind(), window, largest_);
          options_.device_memory != 0 && need > options_.device_memory)
        throw Error(Exit::resources,
                    fmt::format("two bytes a slot are needed, {} of the device's memory in all; {} may be taken: "
                                "give more by --device-memory, and the same command goes on",
                                bytes(need), bytes(options_.device_memory)));
      device_ = zermelo::make_device(Devices::make[static_cast<std::size_t>(kind())], DeviceIndex<G>::of(g_),
                                     typename Devices::Size{g_.size(), window, largest_});
    }
  }

  // Takes cells as those of the stage at work; run(cells, pause) works on it.
  template <class Cells, class Run> void work_on(const std::shared_ptr<Cells>& cells, u64 chunk, Run run) {
    at_work_ = {cells, cells->arrays(), chunk, [here = cells.get(), run](const Pause& pause) { return run(*here, pause); }};
  }
  template <class Cells, class Earlier> bool run_counters(Cells& cells, const Pause& pause, Earlier&& earlier) {
    const u64 least = Scatter::least_memory(cells.slots, plan_.threads);
    return zermelo::run_counters(g_, cells, state_, *pool_, std::max(room(), least), Crew{ranks_, share_, &edges_}, pause,
                                 earlier);
  }
  template <class Cells, class Word> bool run_after_stages(Cells& cells, const Pause& pause, const Word* codes) {
    if (finished_) {
      const u64 least = asking_memory<Word, Cells>(), reading = reading_memory<Word, Cells>();
      return run_counters(cells, pause,
                          OnDisk<Word, Cells>(*finished_, plan_.threads, G::max_moves, std::max(room(), least) - reading));
    }
    if (ranks_.alone()) return run_counters(cells, pause, EarlierHere<Word>{codes});
    return run_counters(cells, pause, EarlierAsked<Word, Cells>(ranks_, *spread_, codes));
  }
  // Bytes beside what is there already, within the plan.
  u64 room() const {
    u64 here = resident_memory();
    if (finished_) { // the plan may leave little, and the cells are not touched yet
      here = before_ + stage_.slots / 64;
      for (const auto& array : at_work_.arrays) here += array.size();
    }
    here += writing_memory(plan_.threads);
    return plan_.planned > here ? plan_.planned - here : 0;
  }

  template <class Word, class Cells> using OnDisk = EarlierOnDisk<Word, Cells, FinishedStages>;
  template <class Word, class Cells> u64 reading_memory() const {
    return sizeof(Word) * FinishedStages::reading_memory(plan_.threads, OnDisk<Word, Cells>::blocks_at_once(plan_.threads));
  }
  template <class Word, class Cells> u64 asking_memory() const {
    const u64 blocks = FinishedStages::blocks_for(stages(), sizeof(Word), this->stage_block());
    return OnDisk<Word, Cells>::least_memory(blocks, plan_.threads, G::max_moves) + reading_memory<Word, Cells>();
  }
  // f(codes, worker) for all codes that this rank has of a finished stage.
  template <class F> void each_own_stretch(std::size_t stage, const F& f) const {
    if (finished_)
      return finished_->each_block(*pool_, stage, stage + 1, [&](Slot first, Slot last, int worker) {
        Bytes read;
        f(std::span(codes_from(first, last, read), (last - first) * word_), worker);
      });
    const CounterStage& s = stages_[stage];
    const auto* const codes = reinterpret_cast<const std::byte*>(codes_.data());
    pool_->for_ranges(
        spread_->own_before(s.first), spread_->own_before(s.first + s.slots), u64{1} << 16,
        [&](u64 first, u64 last, int worker) { f(std::span(codes + first * word_, (last - first) * word_), worker); });
  }
  // Opens the files of the stages before one; what was at work is in its file by now.
  void open_finished(std::size_t stages) {
    if (!finished_) return;
    at_work_ = {};
    finished_->open(stages);
  }

  // Begins a stage at a state that was saved.
  std::string restore_at(std::size_t stage, const StageState& saved, i32 most_level) {
    begin(stage);
    if (!state_from_words(saved, stage_.slots, most_level, state_)) return "contradicts itself";
    if (!ranks_.first()) state_.told = 0; // it is the sum over all
    if (device_) allocate();
    return "";
  }

  // Slots of a stretch that a rank has, at most.
  u64 mine(u64 slots) const { return Share{0, plan_.processes, unit(), slots}.own(0); }

  // Of a slot that this rank has. Of the only stage the cells are the codes.
  std::byte* code(Slot s) {
    return (keeps_stages() ? reinterpret_cast<std::byte*>(codes_.data()) : at_work_.arrays[0].data()) + place(s) * word_;
  }
  u64 place(Slot s) const { return ranks_.alone() ? s : spread_->place(s).at; }
  std::byte* own_codes() { // of the stage at work
    for (u64 i = 0; i < share_.slots; i += share_.unit)
      if (share_.owner(i) == static_cast<u64>(share_.rank)) return code(stage_.first + i);
    return nullptr;
  }
  // The codes of a stretch of slots: here, brought together for those who write (set_window), or read.
  const std::byte* codes_from(Slot first, Slot last, Bytes& read) const {
    if (finished_) {
      read.resize((last - first) * word_);
      finished_->read_slots(first, word_, read);
      return read.data();
    }
    for (const auto& [from, codes] : windows_)
      if (from == first) return codes;
    return code(first);
  }
  // The same for a device, which asks for many: read on all threads.
  static constexpr u64 reading_for_device = u64{1} << 26; // slots, at most
  const std::byte* codes_for_device(Slot first, Slot last, Bytes& read) const {
    if (!finished_) return code(first);
    read.resize((last - first) * word_);
    pool_->for_ranges(first, last, u64{1} << 20, [&](Slot from, Slot to, int) {
      finished_->read_slots(from, word_, std::span(read).subspan((from - first) * word_, (to - from) * word_));
    });
    return read.data();
  }
  const std::byte* code(Slot s) const { return const_cast<CounterStrategy*>(this)->code(s); }

  const SolveOptions options_;
  Ranks& ranks_;
  std::vector<CounterStage> stages_;
  u64 largest_ = 0;      // stage
  u64 earlier_ = 0;      // slots that the last stage may ask for
  u64 device_limit_ = 0; // bytes; 0: not known, and not needed for a plan
  u64 word_;             // bytes of a code
  LargeArray<u8> codes_;
  std::unique_ptr<FinishedStages> finished_; // in place of them, where the plan says so
  u64 before_ = 0;                           // bytes that the program had when the plan was made
  Slot known_ = 0;                           // slots before it have their codes
  CounterStage stage_;
  Share share_; // of the stage at work
  std::unique_ptr<Spread> spread_;
  std::vector<std::pair<Slot, const std::byte*>> windows_;
  PassState state_;
  EdgeCounts edges_;
  // Cells of whatever kind and width.
  struct AtWork {
    std::shared_ptr<void> cells;
    std::vector<std::span<std::byte>> arrays;
    u64 chunk = 0;
    std::function<bool(const Pause&)> run;
  };
  AtWork at_work_;
  std::unique_ptr<CounterDevice> device_;
};

} // namespace zermelo
