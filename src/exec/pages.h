// A large array of zeros straight from the system, in large pages where it gives them; touched only when used.
#pragma once

#include <utility>

#include "base/types.h"

namespace zermelo {

class Pages {
public:
  Pages() = default;
  explicit Pages(u64 words); // throws std::bad_alloc
  Pages(Pages&& other) noexcept : words_(other.words_), size_(other.size_) { other.words_ = nullptr; }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  Pages& operator=(Pages&& other) noexcept {
    std::swap(words_, other.words_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Pages();

  u64* data() { return words_; }
  const u64* data() const { return words_; }
  u64 size() const { return size_; } // words
  void shrink(u64 words);            // gives back what lies behind
  u64& operator[](u64 i) { return words_[i]; }
  u64 operator[](u64 i) const { return words_[i]; }

private:
  u64* words_ = nullptr;
  u64 size_ = 0;
};

// From now on large pieces of memory go back to the system as soon as they are freed. Without this the allocator keeps tens of
// megabytes for later, which a solve that must keep to a small limit cannot spare.
void return_freed_memory();

} // namespace zermelo
