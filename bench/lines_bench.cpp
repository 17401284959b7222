// Sequences of fours: nodes a second on one core, in positions of random games of Gomoku that have many fours.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>

#include "gomoku/rules.h"
#include "solve/lines/fours.h"

namespace zermelo {
namespace {

// Stones of both near the centre, no line yet, and a search of fours that finds nothing soon.
void fours(benchmark::State& bench) {
  const gomoku::Game g;
  const LineTables tables(g.lines());
  std::mt19937_64 random(1);
  struct Search {
    LineState state;
    ZoneProofs proofs;
    Fours fours;
    Search(const LineTables& t, const CellSet& attacker, const CellSet& defender)
        : state(t, attacker, defender), fours(state, proofs) {}
  };
  std::vector<std::unique_ptr<Search>> searches;
  while (searches.size() < 20) {
    CellSet attacker, defender;
    for (int stones = 0; stones < 36; ++stones) {
      int cell = 0;
      do cell = g.board->cell(3 + static_cast<int>(random() % 9), 3 + static_cast<int>(random() % 9));
      while (attacker.has(cell) || defender.has(cell));
      (stones % 2 == 0 ? attacker : defender).add(cell);
    }
    if (g.lines().line_in(attacker) || g.lines().line_in(defender)) continue;
    auto search = std::make_unique<Search>(tables, attacker, defender);
    if (search->fours.find(0, 20'000) == no_proof && search->fours.nodes() > 300) searches.push_back(std::move(search));
  }
  u64 nodes = 0;
  for (auto _ : bench)
    for (const auto& search : searches) {
      const u64 before = search->fours.nodes();
      benchmark::DoNotOptimize(search->fours.find(0, 20'000));
      nodes += search->fours.nodes() - before;
    }
  bench.counters["nodes"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(fours)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace zermelo

BENCHMARK_MAIN();
