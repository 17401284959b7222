// A value that several threads use, one after the other.
#pragma once

#include <mutex>
#include <utility>

namespace zermelo {

template <class T> class Guarded {
public:
  template <class... Arguments> explicit Guarded(Arguments&&... arguments) : value_(std::forward<Arguments>(arguments)...) {}

  // Calls f with the value; nobody else has it meanwhile.
  template <class F> auto with(F&& f) const {
    const std::lock_guard lock(mutex_);
    return f(value_);
  }

private:
  mutable std::mutex mutex_;
  mutable T value_;
};

// For values that several threads use together: whoever holds what enter() returns is alone.
class Gate {
public:
  [[nodiscard]] std::unique_lock<std::mutex> enter() { return std::unique_lock(mutex_); }

private:
  std::mutex mutex_;
};

} // namespace zermelo
