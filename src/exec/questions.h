// Questions about bytes that are not in memory, gathered by the block that they are about, so that a block is read once for all
// of them. The asker leaves an entry that waits; what comes of the answers is added to it in any order.
//
//   worker 0, block 7   [question …] -> [question …]      chunks of 1 KiB, taken from one arena:
//   worker 0, waiting   [entry …] [entry …]               the memory is bounded, and whoever asks looks whether there is room
//
//   question  entry 32 bits | offset in the block 20 bits | what comes with it 12 bits
//
// Cost: a sequential write when asked and a cache miss, foreseen, when answered.
#pragma once

#include <algorithm>
#include <bit>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "exec/large_array.h"
#include "exec/pool.h"
#include "exec/shared.h"

namespace zermelo {

template <class Entry> class Questions {
  static_assert(std::is_trivially_copyable_v<Entry>);
  static constexpr u64 chunk_words = 128, chunk_bytes = chunk_words * sizeof(u64);
  static constexpr u32 asked_in_chunk = chunk_words - 1; // the first word leads to the chunk before
  static constexpr u32 entries_in_chunk = chunk_bytes / sizeof(Entry);
  static constexpr int entry_bits = std::bit_width(entries_in_chunk - 1U);
  static constexpr u64 most_chunks = u64{1} << (32 - entry_bits);
  static constexpr u32 none = ~u32{0};

public:
  static constexpr u64 most_offsets = u64{1} << 20; // a block has at most so many

  Questions(u64 blocks, int workers, u64 memory)
      : blocks_(blocks), workers_(static_cast<u64>(workers)), chunks_(chunks_in(blocks, workers, memory)),
        arena_(chunks_ * chunk_words), tails_(blocks * workers_), askers_(workers_) {}

  // Chunks that a worker can take while it asks so many questions for so many entries.
  static u64 chunks_for(u64 blocks, u64 questions, u64 entries) {
    return std::min(questions, blocks + questions / asked_in_chunk) + entries / entries_in_chunk + 2;
  }
  // Bytes with which every worker can take so many chunks four times.
  static u64 least_memory(u64 blocks, int workers, u64 chunks) {
    return static_cast<u64>(workers) * (blocks * sizeof(Tail) + 4 * chunks * chunk_bytes);
  }

  // Whether each worker may take so many chunks more, besides what others take meanwhile.
  bool has_room(u64 chunks) const { return load_shared(used_) + workers_ * chunks <= chunks_; }

  // The entry that the next wait() makes; questions for it come before.
  u32 next(int worker) {
    Asker& a = askers_[static_cast<std::size_t>(worker)];
    if (a.used == entries_in_chunk) {
      a.chunks.push_back(take());
      a.used = 0;
    }
    return a.chunks.back() << entry_bits | a.used;
  }
  void ask(int worker, u32 entry, u64 block, u64 offset, i32 with) {
    Tail& t = tails_[static_cast<u64>(worker) * blocks_ + block];
    if (t.used == asked_in_chunk) {
      const u32 fresh = take();
      *chunk(fresh) = t.chunk;
      t = {fresh, 0};
    }
    chunk(t.chunk)[++t.used] = u64{entry} << 32 | offset << 12 | (static_cast<u32>(with) & 0xFFF);
  }
  void wait(int worker, const Entry& e) {
    Asker& a = askers_[static_cast<std::size_t>(worker)];
    entries(a.chunks.back())[a.used++] = e;
  }

  // read(block, bytes) once for each block that was asked for; add(entry, bytes, offset, with) for each question, those of an
  // entry never at the same time.
  template <class Bytes, class Read, class Add> void answer(Pool& pool, const Read& read, const Add& add) {
    std::vector<u64> asked;
    for (u64 b = 0; b < blocks_; ++b) {
      bool any = false;
      for (u64 w = 0; w < workers_; ++w) any = any || tails_[w * blocks_ + b].chunk != none;
      if (any) asked.push_back(b);
    }
    std::vector<Bytes> bytes(blocks_at_once(pool.threads()));
    for (u64 first = 0; first < asked.size(); first += bytes.size()) {
      const u64 n = std::min<u64>(bytes.size(), asked.size() - first);
      pool.for_ranges(0, n, 1, [&](u64 i, u64, int) { read(asked[first + i], bytes[i]); });
      pool.for_ranges(0, workers_, 1, [&](u64 w, u64, int) {
        for (u64 i = 0; i < n; ++i) each_question(tails_[w * blocks_ + asked[first + i]], bytes[i], add);
      });
    }
  }
  static u64 blocks_at_once(int threads) { return static_cast<u64>(threads) * 4; }

  // f(entry) for all of them, those of a worker one after the other.
  template <class F> void each_entry(Pool& pool, const F& f) {
    pool.for_ranges(0, workers_, 1, [&](u64 w, u64, int) {
      const Asker& a = askers_[w];
      for (std::size_t c = 0; c < a.chunks.size(); ++c) {
        const u32 n = c + 1 == a.chunks.size() ? a.used : entries_in_chunk;
        for (u32 i = 0; i < n; ++i) f(entries(a.chunks[c])[i]);
      }
    });
  }
  // The n-th entry of a worker.
  const Entry& entry(int worker, u64 n) const {
    return entries(askers_[static_cast<std::size_t>(worker)].chunks[n / entries_in_chunk])[n % entries_in_chunk];
  }

  void clear() {
    used_ = 0;
    std::fill(tails_.begin(), tails_.end(), Tail{});
    for (Asker& a : askers_) {
      a.chunks.clear();
      a.used = entries_in_chunk;
    }
  }

private:
  struct Tail { // of the questions of a worker about a block
    u32 chunk = none, used = asked_in_chunk;
  };
  struct alignas(64) Asker {
    std::vector<u32> chunks; // with entries
    u32 used = entries_in_chunk;
  };

  static u64 chunks_in(u64 blocks, int workers, u64 memory) {
    const u64 tails = blocks * static_cast<u64>(workers) * sizeof(Tail);
    return std::clamp<u64>((memory - std::min(memory, tails)) / (chunk_bytes + sizeof(u32)), 1, most_chunks);
  }
  u32 take() {
    const u64 c = take_shared(used_, u64{1});
    ensure(c < chunks_, "whoever asks has looked whether there is room");
    return static_cast<u32>(c);
  }
  u64* chunk(u32 c) { return arena_.data() + c * chunk_words; }
  Entry* entries(u32 c) { return reinterpret_cast<Entry*>(chunk(c)); }
  const Entry* entries(u32 c) const { return const_cast<Questions*>(this)->entries(c); }
  Entry& entry(u64 question) {
    const u32 at = static_cast<u32>(question >> 32);
    return entries(at >> entry_bits)[at & ((1U << entry_bits) - 1)];
  }

  template <class Bytes, class Add> void each_question(Tail t, const Bytes& bytes, const Add& add) {
    constexpr u32 ahead = 8;
    for (; t.chunk != none; t = {static_cast<u32>(*chunk(t.chunk)), asked_in_chunk}) {
      const u64* const q = chunk(t.chunk) + 1;
      for (u32 i = 0; i < t.used; ++i) {
        if (i + ahead < t.used) __builtin_prefetch(&entry(q[i + ahead]), 1);
        const i32 with = static_cast<i32>(static_cast<u32>(q[i]) << 20) >> 20;
        add(entry(q[i]), bytes, static_cast<u32>(q[i]) >> 12, with);
      }
    }
  }

  u64 blocks_, workers_, chunks_;
  LargeArray<u64> arena_;
  std::vector<Tail> tails_; // [worker][block]
  std::vector<Asker> askers_;
  u64 used_ = 0; // chunks
};

} // namespace zermelo
