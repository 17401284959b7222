// What engines on a CUDA device have in common.
#pragma once

#include "exec/cuda/device.h"
#include "solve/device.h"

namespace zermelo {

// The device, if it has so much memory free for so many positions.
inline CudaInfo cuda_with_room(u64 positions, u64 need) {
  const CudaInfo info = cuda_info();
  if (need > info.free_memory) refuse_device_memory(positions, "positions", need, info.name, info.free_memory);
  return info;
}

} // namespace zermelo
