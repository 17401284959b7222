// From fuzzer input to a file. Mutated files are mostly refused by their outermost layer; so most inputs are only the parts,
// and the file around them is built anew with right sizes and checksums.
//
//   first byte mod 4:  0 the file as it is · 1 the file, checksums made right · 2, 3 parts:
//   payload_bytes (4) block_bytes (4) header_bytes (2) header … compressed blocks, of equal length …
#pragma once

#include "tests/faults/damage.h"

namespace zermelo::fuzz {

inline constexpr std::size_t parts_bytes = 10;

inline std::string parts_of(const std::string& file) {
  const faults::Layout at(file);
  const u32 payload = static_cast<u32>(at.prologue.payload_bytes), block = static_cast<u32>(at.prologue.block_bytes);
  const u16 header = static_cast<u16>(at.prologue.header_bytes);
  std::string parts(1 + parts_bytes, '\2');
  std::memcpy(parts.data() + 1, &payload, 4);
  std::memcpy(parts.data() + 5, &block, 4);
  std::memcpy(parts.data() + 9, &header, 2);
  return parts + file.substr(sizeof(Prologue), at.prologue.index_offset - sizeof(Prologue));
}

inline std::string file_from(const u8* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 4 == 1) faults::mend_checksums(bytes);
  if (data[0] % 4 < 2 || bytes.size() < parts_bytes) return bytes;
  u32 payload = 0, block = 0;
  u16 header = 0;
  std::memcpy(&payload, bytes.data(), 4);
  std::memcpy(&block, bytes.data() + 4, 4);
  std::memcpy(&header, bytes.data() + 8, 2);
  bytes.erase(0, parts_bytes);
  header = static_cast<u16>(std::min<std::size_t>(header, bytes.size()));
  const u64 blocks = std::min<u64>(64, block == 0 ? 1 : payload / block + (payload % block != 0 ? 1 : 0));
  Prologue p{
      .magic = file_magic, .version = file_version, .header_bytes = header, .payload_bytes = payload, .block_bytes = block};
  p.index_offset = sizeof p + bytes.size();
  std::string index;
  for (u64 b = 0, offset = sizeof p + header; b < blocks; ++b) {
    const u64 left = p.index_offset - offset, length = b + 1 == blocks ? left : left / (blocks - b);
    const BlockEntry entry{offset, length, 0};
    index.append(reinterpret_cast<const char*>(&entry), sizeof entry);
    offset += length;
  }
  std::string file(reinterpret_cast<const char*>(&p), sizeof p);
  file += bytes + index;
  faults::mend_checksums(file);
  return file;
}

} // namespace zermelo::fuzz
