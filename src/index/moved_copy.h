// Plain data copied byte by byte, with the arrays that it names elsewhere: what a device has, in ordinary memory. For checks.
#pragma once

#include <cstring>
#include <fstream>
#include <ios>
#include <string>
#include <type_traits>
#include <vector>

#include "base/types.h"

namespace zermelo {

// Which numbers may be addresses of this process: those of memory that is mapped. Nothing, where the system does not tell.
class MappedMemory {
public:
  MappedMemory() {
    std::ifstream in("/proc/self/maps");
    char dash = 0;
    Range r;
    for (std::string rest; in >> std::hex >> r.first >> dash >> r.last && std::getline(in, rest);)
      if (r.last - r.first < largest) ranges_.push_back(r);
  }
  bool holds(u64 address) const {
    if (address < lowest) return false;
    for (const Range& r : ranges_)
      if (r.first <= address && address < r.last) return true;
    return false;
  }

private:
  struct Range {
    u64 first = 0, last = 0;
  };
  // Small numbers are counts, not addresses; sanitizers map stretches so long that counts would fall into them.
  static constexpr u64 lowest = u64{1} << 32, largest = u64{1} << 36;
  std::vector<Range> ranges_;
};

// T offers each_array(f) if it points to any, as for a copy on a device (index/on_device.h).
template <class T> class MovedCopy {
  static_assert(std::is_trivially_copyable_v<T>, "what a device gets must be plain data: trivially copyable");

public:
  explicit MovedCopy(const T& original) : copy_(original) {
    std::memcpy(static_cast<void*>(&copy_), &original, sizeof(T));
    auto move = [&]<class Element>(const Element*& array, u64 n) {
      // Behind the elements come zeros: who reads more than was named gets something else.
      arrays_.emplace_back(n * sizeof(Element) + guard);
      if (n != 0) std::memcpy(arrays_.back().data(), array, n * sizeof(Element));
      if (std::is_class_v<Element>) objects_.emplace_back(arrays_.size() - 1, n * sizeof(Element));
      if (n != 0) array = reinterpret_cast<const Element*>(arrays_.back().data());
    };
    if constexpr (requires { copy_.each_array(move); }) copy_.each_array(move);
    const MappedMemory memory;
    strays_ = addresses(&copy_, &original, sizeof(T), memory);
    for (const auto& [at, bytes] : objects_) strays_ += addresses(arrays_[at].data(), arrays_[at].data(), bytes, memory);
  }
  MovedCopy(const MovedCopy&) = delete; // the copy points into it
  MovedCopy& operator=(const MovedCopy&) = delete;

  const T& get() const { return copy_; }
  u64 strays() const { return strays_; } // addresses in it that each_array did not name

private:
  static constexpr std::size_t guard = std::size_t{1} << 16;

  static u64 addresses(const void* now, const void* before, std::size_t bytes, const MappedMemory& memory) {
    u64 found = 0;
    for (std::size_t at = 0; at + sizeof(u64) <= bytes; at += sizeof(u64)) {
      u64 word = 0, old = 0;
      std::memcpy(&word, static_cast<const char*>(now) + at, sizeof word);
      std::memcpy(&old, static_cast<const char*>(before) + at, sizeof old);
      found += word == old && memory.holds(word);
    }
    return found;
  }

  T copy_;
  std::vector<std::vector<std::byte>> arrays_;
  std::vector<std::pair<std::size_t, std::size_t>> objects_; // arrays whose elements may point somewhere: number, bytes
  u64 strays_ = 0;
};

} // namespace zermelo
