// What each technique of the proof search does for TRAX: both claims about a board from the start on one thread, with everything,
// and with one thing switched off at a time. trax_prove_bench [SIDE [MEGABYTES [MOST_VISITS]]]; a search that takes more visits
// than that is given up, and marked.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

#include "solve/dfpn/prove.h"
#include "trax/rules.h"

namespace zermelo::trax {
namespace {

// The game without one of the things that it tells the search. Who inherits can hide them.
struct NoGuess : Game {
  template <class P> void guess(const P&, Replies) const = delete;
};
struct NoHints : Game {
  template <class P, class Sink> void attempt(const P&, Move, Sink&&) const = delete;
};
struct NoThreats : Game {
  static void carried(Move, Move) = delete;
};
struct NoForesight : Game {
  template <class P, class Sink> u32 foresee(const P&, Sink&&) const = delete;
};
struct WeakNumbers : Game {
  static constexpr bool adds_up = false;
};
// Two positions are the same only if their tiles are, up to symmetry.
struct WholeKey : Game {
  Key key(const Position& p) const { return exact_key(static_cast<const Game&>(*this), p); }
};

struct Options {
  int side = 5;
  u64 memory = u64{1} << 30, most_visits = 100'000'000;
  int row = -1; // all
};

template <class G> void measure(const std::string& name, const Options& o, ProveOptions options = {}) {
  options.threads = 1;
  if (options.memory == 0) options.memory = o.memory;
  options.most_visits = o.most_visits;
  G game{};
  game.side = o.side;
  ProveResult sum;
  bool ended = true;
  for (const bool mover_attacks : {false, true}) {
    const ProveResult r = Prove<G>(game, game.start(), mover_attacks, options).run();
    ended = ended && r.verdict != Verdict::unknown;
    sum.visits += r.visits;
    sum.evaluated += r.evaluated;
    sum.cpu_seconds += r.cpu_seconds;
  }
  fmt::print("{:52} {:>12} {:>14} {:>9.2f}{}\n", name, sum.visits, sum.evaluated, sum.cpu_seconds, ended ? "" : "  given up");
  std::fflush(stdout);
}

void measure_all(const Options& o) {
  fmt::print("trax:{0}x{0}, both claims, one thread, table of {1} MB\n", o.side, o.memory >> 20);
  fmt::print("{:52} {:>12} {:>14} {:>9}\n", "", "visits", "looked at", "CPU s");
  const u64 small = o.memory / 32, tiny = o.memory / 128;
  const auto table = [](u64 memory, const char* how) { return fmt::format("table of {} KB{}", memory >> 10, how); };
  const std::vector<std::function<void()>> rows = {
      [&] { measure<Game>("everything", o); },
      [&] { measure<NoGuess>("first numbers: how many moves, not lines", o); },
      [&] { measure<NoHints>("no moves tried first, no threats", o); },
      [&] { measure<NoThreats>("no threats: moves against them not counted", o); },
      [&] { measure<NoForesight>("all moves of a first look are played", o); },
      [&] { measure<WholeKey>("key of all tiles, not of what is open", o); },
      [&] { measure<WeakNumbers>("weak numbers instead of sums", o); },
      [&] { measure<Game>("epsilon 0 instead of 0.5", o, {.epsilon = 0}); },
      [&] { measure<Game>("epsilon 0.25 instead of 0.5", o, {.epsilon = 0.125}); },
      [&] { measure<Game>(table(small, ""), o, {.memory = small}); },
      [&] { measure<Game>(table(small, ", with collections"), o, {.memory = small, .collect = true}); },
      [&] { measure<Game>(table(tiny, ""), o, {.memory = tiny}); },
      [&] { measure<Game>(table(tiny, ", with collections"), o, {.memory = tiny, .collect = true}); },
  };
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (o.row < 0 || o.row == static_cast<int>(i)) rows[i]();
}

} // namespace
} // namespace zermelo::trax

int main(int argc, char** argv) {
  zermelo::trax::Options o;
  if (argc > 1 && std::strncmp(argv[1], "--", 2) == 0) argc = 1; // what ./dev bench gives to all
  if (argc > 1) o.side = std::atoi(argv[1]);
  if (argc > 2) o.memory = std::strtoull(argv[2], nullptr, 10) << 20;
  if (argc > 3) o.most_visits = std::strtoull(argv[3], nullptr, 10);
  if (argc > 4) o.row = std::atoi(argv[4]);
  zermelo::trax::measure_all(o);
}
