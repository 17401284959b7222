#include "stop.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace zermelo {
namespace {

std::atomic<bool> requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "only a lock-free flag may be set by a signal handler");

extern "C" void on_stop(int signal) {
  if (requested.exchange(true)) ::_exit(128 + signal);
}

} // namespace

void catch_stop_signals() {
  struct sigaction action{};
  action.sa_handler = on_stop;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGUSR1, &action, nullptr); // what Slurm can send before the time is over (--signal)
}

bool stop_requested() { return requested; }

} // namespace zermelo
