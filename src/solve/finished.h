// Finished stages in their files, for solves whose memory holds the stage at work alone: codes of a stretch of slots, or a block
// for all questions about it. What a file has is checked whenever it is read; damage is refused with the name of the file.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "exec/guarded.h"
#include "exec/pool.h"
#include "solve/counters/stage_finder.h"
#include "solve/stages.h"
#include "table/codec.h"

namespace zermelo {

// Codes of one byte as two have them.
inline void widen_codes(std::span<const std::byte> narrow, u16* out) {
  for (const std::byte b : narrow) {
    const Value v = decode(Encoding::plies8, std::to_integer<u8>(b));
    *out++ = static_cast<u16>(v.known() ? encode(Encoding::plies16, v) : no_position_code(Encoding::plies16));
  }
}

class FinishedStages {
public:
  // sound(stage, bytes): whether a stage can have such codes.
  using Sound = std::function<bool(std::size_t, std::span<const std::byte>)>;
  FinishedStages(const StageFiles& files, int threads, Sound sound)
      : files_(files), kept_(static_cast<std::size_t>(threads) + 2), sound_(std::move(sound)) {
    Slot first = 0;
    for (const Stage& s : files.stages()) {
      first_.push_back(first);
      finder_.add(s.slots);
      first += s.slots;
    }
    first_.push_back(first);
  }

  void open(std::size_t stages); // those before it; what is open stays so
  u64 widest() const;            // bytes of a code, of the files that are open
  u64 blocks() const { return start_.back(); }
  static u64 blocks_for(std::span<const Stage> stages, u64 word, u64 block_bytes);
  // While so many threads read: blocks that are answered from, and the compressed bytes of one each.
  static u64 reading_memory(int threads, u64 blocks_at_once) {
    return (blocks_at_once + static_cast<u64>(threads)) * (u64{1} << 20);
  }

  struct Place {
    u64 block, offset;
  };
  Place place(Slot s) const {
    const std::size_t stage = finder_(s);
    const u64 at = s - first_[stage];
    return {start_[stage] + (at >> shift_[stage]), at & ((u64{1} << shift_[stage]) - 1)};
  }

  // Codes of so many bytes: a whole block; and a stretch of slots, where blocks that were read last serve again.
  void read_block(u64 block, u64 word, Bytes& out) const;
  void read_slots(Slot first, u64 word, std::span<std::byte> out) const;

  // f(first, last, worker) for the slots of some stages, a block at a time.
  template <class F> void each_block(Pool& pool, std::size_t from, std::size_t to, const F& f) const {
    pool.for_ranges(start_[from], start_[to], 1, [&](u64 block, u64, int worker) {
      const auto [first, last] = slots_of(block);
      f(first, last, worker);
    });
  }

private:
  std::size_t stage_of_block(u64 block) const {
    return static_cast<std::size_t>(std::upper_bound(start_.begin(), start_.end(), block) - start_.begin()) - 1;
  }
  std::pair<Slot, Slot> slots_of(u64 block) const {
    const std::size_t stage = stage_of_block(block);
    const Slot first = first_[stage] + ((block - start_[stage]) << shift_[stage]);
    return {first, std::min(first_[stage + 1], first + (u64{1} << shift_[stage]))};
  }
  std::shared_ptr<const Bytes> recent(u64 block, u64 word) const;

  const StageFiles& files_;
  std::size_t kept_;
  Sound sound_;
  std::vector<Slot> first_; // [stage], and the end
  StageFinder finder_;
  std::vector<std::optional<BlockReader>> open_; // [stage]; none of a stage that is gone, as the table has it
  std::vector<u64> start_{0};                    // [stage]: its first block, counted over all; and the end
  std::vector<int> shift_;                       // [stage]: slots of a block are a power of two
  struct Kept {
    u64 block, word;
    std::shared_ptr<const Bytes> bytes;
  };
  Guarded<std::vector<Kept>> recent_;
};

} // namespace zermelo
