// What numbering a position of NOCCA x NOCCA costs: by the index of the game (shape x fibre, folded) and by the paths of the
// decision diagram, merged by state as published or fully reduced. Positions drawn from all of 5x6, and neighbours in rank.
#include <benchmark/benchmark.h>

#include <random>
#include <vector>

#include "index/diagram.h"
#include "index/zdd_walk.h"
#include "nocca/index.h"

namespace zermelo::nocca {
namespace {

constexpr u64 samples = 1 << 16;

const Game game(5, 6);
const Zdd reduced = build_zdd(game.diagram().spec(0));
const Zdd by_state = build_zdd(game.diagram().spec(0), ZddMerge::by_state);

struct Sample {
  std::vector<Position> positions;
  std::vector<Slot> slots, ranks; // in the index, in the diagrams
  std::vector<ItemSet> sets;
};

const Sample& drawn() {
  static const Sample all = [] {
    Sample s;
    std::mt19937_64 random(1);
    DiagramIndex<Game> index(game, reduced);
    for (u64 i = 0; i < samples; ++i) {
      s.positions.push_back(index.sample(random));
      s.slots.push_back(game.rank(s.positions.back()));
      s.ranks.push_back(index.rank(s.positions.back()));
      game.diagram().items_of(s.positions.back(), s.sets.emplace_back());
    }
    return s;
  }();
  return all;
}

void per_position(benchmark::State& state) {
  state.SetItemsProcessed(static_cast<i64>(state.iterations()) * static_cast<i64>(samples));
}

void IndexRank(benchmark::State& state) {
  for (auto _ : state) {
    u64 sum = 0;
    for (const auto& p : drawn().positions) sum += game.rank(p);
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

void IndexUnrank(benchmark::State& state) {
  for (auto _ : state) {
    u64 sum = 0;
    for (const Slot s : drawn().slots) {
      Position p;
      sum += game.unrank(s, p) ? p.mine[0] : 0;
    }
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

void ZddRank(benchmark::State& state, const Zdd& zdd) {
  DiagramIndex<Game> index(game, zdd);
  for (auto _ : state) {
    u64 sum = 0;
    for (const auto& p : drawn().positions) sum += index.rank(p);
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

void ZddUnrank(benchmark::State& state, const Zdd& zdd) {
  DiagramIndex<Game> index(game, zdd);
  for (auto _ : state) {
    u64 sum = 0;
    for (const u64 r : drawn().ranks) sum += index.unrank(r).mine[0];
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

// The diagram alone: the items of the position are known, or wanted.
void ZddRankItems(benchmark::State& state, const Zdd& zdd) {
  for (auto _ : state) {
    u64 sum = 0;
    for (const auto& set : drawn().sets) sum += zdd.rank(set);
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

void ZddUnrankItems(benchmark::State& state, const Zdd& zdd) {
  ItemSet set;
  for (auto _ : state) {
    u64 sum = 0;
    for (const u64 r : drawn().ranks) {
      zdd.unrank(r, set);
      sum += set.back();
    }
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

void ZddWalkItems(benchmark::State& state, const Zdd& zdd) {
  ZddWalk walk(zdd);
  for (auto _ : state) {
    u64 sum = 0;
    walk.seek(drawn().ranks[0]);
    for (u64 i = 0; i < samples; ++i, walk.next()) sum += walk.set().back();
    benchmark::DoNotOptimize(sum);
  }
  per_position(state);
}

BENCHMARK(IndexRank);
BENCHMARK(IndexUnrank);
BENCHMARK_CAPTURE(ZddRank, reduced, reduced);
BENCHMARK_CAPTURE(ZddRank, by_state, by_state);
BENCHMARK_CAPTURE(ZddUnrank, reduced, reduced);
BENCHMARK_CAPTURE(ZddUnrank, by_state, by_state);
BENCHMARK_CAPTURE(ZddRankItems, reduced, reduced);
BENCHMARK_CAPTURE(ZddUnrankItems, reduced, reduced);
BENCHMARK_CAPTURE(ZddWalkItems, reduced, reduced);

} // namespace
} // namespace zermelo::nocca

BENCHMARK_MAIN();
