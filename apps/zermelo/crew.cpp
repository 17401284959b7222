#include "crew.h"

#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/machine.h"
#include "exec/pool.h"
#include "solve/dfpn/table.h"

namespace zermelo {
namespace {

constexpr double moment = 0.02; // seconds
void sleep_for(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

class Crew {
public:
  Crew(FrontEnd& front, const CampaignGame& game, const CrewOptions& options)
      : front_(front), game_(game), options_(options), back_end_(game.back_end(options.method)),
        table_(std::make_shared<ProofTable>(memory_of_search(options.memory))) {}

  bool run(int threads) {
    std::vector<std::jthread> crew;
    std::atomic<int> left{threads};
    for (int i = 1; i <= threads; ++i)
      crew.emplace_back([&, i] {
        try {
          work(options_.name + std::to_string(i));
        } catch (...) {
          const std::lock_guard lock(failing_);
          if (!failed_) failed_ = std::current_exception();
          stopped_ = true;
        }
        --left;
      });
    while (left > 0) {
      sleep_for(moment);
      if (options_.on_turn) options_.on_turn();
    }
    crew.clear();
    if (failed_) std::rethrow_exception(failed_);
    return over_;
  }

private:
  bool ended() const {
    const bool late = options_.seconds > 0 && wall_seconds() - start_ > options_.seconds;
    return stopped_ || over_ || late || options_.stops() > 0;
  }

  void work(const std::string& name) {
    std::optional<u32> last;
    while (!ended()) {
      const FrontEnd::Claimed claimed = front_.claim(name, last);
      if (claimed.over) over_ = true;
      if (claimed.job) {
        last = claimed.job->node;
        answer(*claimed.job, name);
      }
      // Others have what there is.
      for (double waited = 0; !claimed.job && waited < claimed.wait && !ended(); waited += moment) sleep_for(moment);
    }
  }

  void answer(const Job& job, const std::string& name) {
    double beaten = wall_seconds();
    auto should_stop = [&] { // from the loop of the search: a heart that beats beside it would tell nothing
      if (stopped_ || options_.stops() > 1) return true;
      if (const double now = wall_seconds(); now - beaten > front_.beats_every()) {
        beaten = now;
        return !front_.beat(job.node, name);
      }
      return false;
    };
    JobAnswer found;
    try {
      found = game_.search(job, table_, should_stop, back_end_);
    } catch (const Error& e) {
      front_.give_back(job.node, name);
      if (e.code() == Exit::stopped) return;
      throw;
    }
    std::string why;
    if (!front_.take(found, name, why) && options_.on_note) options_.on_note("an answer of " + name + " was refused: " + why);
  }

  FrontEnd& front_;
  const CampaignGame& game_;
  const CrewOptions& options_;
  BackEnd back_end_;
  std::shared_ptr<ProofTable> table_;
  double start_ = wall_seconds();
  std::atomic<bool> stopped_{false}, over_{false};
  std::mutex failing_;
  std::exception_ptr failed_;
};

} // namespace

bool work_as_crew(FrontEnd& front, const CampaignGame& game, const CrewOptions& options) {
  return Crew(front, game, options).run(options.threads > 0 ? options.threads : Pool::default_threads());
}

} // namespace zermelo
