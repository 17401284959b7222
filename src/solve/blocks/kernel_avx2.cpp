// Compiled with -mavx2 -mbmi2 -mpopcnt (CMakeLists.txt).
#include "solve/blocks/kernels.h"

#if defined(__AVX2__) && defined(__BMI2__)
#include "index/string_machine_avx2.h"
#include "solve/blocks/kernel.h"

namespace zermelo {

template <class S> using Machine = Avx2Machine<S>;

void run_blocks_avx2(int pieces, int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found) {
  run_block_program<Machine>(pieces, mover, program, read, write, found);
}

} // namespace zermelo
#endif
