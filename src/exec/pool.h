// Threads: loops over ranges of slots. The only folder that names threads; everything above says for_ranges.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "base/types.h"

namespace zermelo {

class Pool {
public:
  // 0 threads: as many as the machine offers.
  explicit Pool(int threads = 0);

  int threads() const { return threads_; }

  // Calls f(begin, end, worker) on disjoint ranges of at most `grain` that cover [begin, end); worker < threads().
  template <class F> void for_ranges(u64 begin, u64 end, u64 grain, F&& f) {
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<u64>(0, (end - begin + grain - 1) / grain, 1),
          [&](const tbb::blocked_range<u64>& r) {
            const int worker = std::max(0, tbb::this_task_arena::current_thread_index());
            for (u64 i = r.begin(); i != r.end(); ++i) f(begin + i * grain, std::min(end, begin + (i + 1) * grain), worker);
          },
          tbb::simple_partitioner());
    });
  }

private:
  tbb::task_arena arena_;
  int threads_;
  tbb::global_control limit_;
};

} // namespace zermelo
