// A device that solves whole layers, as the solver sees it; device.cuh is the one for CUDA.
#pragma once

#include <functional>
#include <memory>

#include "index/layers.h"
#include "solve/job.h"

namespace zermelo {

class LayerDevice {
public:
  virtual ~LayerDevice() = default;

  // All levels of a layer, and its cells; those before it are there. pause(plies) is called after each level.
  using Pause = std::function<void(i32 plies)>;
  virtual void solve(const TableLayer& layer, u8* cells, const Pause& pause) = 0;
  virtual void load(const TableLayer& layer, const u8* cells) = 0;
  virtual DeviceReport report() const = 0;
};

// How a device for a game's index is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
template <class Index> struct LayerDeviceMaker {
  static inline std::unique_ptr<LayerDevice> (*make)(const Index& index, u64 slots, u64 largest_layer) = nullptr;
};

// index() is plain data, copied with each_array(f), f(pointer, how many) for every array that it points to; copied or not it
// offers
//   at(slot)                          the position of a slot
//   split(p, emit), each_return(p, emit)  as index/layers.h has them
template <class G>
concept LayeredOnDevice = LayeredTable<G> && requires(const G& g) { g.index(); };

} // namespace zermelo
