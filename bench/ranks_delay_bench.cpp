// What slow messages cost: a game is solved by processes that are threads here, once with messages that come at once and once with
// messages, votes and collective calls that take a millisecond, in turn.
//
//   ranks_delay_bench [GAME] [PROCESSES] [MILLISECONDS] [TIMES]
//
// Without milliseconds ("-") it counts: how often the processes wait one after the other if work takes no time, and how many of these
// waits end with news. The news cannot come in fewer: what a wait brings follows from what the one before brought.
#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/machine.h"
#include "catalog/catalog.h"
#include "exec/thread_ranks.h"
#include "solve/job.h"

int main(int argc, char** argv) {
  using namespace zermelo;
  auto given = [&](int i, const char* otherwise) { return std::string(argc > i ? argv[i] : otherwise); };
  const std::string game = given(1, "awari:17");
  const int processes = std::atoi(given(2, "2").c_str()), times = std::atoi(given(4, "5").c_str());
  const double delay = std::atof(given(3, "1").c_str()) / 1000;
  const auto folder = std::filesystem::temp_directory_path() / ("ranks_delay." + std::to_string(::getpid()));
  const auto solve = [&](const RankTrouble& trouble, RanksReport& report) {
    std::filesystem::remove_all(folder);
    return run_as_ranks(
        processes,
        [&](Ranks& here) {
          SolveOptions options;
          options.threads = 1;
          options.ranks = &here;
          const SolveResult result = open_game(game)->solve(TableFiles(folder, game, Contents::distances), options);
          if (here.first()) report = result.ranks;
        },
        trouble);
  };
  if (given(3, "1") == "-") {
    RanksReport report;
    const RankTicks ticks = solve({.counted = true}, report);
    std::filesystem::remove_all(folder);
    fmt::print("{} by {}: {} waits one after the other, {} with news, {} collective; {} messages, {} bytes\n", game, processes,
               ticks.all, ticks.news, ticks.meetings, report.messages, report.bytes);
    return 0;
  }
  std::vector<double> walls[2];
  for (int i = 0; i < 2 * times; ++i) {
    RanksReport report;
    const double begin = wall_seconds();
    solve({.delay = i % 2 == 0 ? 0 : delay}, report);
    walls[i % 2].push_back(wall_seconds() - begin);
    fmt::print("{} by {}, {} ms: {:.2f} s, {} messages, {} bytes\n", game, processes, i % 2 == 0 ? 0 : 1000 * delay,
               walls[i % 2].back(), report.messages, report.bytes);
  }
  std::filesystem::remove_all(folder);
  for (auto& w : walls) std::sort(w.begin(), w.end());
  const double at_once = walls[0][walls[0].size() / 2], later = walls[1][walls[1].size() / 2];
  fmt::print("medians {:.2f} s and {:.2f} s: {:.2f} s or {:.1f} % longer\n", at_once, later, later - at_once,
             100 * (later / at_once - 1));
}
