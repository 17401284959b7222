// Clocks and what the machine has to give.
#pragma once

#include <string>

#include "base/types.h"

namespace zermelo {

double wall_seconds();      // since some fixed moment
double cpu_seconds();       // of this process, all threads
u64 peak_memory();          // resident, in bytes
u64 resident_memory();      // now
u64 available_memory();     // what this process may still take: free memory, control group and ulimit considered
std::string machine_name(); // processor and number of cores

} // namespace zermelo
