// A CUDA device: memory, copies, times. Only files that are compiled for it include this.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"
#include "base/types.h"
#include "exec/cuda/runtime.h"

namespace zermelo {

inline void check_cuda(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  throw Error(code == cudaErrorMemoryAllocation ? Exit::resources : Exit::runtime,
              std::string("the CUDA device failed to ") + what + ": " + cudaGetErrorString(code));
}

struct CudaInfo {
  std::string name;
  int processors = 0;
  u64 memory = 0, free_memory = 0;
  double peak_bandwidth = 0;  // bytes a second, as the driver states clock and bus
  double peak_operations = 0; // on integers of 32 bits a second: 64 for each multiprocessor and clock
};

inline CudaInfo cuda_info() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0)
    throw Error(Exit::resources, "there is no CUDA device here; leave out --device cuda");
  cudaDeviceProp p;
  check_cuda(cudaGetDeviceProperties(&p, 0), "tell its properties");
  size_t free = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "tell its memory");
  int clock = 0, bus = 0, core_clock = 0;
  cudaDeviceGetAttribute(&core_clock, cudaDevAttrClockRate, 0);
  cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, 0);
  cudaDeviceGetAttribute(&bus, cudaDevAttrGlobalMemoryBusWidth, 0);
  return {p.name, p.multiProcessorCount,          total,
          free,   2.0 * clock * 1000.0 * bus / 8, 64.0 * p.multiProcessorCount * core_clock * 1000.0};
}

// 0 where there is no device.
inline u64 cuda_free_memory() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0 ? cuda_info().free_memory : 0;
}

template <class T> class CudaBuffer {
public:
  CudaBuffer() = default;
  explicit CudaBuffer(u64 n) : size_(n) {
    if (n != 0) check_cuda(cudaMalloc(&data_, n * sizeof(T)), "give memory");
  }
  CudaBuffer(CudaBuffer&& o) noexcept : data_(o.data_), size_(o.size_) { o.data_ = nullptr; }
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;
  CudaBuffer& operator=(CudaBuffer&&) = delete;
  void swap(CudaBuffer& o) {
    std::swap(data_, o.data_);
    std::swap(size_, o.size_);
  }
  ~CudaBuffer() { cudaFree(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  u64 size() const { return size_; }

  void clear() { fill(0); }
  void fill(u8 byte) { check_cuda(cudaMemset(data_, byte, size_ * sizeof(T)), "fill memory"); }
  // n from, or to, a place in it.
  void from_host(const T* source, u64 n, u64 at = 0) {
    check_cuda(cudaMemcpy(data_ + at, source, n * sizeof(T), cudaMemcpyHostToDevice), "take data");
  }
  void to_host(T* target, u64 n, u64 at = 0) const {
    check_cuda(cudaMemcpy(target, data_ + at, n * sizeof(T), cudaMemcpyDeviceToHost), "give data");
  }

  // One piece of it, of whatever type lies there.
  template <class Piece> Piece read(u64 at) const {
    Piece out;
    check_cuda(cudaMemcpy(&out, data_ + at, sizeof out, cudaMemcpyDeviceToHost), "give data");
    return out;
  }

private:
  T* data_ = nullptr;
  u64 size_ = 0;
};

// Memory of the host that a device copies to at full speed; it grows as it is asked for.
class CudaHostBuffer {
public:
  CudaHostBuffer() = default;
  CudaHostBuffer(const CudaHostBuffer&) = delete;
  CudaHostBuffer& operator=(const CudaHostBuffer&) = delete;
  ~CudaHostBuffer() { cudaFreeHost(data_); }

  void* room(u64 bytes) {
    if (bytes <= size_) return data_;
    cudaFreeHost(data_);
    data_ = nullptr;
    size_ = 0;
    check_cuda(cudaMallocHost(&data_, bytes), "take memory of the host");
    size_ = bytes;
    return data_;
  }

private:
  void* data_ = nullptr;
  u64 size_ = 0;
};

// For functions that call themselves.
inline void give_cuda_stack(u64 bytes) { check_cuda(cudaDeviceSetLimit(cudaLimitStackSize, bytes), "give threads a stack"); }

// A kernel that is started with so much shared memory for a block.
class CudaKernel {
public:
  CudaKernel(const void* function, u32 threads, u32 shared) : shared_(shared) {
    check_cuda(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)),
               "give a block so much shared memory");
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor_, function, static_cast<int>(threads), shared),
               "tell its occupancy");
  }
  u32 shared() const { return shared_; }
  int per_processor() const { return per_processor_; } // blocks at a time

private:
  u32 shared_;
  int per_processor_ = 0;
};

inline void check_launch(const char* what) { check_cuda(cudaGetLastError(), what); }

// Device time between two points.
class CudaTimer {
public:
  CudaTimer() {
    check_cuda(cudaEventCreate(&first_), "make an event");
    check_cuda(cudaEventCreate(&last_), "make an event");
  }
  CudaTimer(const CudaTimer&) = delete;
  CudaTimer& operator=(const CudaTimer&) = delete;
  ~CudaTimer() {
    cudaEventDestroy(first_);
    cudaEventDestroy(last_);
  }
  void start() { check_cuda(cudaEventRecord(first_), "record an event"); }
  double stop() { // seconds
    check_cuda(cudaEventRecord(last_), "record an event");
    check_cuda(cudaEventSynchronize(last_), "finish its work");
    float ms = 0;
    check_cuda(cudaEventElapsedTime(&ms, first_, last_), "tell the time");
    return ms / 1000.0;
  }

private:
  cudaEvent_t first_, last_;
};

} // namespace zermelo
