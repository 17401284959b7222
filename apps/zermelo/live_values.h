// Exact searches that run while the explorer serves, for those who look at a position: bounded in threads and memory, with one table
// for all of them that is kept, so that a position profits from its neighbours.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "serve/searches.h"
#include "served_games.h"

namespace zermelo {

class ProofTable;

struct ValueLimits {
  int threads = 0; // 0: all but one
  u64 memory = u64{512} << 20;
  double patience = 5;   // seconds after which nobody looks any more who has not asked again
  u64 positions = 256;   // that are looked at, at once
  u64 of_an_address = 8; // of these
};

class LiveValues final : public serve::Searches {
public:
  LiveValues(ServedCatalog& catalog, const ValueLimits& limits) : catalog_(catalog), limits_(limits) {}
  LiveValues(const LiveValues&) = delete;
  LiveValues& operator=(const LiveValues&) = delete;
  ~LiveValues() override { end(); }

  bool want(const Order& order) override;
  void end(); // stops what runs and waits for it

private:
  struct Open {
    AnyPosition position;
    int rounds = 0; // how often it was searched
    bool at_work = false;
  };
  struct Wanted {
    const serve::ServedGame* game = nullptr;
    std::map<std::string, double> asked; // when, by whom
    std::vector<Open> open;
    double used = 0; // seconds
  };
  // What a thread is to do next: a successor of what somebody looks at.
  struct Task {
    std::string key, address;
    const serve::ServedGame* game = nullptr;
    AnyPosition position;
    double seconds = 0;
  };

  void start_threads();
  void work();
  std::optional<Task> next(); // with the lock
  Value search(const Task& task);
  void done(const Task& task, Value v, double seconds);
  bool goes_on(const Task& task, double since) const; // somebody still looks, and nobody else waits for too long
  void forget(double now);                            // what nobody looks at, with the lock
  bool make_room(const Order& order);                 // with the lock

  ServedCatalog& catalog_;
  ValueLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, Wanted> wanted_; // by game and position
  std::map<std::string, double> used_;   // seconds that an address has had, of those who look now
  std::shared_ptr<ProofTable> table_;    // from the first search on
  bool stop_ = false;
  std::vector<std::jthread> threads_; // last: they end first
};

} // namespace zermelo
