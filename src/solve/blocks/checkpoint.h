// Checkpoints of a solve by blocks: its planes one behind the other, in the container of tables.
#pragma once

#include <span>

#include "solve/blocks/state.h"
#include "solve/checkpoint.h"

namespace zermelo {

// Everything but the planes.
struct BlockCheckpoint {
  i32 plies = 0;
  u64 cursor = 0;
  u64 found = 0;
  std::vector<u64> counts;
  BlockCounts census;
  i32 latest_plies = 0;
  std::vector<u64> latest;
  std::vector<i32> watched;
  bool distances = false;
};

// Nothing if there is no checkpoint; refuses one of other rules, of another method or a damaged one.
std::optional<BlockCheckpoint> block_checkpoint(const std::filesystem::path& path, const TableIdentity& identity);

void save_planes(const std::filesystem::path& path, const TableIdentity& identity, const BlockCheckpoint& state,
                 std::span<const Pages* const> planes, Pool& pool);
void load_planes(const std::filesystem::path& path, std::span<Pages* const> planes, Pool& pool);

} // namespace zermelo
