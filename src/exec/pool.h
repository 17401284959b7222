// Threads: loops over ranges of slots. The only folder that names threads; everything above says for_ranges.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <functional>

#include "base/types.h"

// The thread sanitizer cannot see how the installed oneTBB synchronises, and would call everything a race, or, told to look
// away, nothing. In that build the same loops run on plain threads, so that it judges our code alone.
#if defined(__SANITIZE_THREAD__)
#define ZERMELO_PLAIN_THREADS 1
#else
#define ZERMELO_PLAIN_THREADS 0
#endif

namespace zermelo {

class Pool {
public:
  // 0 threads: as many as the machine offers.
  explicit Pool(int threads = 0);

  int threads() const { return threads_; }
  static int default_threads() { return tbb::this_task_arena::max_concurrency(); } // without making a pool

  // Calls f(begin, end, worker) on disjoint ranges of at most `grain` that cover [begin, end); worker < threads().
  template <class F> void for_ranges(u64 begin, u64 end, u64 grain, F&& f) {
    const u64 ranges = (end - begin + grain - 1) / grain;
    auto call = [&](u64 i, int worker) { f(begin + i * grain, std::min(end, begin + (i + 1) * grain), worker); };
    if (ZERMELO_PLAIN_THREADS != 0) return for_each_plainly(ranges, call);
    arena_.execute([&] {
      tbb::parallel_for(
          tbb::blocked_range<u64>(0, ranges, 1),
          [&](const tbb::blocked_range<u64>& r) {
            const int worker = std::max(0, tbb::this_task_arena::current_thread_index());
            for (u64 i = r.begin(); i != r.end(); ++i) call(i, worker);
          },
          tbb::simple_partitioner());
    });
  }

private:
  void for_each_plainly(u64 ranges, const std::function<void(u64, int)>& call) const;

  tbb::task_arena arena_;
  int threads_;
  tbb::global_control limit_;
};

} // namespace zermelo
