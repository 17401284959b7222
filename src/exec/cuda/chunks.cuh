// Slots in chunks, of which a pass takes those that have something to do.
#pragma once

#include "exec/cuda/device.h"

namespace zermelo {

inline constexpr u32 chunk_slots = 4096, chunk_threads = 256;
inline u64 chunks_in(u64 slots) { return (slots + chunk_slots - 1) / chunk_slots; }

// Lists the chunks whose flag says so.
template <class Flag> __global__ void list_chunks(Flag wanted, u64 chunks, u32* list, u32* count) {
  for (u64 c = blockIdx.x * u64{blockDim.x} + threadIdx.x; c < chunks; c += u64{gridDim.x} * blockDim.x)
    if (wanted(c)) list[atomicAdd(count, 1U)] = static_cast<u32>(c);
}

// In all blocks together: f(slot) for every slot.
template <class F> __device__ void each_slot(u64 slots, F&& f) {
  for (u64 i = blockIdx.x * u64{blockDim.x} + threadIdx.x; i < slots; i += u64{gridDim.x} * blockDim.x) f(i);
}

// In a block: finds the slots of a chunk that are wanted, then f(slot) of each, shared evenly by the threads; returns how many there
// were. take(slot) may change the slot; it is called once for each.
template <class Take, class F> __device__ u32 each_taken(u64 chunk, u64 slots, Take&& take, F&& f) {
  __shared__ u16 found[chunk_slots];
  __shared__ u32 count;
  __syncthreads(); // the last chunk is done with them
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const u64 first = chunk * chunk_slots;
  for (u32 i = threadIdx.x; i < chunk_slots && first + i < slots; i += blockDim.x)
    if (take(first + i)) found[atomicAdd(&count, 1U)] = static_cast<u16>(i);
  __syncthreads();
  const u32 all = count;
  for (u32 n = threadIdx.x; n < all; n += blockDim.x) f(first + found[n]);
  return all;
}

// A list of chunks, and how many there are.
class ChunkList {
public:
  ChunkList(u64 most_slots, int processors) : processors_(processors), list_(chunks_in(most_slots)), count_(1) {}

  template <class Flag> u32 collect(u64 chunks, Flag wanted) {
    count_.clear();
    ZERMELO_LAUNCH(list_chunks, grid(chunks / chunk_threads + 1), chunk_threads, 0, wanted, chunks, list_.data(), count_.data());
    check_launch("list chunks");
    count_.to_host(&size_, 1);
    return size_;
  }
  const u32* data() const { return list_.data(); }
  u32 size() const { return size_; }
  u32 grid(u64 blocks) const {
    const u64 most = u64{16} * static_cast<u64>(processors_);
    return static_cast<u32>(blocks < 1 ? 1 : blocks > most ? most : blocks);
  }

private:
  int processors_;
  CudaBuffer<u32> list_, count_;
  u32 size_ = 0;
};

} // namespace zermelo
