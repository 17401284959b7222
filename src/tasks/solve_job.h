// A solve with all that comes with it: the table that may be there already, the file beside it, the check at its end.
#pragma once

#include "tasks/context.h"
#include "verify/report.h"

namespace zermelo {

using Note = std::function<void(const std::string&)>; // is told what should be said, in a sentence

// "19,683 slots by --method backward; at most 1.2 MiB of memory and 84 KiB of disk"
std::string text_of(const SolvePlan& plan);

// What a solve that was stopped has left there.
u64 bytes_on_disk(const TableFiles& files);

// Writes the table and its sidecar.
SolveResult solve_into(const Entry& entry, const TableFiles& files, const SolveOptions& options);

// The table of these files if its every block is sound; none, with a note, if there is none or it cannot be used.
std::optional<Table> sound_table(const Entry& entry, const TableFiles& files, const Note& note);

// Removes what earlier solves of this game have left, which was solved since.
void remove_leftovers(const Entry& entry, const TableFiles& files, const Note& note);

// The semantic check with which `solve` ends: of all (asked.sample = 0), or of so many random positions, and of more where they
// take no longer than share_of_seconds. Tells its outcome under "check". A wrong table is put aside.
Exit check_solved(const Entry& entry, const TableFiles& files, double share_of_seconds, const VerifyOptions& asked,
                  nlohmann::json& j, const Note& note);

} // namespace zermelo
