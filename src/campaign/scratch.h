// A folder for files that live for a moment: a proof is a file wherever it is written or checked. Its process holds a lock on it; the
// folders of processes that were killed are removed by the next one.
#pragma once

#include <filesystem>
#include <string>

#include "exec/guarded.h"

namespace zermelo {

class Scratch {
public:
  Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  std::filesystem::path next(); // a name that nobody else was given

private:
  std::filesystem::path folder_;
  int lock_ = -1;
  Guarded<unsigned long long> given_{0ULL};
};

// A file that goes with its scope.
struct Fleeting {
  std::filesystem::path path;
  explicit Fleeting(std::filesystem::path p) : path(std::move(p)) {}
  Fleeting(const Fleeting&) = delete;
  Fleeting& operator=(const Fleeting&) = delete;
  ~Fleeting() {
    std::error_code none;
    std::filesystem::remove(path, none);
  }
};

} // namespace zermelo
