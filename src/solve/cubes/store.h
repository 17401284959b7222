// The layers that are finished, on disk: each is a checkpoint of its own, and in the end the table is made from them.
#pragma once

#include <fmt/format.h>

#include <cstring>

#include "base/json.h"
#include "solve/checkpoint.h"
#include "solve/cubes/layer.h"

namespace zermelo {

class CubeStore {
public:
  CubeStore(std::filesystem::path checkpoint, TableIdentity identity, const std::vector<CubeLayer>& layers)
      : checkpoint_(std::move(checkpoint)), identity_(std::move(identity)), layers_(layers) {}

  static constexpr Encoding encoding = Encoding::plies16; // as a table of two bytes, but of every colouring
  static constexpr u64 per_block = block_slots(encoding), block_bytes = bytes_for(encoding, per_block);

  std::filesystem::path file(std::size_t layer) const { return checkpoint_.string() + fmt::format(".{:02}", layer); }

  // Whether a layer is there; refuses what is there and is something else.
  bool has(std::size_t layer) const {
    return open_checkpoint(file(layer), identity_, Method::blocks,
                           [&](const BlockReader& f) {
                             if (f.header().at("layer") != layer || f.payload_bytes() != bytes_for(encoding, slots(layer)) ||
                                 f.block_bytes() != block_bytes)
                               refuse_checkpoint(f.path().string() + " contradicts itself");
                             return true;
                           })
        .has_value();
  }

  void save(std::size_t layer, const CubeValues& values, Pool& pool) const {
    auto header = checkpoint_header(identity_, Method::blocks);
    header["layer"] = layer;
    write_blocks(file(layer), json_text(header), bytes_for(encoding, values.slots()), block_bytes, 1, pool,
                 [&](u64 block, Bytes& raw) {
                   for (u64 i = 0; i < raw.size() / 2; ++i) {
                     const u16 code = static_cast<u16>(values.code(block * per_block + i));
                     std::memcpy(&raw[2 * i], &code, sizeof code);
                   }
                 });
  }

  CubeValues load(std::size_t layer, Pool& pool) const try {
    CubeValues values(layers_[layer]);
    const BlockReader f(file(layer));
    // Blocks of the file hold whole words of the vectors, so that threads do not meet.
    pool.for_ranges(0, f.blocks(), 1, [&](u64 block, u64, int) {
      Bytes raw(f.bytes_of_block(block));
      f.read_block(block, raw);
      for (u64 i = 0; i < raw.size() / 2; ++i) {
        u16 code = 0;
        std::memcpy(&code, &raw[2 * i], sizeof code);
        check(code, f);
        values.set(block * per_block + i, code);
      }
    });
    values.look(pool);
    return values;
  } catch (const Damaged& e) {
    refuse_checkpoint(e.what());
  }

  // The checksums matched, so some program wrote this; a value that no layer can have must not become another.
  static void check(u16 code, const BlockReader& f) {
    if (code != draw_code(encoding) && code / 2 >= CubeValues::open) refuse_checkpoint(f.path().string() + " contradicts itself");
  }

  void remove() const {
    for (std::size_t i = 0; i < layers_.size(); ++i) remove_file(file(i));
  }

private:
  u64 slots(std::size_t layer) const { return layers_[layer].blocks * 2 << layers_[layer].pieces; }

  std::filesystem::path checkpoint_;
  TableIdentity identity_;
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
