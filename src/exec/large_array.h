// A large array of zeros straight from the system, padded to whole lines of 64 bytes, which loops may read past its end.
#pragma once

#include <span>

#include "exec/pages.h"

namespace zermelo {

template <class T> class LargeArray {
public:
  LargeArray() = default;
  explicit LargeArray(u64 n) : pages_((n * sizeof(T) + 63) / 64 * 8), size_(n) {}
  LargeArray(LargeArray&& other) noexcept : pages_(std::move(other.pages_)), size_(other.size_) { other.size_ = 0; }
  LargeArray(const LargeArray&) = delete;
  LargeArray& operator=(const LargeArray&) = delete;
  LargeArray& operator=(LargeArray&& other) noexcept {
    pages_ = std::move(other.pages_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~LargeArray() = default;

  static u64 bytes_for(u64 n) { return (n * sizeof(T) + 63) / 64 * 64; }

  T* data() { return reinterpret_cast<T*>(pages_.data()); }
  const T* data() const { return reinterpret_cast<const T*>(pages_.data()); }
  u64 size() const { return size_; }
  T& operator[](u64 i) { return data()[i]; }
  const T& operator[](u64 i) const { return data()[i]; }
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(data(), size_)); }

private:
  Pages pages_;
  u64 size_ = 0;
};

} // namespace zermelo
