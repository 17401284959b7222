// A device that solves whole layers of scores, as the solver sees it; device.cuh is the one for CUDA.
#pragma once

#include <functional>
#include <memory>

#include "solve/job.h"
#include "solve/scored/layer.h"

namespace zermelo {

class ScoreDevice {
public:
  virtual ~ScoreDevice() = default;

  // The scores of a layer; those before it are there. pause(slots just looked at, distance from 0) is called now and then.
  using Pause = std::function<void(u64, i32)>;
  virtual void solve(const ScoredLayer& layer, const Pause& pause) = 0;
  virtual void load(Slot begin, u64 slots, const i8* scores) = 0;
  virtual DeviceReport report() const = 0;
};

// How a device for a game's index is made; null in a program that was built without CUDA. register_cuda_devices() sets it.
template <class Index> struct ScoreDeviceMaker {
  static inline std::unique_ptr<ScoreDevice> (*make)(const Index& index, u64 slots, u64 largest_layer) = nullptr;
};

// index() is plain data, copied with each_array(f), f(pointer, how many) for every array that it points to; copied or not it
// offers
//   unrank(slot, p), settled(p), survey(p, at), each_origin(p, emit)   as game/concepts.h has them
template <class G>
concept ScoredOnDevice = Originating<G> && Surveying<G> && requires(const G& g) { g.index(); };

} // namespace zermelo
