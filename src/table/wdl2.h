// Packs the slots of a table of two bits: the one place that knows how, so that every solver writes the same bytes.
//
// A solver hands over planes of bits, a word of up to 64 slots at a time, in the order of the slots, and gets the bytes of one
// block. Blocks are independent of each other: any thread may pack any block.
//
// Slots whose value the rules tell at once (settle(p) is known) are not stored: each repeats the code of the slot before it in
// its block, the first of a block stands as a draw. So they cost next to nothing once compressed, and need no value.
#pragma once

#include <cstring>
#include <span>

#include "base/error.h"
#include "table/codec.h"

namespace zermelo {

// Bit i of each plane is slot i of the word. Where `settled` or `empty` is set, the other planes do not matter.
struct Wdl2Word {
  u64 won = 0;
  u64 lost = 0;
  u64 settled = 0; // not stored
  u64 empty = 0;   // no position
};

// The bits of a plane that is clear where `runs` is set, spread over each run from the bit before it.
ZERMELO_HD constexpr u64 spread_over(u64 plane, u64 runs, u64 before) {
  const u64 starts = (plane << 1 | before) & runs;
  return plane | (((runs + starts) ^ runs) & runs); // the sum carries through a run
}

// Bit i of the low half to bit 2i.
ZERMELO_HD constexpr u64 with_gaps(u64 x) {
  x &= 0xFFFFFFFF;
  x = (x | x << 16) & 0x0000FFFF0000FFFF;
  x = (x | x << 8) & 0x00FF00FF00FF00FF;
  x = (x | x << 4) & 0x0F0F0F0F0F0F0F0F;
  x = (x | x << 2) & 0x3333333333333333;
  return (x | x << 1) & 0x5555555555555555;
}

class Wdl2Packer {
public:
  // The bytes of one block, bytes_for(Encoding::wdl2, its slots).
  explicit Wdl2Packer(std::span<std::byte> block) : block_(block) {}

  // The next n slots, 1 to 64.
  void put(const Wdl2Word& w, int n) {
    const u64 all = n == 64 ? ~u64{0} : (u64{1} << n) - 1;
    const u64 settled = w.settled & ~w.empty & all;
    const u64 low = spread_over((w.won | w.empty) & ~settled & all, settled, last_ & 1);
    const u64 high = spread_over((w.lost | w.empty) & ~settled & all, settled, last_ >> 1);
    last_ = (low >> (n - 1) & 1) | (high >> (n - 1) & 1) << 1;
    append(with_gaps(low) | with_gaps(high) << 1, n < 32 ? 2 * n : 64);
    if (n > 32) append(with_gaps(low >> 32) | with_gaps(high >> 32) << 1, 2 * n - 64);
  }

  // Writes what is left over; the bits behind the last slot are 0. Every byte of the block must have come by.
  void finish() {
    write(static_cast<u64>(held_ + 7) / 8);
    bits_ = 0, held_ = 0;
    ensure(at_ == block_.size(), "a block is packed whole");
  }

private:
  void append(u64 bits, int n) {
    bits_ |= bits << held_;
    const int room = 64 - held_;
    if (n < room) {
      held_ += n;
      return;
    }
    write(8);
    bits_ = room == 64 ? 0 : bits >> room;
    held_ = n - room;
  }
  void write(u64 bytes) {
    ensure(bytes <= block_.size() - at_, "a block is packed into its size");
    std::memcpy(block_.data() + at_, &bits_, bytes); // little-endian, as the whole format
    at_ += bytes;
  }

  std::span<std::byte> block_;
  u64 at_ = 0;
  u64 bits_ = 0; // not yet written
  int held_ = 0; // how many
  u64 last_ = draw_code(Encoding::wdl2);
};

constexpr u32 wdl2_code_at(std::span<const std::byte> block, u64 slot) {
  return std::to_integer<u32>(block[slot / 4]) >> 2 * (slot % 4) & 3;
}

} // namespace zermelo
