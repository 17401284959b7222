#include "solve/device.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/units.h"

namespace zermelo {

void refuse_without_cuda() { throw Error(Exit::usage, "this zermelo was built without CUDA; leave out --device cuda"); }

void refuse_device_memory(u64 count, const std::string& of, u64 need, const std::string& device, u64 free) {
  throw Error(Exit::resources, fmt::format("{} {} need {} of device memory; {} has {} free", grouped(count), of, bytes(need),
                                           device, bytes(free)));
}

} // namespace zermelo
