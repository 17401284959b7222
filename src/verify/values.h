// The values of a table for several threads: all of them in memory, or read block by block through a cache for each thread.
#pragma once

#include <algorithm>
#include <memory>
#include <span>

#include "base/units.h"
#include "exec/pages.h"
#include "exec/pool.h"
#include "table/table.h"

namespace zermelo {

class Values {
public:
  explicit Values(const Table& table) : table_(table), encoding_(table.header().encoding) {}

  static u64 whole_bytes(const Table& table) { return table.file().payload_bytes() + (u64{1} << 24); }

  // As it lies in the file, decompressed: two bits a slot where the table has two bits.
  void load(Pool& pool) {
    const BlockReader& file = table_.file();
    pages_ = std::make_unique<Pages>((file.payload_bytes() + sizeof(u64) - 1) / sizeof(u64));
    all_ = std::span(reinterpret_cast<std::byte*>(pages_->data()), file.payload_bytes());
    pool.for_ranges(0, file.blocks(), 1, [&](u64 block, u64, int) {
      file.read_block(block, all_.subspan(block * file.block_bytes(), file.bytes_of_block(block)));
    });
  }

  // Within so many bytes together; each thread opens the file for itself.
  void open(const Pool& pool, u64 memory) {
    const u64 each = memory / static_cast<u64>(pool.threads());
    const u64 index = table_.blocks() * sizeof(BlockEntry), least = index + 4 * table_.file().block_bytes();
    if (each < least)
      throw Error(Exit::resources, "checking a part of this table takes " + bytes(least) + " of memory for each thread; " +
                                       bytes(each) + " are there");
    for (int i = 0; i < pool.threads(); ++i)
      readers_.push_back(std::make_unique<Table>(table_.file().path(), table_.header().identity, each - index));
  }

  Value at(Slot s, int worker) const {
    if (all_.empty()) return readers_[static_cast<std::size_t>(worker)]->value(s);
    return decode(encoding_, code_at(all_, s, encoding_));
  }

  // The bytes from a slot on, if all are in memory and each slot is one byte.
  const std::byte* bytewise(Slot s) const { return !all_.empty() && encoding_ == Encoding::plies8 ? all_.data() + s : nullptr; }

  // Said ahead of reading from so many slots.
  void expect(Slot first, u64 count) const {
    if (all_.empty()) return;
    const u64 bits = bits_per_slot(encoding_);
    for (u64 at = first * bits / 8; at < (first + count) * bits / 8; at += 64) __builtin_prefetch(all_.data() + at);
  }

private:
  const Table& table_;
  Encoding encoding_;
  std::unique_ptr<Pages> pages_; // reads go anywhere: large pages spare the way through the page tables
  std::span<std::byte> all_;
  std::vector<std::unique_ptr<Table>> readers_; // by thread
};

} // namespace zermelo
