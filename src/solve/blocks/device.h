// A device that does whole passes, as the solver sees it; device.cuh is the one for CUDA.
#pragma once

#include <functional>
#include <memory>

#include "solve/blocks/state.h"
#include "solve/job.h"

namespace zermelo {

class BlockDevice {
public:
  virtual ~BlockDevice() = default;

  // Does the pass that the state says and counts into the state; returns how many shapes changed. on_found, if there is one, gets
  // all that is found, shape and vector after the other.
  using OnFound = std::function<void(const u64* first, const u64* last)>;
  virtual u64 pass(BlockState& state, const OnFound& on_found) = 0;

  virtual u64 word(int plane, u64 at) const = 0;   // of the wins (1) or losses (0)
  virtual void fetch(BlockState& state) const = 0; // planes and what changed last, to the host
  virtual void load(const BlockState& state) = 0;  // the reverse
  virtual DeviceReport report() const = 0;
};

// How a game's device is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
template <class Blocks> struct BlockDeviceMaker {
  static inline std::unique_ptr<BlockDevice> (*make)(const Blocks& blocks) = nullptr;
};

} // namespace zermelo
