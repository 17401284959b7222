// Plain data that points to arrays, and a copy of it whose arrays are on the device.
#pragma once

#include <vector>

#include "exec/cuda/device.h"

namespace zermelo {

// T offers each_array(f), if it points to any: f(pointer, how many) for every array, and takes the pointer that f leaves there.
template <class T> class CudaCopy {
public:
  explicit CudaCopy(const T& original) : copy_(original) {
    auto move = [&]<class Element>(const Element*& array, u64 n) {
      arrays_.emplace_back(n * sizeof(Element));
      arrays_.back().from_host(reinterpret_cast<const u8*>(array), n * sizeof(Element));
      array = reinterpret_cast<const Element*>(arrays_.back().data());
    };
    if constexpr (requires { copy_.each_array(move); }) copy_.each_array(move);
  }
  const T& get() const { return copy_; }

private:
  T copy_;
  std::vector<CudaBuffer<u8>> arrays_;
};

} // namespace zermelo
