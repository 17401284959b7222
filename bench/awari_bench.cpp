// What a layer of Awari costs, by each method: the same scores, summed into one number.
//   awari_bench [STONES [WINDOWS_UP_TO [THREADS]]]      default 14 10 1
#include <fmt/format.h>

#include <cstdlib>

#include "awari/index.h"
#include "base/machine.h"
#include "solve/scored/counters.h"
#include "solve/scored/windows.h"

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
  ByteArray all(g.size()), scores(largest_layer(g)), state(largest_layer(g));
  auto no_pause = [](u64, i32) {};
  fmt::print("{:>6}{:>14}{:>18}{:>10}{:>18}{:>10}  {}\n", "stones", "positions", "counters CPU s", "ns each", "windows CPU s",
             "ns each", "signature");
  double total = 0;
  for (int n = 0; n <= stones; ++n) {
    const ScoredLayer layer{n, g.layer_begin(n), g.layer_begin(n + 1) - g.layer_begin(n), n, scores.scores(), all.scores()};
    const auto each = [&](double seconds) { return 1e9 * seconds / static_cast<double>(layer.slots); };
    double start = cpu_seconds();
    ScoreCounters<awari::Game>(g, layer, state.data(), pool, u64{256} << 20, no_pause).run();
    const double counters = cpu_seconds() - start;
    total += counters;
    const u64 signature = sum_of(layer.scores, layer.slots);
    std::string windows = fmt::format("{:>18}{:>10}", "-", "-");
    if (n <= windows_up_to) {
      start = cpu_seconds();
      ScoreWindows<awari::Game>(g, layer, pool, no_pause).run();
      const double seconds = cpu_seconds() - start;
      windows = fmt::format("{:>18.3f}{:>10.0f}", seconds, each(seconds));
      if (sum_of(layer.scores, layer.slots) != signature) return fmt::print("the methods differ at {} stones\n", n), 1;
    }
    std::copy_n(layer.scores, layer.slots, all.scores() + layer.begin);
    fmt::print("{:>6}{:>14}{:>18.3f}{:>10.0f}{}  {:016x}\n", n, layer.slots, counters, each(counters), windows, signature);
  }
  fmt::print("counters, all layers: {:.2f} s of CPU\n", total);
}
