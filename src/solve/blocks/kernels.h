// The kernels by instruction set, and which of them this processor can run.
#pragma once

#include "solve/blocks/program.h"

namespace zermelo {

using RunBlocks = void(int pieces, int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found);

struct BlockKernel {
  const char* name;
  RunBlocks* run;
};

// Those this processor can run, from the slowest to the fastest; every one finds the same. Where AVX-512 was measured (nocca:5x4,
// 16 cores of a Xeon), gathering bits with BMI2 took 222 CPU seconds, selects of AVX-512 245 and plain words 412.
const std::vector<BlockKernel>& block_kernels();

RunBlocks run_blocks_portable, run_blocks_avx2, run_blocks_avx512;

} // namespace zermelo
