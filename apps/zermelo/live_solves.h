// Solves and proof searches that run while the explorer serves: one at a time, within limits, watched from a page or by nobody.
#pragma once

#include <atomic>
#include <thread>

#include "exec/guarded.h"
#include "served.h"
#include "solve/dfpn/options.h"

namespace zermelo {

struct LiveLimits {
  u64 memory = u64{2} << 30;
  double seconds = 600;
};

class LiveSolves final : public serve::Solves {
public:
  LiveSolves(ServedCatalog& catalog, const Common& common, const LiveLimits& limits)
      : catalog_(catalog), common_(common), limits_(limits) {}
  LiveSolves(const LiveSolves&) = delete;
  LiveSolves& operator=(const LiveSolves&) = delete;
  ~LiveSolves() override { end(); }

  std::string begin(const serve::SolveOrder& order) override;
  bool stop(const std::string& id) override;
  std::optional<serve::EventPiece> events(const std::string& id, u64 from) override;

  bool busy() const {
    return state_.with([](const State& s) { return s.running; });
  }
  void end(); // stops what runs and waits for it

private:
  struct State {
    std::string id;
    bool running = false;
    u64 number = 0; // of the last event
    nlohmann::json progress = nlohmann::json::object();
    std::string kind = "progress"; // of the last event: progress, done or failed
    std::vector<std::pair<int, u64>> by_plies;
    u64 open = 0;
  };

  void check(const serve::SolveOrder& order) const;
  void work(const serve::SolveOrder& order);
  nlohmann::json solve(const serve::SolveOrder& order);
  nlohmann::json prove(const serve::SolveOrder& order);
  void tell(nlohmann::json progress);
  void show(const SolveProgress& p);
  void show(const ProveProgress& p, bool mover_attacks);

  ServedCatalog& catalog_;
  const Common& common_;
  LiveLimits limits_;
  Guarded<State> state_;
  std::atomic<bool> stop_{false};
  u64 begun_ = 0;
  std::jthread worker_;
};

} // namespace zermelo
