// The layers that are finished, on disk: each is a checkpoint of its own, and in the end the table is made of them.
#pragma once

#include <fmt/format.h>

#include "base/json.h"
#include "index/layers.h"
#include "solve/checkpoint.h"

namespace zermelo {

class LayerStore {
public:
  LayerStore(std::filesystem::path checkpoint, TableIdentity identity, const std::vector<TableLayer>& layers)
      : checkpoint_(std::move(checkpoint)), identity_(std::move(identity)), layers_(layers) {}

  std::filesystem::path file(std::size_t layer) const { return checkpoint_.string() + fmt::format(".{:03}", layer); }

  // How many layers are there, from the first on. Refuses what is something else, and a gap.
  std::size_t finished() const {
    std::size_t n = 0;
    while (n < layers_.size() && has(n)) ++n;
    for (std::size_t i = n + 1; i < layers_.size(); ++i)
      if (std::error_code none; std::filesystem::exists(file(i), none))
        refuse_checkpoint(fmt::format("{} is missing: the layer of {}; later ones are there", file(n).string(), layers_[n].name));
    return n;
  }

  // `cells` has a byte for every slot of the layer.
  void save(std::size_t layer, const u8* cells, Pool& pool) const {
    auto header = checkpoint_header(identity_, Method::layers);
    header["layer"] = layer;
    write_blocks(file(layer), json_text(header), layers_[layer].slots(), checkpoint_block_bytes, 1, pool,
                 [&](u64 block, Bytes& raw) { std::memcpy(raw.data(), cells + block * checkpoint_block_bytes, raw.size()); });
  }

  void load(std::size_t layer, u8* cells, Pool& pool) const try {
    const BlockReader f(file(layer));
    const auto into = std::as_writable_bytes(std::span(cells, layers_[layer].slots()));
    pool.for_ranges(0, f.blocks(), 1, [&](u64 block, u64, int) {
      f.read_block(block, into.subspan(block * f.block_bytes(), f.bytes_of_block(block)));
    });
  } catch (const Damaged& e) {
    refuse(layer, e.what());
  }

  void remove() const {
    for (std::size_t i = 0; i < layers_.size(); ++i) remove_file(file(i));
  }

private:
  bool has(std::size_t layer) const {
    return open_checkpoint(file(layer), identity_, Method::layers,
                           [&](const BlockReader& f) {
                             if (f.header().at("layer") != layer || f.payload_bytes() != layers_[layer].slots())
                               refuse(layer, f.path().string() + " contradicts itself");
                             return true;
                           })
        .has_value();
  }
  [[noreturn]] void refuse(std::size_t layer, const std::string& why) const {
    refuse_checkpoint(why + ": the layer of " + layers_[layer].name);
  }

  std::filesystem::path checkpoint_;
  TableIdentity identity_;
  const std::vector<TableLayer>& layers_;
};

} // namespace zermelo
