// Between pieces of work a solve reports, saves itself, and stops when asked. Nothing else knows about clocks and signals.
#pragma once

#include <functional>

#include "exec/guarded.h"
#include "solve/stages.h"
#include "solve/time_left.h"

namespace zermelo {

class Pacer {
public:
  Pacer(const SolveOptions& options, const SolvePlan& plan, const StageFiles& stages);

  // Shows how far the work is; whether it is time to save or to stop.
  bool due(std::size_t stage, const StageReport& report);
  // At a moment when the stage at work can be saved, by all ranks together; throws Exit::stopped, after saving, when it is time.
  void pause(std::size_t stage, const StageReport& report, const std::function<void(bool stops)>& save);
  void finished(std::size_t stage); // with a stage
  void write();                     // the stages are done
  void wrote(u64 slots);            // from any thread

private:
  void report(SolveProgress progress, double now, double done);

  const SolveOptions& options_;
  const SolvePlan& plan_;
  const StageFiles& stages_;
  double start_, saved_, reported_ = 0;
  bool stop_ = false, late_ = false;
  // Work is counted in slots: each is looked at once, told once, and written once. `before_` is that of finished stages.
  double all_, before_ = 0, furthest_ = 0;
  TimeLeft left_;
  u64 slots_before_ = 0, worked_ = 0;
  Guarded<u64> written_{u64{0}};
};

} // namespace zermelo
