// What kernels and their callers use of CUDA, on the CPU. For tests: kernels run as they are written, with every block and every
// thread.
//
// Blocks run one after the other. The threads of a block are fibres, which run until they meet a barrier or exchange something
// within their warp; then the next one has its turn. Lanes that have returned are not waited for.
#pragma once

#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>

#include "base/types.h"

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __shared__ static
#define __constant__
#define __grid_constant__
#define __launch_bounds__(...)

namespace zermelo::emulated {

struct Dimension {
  unsigned x = 0;
};

// Runs body() for every thread of every block.
void launch(unsigned grid, unsigned block, std::size_t shared, const std::function<void()>& body);
void* dynamic_shared(); // of the block that runs

void wait_for_block();
void wait_for_warp();
unsigned lane();

// What each lane of the warp gives until the next wait. There are two of them in turn, so that nobody gives the next thing before
// all have read the last.
unsigned long long* warp_slots();

template <class T> T exchange(T value, unsigned from) {
  static_assert(sizeof(T) <= sizeof(unsigned long long));
  unsigned long long* const slots = warp_slots();
  std::memcpy(&slots[lane()], &value, sizeof value);
  wait_for_warp();
  T out = value;
  if (from < 32) std::memcpy(&out, &slots[from], sizeof out);
  return out;
}

unsigned ballot(bool value);

} // namespace zermelo::emulated

inline thread_local zermelo::emulated::Dimension threadIdx, blockIdx, blockDim, gridDim;

inline void __syncthreads() { zermelo::emulated::wait_for_block(); }
inline void __syncwarp(unsigned = ~0U) { zermelo::emulated::wait_for_warp(); }
template <class T> T __shfl_sync(unsigned, T value, int from) {
  return zermelo::emulated::exchange(value, static_cast<unsigned>(from) & 31);
}
template <class T> T __shfl_xor_sync(unsigned, T value, int mask) {
  return zermelo::emulated::exchange(value, zermelo::emulated::lane() ^ static_cast<unsigned>(mask));
}
template <class T> T __shfl_up_sync(unsigned, T value, unsigned distance) {
  const unsigned lane = zermelo::emulated::lane();
  return zermelo::emulated::exchange(value, lane >= distance ? lane - distance : lane);
}
template <class T> T __shfl_down_sync(unsigned, T value, unsigned distance) {
  const unsigned lane = zermelo::emulated::lane();
  return zermelo::emulated::exchange(value, lane + distance < 32 ? lane + distance : lane);
}
inline unsigned __ballot_sync(unsigned, bool value) { return zermelo::emulated::ballot(value); }
inline int __any_sync(unsigned, bool value) { return zermelo::emulated::ballot(value) != 0 ? 1 : 0; }

inline int __popc(unsigned x) { return std::popcount(x); }
inline int __popcll(unsigned long long x) { return std::popcount(x); }
inline int __ffs(int x) { return x == 0 ? 0 : std::countr_zero(static_cast<unsigned>(x)) + 1; }
inline unsigned __vcmpeq4(unsigned a, unsigned b) {
  unsigned out = 0;
  for (unsigned shift = 0; shift < 32; shift += 8)
    if ((a >> shift & 0xFF) == (b >> shift & 0xFF)) out |= 0xFFU << shift;
  return out;
}
template <class T> T __ldcg(const T* from) { return *from; }
template <class T> T __ldg(const T* from) { return *from; }

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct alignas(8) uint2 {
  unsigned x, y;
};
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }

template <class T> T atomicAdd(T* at, T n) {
  const T before = *at;
  *at = static_cast<T>(before + n);
  return before;
}
template <class T> T atomicOr(T* at, T bits) {
  const T before = *at;
  *at = static_cast<T>(before | bits);
  return before;
}
template <class T> T atomicCAS(T* at, T expected, T value) {
  const T before = *at;
  if (before == expected) *at = value;
  return before;
}

template <class A, class B> constexpr auto min(A a, B b) {
  return static_cast<std::common_type_t<A, B>>(a) < b ? a : static_cast<std::common_type_t<A, B>>(b);
}
template <class A, class B> constexpr auto max(A a, B b) {
  return static_cast<std::common_type_t<A, B>>(a) > b ? a : static_cast<std::common_type_t<A, B>>(b);
}

// The runtime library: memory is memory, and everything is done when a call returns.
using cudaError_t = int;
using cudaEvent_t = double*;
inline constexpr cudaError_t cudaSuccess = 0, cudaErrorMemoryAllocation = 2;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum cudaDeviceAttr { cudaDevAttrClockRate, cudaDevAttrMemoryClockRate, cudaDevAttrGlobalMemoryBusWidth };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
enum cudaLimit { cudaLimitStackSize };
struct cudaDeviceProp {
  const char* name = "kernels on the CPU";
  int multiProcessorCount = 1;
};
inline const char* cudaGetErrorString(cudaError_t) { return "not enough memory"; }
inline cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int) { return cudaSuccess; }
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return *free = *total = std::size_t{1} << 36, cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) { return *value = 1, cudaSuccess; }
template <class T> cudaError_t cudaMalloc(T** at, std::size_t bytes) {
  *at = static_cast<T*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  if (*at == nullptr) return cudaErrorMemoryAllocation;
  std::memset(static_cast<void*>(*at), 0xA5, bytes); // whoever reads what nobody wrote shall notice
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* at) { return std::free(at), cudaSuccess; }
inline cudaError_t cudaMallocHost(void** at, std::size_t bytes) { return cudaMalloc(at, bytes); }
inline cudaError_t cudaFreeHost(void* at) { return cudaFree(at); }
inline cudaError_t cudaMemset(void* at, int byte, std::size_t bytes) { return std::memset(at, byte, bytes), cudaSuccess; }
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  return std::memcpy(to, from, bytes), cudaSuccess;
}
using cudaStream_t = void*;
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetLimit(cudaLimit, std::size_t) { return cudaSuccess; }
inline cudaError_t cudaFuncSetAttribute(const void*, cudaFuncAttribute, int) { return cudaSuccess; }
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void*, int, std::size_t) {
  return *blocks = 2, cudaSuccess;
}
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaEventCreate(cudaEvent_t* e) { return *e = new double(0), cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t e) { return delete e, cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t e) {
  *e = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t first, cudaEvent_t last) {
  return *ms = static_cast<float>(1000 * (*last - *first)), cudaSuccess;
}
