// Solving in a terminal, as `solve`, `demo`, `play`, `serve` and `bench` need it.
#pragma once

#include "tasks/solve_job.h"

namespace zermelo {

// Says the estimate, shows progress, catches Ctrl-C, writes the table and its sidecar.
SolveResult solve_with_progress(const Entry& entry, const TableFiles& files, SolveOptions options, bool quiet);

} // namespace zermelo
