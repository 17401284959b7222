// The one driver of every solve by retrograde analysis: checks that what the plan asks for is there, locks the folder, resumes,
// works through the stages, saves, reports, counts, writes the table and tidies up. Read drive.cpp first.
#pragma once

#include "solve/strategy.h"
#include "table/table.h"

namespace zermelo {

SolveResult drive(Strategy& strategy, const TableIdentity& identity, const TableFiles& files, const SolveOptions& options);

// Bytes that a solve may take: those allowed, else what is free.
u64 memory_limit(const SolveOptions& options);

// How many threads will work.
int threads_of(const SolveOptions& options);

// Bytes that the program holds already; with a device also what its driver takes here (124 MiB were seen with CUDA 13).
u64 memory_before(Device device);

// Bytes that are taken while blocks are compressed and written, beside the arrays.
u64 writing_memory(int threads);

} // namespace zermelo
