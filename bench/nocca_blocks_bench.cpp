// What the kernels of the solver by blocks cost: the same passes with each of them.
//   nocca_blocks_bench [COLUMNS ROWS [PASSES]]      default 4 4, all passes
#include <fmt/format.h>

#include <cstdlib>

#include "base/machine.h"
#include "nocca/index.h"
#include "solve/blocks/passes.h"

using namespace zermelo;

namespace {

struct Sum {
  int passes = 0;
  u64 shapes = 0;
  double wall = 0, cpu = 0;
};

template <class S> Sum solve(const nocca::Game& g, const BlockKernel& kernel, int most) {
  Pool pool;
  BlockState state(g.blocks().shapes(), S::words);
  BlockPasses<nocca::Game, S> passes(g, state, pool, kernel);
  const double wall = wall_seconds(), cpu = cpu_seconds();
  for (u64 changed = 1; state.plies < most && (changed != 0 || state.plies < 2); state.next())
    changed = passes.run([](const u64*, const u64*, int) {}, [](u64) {});
  return {state.plies, state.shapes, wall_seconds() - wall, cpu_seconds() - cpu};
}

} // namespace

int main(int argc, char** argv) {
  const int columns = argc > 2 ? std::atoi(argv[1]) : 4, rows = argc > 2 ? std::atoi(argv[2]) : 4;
  const int most = argc > 3 ? std::atoi(argv[3]) : 1000;
  const nocca::Game g(columns, rows);
  fmt::print("nocca:{}x{}, {} shapes\n{:<10}{:>8}{:>10}{:>10}{:>22}\n", columns, rows, g.blocks().shapes(), "kernel", "passes",
             "wall s", "CPU s", "CPU ns a shape, pass");
  for (const BlockKernel& kernel : block_kernels()) {
    const Sum s = with_strings(2 * columns, [&]<class S>(S) { return solve<S>(g, kernel, most); });
    fmt::print("{:<10}{:>8}{:>10.2f}{:>10.2f}{:>22.0f}\n", kernel.name, s.passes, s.wall, s.cpu,
               1e9 * s.cpu / static_cast<double>(s.shapes) / s.passes);
  }
}
