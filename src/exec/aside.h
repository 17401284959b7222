// One piece of work at a time that goes on beside everything else, on a thread of its own.
#pragma once

#include <exception>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

namespace zermelo {

class Aside {
public:
  Aside() = default;
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside() { // what failed here is of no use to anybody any more
    if (thread_.joinable()) thread_.join();
  }

  void begin(const std::function<void()>& work) {
    finish();
    try {
      thread_ = std::thread([this, work] {
        try {
          work();
        } catch (...) {
          failed_ = std::current_exception();
        }
      });
    } catch (const std::system_error&) { // there is no thread to be had
      work();
    }
  }
  // Waits for it; what it threw is thrown here.
  void finish() {
    if (thread_.joinable()) thread_.join();
    if (failed_) std::rethrow_exception(std::exchange(failed_, nullptr));
  }

private:
  std::thread thread_;
  std::exception_ptr failed_;
};

} // namespace zermelo
