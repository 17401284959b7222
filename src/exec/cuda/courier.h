// Brings much data from a CUDA device: through memory of the host that the device copies to at full speed, from which all threads
// take it. A plain copy goes through such memory too, but with one thread: 4.6 GB/s instead of what the bus can do.
#pragma once

#include <algorithm>
#include <cstring>

#include "exec/cuda/device.h"
#include "exec/pool.h"

namespace zermelo {

class CudaCourier {
public:
  // make(at, n): where the device has n bytes from `at` on; called in order.
  template <class Make> void bring(std::byte* to, u64 bytes, Pool& pool, Make&& make) {
    if (bytes == 0) return;
    u64 here = start(0, bytes, 0, make);
    for (u64 at = 0, turn = 0; at < bytes; ++turn) {
      wait();
      const u64 n = here;
      if (at + n < bytes) here = start(at + n, bytes, turn + 1, make);
      const auto* const from = static_cast<const std::byte*>(host_[turn % 2].room(0));
      pool.for_ranges(0, n, share, [&](u64 first, u64 last, int) { std::memcpy(to + at + first, from + first, last - first); });
      at += n;
    }
  }

private:
  static constexpr u64 piece = u64{64} << 20, share = u64{2} << 20;

  template <class Make> u64 start(u64 at, u64 bytes, u64 turn, Make&& make) {
    const u64 n = std::min(piece, bytes - at);
    check_cuda(cudaMemcpyAsync(host_[turn % 2].room(std::min(piece, bytes)), make(at, n), n, cudaMemcpyDeviceToHost, nullptr),
               "give data");
    return n;
  }
  static void wait() { check_cuda(cudaStreamSynchronize(nullptr), "give data"); }

  CudaHostBuffer host_[2];
};

} // namespace zermelo
