// Work that may take long, called from Python: it runs on a thread of its own, without Python's lock. The caller's thread waits, shows
// progress and looks for signals, so that Ctrl-C works whatever thread the work looks around on.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace zermelo::python {

namespace py = pybind11;

class LongCall {
public:
  explicit LongCall(py::object on_progress = py::none()) : on_progress_(std::move(on_progress)) {}

  bool stopped() const { return stop_; }

  // From the work: how far it is, from 0 to 1 (below 0: nobody knows), and in words.
  void tell(double fraction, std::string text) {
    const std::lock_guard lock(mutex_);
    told_ = {fraction, std::move(text)};
  }

  // f() on another thread. Where the caller is interrupted, f is asked to stop, and what interrupted it is raised with `note`.
  template <class F> auto run(F&& f, const char* note) {
    using Result = decltype(f());
    std::optional<Result> result;
    std::exception_ptr failed;
    std::exception_ptr interrupted; // an exception of Python's
    bool done = false;
    {
      const py::gil_scoped_release unlocked;
      std::thread worker([&] {
        try {
          result.emplace(f());
        } catch (...) {
          failed = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        done = true;
        ended_.notify_all();
      });
      std::unique_lock lock(mutex_);
      while (!ended_.wait_for(lock, std::chrono::milliseconds(50), [&] { return done; })) {
        auto told = std::exchange(told_, std::nullopt);
        lock.unlock();
        if (auto raised = look_around(told); raised && !interrupted) {
          interrupted = raised;
          stop_ = true;
        }
        lock.lock();
      }
      lock.unlock();
      worker.join();
    }
    if (interrupted) raise_with(interrupted, note);
    if (failed) std::rethrow_exception(failed);
    return std::move(*result);
  }

private:
  struct Told {
    double fraction;
    std::string text;
  };

  std::exception_ptr look_around(const std::optional<Told>& told) {
    const py::gil_scoped_acquire locked;
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (told && !on_progress_.is_none()) on_progress_(told->fraction, told->text);
    } catch (const py::error_already_set&) {
      return std::current_exception();
    }
    return nullptr;
  }

  static void raise_with(const std::exception_ptr& raised, const char* note) {
    try {
      std::rethrow_exception(raised);
    } catch (py::error_already_set& e) {
      e.value().attr("add_note")(note);
      throw;
    }
  }

  py::object on_progress_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  std::optional<Told> told_;
};

} // namespace zermelo::python
