#include "exec/pool.h"

#include <sys/resource.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <latch>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/machine.h"

// The thread sanitizer cannot see how the installed oneTBB synchronises, and would call everything a race, or, told to look
// away, nothing. In that build the same loops run on plain threads, so that it judges our code alone.
#if defined(__SANITIZE_THREAD__)
#define ZERMELO_PLAIN_THREADS 1
#else
#define ZERMELO_PLAIN_THREADS 0
#endif

namespace zermelo {
namespace {

// oneTBB starts its threads one from another, and one that cannot be started ends the program. So they are tried first; a thread
// that only waits takes a fraction of a millisecond.
void try_threads(int n) {
  std::latch go(1);
  std::vector<std::thread> tried;
  auto finish = [&] {
    go.count_down();
    for (auto& t : tried) t.join();
  };
  try {
    tried.reserve(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) tried.emplace_back([&go] { go.wait(); });
  } catch (const std::system_error& e) {
    finish();
    throw Error(Exit::resources, "cannot start " + std::to_string(n + 1) + " threads (" + e.code().message() +
                                     "); give --threads 1, or more memory");
  } catch (...) {
    finish();
    throw;
  }
  finish();
}

bool address_space_is_limited() {
  rlimit limit{};
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

// One thread for each worker, which has its share of the calls from the beginning: every thread works, however short the loop
// is, and what it shares with others shows.
void for_each_plainly(u64 ranges, int threads, FunctionRef<void(u64, int)> call) {
  std::exception_ptr failed;
  std::mutex hold;
  auto work = [&](int worker) {
    try {
      for (u64 i = static_cast<u64>(worker); i < ranges; i += static_cast<u64>(threads)) call(i, worker);
    } catch (...) {
      const std::lock_guard lock(hold);
      failed = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads && static_cast<u64>(t) < ranges; ++t) others.emplace_back(work, t);
  work(0);
  for (auto& t : others) t.join();
  if (failed) std::rethrow_exception(failed);
}

} // namespace

struct Pool::Threads {
  explicit Threads(int threads)
      : arena(threads > 0 ? threads : tbb::task_arena::automatic),
        limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(arena.max_concurrency())) {}

  tbb::task_arena arena;
  tbb::global_control limit;
};

Pool::Pool(int threads) : all_(std::make_unique<Threads>(threads)), threads_(all_->arena.max_concurrency()) {
  if (threads_ == 1) return;
  try_threads(threads_ - 1);
  if (!address_space_is_limited()) return;
  // They start now, while there is room for their stacks, and stay.
  std::atomic<int> here{0};
  const double begin = wall_seconds();
  for_ranges(0, static_cast<u64>(threads_), 1, [&](u64, u64, int) {
    ++here;
    while (here < threads_ && wall_seconds() - begin < 0.05) std::this_thread::yield();
  });
}

Pool::~Pool() = default;

int Pool::default_threads() { return tbb::this_task_arena::max_concurrency(); }

// oneTBB hangs after an allocation of its own has failed. So no exception passes it: what the loop throws is kept until it is over,
// and what oneTBB throws ends the program (base/last_words.h).
void Pool::for_ranges(u64 begin, u64 end, u64 grain, FunctionRef<void(u64, u64, int)> f) {
  const u64 ranges = (end - begin + grain - 1) / grain;
  auto call = [&](u64 i, int worker) { f(begin + i * grain, std::min(end, begin + (i + 1) * grain), worker); };
  if (ZERMELO_PLAIN_THREADS != 0) return for_each_plainly(ranges, threads_, call);
  std::exception_ptr thrown;
  std::atomic<bool> failed{false};
  auto work = [&](const tbb::blocked_range<u64>& r) noexcept {
    const int worker = std::max(0, tbb::this_task_arena::current_thread_index());
    try {
      for (u64 i = r.begin(); i != r.end() && !failed.load(std::memory_order_relaxed); ++i) call(i, worker);
    } catch (...) {
      if (!failed.exchange(true)) thrown = std::current_exception();
    }
  };
  [&]() noexcept {
    all_->arena.execute([&] { tbb::parallel_for(tbb::blocked_range<u64>(0, ranges, 1), work, tbb::simple_partitioner()); });
  }();
  if (thrown) std::rethrow_exception(thrown);
}

} // namespace zermelo
