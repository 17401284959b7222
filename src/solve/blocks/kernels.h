// The kernels by instruction set, and which of them this processor can run.
#pragma once

#include "solve/blocks/program.h"

namespace zermelo {

using RunBlocks = void(int pieces, int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found);

struct BlockKernel {
  const char* name;
  RunBlocks* run;
};

// Those this processor can run, from the slowest to the fastest as nocca_blocks_bench measured them; every one finds the same.
const std::vector<BlockKernel>& block_kernels();

RunBlocks run_blocks_portable, run_blocks_avx2, run_blocks_avx512;

} // namespace zermelo
