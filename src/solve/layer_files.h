// Finished layers of a solve on disk: each is a checkpoint of its own, a file beside the others with its number as the ending.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "solve/checkpoint.h"

namespace zermelo {

class LayerFiles {
public:
  struct Layer {
    u64 bytes = 0;    // of what it holds
    std::string name; // for people
  };
  LayerFiles(std::filesystem::path checkpoint, TableIdentity identity, Method method, std::vector<Layer> layers,
             u64 block_bytes = checkpoint_block_bytes)
      : checkpoint_(std::move(checkpoint)), identity_(std::move(identity)), method_(method), layers_(std::move(layers)),
        block_bytes_(block_bytes) {}

  std::filesystem::path file(std::size_t layer) const;
  std::size_t layers() const { return layers_.size(); }

  // Whether a layer is there; refuses what is there and is something else.
  bool has(std::size_t layer) const;
  // How many are there, from the first on. One that is missing before another is not made again: who has lost a file should know.
  std::size_t finished() const;
  void remove() const;

  // fill(block, bytes) provides the raw bytes of one block.
  template <class Fill> void write(std::size_t layer, Pool& pool, Fill&& fill) const {
    auto header = checkpoint_header(identity_, method_);
    header["layer"] = layer;
    write_blocks(file(layer), json_text(header), layers_[layer].bytes, block_bytes_, 1, pool, fill);
  }
  // The bytes as they are, from the first one of the layer on.
  void write_bytes(std::size_t layer, Pool& pool, const std::byte* bytes) const;

  // take(block, file) for each block, on all threads.
  template <class Take> void read(std::size_t layer, Pool& pool, Take&& take) const try {
    const BlockReader f(file(layer));
    pool.for_ranges(0, f.blocks(), 1, [&](u64 block, u64, int) { take(block, f); });
  } catch (const Damaged& e) {
    refuse(layer, e.what());
  }

  [[noreturn]] void refuse(std::size_t layer, const std::string& why) const;
  [[noreturn]] void refuse_contents(std::size_t layer) const { refuse(layer, file(layer).string() + " contradicts itself"); }

private:
  std::filesystem::path checkpoint_;
  TableIdentity identity_;
  Method method_;
  std::vector<Layer> layers_;
  u64 block_bytes_;
};

} // namespace zermelo
