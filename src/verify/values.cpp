#include "verify/values.h"

#include <algorithm>
#include <cstring>

#include "base/units.h"

namespace zermelo {

void Values::load(Pool& pool) {
  const BlockReader& file = table_.file();
  pages_ = std::make_unique<Pages>((file.payload_bytes() + sizeof(u64) - 1) / sizeof(u64));
  all_ = std::span(reinterpret_cast<std::byte*>(pages_->data()), file.payload_bytes());
  pool.for_ranges(0, file.blocks(), 1, [&](u64 block, u64, int) {
    file.read_block(block, all_.subspan(block * file.block_bytes(), file.bytes_of_block(block)));
  });
}

void Values::begin_unpacking() {
  unpacked_ = std::make_unique<Pages>(pages_->size());
  std::memcpy(unpacked_->data(), all_.data(), all_.size());
}

void Values::take_over() {
  pages_ = std::move(unpacked_);
  all_ = std::span(reinterpret_cast<std::byte*>(pages_->data()), all_.size());
  losses_only_ = false;
}

void Values::open(const Pool& pool, u64 memory) {
  const u64 each = memory / static_cast<u64>(pool.threads());
  const u64 index = table_.blocks() * sizeof(BlockEntry), least = index + 4 * table_.file().block_bytes();
  if (each < least)
    throw Error(Exit::resources, "checking a part of this table takes " + bytes(least) + " of memory for each thread; " +
                                     bytes(each) + " are there");
  for (int i = 0; i < pool.threads(); ++i)
    readers_.push_back(std::make_unique<Table>(table_.file().path(), table_.header().identity, each - index));
}

void Values::ask(const Pool& pool, u64 memory, u64 most_asked) {
  const u64 needed = asking_bytes(table_, pool.threads(), most_asked);
  if (memory < needed)
    throw Error(Exit::resources, "checking this table in batches takes " + bytes(needed) + " of memory; " + bytes(memory) +
                                     " are there; --slice K/N and --sample COUNT check parts of it in less");
  const int threads = pool.threads();
  for (int i = 0; i < threads; ++i)
    readers_.push_back(std::make_unique<Table>(table_.file().path(), table_.header().identity, 2 * table_.file().block_bytes()));
  questions_ = std::make_unique<Asked>(groups(table_), threads, memory - fixed_bytes(table_, threads));
  chunks_ = Asked::chunks_for(groups(table_), piece * most_asked, piece * most_asked);
  work_.resize(static_cast<std::size_t>(threads));
}

u64 Values::asking_bytes(const Table& table, int threads, u64 most_asked) {
  const u64 chunks = Asked::chunks_for(groups(table), piece * most_asked, piece * most_asked);
  return fixed_bytes(table, threads) + Asked::least_memory(groups(table), threads, chunks);
}

void Values::each(Pool& pool, u64 begin, u64 end, u64 grain, FunctionRef<void(u64, u64, int)> f,
                  FunctionRef<void(u64)> between) const {
  if (!in_batches()) return pool.for_ranges(begin, end, grain, f);
  for (u64 next = begin; next < end;) {
    questions_->clear();
    for (Work& w : work_) w = {};
    mode_ = Mode::asking;
    pool.for_ranges(0, work_.size(), 1, [&](u64, u64, int worker) {
      while (questions_->has_room(chunks_)) {
        const u64 first = take_shared(next, grain);
        if (first >= end) return;
        f(first, std::min(end, first + grain), worker);
        work_[static_cast<std::size_t>(worker)].pieces.push_back(first);
      }
    });
    answer(pool);
    mode_ = Mode::answering;
    pool.for_ranges(0, work_.size(), 1, [&](u64 w, u64, int) {
      for (const u64 first : work_[w].pieces) f(first, std::min(end, first + grain), static_cast<int>(w));
    });
    mode_ = Mode::reading;
    between(std::min(end, next));
  }
}

u64 Values::group_blocks(const Table& table) { return std::max<u64>(1, Asked::most_offsets / table.slots_per_block()); }
u64 Values::groups(const Table& table) { return (table.blocks() + group_blocks(table) - 1) / group_blocks(table); }
u64 Values::fixed_bytes(const Table& table, int threads) {
  const u64 group = group_blocks(table) * table.file().block_bytes();
  return static_cast<u64>(threads) * (table.blocks() * sizeof(BlockEntry) + 4 * table.file().block_bytes()) +
         Asked::blocks_at_once(threads) * group + (u64{1} << 24);
}

void Values::answer(Pool& pool) const {
  const BlockReader& file = table_.file();
  questions_->answer<Bytes>(
      pool,
      [&](u64 group, Bytes& raw) {
        const u64 first = group * group_blocks(table_), last = std::min(table_.blocks(), first + group_blocks(table_));
        raw.resize((last - first - 1) * file.block_bytes() + file.bytes_of_block(last - 1));
        for (u64 block = first; block < last; ++block)
          file.read_block(block, std::span(raw).subspan((block - first) * file.block_bytes(), file.bytes_of_block(block)));
      },
      [&](u16& code, const Bytes& raw, u32 offset, i32) { code = static_cast<u16>(code_at(raw, offset, encoding_)); });
}

} // namespace zermelo
