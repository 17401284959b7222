// A list that one thread lengthens while others read it: what is there stays where it is.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace zermelo {

template <class T> class GrowingList {
public:
  explicit GrowingList(std::size_t most) : most_(most), items_(std::make_unique<std::unique_ptr<T>[]>(most)) {}

  const std::unique_ptr<T>* begin() const { return items_.get(); }
  const std::unique_ptr<T>* end() const { return items_.get() + size(); }
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  bool full() const { return size() >= most_; }
  // By one thread at a time, and not when it is full.
  T& push_back(std::unique_ptr<T> item) {
    const std::size_t n = size();
    items_[n] = std::move(item);
    size_.store(n + 1, std::memory_order_release);
    return *items_[n];
  }

private:
  std::size_t most_;
  std::unique_ptr<std::unique_ptr<T>[]> items_;
  std::atomic<std::size_t> size_{0};
};

} // namespace zermelo
