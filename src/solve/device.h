// What solvers say about devices, all in the same words.
#pragma once

#include <memory>
#include <string>

#include "base/types.h"

namespace zermelo {

[[noreturn]] void refuse_without_cuda();
[[noreturn]] void refuse_device_memory(u64 count, const std::string& of, u64 need, const std::string& device, u64 free);

// A device by the function that makes it; null in a program that was built without CUDA.
template <class D, class... Parameters, class... Arguments>
std::unique_ptr<D> make_device(std::unique_ptr<D> (*make)(Parameters...), const Arguments&... arguments) {
  if (make == nullptr) refuse_without_cuda();
  return make(arguments...);
}

} // namespace zermelo
