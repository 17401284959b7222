// Positions of Connect Four 7x6 from files of lines "COLUMNS SCORE", as public test sets have them: solved one after the other with one
// thread and one table, and compared. A score counts the stones that the winner has left, and one; negative: the mover loses.
//
//   connect4_sets_bench [--most N] FILE…
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "base/machine.h"
#include "base/units.h"
#include "connect4/large_game.h"
#include "solve/exact/solve.h"

namespace zermelo {
namespace {

i32 score_of(Value v, int stones) {
  if (v.wdl == Wdl::draw) return 0;
  const i32 left = (44 - stones - v.plies) / 2;
  return v.wdl == Wdl::win ? left : -left;
}

int solve_file(const char* file, u64 most) {
  const connect4::LargeGame g(7, 6);
  std::ifstream in(file);
  if (!in) return fmt::print(stderr, "{} cannot be read\n", file), 5;
  ProveOptions options{.threads = 1};
  options.line = false;
  options.table = std::make_shared<ProofTable>(u64{64} << 20);
  u64 positions = 0, visits = 0, differ = 0;
  double longest = 0;
  const double begin = cpu_seconds();
  std::string columns;
  for (i32 score = 0; positions < most && in >> columns >> score; ++positions) {
    std::string why;
    const auto p = g.parse(columns, why);
    if (!p) return fmt::print(stderr, "{}: {}\n", columns, why), 6;
    const double start = cpu_seconds();
    const ProveResult r = ExactSolve<connect4::LargeGame>(g, *p, options).run();
    longest = std::max(longest, cpu_seconds() - start);
    visits += r.visits;
    if (score_of(r.value, static_cast<int>(columns.size())) == score) continue;
    ++differ;
    fmt::print("DIFFERS: {} {}\n", columns, score);
  }
  const double seconds = cpu_seconds() - begin;
  fmt::print("{}: {} positions, {} differ, {} nodes, {:.2f} CPU s, {:.3f} ms each, longest {:.2f} s\n", file, grouped(positions),
             differ, grouped(visits), seconds, 1000 * seconds / static_cast<double>(std::max<u64>(1, positions)), longest);
  return differ == 0 ? 0 : 3;
}

} // namespace
} // namespace zermelo

int main(int argc, char** argv) {
  using namespace zermelo;
  u64 most = ~u64{0};
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--most" && i + 1 < argc)
      most = std::strtoull(argv[++i], nullptr, 10);
    else if (const int rc = solve_file(argv[i], most); rc != 0)
      return rc;
  }
}
