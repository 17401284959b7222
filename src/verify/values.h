// The values of a table for several threads: all of them in memory, or read block by block through a cache for each thread.
#pragma once

#include <algorithm>

#include "base/units.h"
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
    all_.resize(file.payload_bytes());
    pool.for_ranges(0, file.blocks(), 1, [&](u64 block, u64, int) {
      file.read_block(block, std::span(all_).subspan(block * file.block_bytes(), file.bytes_of_block(block)));
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
    return all_.empty() ? readers_[static_cast<std::size_t>(worker)]->value(s) : decode(encoding_, code_at(all_, s, encoding_));
  }

private:
  const Table& table_;
  Encoding encoding_;
  Bytes all_;
  std::vector<std::unique_ptr<Table>> readers_; // by thread
};

} // namespace zermelo
