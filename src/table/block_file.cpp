#include "table/block_file.h"

#include <xxhash.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <bit>
#include <cstring>
#include <new>

#include "base/error.h"
#include "base/json.h"
#include "base/sha256.h"

static_assert(std::endian::native == std::endian::little, "the file format is little-endian, and so must be the machine");

namespace zermelo {
namespace {

std::span<const std::byte> bytes_of(const auto& object) { return std::as_bytes(std::span(&object, 1)); }
u64 hash_of(const Prologue& p) { return xxh3(bytes_of(p).first(sizeof(Prologue) - sizeof(u64))); }

[[noreturn]] void damaged(const std::filesystem::path& path, const std::string& how) {
  throw Damaged(path.string() + " is damaged: " + how + "; it must be made again, or restored from a copy");
}

u64 count_blocks(const Prologue& p) { return p.payload_bytes / p.block_bytes + (p.payload_bytes % p.block_bytes != 0 ? 1 : 0); }

// Under a memory limit zstd reports what it could not allocate as any other failure.
void refuse_without_memory(std::size_t result) {
  if (ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation) throw std::bad_alloc();
}

} // namespace

u64 xxh3(std::span<const std::byte> bytes, u64 seed) { return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed); }

Bytes compress_block(std::span<const std::byte> raw, int level) {
  // What zstd works with is kept by each thread: to make it anew for every block took up to a tenth of the time. The bytes are the same.
  thread_local const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (context == nullptr) throw std::bad_alloc();
  Bytes out(ZSTD_compressBound(raw.size()));
  const std::size_t n = ZSTD_compressCCtx(context.get(), out.data(), out.size(), raw.data(), raw.size(), level);
  refuse_without_memory(n);
  ensure(ZSTD_isError(n) == 0, "zstd compresses into a buffer of its own bound");
  out.resize(n);
  return out;
}

BlockWriter::BlockWriter(const std::filesystem::path& path, std::string header, u64 payload_bytes, u64 block_bytes,
                         std::vector<BlockEntry> begun)
    : path_(path), temporary_(temporary_of(path)),
      file_(begun.empty() ? File::create(temporary_) : File::open_for_adding(temporary_)), header_(std::move(header)),
      index_(std::move(begun)) {
  ensure(header_.size() <= most_header_bytes && block_bytes <= most_block_bytes, "a file keeps to the limits of its readers");
  prologue_ = {.magic = file_magic,
               .version = file_version,
               .header_bytes = static_cast<u32>(header_.size()),
               .payload_bytes = payload_bytes,
               .block_bytes = block_bytes,
               .header_hash = xxh3(std::as_bytes(std::span(header_)))};
  end_ = index_.empty() ? sizeof(Prologue) + header_.size() : index_.back().offset + index_.back().bytes;
  if (!index_.empty() && file_.size() < end_) damaged(temporary_, "it was cut off");
}

BlockWriter::~BlockWriter() {
  std::error_code ignored;
  if (!finished_ && !kept_) std::filesystem::remove(temporary_, ignored);
}

void BlockWriter::append(std::span<const std::byte> compressed) {
  index_.push_back({end_, compressed.size(), xxh3(compressed, index_.size())});
  file_.write_at(end_, compressed);
  end_ += compressed.size();
  if (end_ - on_its_way_ < u64{32} << 20) return;
  file_.write_back(on_its_way_, end_ - on_its_way_);
  on_its_way_ = end_;
}

u64 BlockWriter::finish() {
  ensure(index_.size() == count_blocks(prologue_), "every block is written before a file is finished");
  const auto index = std::as_bytes(std::span(index_));
  prologue_.index_offset = end_;
  prologue_.index_hash = xxh3(index);
  prologue_.prologue_hash = hash_of(prologue_);
  file_.write_at(end_, index);
  file_.write_at(sizeof(Prologue), std::as_bytes(std::span(header_)));
  file_.write_at(0, bytes_of(prologue_));
  file_.sync();
  file_.close();
  publish(temporary_, path_);
  finished_ = true;
  return end_ + index.size();
}

BlockReader::BlockReader(const std::filesystem::path& path) : file_(File::open_for_reading(path)) {
  const u64 size = file_bytes_ = file_.size();
  if (size < sizeof(Prologue)) throw Damaged(path.string() + " is not a Zermelo file: it is too short");
  file_.read_at(0, std::as_writable_bytes(std::span(&prologue_, 1)));
  if (prologue_.magic != file_magic) throw Damaged(path.string() + " is not a Zermelo file");
  if (prologue_.prologue_hash != hash_of(prologue_)) damaged(path, "its first 64 bytes do not match their checksum");
  if (prologue_.version != file_version)
    throw Damaged(path.string() + " has format version " + std::to_string(prologue_.version) + "; this program reads version " +
                  std::to_string(file_version));
  // The hash matched, so these are what the writer wrote; they are still checked before they size anything.
  const u64 header_end = sizeof(Prologue) + prologue_.header_bytes;
  if (prologue_.header_bytes > most_header_bytes || prologue_.block_bytes == 0 || prologue_.block_bytes > most_block_bytes ||
      header_end > size || prologue_.index_offset < header_end || prologue_.index_offset > size ||
      prologue_.payload_bytes / prologue_.block_bytes > size)
    damaged(path, "its parts do not fit into its " + std::to_string(size) + " bytes");
  const u64 index_bytes = count_blocks(prologue_) * sizeof(BlockEntry);
  if (size - prologue_.index_offset != index_bytes) damaged(path, "it was cut off, or bytes were added to it");

  std::string text(prologue_.header_bytes, '\0');
  file_.read_at(sizeof(Prologue), std::as_writable_bytes(std::span(text)));
  if (xxh3(std::as_bytes(std::span(text))) != prologue_.header_hash) damaged(path, "its header does not match its checksum");
  header_ = std::make_shared<const nlohmann::json>(parse_json(text));
  if (!header_->is_object()) damaged(path, "its header is no JSON object");

  index_.resize(count_blocks(prologue_));
  file_.read_at(prologue_.index_offset, std::as_writable_bytes(std::span(index_)));
  if (xxh3(std::as_bytes(std::span(index_))) != prologue_.index_hash)
    damaged(path, "its block index does not match its checksum");
  u64 at = header_end;
  for (const auto& entry : index_) {
    if (entry.offset != at || entry.bytes > prologue_.index_offset - at ||
        entry.bytes > ZSTD_compressBound(prologue_.block_bytes))
      damaged(path, "its blocks overlap or leave gaps");
    at += entry.bytes;
  }
  if (at != prologue_.index_offset) damaged(path, "its blocks overlap or leave gaps");
}

std::string BlockReader::sha256() const {
  Sha256 hash;
  Bytes piece;
  for (u64 at = 0; at < file_bytes_; at += piece.size()) {
    piece.resize(std::min<u64>(u64{1} << 20, file_bytes_ - at));
    file_.read_at(at, piece);
    hash.add(piece);
  }
  return hash.hex();
}

u64 BlockReader::bytes_of_block(u64 block) const {
  const u64 start = block * prologue_.block_bytes;
  return std::min(prologue_.block_bytes, prologue_.payload_bytes - start);
}

void BlockReader::read_block(u64 block, std::span<std::byte> into) const {
  const BlockEntry& entry = index_.at(block);
  Bytes compressed(entry.bytes);
  file_.read_at(entry.offset, compressed);
  if (xxh3(compressed, block) != entry.hash) damaged(path(), "block " + std::to_string(block) + " does not match its checksum");
  ensure(into.size() == bytes_of_block(block), "a block is read into a buffer of its size");
  thread_local const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  if (context == nullptr) throw std::bad_alloc();
  const std::size_t n = ZSTD_decompressDCtx(context.get(), into.data(), into.size(), compressed.data(), compressed.size());
  refuse_without_memory(n);
  if (ZSTD_isError(n) != 0 || n != into.size()) damaged(path(), "block " + std::to_string(block) + " does not decompress");
}

} // namespace zermelo
