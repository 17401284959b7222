// Packing in a terminal, as `tables pack` and `solve --pack` need it.
#pragma once

#include "tasks/pack_job.h"

namespace zermelo {

// Shows progress and catches Ctrl-C, which leaves the table as it was.
Packed pack_with_progress(const Entry& entry, const TableFiles& files, int threads, bool quiet = false);

// "packed /…/dobutsu.zt: 47.0 MiB, now 23.0 MiB (loss8)"
std::string text_of(const Packed& packed, const TableFiles& files);

} // namespace zermelo
