// Registers what a type of game can do on a device. Included by one generated file for each folder of games.
#pragma once

#include "index/blocks.h"
#include "index/cubes.h"
#include "index/marks.h"
#include "index/planes.h"
#include "solve/blocks/device.cuh"
#include "solve/counters/device.cuh"
#include "solve/cubes/device.cuh"
#include "solve/marks/device.cuh"
#include "solve/planes/device.cuh"

namespace zermelo {

template <class G> void register_devices() {
  DeviceMemory::free = &cuda_free_memory;
  if constexpr (Indexed<G>) {
    register_counters<G>();
    if constexpr (Blocked<G>) BlockDeviceMaker<BlocksOf<G>>::make = &make_cuda_blocks<BlocksOf<G>>;
    if constexpr (Planed<G>) PlaneDeviceMaker::make = &make_cuda_planes;
    if constexpr (Marked<G>) MarkDeviceMaker<MarkBoardOf<G>>::make = &make_cuda_marks<MarkBoardOf<G>>;
    if constexpr (Cubed<G>) CubeDeviceMaker<CubeBoardOf<G>>::make = &make_cuda_cubes<CubeBoardOf<G>>;
  }
}

} // namespace zermelo
