// Ways to damage a file, and to change it so that every checksum is right again.
#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

#include "table/block_file.h"
#include "tests/faults/scratch.h"

namespace zermelo::faults {

// Where the parts of a table or checkpoint lie in its bytes.
struct Layout {
  Prologue prologue{};
  std::vector<BlockEntry> blocks;

  explicit Layout(const std::string& file) {
    std::memcpy(&prologue, file.data(), sizeof prologue);
    blocks.resize((file.size() - prologue.index_offset) / sizeof(BlockEntry));
    if (!blocks.empty()) std::memcpy(blocks.data(), file.data() + prologue.index_offset, blocks.size() * sizeof(BlockEntry));
  }
  u64 header_end() const { return sizeof(Prologue) + prologue.header_bytes; }
};

// A place in the file: each of its four parts gets a quarter of the hits, however small it is.
inline u64 any_place(const std::string& file, const Layout& at, std::mt19937_64& random) {
  const u64 parts[] = {0, sizeof(Prologue), at.header_end(), at.prologue.index_offset, file.size()};
  const u64 part = random() % 4;
  return parts[part] + random() % (parts[part + 1] - parts[part]);
}

inline std::string flip_bit(std::string file, std::mt19937_64& random) {
  file[any_place(file, Layout(file), random)] ^= static_cast<char>(1U << random() % 8);
  return file;
}

// Everything that is not a single flipped bit. The result always differs from the file.
inline std::string damage(const std::string& file, std::mt19937_64& random) {
  const Layout at(file);
  std::string bad = file;
  auto zero = [&](u64 from, u64 n) { std::fill_n(bad.begin() + static_cast<i64>(from), std::min(n, bad.size() - from), '\0'); };
  const u64 a = random() % at.blocks.size(), b = random() % at.blocks.size();
  switch (random() % 8) {
  case 0: bad.resize(random() % bad.size()); break;
  case 1: bad.append(1 + random() % 100, static_cast<char>(random())); break;
  case 2: zero(at.blocks[a].offset, at.blocks[a].bytes); break;
  case 3: zero(any_place(file, at, random), 1 + random() % 4096); break;
  case 4: { // the bytes of two blocks exchanged, as far as both reach
    const u64 n = std::min(at.blocks[a].bytes, at.blocks[b].bytes);
    std::swap_ranges(bad.begin() + static_cast<i64>(at.blocks[a].offset), bad.begin() + static_cast<i64>(at.blocks[a].offset + n),
                     bad.begin() + static_cast<i64>(at.blocks[b].offset));
    break;
  }
  case 5: { // the hashes of two blocks exchanged
    auto hash_of = [&](u64 block) {
      return bad.begin() + static_cast<i64>(at.prologue.index_offset + block * sizeof(BlockEntry) + 16);
    };
    std::swap_ranges(hash_of(a), hash_of(a) + 8, hash_of(b));
    break;
  }
  case 6: bad.erase(any_place(file, at, random), 1 + random() % 64); break;
  default:
    for (u64 i = any_place(file, at, random), end = std::min<u64>(bad.size(), i + 1 + random() % 512); i < end; ++i)
      bad[i] = static_cast<char>(random());
  }
  return bad == file ? flip_bit(bad, random) : bad;
}

// Makes the checksums of a changed file right, as a hostile writer would; what does not even have the parts stays as it is.
[[gnu::noinline]] inline void mend_checksums(std::string& file) {
  Prologue p;
  if (file.size() < sizeof p) return;
  std::memcpy(&p, file.data(), sizeof p);
  const auto bytes = std::as_bytes(std::span(file));
  p.magic = file_magic;
  if (sizeof p + u64{p.header_bytes} <= file.size()) p.header_hash = xxh3(bytes.subspan(sizeof p, p.header_bytes));
  if (p.index_offset <= file.size()) {
    for (u64 at = p.index_offset, block = 0; at + sizeof(BlockEntry) <= file.size(); at += sizeof(BlockEntry), ++block) {
      BlockEntry entry;
      std::memcpy(&entry, file.data() + at, sizeof entry);
      if (entry.offset > file.size() || entry.bytes > file.size() - entry.offset) continue;
      entry.hash = xxh3(bytes.subspan(entry.offset, entry.bytes), block);
      std::memcpy(file.data() + at, &entry, sizeof entry);
    }
    p.index_hash = xxh3(bytes.subspan(p.index_offset));
  }
  p.prologue_hash = xxh3(std::as_bytes(std::span(&p, 1)).first(sizeof p - sizeof(u64)));
  std::memcpy(file.data(), &p, sizeof p);
}

// All the bytes that a file holds, decompressed; and the same file with others.
inline Bytes payload_of(const BlockReader& file) {
  Bytes all(file.payload_bytes());
  for (u64 b = 0; b < file.blocks(); ++b)
    file.read_block(b, std::span(all).subspan(b * file.block_bytes(), file.bytes_of_block(b)));
  return all;
}
inline void write_payload(const std::filesystem::path& path, const nlohmann::json& header, u64 block_bytes,
                          const Bytes& payload) {
  BlockWriter writer(path, header.dump(), payload.size(), block_bytes);
  for (u64 at = 0; at < payload.size(); at += block_bytes)
    writer.append(compress_block(std::span(payload).subspan(at, std::min(block_bytes, payload.size() - at)), 1));
  writer.finish();
}

} // namespace zermelo::faults
