#include "solving.h"

#include "progress.h"
#include "stop.h"
#include "terminal.h"

namespace zermelo {

SolveResult solve_with_progress(const Entry& entry, const TableFiles& files, SolveOptions options, bool quiet) {
  catch_stop_signals();
  if (!quiet) notef("solving {}: {}\n", entry.full_name(), text_of(entry.plan(options, files.contents)));
  ProgressLine line(quiet);
  options.on_progress = [&](const SolveProgress& p) { line.show(text_of(p), p.fraction); };
  options.should_stop = stop_requested;
  SolveResult result = solve_into(entry, files, options);
  line.clear();
  return result;
}

} // namespace zermelo
