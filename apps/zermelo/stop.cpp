#include "stop.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace zermelo {
namespace {

std::atomic<int> requested{0}, most{1};
static_assert(std::atomic<int>::is_always_lock_free, "only a lock-free number may be changed by a signal handler");

extern "C" void on_stop(int signal) {
  if (requested.fetch_add(1) >= most) ::_exit(128 + signal);
}

} // namespace

void catch_stop_signals(int heard) {
  most = heard;
  struct sigaction action{};
  action.sa_handler = on_stop;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGUSR1, &action, nullptr); // what Slurm can send before the time is over (--signal)
}

bool stop_requested() { return requested > 0; }
int stop_requests() { return requested; }

} // namespace zermelo
