// Solving from the command line, as `solve`, `demo`, `play` and `bench` need it.
#pragma once

#include "context.h"

namespace zermelo {

// "19,683 slots by --method backward; at most 1.2 MiB of memory and 84 KiB of disk"
std::string text_of(const SolvePlan& plan);

// What a solve that was stopped has left there.
u64 bytes_on_disk(const TableFiles& files);

// Says the estimate, shows progress, catches Ctrl-C, writes the table and its sidecar.
SolveResult solve_with_progress(const Entry& entry, const TableFiles& files, SolveOptions options, bool quiet);

// The same without a word: for callers with a progress of their own.
SolveResult solve_into(const Entry& entry, const TableFiles& files, const SolveOptions& options);

// The table of these files if its every block is sound; none, with a word on stderr, if there is none or it cannot be used.
std::optional<Table> sound_table(const Entry& entry, const TableFiles& files);

} // namespace zermelo
