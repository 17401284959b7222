// A device that solves layers by marks, as the strategy sees it; device.cuh is the one for CUDA.
#pragma once

#include <memory>

#include "solve/job.h"
#include "solve/marks/layer.h"

namespace zermelo {

class MarkDevice {
public:
  virtual ~MarkDevice() = default;

  // To take a move back from what is new costs about so many times what a look at a slot costs. A test says 0: always take back.
  static inline u64 cost_of_taking_back = 256;

  // One layer after the other; the one before it is there.
  virtual void begin(std::size_t layer) = 0;
  virtual bool pass(int plies) = 0; // one pass; whether there are more
  virtual void fetch(MarkValues& out, Pool& pool) = 0;
  virtual void save(MarkValues& values, MarkWork& work, Pool& pool) = 0; // between passes, and back
  virtual void restore(const MarkValues& values, const MarkWork& work, int plies) = 0;

  virtual bool holds(std::size_t layer) const = 0;
  virtual void load(std::size_t layer, const MarkValues& values) = 0;
  virtual void forget(std::size_t layer) = 0;
  virtual DeviceReport report() const = 0;
};

// How a device for a game's board is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
template <class Board> struct MarkDeviceMaker {
  static inline std::unique_ptr<MarkDevice> (*make)(const Board& board, const std::vector<MarkLayer>& layers,
                                                    bool distances) = nullptr;
};

} // namespace zermelo
