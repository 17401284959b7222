// What retrograde analysis of Dobutsu Shogi pays per slot and per edge, on a fixed sample of slots in index order
// (a solver walks the index in order; what it touches is then near what it touched before).
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "dobutsu/index.h"

namespace zermelo::dobutsu {
namespace {

const Game game;

// 64 runs of 1,024 neighbouring slots.
const std::vector<Slot>& sample() {
  static const std::vector<Slot> slots = [] {
    std::mt19937_64 random(1);
    std::vector<Slot> all;
    for (int run = 0; run < 64; ++run) {
      const Slot first = random() % (game.size() - 1024);
      for (Slot s = first; s < first + 1024; ++s) all.push_back(s);
    }
    return all;
  }();
  return slots;
}

const std::vector<Position>& positions() {
  static const std::vector<Position> all = [] {
    std::vector<Position> list;
    for (const Slot s : sample()) game.unrank(s, list.emplace_back());
    return list;
  }();
  return all;
}

void items(benchmark::State& state, u64 n) {
  state.SetItemsProcessed(static_cast<i64>(state.iterations()) * static_cast<i64>(n));
}

void Unrank(benchmark::State& state) {
  for (auto _ : state) {
    u64 sum = 0;
    for (const Slot s : sample()) {
      Position p;
      game.unrank(s, p);
      sum += p.bits;
    }
    benchmark::DoNotOptimize(sum);
  }
  items(state, sample().size());
}

void Walk(benchmark::State& state) {
  for (auto _ : state) {
    u64 sum = 0;
    auto walker = game.walker();
    for (const Slot s : sample()) {
      Position p;
      walker.unrank(s, p);
      sum += p.bits;
    }
    benchmark::DoNotOptimize(sum);
  }
  items(state, sample().size());
}

void Rank(benchmark::State& state) {
  for (auto _ : state) {
    u64 sum = 0;
    for (const auto& p : positions()) sum += game.rank(p);
    benchmark::DoNotOptimize(sum);
  }
  items(state, sample().size());
}

void CountChildren(benchmark::State& state) {
  for (auto _ : state) {
    int sum = 0;
    for (const auto& p : positions()) sum += game.count_children(p).open;
    benchmark::DoNotOptimize(sum);
  }
  items(state, sample().size());
}

// Per predecessor, ranked.
void Predecessors(benchmark::State& state) {
  u64 edges = 0;
  for (auto _ : state) {
    u64 sum = 0;
    edges = 0;
    for (const auto& p : positions()) {
      FixedList<Position, Game::max_predecessors> list;
      game.predecessors(p, list);
      edges += static_cast<u64>(list.size());
      for (const auto& q : list) sum += game.rank(q);
    }
    benchmark::DoNotOptimize(sum);
  }
  items(state, edges);
}

void PredecessorSlots(benchmark::State& state) {
  u64 edges = 0;
  for (auto _ : state) {
    u64 sum = 0;
    edges = 0;
    for (const auto& p : positions())
      game.each_predecessor(p, [&](Slot s) {
        sum += s;
        ++edges;
      });
    benchmark::DoNotOptimize(sum);
  }
  items(state, edges);
}

BENCHMARK(Unrank);
BENCHMARK(Walk);
BENCHMARK(Rank);
BENCHMARK(CountChildren);
BENCHMARK(Predecessors);
BENCHMARK(PredecessorSlots);

} // namespace
} // namespace zermelo::dobutsu

BENCHMARK_MAIN();
