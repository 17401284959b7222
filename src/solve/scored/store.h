// The layers of scores that are finished, on disk: each is a checkpoint of its own.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "base/json.h"
#include "solve/checkpoint.h"
#include "solve/scored/layer.h"

namespace zermelo {

class ScoredStore {
public:
  // The slots of layer i are [begins[i], begins[i + 1]), its scores at most most[i] from 0.
  ScoredStore(std::filesystem::path checkpoint, TableIdentity identity, Method method, std::vector<Slot> begins,
              std::vector<i32> most)
      : checkpoint_(std::move(checkpoint)), identity_(std::move(identity)), method_(method), begins_(std::move(begins)),
        most_(std::move(most)) {}

  std::filesystem::path file(std::size_t layer) const { return checkpoint_.string() + fmt::format(".{:02}", layer); }
  std::size_t layers() const { return most_.size(); }

  // How many layers are there, from the lowest on. One that is missing below another is not made again: who has lost a file
  // should know.
  std::size_t finished() const {
    std::size_t n = 0;
    while (n < layers() && has(n)) ++n;
    for (std::size_t i = n + 1; i < layers(); ++i)
      if (has(i)) refuse_checkpoint(fmt::format("{} is missing, though {} is there", file(n).string(), file(i).string()));
    return n;
  }

  void save(std::size_t layer, const i8* all, Pool& pool) const {
    auto header = checkpoint_header(identity_, method_);
    header["layer"] = layer;
    write_blocks(file(layer), json_text(header), slots(layer), checkpoint_block_bytes, 1, pool, [&](u64 block, Bytes& raw) {
      std::memcpy(raw.data(), all + begins_[layer] + block * checkpoint_block_bytes, raw.size());
    });
  }

  void load(std::size_t layer, i8* all, Pool& pool) const try {
    const BlockReader f(file(layer));
    i8* const scores = all + begins_[layer];
    pool.for_ranges(0, f.blocks(), 1, [&](u64 block, u64, int) {
      i8* const at = scores + block * checkpoint_block_bytes;
      const u64 n = f.bytes_of_block(block);
      f.read_block(block, std::as_writable_bytes(std::span(at, n)));
      // The checksums matched, so some program wrote this; a score that no position can have must not become another.
      for (u64 i = 0; i < n; ++i)
        if (at[i] != no_position_score && std::abs(at[i]) > most_[layer])
          refuse_checkpoint(f.path().string() + " contradicts itself");
    });
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }

  void remove() const {
    for (std::size_t i = 0; i < layers(); ++i) remove_file(file(i));
  }

private:
  u64 slots(std::size_t layer) const { return begins_[layer + 1] - begins_[layer]; }
  bool has(std::size_t layer) const {
    return open_checkpoint(file(layer), identity_, method_,
                           [&](const BlockReader& f) {
                             if (f.header().at("layer") != layer || f.payload_bytes() != slots(layer) ||
                                 f.block_bytes() != checkpoint_block_bytes)
                               refuse_checkpoint(f.path().string() + " contradicts itself");
                             return true;
                           })
        .has_value();
  }

  std::filesystem::path checkpoint_;
  TableIdentity identity_;
  Method method_;
  std::vector<Slot> begins_;
  std::vector<i32> most_;
};

} // namespace zermelo
