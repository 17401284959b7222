#include "index/string_machine.h"
#include "solve/blocks/kernel.h"
#include "solve/blocks/kernels.h"

namespace zermelo {

struct PortableTag {};
template <class S> using PortableMachine = WordMachine<S, PortableTag>;

void run_blocks_portable(int pieces, int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found) {
  run_block_program<PortableMachine>(pieces, mover, program, read, write, found);
}

} // namespace zermelo
