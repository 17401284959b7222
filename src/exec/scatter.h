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
// Updates of slots that another rank has go to one more bucket for each rank, and a full one is posted (mail.h).
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
#include "exec/mail.h"
#include "exec/share.h"
#include "exec/shared.h"

namespace zermelo {

class Scatter {
public:
  static constexpr int partition_bits = 19; // 512 KiB of one-byte cells: a partition stays in the second-level cache
  static constexpr u64 partition_slots = u64{1} << partition_bits;

  // Uses at most `memory` bytes for the buckets of this rank's own slots; those for other ranks are the mail's.
  Scatter(u64 slots, int workers, u64 memory, Mail& mail)
      : mail_(mail), partitions_(std::max<u64>(1, (slots + partition_slots - 1) >> partition_bits)),
        stride_(partitions_ + mail.ranks()),
        capacity_(
            std::clamp<u64>(memory / (sizeof(u32) * partitions_ * static_cast<u64>(workers)), least_capacity, most_capacity)),
        entries_(std::make_unique_for_overwrite<u32[]>(partitions_ * static_cast<u64>(workers) * capacity_)),
        posted_(std::make_unique_for_overwrite<u32[]>(mail.ranks() * static_cast<u64>(workers) * mail.capacity())),
        buckets_(stride_ * static_cast<u64>(workers)), locks_(partitions_) {
    for (u64 w = 0; w < static_cast<u64>(workers); ++w)
      for (u64 i = 0; i < stride_; ++i) {
        u32* const first = i < partitions_ ? &entries_[(w * partitions_ + i) * capacity_]
                                           : &posted_[(w * mail.ranks() + i - partitions_) * mail.capacity()];
        buckets_[w * stride_ + i] = {first, first + (i < partitions_ ? capacity_ : mail.capacity())};
      }
    for (u64 r = 0; r < mail.ranks(); ++r)
      ways_.push_back(r == mail.rank() ? Way{0, ~u64{0}, 2 * partition_slots - 1} : Way{partitions_ + r, 0, ~u64{0}});
  }

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
    put(worker, slot >> partition_bits, static_cast<u32>(slot & (partition_slots - 1)) << 1 | static_cast<u32>(tag), apply);
  }
  // The same of slots that any rank may have: each is twice the slot, and the tag. Whose it is follows no order that a processor
  // could foresee: no branch on it. Many at a time, so that what it takes to find the owner stays in registers.
  [[gnu::noinline]] void emit_all(int worker, const Share& share, std::span<const u64> all, const Apply& apply) {
    const int shift = share.shift() + 1; // of entries
    const u64 ranks = static_cast<u64>(share.ranks), inverse = share.inverse, within = (u64{1} << shift) - 1;
    const u64 first = static_cast<u64>(worker) * stride_;
    Bucket* const buckets = buckets_.data() + first;
    const Way* const ways = ways_.data();
    for (const u64 e : all) {
      const u64 chunk = e >> shift, turn = Share::turn(chunk, inverse), entry = turn << shift | (e & within);
      const Way& way = ways[chunk - turn * ranks];
      const u64 i = way.bucket + ((entry >> (partition_bits + 1)) & way.partition);
      Bucket& b = buckets[i];
      *b.next++ = static_cast<u32>(entry & way.entry);
      if (b.next == b.end) drain(first + i, apply);
    }
  }

  // Updates of this rank's slots that were applied, whoever found them.
  u64 applied() const { return applied_; }

  // What is left for this rank.
  void flush(int worker, const Apply& apply) {
    const u64 first = static_cast<u64>(worker) * stride_;
    drain_some(first, first + partitions_, apply);
  }
  // What is left for the others.
  void post(int worker, const Apply& apply) {
    const u64 first = static_cast<u64>(worker) * stride_;
    drain_some(first + partitions_, first + stride_, apply);
  }

private:
  static constexpr u64 least_capacity = 256;
  static constexpr u64 most_capacity = 65536;

  struct Bucket {
    u32 *next, *end;
  };
  // Of updates for a rank: their first bucket, and which bits of an entry choose among buckets and stay in it. Those of other ranks
  // have one bucket.
  struct Way {
    u64 bucket, partition, entry;
  };
  u32* begin(u64 bucket) const { return buckets_[bucket].end - (bucket % stride_ < partitions_ ? capacity_ : mail_.capacity()); }
  void drain_some(u64 first, u64 last, const Apply& apply) {
    for (u64 bucket = first; bucket < last; ++bucket)
      if (buckets_[bucket].next != begin(bucket)) drain(bucket, apply);
  }

  void put(int worker, u64 i, u32 entry, const Apply& apply) {
    const u64 bucket = static_cast<u64>(worker) * stride_ + i;
    Bucket& b = buckets_[bucket];
    *b.next++ = entry;
    if (b.next == b.end) drain(bucket, apply);
  }

  [[gnu::noinline]] void drain(u64 bucket, const Apply& apply) {
    const u64 worker = bucket / stride_, i = bucket % stride_;
    Bucket& b = buckets_[bucket];
    u32* const first = begin(bucket);
    const std::span<const u32> entries(first, b.next);
    b.next = first; // first of all: to post may fail, and nothing may be written behind the end
    if (i < partitions_) {
      add_shared(applied_, entries.size());
      const std::lock_guard hold(locks_[i]);
      apply(i << partition_bits, entries);
    } else {
      mail_.post(static_cast<int>(worker), i - partitions_, entries);
    }
  }

  Mail& mail_;
  u64 partitions_, stride_; // stride: buckets of a worker
  u64 capacity_;
  std::unique_ptr<u32[]> entries_, posted_;
  std::vector<Bucket> buckets_; // [worker][partition, then rank]
  std::vector<Way> ways_;       // [rank]
  std::vector<std::mutex> locks_;
  u64 applied_ = 0;
};

} // namespace zermelo
