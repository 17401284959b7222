// The layers that are finished, on disk: each is a checkpoint of its own, and in the end the table is made from them.
#pragma once

#include <cstring>

#include "solve/cubes/layer.h"
#include "solve/layer_files.h"

namespace zermelo {

// Codes of two bytes as a table has them, but of every colouring.
class CubeStore : public LayerFiles {
public:
  static constexpr Encoding encoding = Encoding::plies16;
  static constexpr u64 per_block = block_slots(encoding), block_bytes = bytes_for(encoding, per_block);

  CubeStore(std::filesystem::path checkpoint, TableIdentity identity, const std::vector<CubeLayer>& layers)
      : LayerFiles(std::move(checkpoint), std::move(identity), Method::blocks, files_of(layers), block_bytes), layers_(layers) {}

  void save(std::size_t layer, const CubeValues& values, Pool& pool) const {
    write(layer, pool, [&](u64 block, Bytes& raw) {
      for (u64 i = 0; i < raw.size() / 2; ++i) {
        const u16 code = static_cast<u16>(values.code(block * per_block + i));
        std::memcpy(&raw[2 * i], &code, sizeof code);
      }
    });
  }

  CubeValues load(std::size_t layer, Pool& pool) const {
    CubeValues values(layers_[layer]);
    // Blocks of the file hold whole words of the vectors, so that threads do not meet.
    read(layer, pool, [&](u64 block, const BlockReader& f) {
      Bytes raw(f.bytes_of_block(block));
      f.read_block(block, raw);
      for (u64 i = 0; i < raw.size() / 2; ++i) {
        u16 code = 0;
        std::memcpy(&code, &raw[2 * i], sizeof code);
        // The checksums matched, so some program wrote this; a value that no layer can have must not become another.
        if (code != draw_code(encoding) && code / 2 >= CubeValues::open) refuse_contents(layer);
        values.set(block * per_block + i, code);
      }
    });
    values.look(pool);
    return values;
  }

private:
  static std::vector<Layer> files_of(const std::vector<CubeLayer>& layers) {
    std::vector<Layer> files;
    files.reserve(layers.size());
    for (const CubeLayer& l : layers) files.push_back({bytes_for(encoding, l.blocks * 2 << l.pieces), ""});
    return files;
  }
  const std::vector<CubeLayer>& layers_;
};

// Reads finished layers by slots of the whole index, from any thread.
class CubeReader {
public:
  CubeReader(const CubeStore& store, const std::vector<CubeLayer>& layers) : layers_(layers) {
    for (std::size_t i = 0; i < layers.size(); ++i) files_.emplace_back(store.file(i));
  }

  // f(layer, slot within it, codes of two bytes) for the parts of [first, last), which lie in one block of one layer each.
  template <class F> void each_part(Slot first, Slot last, F&& f) const try {
    Bytes raw;
    for (std::size_t i = 0; i < layers_.size() && first < last; ++i) {
      const u64 end = layers_[i].first + files_[i].payload_bytes() / 2;
      while (first < last && first < end) {
        const u64 within = first - layers_[i].first, block = within / CubeStore::per_block,
                  offset = within % CubeStore::per_block;
        raw.resize(files_[i].bytes_of_block(block));
        files_[i].read_block(block, raw);
        const u64 n = std::min<u64>(last - first, raw.size() / 2 - offset);
        f(layers_[i], within, std::span<const std::byte>(raw).subspan(2 * offset, 2 * n));
        first += n;
      }
    }
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }

private:
  const std::vector<CubeLayer>& layers_;
  std::vector<BlockReader> files_;
};

} // namespace zermelo
