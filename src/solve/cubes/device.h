// A device that solves whole layers by cubes, as the solver sees it; device.cuh is the one for CUDA.
#pragma once

#include <functional>
#include <memory>

#include "solve/cubes/layer.h"
#include "solve/job.h"

namespace zermelo {

class CubeDevice {
public:
  virtual ~CubeDevice() = default;

  // All passes over a layer, and its values; those that it leads to are there. pause(plies) is called after each pass.
  using Pause = std::function<void(int plies)>;
  virtual void solve(std::size_t layer, CubeValues& out, const Pause& pause) = 0;

  virtual bool holds(std::size_t layer) const = 0;
  virtual void load(std::size_t layer, const CubeValues& values) = 0;
  virtual void forget(std::size_t layer) = 0;
  virtual DeviceReport report() const = 0;
};

// How a device for a game's board is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
template <class Board> struct CubeDeviceMaker {
  static inline std::unique_ptr<CubeDevice> (*make)(const Board& board, const std::vector<CubeLayer>& layers) = nullptr;
};

} // namespace zermelo
