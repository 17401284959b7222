#include "solve/blocks/device.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/units.h"

namespace zermelo {

void refuse_device_memory(const std::string& name, u64 shapes, int strings, u64 need, u64 free) {
  throw Error(Exit::resources, fmt::format("{} shapes of {} strings need {} of device memory; {} has {} free", grouped(shapes),
                                           strings, bytes(need), name, bytes(free)));
}

} // namespace zermelo
