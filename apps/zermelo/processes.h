// The processes that a launcher (mpirun, srun) started.
#pragma once

#include "exec/ranks.h"

namespace zermelo {

// How many copies of this program a launcher says that it started; 1 without one.
int launched_processes();

// Joins the others; null if this process is alone. Refuses copies that do not see each other.
Ranks* join_processes();

} // namespace zermelo
