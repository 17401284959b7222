// What engines on a CUDA device have in common: the device, if it has room, and the time that it takes.
#pragma once

#include "exec/cuda/device.h"
#include "solve/device.h"

namespace zermelo {

class CudaSolver {
protected:
  CudaSolver() = default;
  CudaSolver(u64 count, const std::string& of, u64 need) { check_memory(count, of, need); }

  void check_memory(u64 count, const std::string& of, u64 need) const {
    const u64 free = cuda_info().free_memory;
    if (need > free) refuse_device_memory(count, of, need, info_.name, free);
  }
  template <class F> void timed(F&& f) {
    timer_.start();
    f();
    seconds_ += timer_.stop();
  }

  CudaInfo info_ = cuda_info();
  CudaTimer timer_;
  double seconds_ = 0;
};

} // namespace zermelo
