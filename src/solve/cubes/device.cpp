#include "solve/cubes/device.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/units.h"

namespace zermelo {

void refuse_cube_memory(const std::string& name, const CubeLayer& layer, u64 need, u64 free) {
  throw Error(Exit::resources,
              fmt::format("{} blocks of {} pieces, with the layers that they lead to, need {} of device memory; {} has {} free",
                          grouped(layer.blocks), layer.pieces, bytes(need), name, bytes(free)));
}

} // namespace zermelo
