#include "exec/pool.h"

#include <sys/resource.h>

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

} // namespace

Pool::Pool(int threads)
    : arena_(threads > 0 ? threads : tbb::task_arena::automatic), threads_(arena_.max_concurrency()),
      limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads_)) {
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

void Pool::for_each_plainly(u64 ranges, const std::function<void(u64, int)>& call) const {
  std::exception_ptr failed;
  std::mutex hold;
  auto work = [&](int worker) {
    try {
      // Dealt out beforehand: every thread works, however short the loop is, and what it shares with others shows.
      for (u64 i = static_cast<u64>(worker); i < ranges; i += static_cast<u64>(threads_)) call(i, worker);
    } catch (...) {
      const std::lock_guard lock(hold);
      failed = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads_ && static_cast<u64>(t) < ranges; ++t) others.emplace_back(work, t);
  work(0);
  for (auto& t : others) t.join();
  if (failed) std::rethrow_exception(failed);
}

} // namespace zermelo
