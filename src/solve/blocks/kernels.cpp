#include "solve/blocks/kernels.h"

#include "exec/processor.h"

namespace zermelo {

const std::vector<BlockKernel>& block_kernels() {
  static const std::vector<BlockKernel> usable = [] {
    std::vector<BlockKernel> list = {{"portable", run_blocks_portable}};
#ifdef ZERMELO_X86_KERNELS
    if (processor_has_avx512()) list.push_back({"avx512", run_blocks_avx512});
    if (processor_has_avx2()) list.push_back({"avx2", run_blocks_avx2});
#endif
    return list;
  }();
  return usable;
}

} // namespace zermelo
