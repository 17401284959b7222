#include "solve/layer_files.h"

#include <fmt/format.h>

#include <cstring>

namespace zermelo {

std::filesystem::path LayerFiles::file(std::size_t layer) const { return checkpoint_.string() + fmt::format(".{:03}", layer); }

bool LayerFiles::has(std::size_t layer) const {
  return open_checkpoint(file(layer), identity_, method_,
                         [&](const BlockReader& f) {
                           if (f.header().at("layer") != layer || f.payload_bytes() != layers_[layer].bytes ||
                               f.block_bytes() != block_bytes_)
                             refuse_contents(layer);
                           return true;
                         })
      .has_value();
}

std::size_t LayerFiles::finished() const {
  std::size_t n = 0;
  while (n < layers() && has(n)) ++n;
  for (std::size_t i = n + 1; i < layers(); ++i)
    if (std::error_code none; std::filesystem::exists(file(i), none))
      refuse(n, fmt::format("{} is missing, though {} is there", file(n).string(), file(i).string()));
  return n;
}

void LayerFiles::remove() const {
  for (std::size_t i = 0; i < layers(); ++i) remove_file(file(i));
}

void LayerFiles::write_bytes(std::size_t layer, Pool& pool, const std::byte* bytes) const {
  write(layer, pool, [&](u64 block, Bytes& raw) { std::memcpy(raw.data(), bytes + block * block_bytes_, raw.size()); });
}

void LayerFiles::refuse(std::size_t layer, const std::string& why) const {
  refuse_checkpoint(layers_[layer].name.empty() ? why : why + ": the layer of " + layers_[layer].name);
}

} // namespace zermelo
