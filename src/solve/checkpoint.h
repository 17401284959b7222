// Checkpoints: the working array of a solve in the container of tables, compressed lightly.
#pragma once

#include "base/error.h"
#include "exec/pool.h"
#include "solve/work.h"
#include "table/table.h"

namespace zermelo {

// Compresses blocks on all threads and writes them in order; fill(block, bytes) provides the raw bytes of one block.
template <class Fill>
u64 write_blocks(const std::filesystem::path& path, const nlohmann::json& header, u64 payload, u64 block_bytes, int level,
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

inline constexpr u64 checkpoint_block_bytes = u64{1} << 20;

template <class Word>
void save_checkpoint(const std::filesystem::path& path, const TableIdentity& identity, const Work<Word>& work, Pool& pool) {
  const nlohmann::json header = {{"kind", "checkpoint"},
                                 {"game", identity.game},
                                 {"rules", identity.rules},
                                 {"slots", identity.slots},
                                 {"word", sizeof(Word)},
                                 {"limit", work.limit},
                                 {"method", work.method == Method::forward ? "forward" : "backward"},
                                 {"phase", work.phase == SolveProgress::Phase::seed ? "seed" : "levels"},
                                 {"plies", work.plies},
                                 {"cursor", work.cursor}};
  const auto cells = std::as_bytes(std::span(work.cells.get(), work.slots));
  // What is not seeded yet is no value at all; writing it would make a checkpoint depend on old memory.
  const u64 meant = work.phase == SolveProgress::Phase::seed ? work.cursor * sizeof(Word) : cells.size();
  write_blocks(path, header, cells.size(), checkpoint_block_bytes, 1, pool, [&](u64 block, Bytes& raw) {
    const u64 from = block * checkpoint_block_bytes;
    for (u64 i = 0; i < raw.size(); ++i) raw[i] = from + i < meant ? cells[from + i] : std::byte{0};
  });
}

// The size in bytes of the words in a checkpoint: 0 if there is none; refuses one of other rules, of the other method or a
// damaged one.
int checkpoint_word(const std::filesystem::path& path, const TableIdentity& identity, Method method);

// Adds what can be done about it.
[[noreturn]] void refuse_checkpoint(const std::string& sentence);

// Of a checkpoint whose header checkpoint_word has accepted.
template <class Word> void load_checkpoint(const std::filesystem::path& path, Work<Word>& work, Pool& pool) try {
  const BlockReader file(path);
  const auto& header = file.header();
  if (header.at("limit") != work.limit) refuse_checkpoint(path.string() + " was written by another version of this program");
  auto cells = std::as_writable_bytes(std::span(work.cells.get(), work.slots));
  pool.for_ranges(0, file.blocks(), 1, [&](u64 block, u64, int) {
    file.read_block(block, cells.subspan(block * file.block_bytes(), file.bytes_of_block(block)));
  });
  work.phase = header.at("phase") == "seed" ? SolveProgress::Phase::seed : SolveProgress::Phase::levels;
  work.plies = header.at("plies");
  work.cursor = header.at("cursor");
} catch (const Damaged& e) {
  refuse_checkpoint(e.what());
}

} // namespace zermelo
