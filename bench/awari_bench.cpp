// What a layer of Awari costs, by each method: the same scores, summed into one number.
//   awari_bench [STONES [WINDOWS_UP_TO [THREADS]]]      default 14 10 1
#include <fmt/format.h>

#include <cstdlib>

#include "awari/index.h"
#include "base/machine.h"
#include "solve/counters/earlier.h"
#include "solve/counters/passes.h"
#include "solve/counters/score_cells.h"
#include "solve/windows.h"

using namespace zermelo;

namespace {

u64 sum_of(const i8* scores, u64 n) {
  u64 sum = 0;
  for (u64 i = 0; i < n; ++i) sum = sum * 31 + static_cast<u8>(scores[i]);
  return sum;
}

} // namespace

int main(int argc, char** argv) {
  const int stones = argc > 1 ? std::atoi(argv[1]) : 14, windows_up_to = argc > 2 ? std::atoi(argv[2]) : 10;
  const awari::Game g(awari::most_pits, stones);
  Pool pool(argc > 3 ? std::atoi(argv[3]) : 1);
  LargeArray<i8> all(g.size());
  const Pause no_pause = [](const StageReport&) {};
  fmt::print("{:>6}{:>14}{:>18}{:>10}{:>18}{:>10}  {}\n", "stones", "positions", "counters CPU s", "ns each", "windows CPU s",
             "ns each", "signature");
  double total = 0;
  for (int n = 0; n <= stones; ++n) {
    const Slot begin = g.layer_begin(n);
    const u64 slots = g.layer_begin(n + 1) - begin;
    const auto each = [&](double seconds) { return 1e9 * seconds / static_cast<double>(slots); };
    double start = cpu_seconds();
    ScoreCells cells(begin, slots, n);
    PassState state;
    const Crew crew{one_rank(), {.slots = slots}};
    EarlierHere<i8> earlier{all.data()};
    run_counters(g, cells, state, pool, u64{256} << 20, crew, no_pause, earlier);
    const double counters = cpu_seconds() - start;
    total += counters;
    const u64 signature = sum_of(cells.cells.data(), slots);
    std::string windows = fmt::format("{:>18}{:>10}", "-", "-");
    if (n <= windows_up_to) {
      start = cpu_seconds();
      ScoreWindows<awari::Game> by_windows(g, begin, slots, n, all.data(), pool);
      by_windows.run(no_pause);
      const double seconds = cpu_seconds() - start;
      windows = fmt::format("{:>18.3f}{:>10.0f}", seconds, each(seconds));
      if (sum_of(reinterpret_cast<const i8*>(by_windows.arrays()[0].data()), slots) != signature)
        return fmt::print("the methods differ at {} stones\n", n), 1;
    }
    std::copy_n(cells.cells.data(), slots, all.data() + begin);
    fmt::print("{:>6}{:>14}{:>18.3f}{:>10.0f}{}  {:016x}\n", n, slots, counters, each(counters), windows, signature);
  }
  fmt::print("counters, all layers: {:.2f} s of CPU\n", total);
}
