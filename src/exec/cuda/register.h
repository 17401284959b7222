// Makes the CUDA engine known to the solvers; call it once, before solving. Only in programs that link zermelo_cuda.
#pragma once

namespace zermelo {

void register_cuda_devices();

} // namespace zermelo
