// Solves and proof searches that run while the explorer serves: one at a time, within limits, watched from a page or by nobody.
#pragma once

#include <array>
#include <atomic>
#include <thread>

#include "command.h"
#include "exec/guarded.h"
#include "served_games.h"
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
  Stopped stop(const std::string& id, const std::string& address, bool local) override;
  serve::SolveLimits limits() const override { return {limits_.memory, limits_.seconds}; }
  nlohmann::json list() const override;
  std::optional<serve::EventPiece> events(const std::string& id, u64 from) override;

  bool busy() const {
    return state_.with([](const State& s) { return s.running; });
  }
  void end(); // stops what runs and waits for it

private:
  // How the numbers of a proof search went: of ever longer times the same number of points.
  struct Trace {
    static constexpr std::size_t most = 128;
    std::string attacker;                      // of the search that it is of
    std::vector<std::array<double, 3>> points; // seconds, proof number, disproof number
    u64 seen = 0, every = 1;
    void add(const char* whose, double seconds, u32 pn, u32 dn);
  };
  struct State {
    std::string id;
    nlohmann::json order; // what was asked for
    std::string address;  // and by whom
    bool running = false;
    u64 number = 0; // of the last event
    nlohmann::json progress = nlohmann::json::object();
    std::string kind = "progress"; // of the last event: progress, done or failed
    std::vector<std::pair<int, u64>> by_plies;
    u64 open = 0;
    Trace trace;
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
