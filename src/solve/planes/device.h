// A device that solves by planes, as the strategy sees it; device.cuh is the one for CUDA.
#pragma once

#include <memory>

#include "exec/pool.h"
#include "solve/job.h"
#include "solve/planes/state.h"

namespace zermelo {

class PlaneDevice {
public:
  virtual ~PlaneDevice() = default;
  virtual bool pass(PlaneState& state, Pool& pool) = 0; // adds what it finds to the slices; whether it found anything
  virtual void save(PlaneState& state, Pool& pool) = 0; // its planes, between passes, and back
  virtual void load(const PlaneState& state) = 0;
  virtual DeviceReport report() const = 0;
};

// How it is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
struct PlaneDeviceMaker {
  static inline std::unique_ptr<PlaneDevice> (*make)(const PlaneBoard& board) = nullptr;
};

} // namespace zermelo
