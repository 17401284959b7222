// Writes a container of blocks (table/block_file.h) on all threads.
#pragma once

#include "exec/pool.h"
#include "table/block_file.h"

namespace zermelo {

// Compresses blocks on all threads and writes them in order; fill(block, bytes) provides the raw bytes of one block.
template <class Fill>
u64 write_blocks(const std::filesystem::path& path, const std::string& header, u64 payload, u64 block_bytes, int level,
                 Pool& pool, Fill&& fill) {
  BlockWriter writer(path, header, payload, block_bytes);
  const u64 blocks = (payload + block_bytes - 1) / block_bytes;
  const u64 batch = static_cast<u64>(pool.threads()) * 16;
  std::vector<Bytes> compressed(batch);
  for (u64 first = 0; first < blocks; first += batch) {
    const u64 n = std::min(batch, blocks - first);
    pool.for_ranges(0, n, 1, [&](u64 i, u64, int) {
      Bytes raw(std::min(block_bytes, payload - (first + i) * block_bytes));
      fill(first + i, raw);
      compressed[i] = compress_block(raw, level);
    });
    for (u64 i = 0; i < n; ++i) writer.append(compressed[i]);
  }
  return writer.finish();
}

} // namespace zermelo
