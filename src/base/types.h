// Fixed-width integer names, and the marker that lets one function compile for the CPU and for the GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define ZERMELO_HD __host__ __device__
#else
#define ZERMELO_HD
#endif

// A constant table at namespace scope that functions of both sides read as name(): on a device it needs a place of its own.
#if defined(__CUDA_ARCH__)
#define ZERMELO_TABLE(Type, name, ...)                                                                                           \
  inline constexpr Type name##_here = __VA_ARGS__;                                                                               \
  static __device__ constexpr Type name##_there = __VA_ARGS__;                                                                   \
  ZERMELO_HD constexpr const Type& name() { return name##_there; }
#elif defined(__CUDACC__)
#define ZERMELO_TABLE(Type, name, ...)                                                                                           \
  inline constexpr Type name##_here = __VA_ARGS__;                                                                               \
  static __device__ constexpr Type name##_there = __VA_ARGS__;                                                                   \
  ZERMELO_HD constexpr const Type& name() { return name##_here; }
#else
#define ZERMELO_TABLE(Type, name, ...)                                                                                           \
  inline constexpr Type name##_here = __VA_ARGS__;                                                                               \
  constexpr const Type& name() { return name##_here; }
#endif

namespace zermelo {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

// An index into a table of positions. Always 64 bits: 10^11 entries overflow anything smaller.
using Slot = u64;
inline constexpr Slot no_slot = ~Slot{0};

} // namespace zermelo
