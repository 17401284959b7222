// The layers that are finished, on disk; in the end the table is made of them.
#pragma once

#include "index/layers.h"
#include "solve/layer_files.h"

namespace zermelo {

// A byte for every slot of a layer.
class LayerStore : public LayerFiles {
public:
  LayerStore(std::filesystem::path checkpoint, TableIdentity identity, const std::vector<TableLayer>& layers)
      : LayerFiles(std::move(checkpoint), std::move(identity), Method::layers, files_of(layers)) {}

  void save(std::size_t layer, const u8* cells, Pool& pool) const {
    write_bytes(layer, pool, reinterpret_cast<const std::byte*>(cells));
  }
  void load(std::size_t layer, u8* cells, Pool& pool) const {
    read(layer, pool, [&](u64 block, const BlockReader& f) {
      f.read_block(block, std::as_writable_bytes(std::span(cells + block * f.block_bytes(), f.bytes_of_block(block))));
    });
  }

private:
  static std::vector<Layer> files_of(const std::vector<TableLayer>& layers) {
    std::vector<Layer> files;
    files.reserve(layers.size());
    for (const TableLayer& l : layers) files.push_back({l.slots(), l.name});
    return files;
  }
};

} // namespace zermelo
