#include "local_workers.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/machine.h"
#include "exec/pool.h"

namespace zermelo {
namespace {

constexpr auto moment = std::chrono::milliseconds(20);

class Crew {
public:
  Crew(Campaign& campaign, const LocalWork& work)
      : campaign_(campaign), work_(work), table_(std::make_shared<ProofTable>(memory_of_search(work.memory))) {}

  // Until there is nothing to do any more.
  void work(int number) {
    const std::string name = "thread " + std::to_string(number);
    std::optional<u32> last;
    while (!ended()) {
      const auto job = campaign_.claim(name, last, 0);
      if (!job) {
        std::this_thread::sleep_for(moment); // others have what there is
        continue;
      }
      last = job->node;
      answer(*job, name);
    }
  }

  void run(int threads) {
    std::vector<std::jthread> crew;
    std::atomic<int> left{threads};
    for (int i = 1; i <= threads; ++i)
      crew.emplace_back([&, i] {
        try {
          work(i);
        } catch (...) {
          const std::lock_guard lock(failing_);
          if (!failed_) failed_ = std::current_exception();
          stopped_ = true;
        }
        --left;
      });
    while (left > 0) {
      std::this_thread::sleep_for(moment);
      if (work_.on_turn) work_.on_turn();
    }
    crew.clear();
    if (failed_) std::rethrow_exception(failed_);
  }

private:
  bool late() const { return work_.seconds > 0 && wall_seconds() - start_ > work_.seconds; }
  bool ended() const { return stopped_ || work_.stops() > 0 || late() || campaign_.over() || campaign_.paused(); }

  void answer(const Job& job, const std::string& name) {
    JobAnswer found;
    try {
      found = campaign_.game().search(job, table_, [this] { return stopped_ || work_.stops() > 1 || campaign_.over(); });
    } catch (const Error& e) {
      campaign_.give_back(job.node, name);
      if (e.code() == Exit::stopped) return;
      throw;
    }
    std::string why;
    if (!campaign_.take(std::move(found), name, why) && work_.on_refusal)
      work_.on_refusal("an answer of " + name + " was refused: " + why);
  }

  Campaign& campaign_;
  const LocalWork& work_;
  std::shared_ptr<ProofTable> table_;
  double start_ = wall_seconds();
  std::atomic<bool> stopped_{false};
  std::mutex failing_;
  std::exception_ptr failed_;
};

} // namespace

void work_here(Campaign& campaign, const LocalWork& work) {
  Crew(campaign, work).run(work.threads > 0 ? work.threads : Pool::default_threads());
}

} // namespace zermelo
