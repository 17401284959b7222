// What slow messages cost: a game is solved by processes that are threads here, once with messages that come at once and once with
// messages, votes and collective calls that take a millisecond, in turn.
//
//   ranks_delay_bench [GAME] [PROCESSES] [MILLISECONDS] [TIMES]
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
  std::vector<double> walls[2];
  for (int i = 0; i < 2 * times; ++i) {
    std::filesystem::remove_all(folder);
    u64 messages = 0, bytes = 0;
    const double begin = wall_seconds();
    run_as_ranks(processes,
                 [&](Ranks& here) {
                   SolveOptions options;
                   options.threads = 1;
                   options.ranks = &here;
                   const SolveResult result = open_game(game)->solve(TableFiles(folder, game, Contents::distances), options);
                   if (here.first()) messages = result.ranks.messages, bytes = result.ranks.bytes;
                 },
                 {.delay = i % 2 == 0 ? 0 : delay});
    walls[i % 2].push_back(wall_seconds() - begin);
    fmt::print("{} by {}, {} ms: {:.2f} s, {} messages, {} bytes\n", game, processes, i % 2 == 0 ? 0 : 1000 * delay,
               walls[i % 2].back(), messages, bytes);
  }
  std::filesystem::remove_all(folder);
  for (auto& w : walls) std::sort(w.begin(), w.end());
  const double at_once = walls[0][walls[0].size() / 2], later = walls[1][walls[1].size() / 2];
  fmt::print("medians {:.2f} s and {:.2f} s: {:.2f} s or {:.1f} % longer\n", at_once, later, later - at_once,
             100 * (later / at_once - 1));
}
