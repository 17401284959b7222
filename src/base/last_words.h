// What the program says when memory is missing where nothing can be thrown.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>

#include "base/error.h"

namespace zermelo {

// A JSON array or object asks for memory when it is destroyed, where an exception ends the program. It then ends with the code and a
// sentence that a lack of memory has anywhere else. Nothing half-done is published by that: files become visible by their renaming
// alone, and to the next run it is a kill at that moment. Nothing is allocated here, and nothing is destroyed.
inline void set_last_words() {
  static thread_local bool ran_out =
      false; // what was thrown is not known where a destructor may not throw; that something was, is
  std::set_new_handler([] {
    ran_out = true;
    throw std::bad_alloc();
  });
  std::set_terminate([] {
    bool memory = ran_out && std::uncaught_exceptions() > 0;
    try {
      if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      memory = true;
    } catch (...) { // NOLINT(bugprone-empty-catch)
      // a bug: it ends as bugs do
    }
    if (!memory) std::abort();
    constexpr char sentence[] = "zermelo: out of memory\n";
    static_cast<void>(!::write(STDERR_FILENO, sentence, sizeof sentence - 1));
    ::_exit(static_cast<int>(Exit::resources));
  });
}

} // namespace zermelo
