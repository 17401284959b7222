// A device that solves layers by cubes, as the strategy sees it; device.cuh is the one for CUDA.
#pragma once

#include <memory>

#include "solve/cubes/layer.h"
#include "solve/job.h"

namespace zermelo {

class CubeDevice {
public:
  virtual ~CubeDevice() = default;

  // One layer after the other; those that it leads to are there.
  virtual void begin(std::size_t layer) = 0;
  virtual bool pass(int plies) = 0; // one pass; whether there are more
  virtual void fetch(CubeValues& out, Pool& pool) const = 0;
  virtual void save(CubeValues& values, CubePlanes& planes, Pool& pool) const = 0; // between passes, and back
  virtual void restore(CubeValues& values, CubePlanes& planes, int plies) = 0;

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
