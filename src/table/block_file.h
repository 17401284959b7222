// The container of tables and checkpoints: a JSON header and a long array of bytes, cut into blocks that are compressed and
// checksummed one by one, so that a probe reads one block. docs/table-format.md draws it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/types.h"

namespace zermelo {

// A file that is not, or no longer, what was written.
class Damaged : public Error {
public:
  explicit Damaged(const std::string& what) : Error(Exit::table, what) {}
};

using Bytes = std::vector<std::byte>;

// 64 bytes at offset 0, little-endian; the last field is the XXH3 of the 56 bytes before it.
struct Prologue {
  u64 magic;
  u32 version;
  u32 header_bytes;
  u64 payload_bytes; // before compression
  u64 block_bytes;   // before compression, all but the last block
  u64 index_offset;
  u64 header_hash;
  u64 index_hash;
  u64 prologue_hash;
};
static_assert(sizeof(Prologue) == 64);

// One entry per block in the index at the end of the file.
struct BlockEntry {
  u64 offset;
  u64 bytes; // compressed
  u64 hash;  // XXH3 of the compressed bytes, seeded with the block's number
};
static_assert(sizeof(BlockEntry) == 24);

inline constexpr u64 file_magic = 0x0a1a0a6f6c6d725a; // "Zrmlo\n\x1a\n": a text-mode copy destroys it
inline constexpr u32 file_version = 1;

// Compresses one block at the fixed level of its kind: the same bytes on every machine.
Bytes compress_block(std::span<const std::byte> raw, int level);

u64 xxh3(std::span<const std::byte> bytes, u64 seed = 0);

// Writes NAME.tmp and publishes it as NAME in finish(); an unfinished file is removed, unless it is to be gone on with. The header is
// the text of a JSON object.
class BlockWriter {
public:
  // `begun`: the blocks that NAME.tmp has already.
  BlockWriter(const std::filesystem::path& path, std::string header, u64 payload_bytes, u64 block_bytes,
              std::vector<BlockEntry> begun = {});
  BlockWriter(const BlockWriter&) = delete;
  BlockWriter& operator=(const BlockWriter&) = delete;
  ~BlockWriter();

  void append(std::span<const std::byte> compressed); // blocks in order
  const std::vector<BlockEntry>& index() const { return index_; }
  void sync() { file_.sync(); }
  void keep_unfinished() { kept_ = true; }
  u64 finish(); // returns the size of the file

private:
  std::filesystem::path path_;
  std::filesystem::path temporary_;
  File file_;
  std::string header_;
  Prologue prologue_{};
  std::vector<BlockEntry> index_;
  u64 end_ = 0, on_its_way_ = 0; // bytes; to the disk
  bool finished_ = false, kept_ = false;
};

// Limits on what a file may ask for: a block is decompressed whole, a header parsed whole.
inline constexpr u64 most_block_bytes = u64{1} << 26;
inline constexpr u64 most_header_bytes = u64{1} << 22;

// Opens and checks everything but the blocks; each block is checked whenever it is read.
class BlockReader {
public:
  explicit BlockReader(const std::filesystem::path& path);

  const nlohmann::json& header() const { return *header_; }
  const std::filesystem::path& path() const { return file_.path(); }
  u64 file_bytes() const { return file_bytes_; }
  u64 payload_bytes() const { return prologue_.payload_bytes; }
  u64 block_bytes() const { return prologue_.block_bytes; }
  u64 blocks() const { return index_.size(); }
  u64 fingerprint() const { return prologue_.prologue_hash; } // of all of it: through the hashes of header, index and blocks
  std::string sha256() const;                                 // of the file, byte by byte
  u64 bytes_of_block(u64 block) const;                        // decompressed
  u64 offset_of_block(u64 block) const { return index_.at(block).offset; }
  void read_block(u64 block, std::span<std::byte> into) const; // one pread; safe from several threads

private:
  File file_;
  u64 file_bytes_ = 0;
  Prologue prologue_{};
  std::shared_ptr<const nlohmann::json> header_;
  std::vector<BlockEntry> index_;
};

} // namespace zermelo
