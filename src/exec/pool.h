// Threads: loops over ranges of slots. The only folder that names threads; everything above says for_ranges.
//
// The loop itself is in pool.cpp: a template of oneTBB for each loop of each engine was a tenth of the time of a build. A range is
// large enough that calling its work through a pointer costs nothing.
#pragma once

#include <memory>

#include "base/function_ref.h"
#include "base/types.h"

namespace zermelo {

class Pool {
public:
  // 0 threads: as many as the machine offers.
  explicit Pool(int threads = 0);
  ~Pool();

  int threads() const { return threads_; }
  static int default_threads(); // without making a pool

  // Calls f(begin, end, worker) on disjoint ranges of at most `grain` that cover [begin, end); worker < threads().
  void for_ranges(u64 begin, u64 end, u64 grain, FunctionRef<void(u64, u64, int)> f);

private:
  struct Threads;
  std::unique_ptr<Threads> all_;
  int threads_;
};

} // namespace zermelo
