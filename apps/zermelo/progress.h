// The progress of a solve on stderr: one rewritten line on a terminal, a plain line every few seconds otherwise.
#pragma once

#include <string>

#include "solve/job.h"

namespace zermelo {

class ProgressLine {
public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const SolveProgress& progress);
  void clear(); // before anything else is printed

private:
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double shown_;
};

std::string text_of(const SolveProgress& progress);

} // namespace zermelo
