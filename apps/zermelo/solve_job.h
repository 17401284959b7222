// Solving from the command line, as `solve`, `demo`, `play` and `bench` need it.
#pragma once

#include "context.h"
#include "verify/report.h"

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

// Removes what earlier solves of this game have left, which was solved since.
void remove_leftovers(const Entry& entry, const TableFiles& files);

// The semantic check with which `solve` ends: of all (asked.sample = 0), or of so many random positions, and of more where they
// take no longer than share_of_seconds. Tells its outcome under "check". A wrong table is put aside.
Exit check_solved(const Entry& entry, const TableFiles& files, double share_of_seconds, const VerifyOptions& asked,
                  nlohmann::json& j);

} // namespace zermelo
