// Checkpoints: the working array of a solve in the container of tables, compressed lightly.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>

#include "base/error.h"
#include "exec/pool.h"
#include "solve/work.h"
#include "table/table.h"

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

// What a checkpoint says about the array it holds.
struct CheckpointState {
  u64 word = 0; // bytes
  u64 limit = 0;
  Method method = Method::automatic;
  SolveProgress::Phase phase = SolveProgress::Phase::seed;
  i32 plies = 0;
  u64 cursor = 0;
};
std::string checkpoint_text(const TableIdentity& identity, const CheckpointState& state);

// The keys that every checkpoint begins with.
nlohmann::json checkpoint_header(const TableIdentity& identity, Method method);

// Nothing if there is no checkpoint; refuses one of other rules, of the other method or a damaged one.
std::optional<CheckpointState> checkpoint_state(const std::filesystem::path& path, const TableIdentity& identity, Method method);

inline constexpr u64 checkpoint_block_bytes = u64{1} << 20;

template <class Word>
void save_checkpoint(const std::filesystem::path& path, const TableIdentity& identity, const Work<Word>& work, Pool& pool) {
  const auto cells = std::as_bytes(std::span(work.cells.get(), work.slots));
  // What is not seeded yet is no value at all; writing it would make a checkpoint depend on old memory.
  const u64 meant = work.phase == SolveProgress::Phase::seed ? work.cursor * sizeof(Word) : cells.size();
  write_blocks(path, checkpoint_text(identity, {sizeof(Word), work.limit, work.method, work.phase, work.plies, work.cursor}),
               cells.size(), checkpoint_block_bytes, 1, pool, [&](u64 block, Bytes& raw) {
                 const u64 from = block * checkpoint_block_bytes;
                 for (u64 i = 0; i < raw.size(); ++i) raw[i] = from + i < meant ? cells[from + i] : std::byte{0};
               });
}

// Adds what can be done about it.
[[noreturn]] void refuse_checkpoint(const std::string& sentence);

// Refuses what is a checkpoint of another game, or made by another method.
void check_checkpoint(const BlockReader& file, const TableIdentity& identity, Method method);

// Opens a checkpoint of the same game, rules and method and hands it to read(file); nothing if there is none. Refuses any
// other, and one that lacks what read() asks for.
template <class Read>
auto open_checkpoint(const std::filesystem::path& path, const TableIdentity& identity, Method method, Read&& read)
    -> std::optional<decltype(read(std::declval<const BlockReader&>()))> {
  if (std::error_code missing; !std::filesystem::exists(path, missing) && !missing) return std::nullopt;
  try {
    const BlockReader file(path);
    check_checkpoint(file, identity, method);
    return read(file);
  } catch (const nlohmann::json::exception&) {
    refuse_checkpoint(path.string() + " lacks a part of its header");
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }
}

// Of a checkpoint that checkpoint_state has accepted.
template <class Word>
void load_checkpoint(const std::filesystem::path& path, const CheckpointState& state, Work<Word>& work, Pool& pool) try {
  if (state.limit != work.limit) refuse_checkpoint(path.string() + " was written by another version of this program");
  const BlockReader file(path);
  auto cells = std::as_writable_bytes(std::span(work.cells.get(), work.slots));
  pool.for_ranges(0, file.blocks(), 1, [&](u64 block, u64, int) {
    file.read_block(block, cells.subspan(block * file.block_bytes(), file.bytes_of_block(block)));
  });
  work.phase = state.phase;
  work.plies = state.plies;
  work.cursor = state.cursor;
} catch (const Damaged& e) {
  refuse_checkpoint(e.what());
}

} // namespace zermelo
