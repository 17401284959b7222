// Files of several ranks: the bytes of one process, whatever the number of ranks. Only the first rank reads and writes.
//
// each(rank, block, f) says what a rank has of a block, in order: f(offset in the block, bytes, where they are here); the last is
// null for other ranks.
#pragma once

#include <cstring>
#include <functional>
#include <optional>

#include "exec/pool.h"
#include "exec/ranks.h"
#include "table/block_file.h"

namespace zermelo {

using OnPiece = std::function<void(u64 offset, u64 bytes, std::byte* here)>;
using EachPiece = std::function<void(int rank, u64 block, const OnPiece& f)>;

inline void append(Message& to, const std::byte* from, u64 bytes) {
  const std::size_t at = to.size();
  to.resize(at + bytes);
  if (bytes != 0) std::memcpy(to.data() + at, from, bytes);
}

// Writes a container. What the ranks have of a block goes to the rank that compresses it, and from there to the first, which
// writes. gathered(block): how many bytes of it are brought together; make(blocks, gathered bytes of each) the raw bytes of each.
struct WriteTogether {
  Ranks& ranks;
  Pool& pool;
  EachPiece each;
  std::function<u64(u64 block)> gathered;
  std::function<void(const std::vector<u64>& blocks, std::vector<Bytes>& bytes)> make;

  u64 write(const std::filesystem::path& path, const std::string& header, u64 payload, u64 block_bytes, int level) const {
    std::optional<BlockWriter> writer;
    if (ranks.first()) writer.emplace(path, header, payload, block_bytes);
    const u64 blocks = (payload + block_bytes - 1) / block_bytes, n = static_cast<u64>(ranks.size());
    // Ranks wait for each other twice a batch.
    const u64 batch = n * static_cast<u64>(pool.threads()) * std::max<u64>(4, (u64{4} << 20) / block_bytes);
    for (u64 first = 0; first < blocks; first += batch) {
      const u64 last = std::min(blocks, first + batch);
      std::vector<u64> mine;
      std::vector<Bytes> bytes = gather(first, last, mine);
      make(mine, bytes);
      pool.for_ranges(0, mine.size(), 1, [&](u64 i, u64, int) { bytes[i] = compress_block(bytes[i], level); });
      std::vector<Message> out(n);
      u64 sum = 0; // a message that grows is copied byte by byte
      for (const Bytes& b : bytes) sum += sizeof(u64) + b.size();
      out[0].reserve(sum);
      for (const Bytes& b : bytes) {
        const u64 size = b.size();
        append(out[0], reinterpret_cast<const std::byte*>(&size), sizeof size);
        append(out[0], b.data(), size);
      }
      const std::vector<Message> in = ranks.exchange(std::move(out));
      std::vector<u64> at(n, 0);
      for (u64 block = first; writer && block < last; ++block) {
        const u64 r = block % n;
        u64 size = 0;
        std::memcpy(&size, in[r].data() + at[r], sizeof size);
        writer->append(std::span(in[r]).subspan(at[r] + sizeof size, size));
        at[r] += sizeof size + size;
      }
    }
    const u64 size = writer ? writer->finish() : 0;
    return words_of(ranks.from_first(bytes_of(std::vector<u64>{size})))[0];
  }

private:
  std::vector<Bytes> gather(u64 first, u64 last, std::vector<u64>& mine) const {
    const u64 n = static_cast<u64>(ranks.size());
    std::vector<Message> out(n);
    std::vector<u64> sums(n);
    for (u64 block = first; block < last; ++block)
      each(ranks.rank(), block, [&](u64, u64 size, std::byte*) { sums[block % n] += size; });
    for (u64 r = 0; r < n; ++r) out[r].reserve(sums[r]);
    for (u64 block = first; block < last; ++block)
      each(ranks.rank(), block, [&](u64, u64 size, std::byte* here) { append(out[block % n], here, size); });
    const std::vector<Message> in = ranks.exchange(std::move(out));
    std::vector<u64> at(n, 0);
    std::vector<Bytes> bytes;
    for (u64 block = first; block < last; ++block) {
      if (block % n != static_cast<u64>(ranks.rank())) continue;
      mine.push_back(block);
      bytes.emplace_back(gathered(block));
      for (u64 r = 0; r < n; ++r)
        each(static_cast<int>(r), block, [&](u64 offset, u64 size, std::byte*) {
          std::memcpy(bytes.back().data() + offset, in[r].data() + at[r], size);
          at[r] += size;
        });
    }
    return bytes;
  }
};

// Reads one, which the first rank has opened: take(block, offset, bytes) of what this rank has.
inline void read_together(Ranks& ranks, Pool& pool, const BlockReader* file, const EachPiece& each,
                          const std::function<void(u64 block, u64 offset, std::span<const std::byte>)>& take) {
  const u64 blocks = words_of(ranks.from_first(bytes_of(std::vector<u64>{file != nullptr ? file->blocks() : 0})))[0];
  const u64 n = static_cast<u64>(ranks.size()), batch = static_cast<u64>(pool.threads()) * 16;
  for (u64 first = 0; first < blocks; first += batch) {
    const u64 last = std::min(blocks, first + batch);
    std::vector<Message> out(n);
    if (file != nullptr) {
      std::vector<Bytes> raw(last - first);
      pool.for_ranges(first, last, 1, [&](u64 block, u64, int) {
        raw[block - first].resize(file->bytes_of_block(block));
        file->read_block(block, raw[block - first]);
      });
      for (u64 block = first; block < last; ++block)
        for (u64 r = 0; r < n; ++r)
          each(static_cast<int>(r), block,
               [&](u64 offset, u64 size, std::byte*) { append(out[r], raw[block - first].data() + offset, size); });
    }
    const std::vector<Message> in = ranks.exchange(std::move(out));
    u64 at = 0;
    for (u64 block = first; block < last; ++block)
      each(ranks.rank(), block, [&](u64 offset, u64 size, std::byte*) {
        take(block, offset, std::span(in[0]).subspan(at, size));
        at += size;
      });
  }
}

} // namespace zermelo
