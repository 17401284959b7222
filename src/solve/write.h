// Writes a container of blocks (table/block_file.h) on all threads.
#pragma once

#include "exec/pool.h"
#include "table/block_file.h"

namespace zermelo {

// Blocks of some mebibytes a thread: enough work for all, in little memory.
inline u64 usual_batch(u64 block_bytes, const Pool& pool) {
  return static_cast<u64>(pool.threads()) * std::max<u64>(8, (u64{2} << 20) / block_bytes);
}

// Compresses blocks on all threads and writes them in order, from where the file is; announce(block, n) is called before any of these
// blocks is asked for, fill(block, bytes) provides the raw bytes of one block, written() is called when another batch of blocks is
// in the file.
template <class Announce, class Fill, class Written>
u64 write_blocks(BlockWriter& writer, u64 payload, u64 block_bytes, int level, Pool& pool, u64 batch, Announce&& announce,
                 Fill&& fill, Written&& written) {
  const u64 blocks = (payload + block_bytes - 1) / block_bytes;
  std::vector<Bytes> compressed(batch), ready; // these are written while those are made
  const auto append = [&] {
    for (const Bytes& b : ready) writer.append(b);
  };
  auto size_of_batch = [&](u64 first) { return first < blocks ? std::min(batch, blocks - first) : 0; };
  if (const u64 begun = writer.index().size(); begun < blocks) announce(begun, size_of_batch(begun));
  for (u64 first = writer.index().size(); first < blocks; first += batch) {
    const u64 n = size_of_batch(first), next = size_of_batch(first + n);
    pool.for_ranges(0, n + 2, 1, [&](u64 i, u64, int) {
      if (i == 0) return append();
      if (i == 1) return next > 0 ? announce(first + n, next) : void();
      Bytes raw(std::min(block_bytes, payload - (first + i - 2) * block_bytes));
      fill(first + i - 2, raw);
      compressed[i - 2] = compress_block(raw, level);
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
  return write_blocks(writer, payload, block_bytes, level, pool, usual_batch(block_bytes, pool), [](u64, u64) {}, fill, [] {});
}

} // namespace zermelo
