// What solvers say about devices, all in the same words.
#pragma once

#include <memory>
#include <string>

#include "base/types.h"

namespace zermelo {

[[noreturn]] void refuse_without_cuda();
[[noreturn]] void refuse_device_memory(u64 count, const std::string& of, u64 need, const std::string& device, u64 free);

// Bytes that the device has free; 0 where there is none, or a program was built without CUDA. register_cuda_devices() sets it.
struct DeviceMemory {
  static inline u64 (*free)() = nullptr;
};
inline u64 free_device_memory() { return DeviceMemory::free != nullptr ? DeviceMemory::free() : 0; }

// A device by the function that makes it; null in a program that was built without CUDA.
template <class D, class... Parameters, class... Arguments>
std::unique_ptr<D> make_device(std::unique_ptr<D> (*make)(Parameters...), const Arguments&... arguments) {
  if (make == nullptr) refuse_without_cuda();
  return make(arguments...);
}

} // namespace zermelo
