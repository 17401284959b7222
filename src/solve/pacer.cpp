#include "solve/pacer.h"

#include <algorithm>

#include "base/error.h"
#include "base/machine.h"
#include "exec/ranks.h"

namespace zermelo {
namespace {

// What a slot costs to look at, to tell and to write, in parts of the whole.
constexpr double looking = 2, telling = 3, writing = 1;

} // namespace

Pacer::Pacer(const SolveOptions& options, const SolvePlan& plan, const StageFiles& stages)
    : options_(options), plan_(plan), stages_(stages), start_(wall_seconds()), saved_(start_),
      all_(static_cast<double>(std::max<u64>(1, plan.slots)) * (looking + telling + writing)) {}

void Pacer::report(SolveProgress p, double now, double done) {
  if (!options_.on_progress || now - reported_ < 0.1) return;
  reported_ = now;
  furthest_ = std::max(furthest_, std::min(1.0, done / all_));
  p.slots = plan_.slots;
  p.layers = static_cast<i32>(stages_.stages().size());
  p.memory = resident_memory();
  p.fraction = furthest_;
  p.rate = static_cast<double>(worked_) / std::max(1e-9, now - start_);
  // Draws are never told, so what is left is counted rather too high than too low.
  p.eta = left_.after(now, furthest_, p.phase == SolveProgress::Phase::write ? 0 : writing / (looking + telling + writing));
  options_.on_progress(p);
}

bool Pacer::due(std::size_t stage, const StageReport& r) {
  worked_ += r.just_done;
  const double now = wall_seconds();
  SolveProgress p;
  p.phase = r.phase;
  p.plies = r.level;
  p.done = slots_before_ + r.seeded;
  p.open = plan_.slots - std::min(plan_.slots, slots_before_ + r.decided);
  p.layer = static_cast<i32>(stage);
  report(p, now, before_ + looking * static_cast<double>(r.seeded) + telling * static_cast<double>(r.decided));
  stop_ = options_.should_stop && options_.should_stop();
  late_ = options_.time_limit > 0 && now - start_ >= options_.time_limit;
  return stop_ || late_ || (options_.checkpoint_every > 0 && now - saved_ >= options_.checkpoint_every);
}

void Pacer::pause(std::size_t stage, const StageReport& r, const std::function<void(bool stops)>& save) {
  Ranks& ranks = options_.ranks != nullptr ? *options_.ranks : one_rank();
  if (ranks.alone()) {
    if (!due(stage, r)) return;
  } else { // the first rank has found that it is due
    const auto decided = words_of(ranks.from_first(bytes_of(std::vector<u64>{stop_ ? u64{1} : 0, late_ ? u64{1} : 0})));
    stop_ = decided[0] != 0;
    late_ = decided[1] != 0;
  }
  save(stop_ || late_);
  saved_ = wall_seconds();
  if (stop_ || late_)
    throw Error(Exit::stopped, std::string(stop_ ? "interrupted" : "time limit reached") + "; saved in " +
                                   stages_.at_work().string() + ", the same command goes on from there");
}

void Pacer::finished(std::size_t stage) {
  slots_before_ += stages_.stages()[stage].slots;
  before_ += (looking + telling) * static_cast<double>(stages_.stages()[stage].slots);
}

void Pacer::write() {
  SolveProgress p;
  p.phase = SolveProgress::Phase::write;
  p.layer = static_cast<i32>(stages_.stages().size()) - 1;
  reported_ = 0; // whatever was said just before
  left_ = {};    // writing has a pace of its own
  report(p, wall_seconds(), before_);
}

void Pacer::wrote(u64 slots) {
  if (!options_.on_progress) return;
  written_.with([&](u64& written) {
    written += slots;
    SolveProgress p;
    p.phase = SolveProgress::Phase::write;
    p.layer = static_cast<i32>(stages_.stages().size()) - 1;
    p.done = written;
    report(p, wall_seconds(), before_ + writing * static_cast<double>(written));
  });
}

} // namespace zermelo
