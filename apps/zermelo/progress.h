// The progress of long work on stderr: one rewritten line on a terminal, with a bar where the end is known, and a plain line
// every few seconds otherwise.
#pragma once

#include <string>

#include "tasks/progress_text.h"

namespace zermelo {

class ProgressLine {
public:
  explicit ProgressLine(bool quiet);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const std::string& text, double fraction = -1); // of the whole work; below 0: nobody knows
  void clear();                                             // before anything else is printed

private:
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  double shown_, furthest_ = 0;
};

} // namespace zermelo
