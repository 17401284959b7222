// A device that does whole passes, as the solver sees it; device.cuh is the one for CUDA.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solve/blocks/state.h"
#include "solve/job.h"
#include "table/statistics.h"

namespace zermelo {

class BlockDevice {
public:
  virtual ~BlockDevice() = default;

  // Does the pass that the state says and counts into the state; returns how many shapes changed. A device that was made for
  // distances keeps the plies of what is found.
  virtual u64 pass(BlockState& state) = 0;

  virtual u64 word(int plane, u64 at) const = 0;                  // of the wins (1) or losses (0)
  virtual void fetch(BlockState& state) const = 0;                // planes and what changed last, to the host
  virtual void load(const BlockState& state) = 0;                 // the reverse
  virtual void fetch_plies(std::span<std::byte> plies) const = 0; // a byte for each slot, 255: open
  virtual void load_plies(std::span<const std::byte> plies) = 0;

  // When all passes are done, what a table has of a stretch. It stays there until the same buffer, 0 or 1, is asked for again. One
  // thread at a time. Values: for each shape three vectors, won or no position, lost or no position, settled (table/wdl2.h).
  virtual void finish() = 0;
  virtual const u64* values(u64 first_shape, u64 shapes, int buffer) = 0;
  virtual const std::byte* plies(Slot first, u64 slots, int buffer) = 0;
  virtual Tally own_images(const std::vector<u32>& symmetric_shapes) = 0; // of these, positions that are their own mirror image

  virtual DeviceReport report() const = 0;
};

// How a game's device is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
template <class Blocks> struct BlockDeviceMaker {
  static inline std::unique_ptr<BlockDevice> (*make)(const Blocks& blocks, bool distances) = nullptr;
};

} // namespace zermelo
