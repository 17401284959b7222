// Writes a container of blocks (table/block_file.h) on all threads.
#pragma once

#include "exec/pool.h"
#include "table/block_file.h"

namespace zermelo {

// Blocks of some mebibytes a thread: enough work for all, in little memory.
inline u64 usual_batch(u64 block_bytes, const Pool& pool) {
  return static_cast<u64>(pool.threads()) * std::max<u64>(8, (u64{2} << 20) / block_bytes);
}

// Compresses blocks on all threads and writes them in order, from where the file is; fill(block, bytes) provides the raw bytes of
// one block, written() is called when another batch of blocks is in the file.
template <class Fill, class Written>
u64 write_blocks(BlockWriter& writer, u64 payload, u64 block_bytes, int level, Pool& pool, u64 batch, Fill&& fill,
                 Written&& written) {
  const u64 blocks = (payload + block_bytes - 1) / block_bytes;
  std::vector<Bytes> compressed(batch), ready; // these are written while those are made
  const auto append = [&] {
    for (const Bytes& b : ready) writer.append(b);
  };
  for (u64 first = writer.index().size(); first < blocks; first += batch) {
    const u64 n = std::min(batch, blocks - first);
    pool.for_ranges(0, n + 1, 1, [&](u64 i, u64, int) {
      if (i == 0) return append();
      Bytes raw(std::min(block_bytes, payload - (first + i - 1) * block_bytes));
      fill(first + i - 1, raw);
      compressed[i - 1] = compress_block(raw, level);
    });
    if (!ready.empty()) written();
    compressed.swap(ready);
    compressed.resize(batch);
    ready.resize(n);
  }
  append();
  return writer.finish();
}

// The same of a new file.
template <class Fill>
u64 write_blocks(const std::filesystem::path& path, const std::string& header, u64 payload, u64 block_bytes, int level,
                 Pool& pool, Fill&& fill) {
  BlockWriter writer(path, header, payload, block_bytes);
  return write_blocks(writer, payload, block_bytes, level, pool, usual_batch(block_bytes, pool), fill, [] {});
}

} // namespace zermelo
