// CUDA, or the same on the CPU for tests. A file of kernels that includes this is compiled by nvcc, or, with ZERMELO_EMULATED, by
// an ordinary compiler: then a kernel's blocks run one after the other, and the threads of a block as fibres that take turns at
// every barrier and exchange (exec/cuda/emulated.h). Races are not shown that way; everything else is.
#pragma once

#ifdef ZERMELO_EMULATED
#include "exec/cuda/emulated.h"
#define ZERMELO_LAUNCH(kernel, grid, block, shared, ...)                                                                         \
  ::zermelo::emulated::launch(grid, block, shared, [&] { kernel(__VA_ARGS__); })
#define ZERMELO_DYNAMIC_SHARED(Type, name) inline Type* const name = static_cast<Type*>(::zermelo::emulated::dynamic_shared())
#else
#include <cuda_runtime.h>
#define ZERMELO_LAUNCH(kernel, grid, block, shared, ...) kernel<<<grid, block, shared>>>(__VA_ARGS__)
#define ZERMELO_DYNAMIC_SHARED(Type, name) extern __shared__ __align__(16) Type name[]
#endif
