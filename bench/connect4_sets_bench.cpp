// Positions of Connect Four 7x6 from files of lines "COLUMNS SCORE", as public test sets have them: solved one after the other with one
// table, and compared. A score counts the stones that the winner has left, and one; negative: the mover loses.
//
//   connect4_sets_bench [--most N] [--from N] [--memory 64M] [--threads 1] [--each] FILE…
//
// --from: passes over so many; --each: a line for each position.
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

struct Asked {
  u64 from = 0, most = ~u64{0}, memory = u64{64} << 20;
  int threads = 1;
  bool each = false;
};

int solve_file(const char* file, const Asked& asked) {
  const connect4::LargeGame g(7, 6);
  std::ifstream in(file);
  if (!in) return fmt::print(stderr, "{} cannot be read\n", file), 5;
  ProveOptions options{.threads = asked.threads};
  options.line = false;
  options.table = std::make_shared<ProofTable>(asked.memory);
  u64 lines = 0, positions = 0, visits = 0, differ = 0;
  double longest = 0;
  const double begin = cpu_seconds();
  std::string columns;
  for (i32 score = 0; positions < asked.most && in >> columns >> score;) {
    if (lines++ < asked.from) continue;
    ++positions;
    std::string why;
    const auto p = g.parse(columns, why);
    if (!p) return fmt::print(stderr, "{}: {}\n", columns, why), 6;
    const double start = cpu_seconds();
    const ProveResult r = ExactSolve<connect4::LargeGame>(g, *p, options).run();
    const double took = cpu_seconds() - start;
    longest = std::max(longest, took);
    visits += r.visits;
    if (asked.each)
      fmt::print("{} {}: {} nodes, {:.2f} CPU s, {:.2f} s, {:.0f} % of the table\n", columns, score, grouped(r.visits), took,
                 r.wall_seconds, 100 * r.fill),
          std::fflush(stdout);
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
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const char* number = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--each") {
      asked.each = true;
    } else if (word.starts_with("--")) {
      ++i;
      if (word == "--from") asked.from = std::strtoull(number, nullptr, 10);
      if (word == "--most") asked.most = std::strtoull(number, nullptr, 10);
      if (word == "--threads") asked.threads = std::atoi(number);
      if (word == "--memory") asked.memory = parse_bytes(number).value_or(asked.memory);
    } else if (const int rc = solve_file(argv[i], asked); rc != 0) {
      return rc;
    }
  }
}
