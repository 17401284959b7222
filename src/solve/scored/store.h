// The layers of scores that are finished, on disk.
#pragma once

#include <vector>

#include "solve/layer_files.h"
#include "solve/scored/layer.h"

namespace zermelo {

class ScoredStore : public LayerFiles {
public:
  struct Scores {
    Slot begin = 0; // of the layer
    u64 slots = 0;
    i32 most = 0; // from 0, either way
    std::string name;
  };
  ScoredStore(std::filesystem::path checkpoint, TableIdentity identity, Method method, std::vector<Scores> scores)
      : LayerFiles(std::move(checkpoint), std::move(identity), method, files_of(scores)), scores_(std::move(scores)) {}

  void save(std::size_t layer, const i8* all, Pool& pool) const {
    write_bytes(layer, pool, reinterpret_cast<const std::byte*>(all + scores_[layer].begin));
  }

  void load(std::size_t layer, i8* all, Pool& pool) const {
    read(layer, pool, [&](u64 block, const BlockReader& f) {
      const std::span at(all + scores_[layer].begin + block * f.block_bytes(), f.bytes_of_block(block));
      f.read_block(block, std::as_writable_bytes(at));
      // The checksums matched, so some program wrote this; a score that no position can have must not become another.
      for (const i8 score : at)
        if (score != no_position_score && std::abs(score) > scores_[layer].most) refuse_contents(layer);
    });
  }

private:
  static std::vector<Layer> files_of(const std::vector<Scores>& scores) {
    std::vector<Layer> files;
    files.reserve(scores.size());
    for (const Scores& s : scores) files.push_back({s.slots, s.name});
    return files;
  }
  std::vector<Scores> scores_;
};

} // namespace zermelo
