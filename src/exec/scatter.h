// Random updates of a huge array, made local: each update goes to a bucket of its partition of the array, and a full bucket
// is applied at once by whoever filled it, holding that partition. So an update costs a sequential write and a cache hit
// instead of a cache miss, needs no atomic instruction, and an array spread over several machines would change only this file.
//
//   worker 0: [..##....][......] …       bucket per (worker, partition)
//   worker 1: [.#......][####..] …
//                  |
//                  v   apply(first slot, entries) under the partition's lock
//   array:    [ partition 0 ][ partition 1 ] …
//
// Updates of one slot must commute: the order in which buckets are applied is not fixed.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/function_ref.h"
#include "base/types.h"

namespace zermelo {

class Scatter {
public:
  static constexpr int partition_bits = 19; // 512 KiB of one-byte cells: a partition stays in the second-level cache
  static constexpr u64 partition_slots = u64{1} << partition_bits;

  // Uses at most `memory` bytes for its buckets.
  Scatter(u64 slots, int workers, u64 memory)
      : partitions_(std::max<u64>(1, (slots + partition_slots - 1) >> partition_bits)), workers_(static_cast<u64>(workers)),
        capacity_(
            static_cast<u32>(std::clamp<u64>(memory / (sizeof(u32) * partitions_ * workers_), least_capacity, most_capacity))),
        entries_(std::make_unique_for_overwrite<u32[]>(partitions_ * workers_ * capacity_)), used_(partitions_ * workers_, 0),
        locks_(partitions_) {}

  static u64 least_memory(u64 slots, int workers) {
    return ((slots >> partition_bits) + 1) * static_cast<u64>(workers) * least_capacity * sizeof(u32);
  }
  static u64 most_memory(u64 slots, int workers) {
    return ((slots >> partition_bits) + 1) * static_cast<u64>(workers) * most_capacity * sizeof(u32);
  }

  // Applies the entries of a bucket: each is twice the distance from the first slot of the partition, and the tag. Called once for
  // hundreds of updates, so whoever emits need not know what it does.
  using Apply = FunctionRef<void(Slot first, std::span<const u32> entries)>;

  // tag is one bit that travels with the slot.
  void emit(int worker, Slot slot, bool tag, const Apply& apply) {
    const u64 partition = slot >> partition_bits;
    const u64 bucket = static_cast<u64>(worker) * partitions_ + partition;
    u32& used = used_[bucket];
    entries_[bucket * capacity_ + used] = static_cast<u32>(slot & (partition_slots - 1)) << 1 | static_cast<u32>(tag);
    if (++used == capacity_) drain(bucket, partition, apply);
  }

  void flush(int worker, const Apply& apply) {
    for (u64 partition = 0; partition < partitions_; ++partition) {
      const u64 bucket = static_cast<u64>(worker) * partitions_ + partition;
      if (used_[bucket] != 0) drain(bucket, partition, apply);
    }
  }

private:
  static constexpr u64 least_capacity = 256;
  static constexpr u64 most_capacity = 65536;

  [[gnu::noinline]] void drain(u64 bucket, u64 partition, const Apply& apply) {
    const std::lock_guard hold(locks_[partition]);
    apply(partition << partition_bits, {&entries_[bucket * capacity_], used_[bucket]});
    used_[bucket] = 0;
  }

  u64 partitions_;
  u64 workers_;
  u32 capacity_;
  std::unique_ptr<u32[]> entries_;
  std::vector<u32> used_;
  std::vector<std::mutex> locks_;
};

} // namespace zermelo
