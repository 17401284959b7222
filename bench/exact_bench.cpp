// The exact search (solve/exact): against the rules alone on random late positions, and what each hook brings.
//
//   exact_bench [--positions 2000] [--left 9] [--seed 1]
#include <cstdio>

#include "agreement.h"
#include "connect4/large_game.h"
#include "game/plain_value.h"
#include "othello/large_game.h"
#include "solve/exact/solve.h"

namespace zermelo {
namespace {

template <class G> int agree(const char* name, const G& g, u64 positions, int left, u64 seed) {
  std::mt19937_64 random(seed);
  ProofTable table(u64{16} << 20);
  Attended attended;
  ExactSearch<G> search(g, table, attended, {}, ExactSearch<G>::alone);
  auto go_on = [] { return true; };
  const double start = cpu_seconds();
  for (u64 n = 0; n < positions; ++n) {
    const auto p = late_position(g, left, random);
    const i32 right = plain_value(g, p);
    const Value known = settle(g, p);
    const bool same = known.known() ? Scale<G>::of(known) == right
                                    : search.at_least(p, right, go_on) >= right && search.at_least(p, right + 1, go_on) <= right;
    if (same) continue;
    fmt::print("DIFFERS: {} {} is worth {}\n", name, g.print(p), right);
    return 3;
  }
  fmt::print("{}: {} random positions with at most {} plies left (seed {}): the rules alone say the same of all; {:.1f} CPU s\n",
             name, grouped(positions), left, seed, cpu_seconds() - start);
  return 0;
}

// A row for each hook that the game has.
template <class G> void hooks(const char* name, const G& g, const PositionOf<G>& p) {
  struct Row {
    const char* what;
    bool offered;
    ExactHooks used;
  };
  const Row rows[] = {{"all hooks", true, {}},
                      {"without promise", Promising<G>, {.promise = false}},
                      {"without narrow", Narrowing<G>, {.narrow = false}},
                      {"without limit", Limiting<G>, {.limit = false}},
                      {"without symmetry", Symmetric<G>, {.fold = false}},
                      {"without a ply ahead", true, {.look_ahead = false}},
                      {"without a glance", Evaluating<G>, {.glance = false}},
                      {"without finish", Finishing<G>, {.finish = false}}};
  fmt::print("{} {}\n", name, g.print(p));
  for (const auto& [what, offered, used] : rows) {
    if (!offered) continue;
    const ProveResult r = ExactSolve<G>(g, p, {.threads = 1, .memory = u64{256} << 20}, nullptr, used).run();
    fmt::print("  {:20} {:>14} positions {:8.2f} CPU s\n", what, grouped(r.visits), r.cpu_seconds);
  }
}

} // namespace
} // namespace zermelo

int main(int argc, char** argv) {
  using namespace zermelo;
  std::setvbuf(stdout, nullptr, _IOLBF, 0); // a row takes minutes
  const auto o = read_agreement(argc, argv, {{"--positions", 2000}, {"--left", 9}});
  const auto positions = o.numbers.at("--positions"), seed = o.numbers.at("--seed");
  const int left = static_cast<int>(o.numbers.at("--left"));
  if (const int rc = agree("connect4", connect4::LargeGame(7, 6), positions, left, seed); rc != 0) return rc;
  if (const int rc = agree("othello", othello::LargeGame(8), positions, left, seed); rc != 0) return rc;
  if (const int rc = agree("othello:6x6", othello::LargeGame(6), positions, left, seed); rc != 0) return rc;
  const connect4::LargeGame small(6, 5);
  hooks("connect4:6x5", small, small.start());
  const othello::LargeGame six(6);
  std::string why;
  hooks("othello:6x6", six, *six.parse("....../..xo../.oxxo./..oxx./...oo./......:x", why));
}
