// How far the proof search comes with the positions of TRAX after two turns, one of each class of symmetric ones; White is to
// move. trax_two_ply_bench [SIDE [SECONDS [THREADS [MEGABYTES]]]]: so many seconds for each of two claims about each position.
// Where a claim is not decided, the numbers show how much is open at least for and against it.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <map>

#include "base/units.h"
#include "solve/dfpn/prove.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

struct Options {
  int side = 8;
  double seconds = 0.5;
  int threads = 0;
  u64 memory = u64{256} << 20;
};

std::string number(u32 n) { return n >= Numbers::infinite ? "inf" : std::to_string(n); }

void search(const Game& game, const Position& p, bool win, const Options& o) {
  const ProveResult r = Prove<Game>(game, p, win, {.threads = o.threads, .memory = o.memory, .time_limit = o.seconds}).run();
  const bool holds = (r.verdict == Verdict::proven) == win;
  const std::string result = r.verdict == Verdict::unknown ? "open" : holds ? "proven" : "disproven";
  fmt::print("  {:8} {:9} {:>7} for, {:>7} against {:>13} visits {:>8.1f} s {:>9.1f} CPU s, table {:.0f} % full\n",
             win ? "win" : "not-loss", result, number(r.root.mine), number(r.root.theirs), grouped(r.visits), r.wall_seconds,
             r.cpu_seconds, 100 * r.fill);
  std::fflush(stdout);
}

void search_all(const Options& o) {
  const Game game{.side = o.side};
  std::map<std::string, std::string> records; // of one way to each class
  std::map<std::string, Position> classes;
  game.expand(game.start(), [&](Move first, const Position& p) {
    game.expand(p, [&](Move second, const Position& q) {
      const std::string name = game.print(game.canonical(q));
      classes.emplace(name, q);
      records.emplace(name, game.move_name(game.start(), first) + " " + game.move_name(p, second));
      return true;
    });
    return true;
  });
  fmt::print("trax:{0}x{0}: {1} positions after two turns, White to move; {2} s and {3} for each claim\n", o.side, classes.size(),
             o.seconds, bytes(o.memory));
  for (const auto& [name, p] : classes) {
    fmt::print("{}  {}\n", records[name], name);
    for (const bool win : {false, true}) search(game, p, win, o);
  }
}

} // namespace
} // namespace zermelo::trax

int main(int argc, char** argv) {
  zermelo::trax::Options o;
  if (argc > 1 && std::strncmp(argv[1], "--", 2) == 0) argc = 1; // what ./dev bench gives to all
  if (argc > 1) o.side = std::atoi(argv[1]);
  if (argc > 2) o.seconds = std::atof(argv[2]);
  if (argc > 3) o.threads = std::atoi(argv[3]);
  if (argc > 4) o.memory = std::strtoull(argv[4], nullptr, 10) << 20;
  zermelo::trax::search_all(o);
}
