// Compiled for AVX-512 (CMakeLists.txt).
#include "solve/blocks/kernels.h"

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__BMI2__)
#include "index/string_machine_avx512.h"
#include "solve/blocks/kernel.h"

namespace zermelo {

void run_blocks_avx512(int pieces, int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found) {
  run_block_program<Avx512Machine>(pieces, mover, program, read, write, found);
}

} // namespace zermelo
#endif
