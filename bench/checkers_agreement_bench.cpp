// A table of Checkers of N pieces against a search that leans on one of N - 1 pieces: random positions with N pieces, each claim
// decided by search within a limit of visits and compared.
//
//   checkers_agreement_bench TABLE-OF-N TABLE-OF-N-1 --pieces N [--side 8] [--positions 1000] [--seed 1] [--nodes 20000]
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "base/machine.h"
#include "base/units.h"
#include "checkers/endings_game.h"
#include "solve/dfpn/prove.h"
#include "table/table.h"

namespace zermelo::checkers {
namespace {

struct Options {
  std::vector<std::string> tables;
  int pieces = 5, side = 8;
  u64 positions = 1000, seed = 1;
  ProveOptions prove{.threads = 1, .memory = u64{16} << 20, .most_visits = 20'000};
};

EndingsGame endings(const Options& o, int n) {
  return EndingsGame(o.side, {o.side == 6 ? std::min(n, 6) : n, n, (n + 1) / 2, n / 2});
}

// What the smaller table tells; where it leaves out captures, the search comes to their successors.
std::function<Wdl(const AnyPosition&)> leaf(const EndingsGame& g, const Table& table) {
  return [&g, &table](const AnyPosition& any) {
    const Position p = Erased<EndingsGame>::restore(any);
    const Slot s = g.rank(p);
    if (s == no_slot) return Wdl::unknown;
    if (!table.header().holds_settled && (g.jumps(p) || !g.steps(p))) return g.outcome(p);
    return table.value(s).wdl;
  };
}

int compare(Options o) {
  const EndingsGame g = endings(o, o.pieces), smaller = endings(o, o.pieces - 1);
  const Table table(o.tables[0]), bound(o.tables[1]);
  if (table.slots() != g.size() || bound.slots() != smaller.size() || !table.header().holds_settled) {
    fmt::print(stderr, "give a table of {} pieces with distances and one of {}\n", o.pieces, o.pieces - 1);
    return 2;
  }
  o.prove.lean_on = [&] { return leaf(smaller, bound); };
  std::mt19937_64 random(o.seed);
  u64 visits = 0;
  Tally decided, undecided;
  const double start = cpu_seconds();
  for (u64 n = 0; n < o.positions; ++n) {
    const Slot s = smaller.size() + random() % (g.size() - smaller.size()); // those with one piece more come last
    Position p;
    g.unrank(s, p);
    const Value v = table.value(s);
    bool open = false;
    for (const bool mover : {true, false}) { // who is claimed to win
      if (g.outcome(p) != Wdl::unknown) break;
      const ProveResult r = Prove<EndingsGame>(g, p, mover, o.prove).run();
      visits += r.visits;
      open = open || r.verdict == Verdict::unknown;
      if (r.verdict == Verdict::unknown || (r.verdict == Verdict::proven) == (v.wdl == (mover ? Wdl::win : Wdl::loss))) continue;
      fmt::print("DIFFERS: {} is a {} in the table\n", g.print(p), name_of(v.wdl));
      return 3;
    }
    (open ? undecided : decided).add(v.wdl, 1);
  }
  auto words = [](const Tally& t) {
    return fmt::format("{} ({} wins, {} losses, {} draws)", grouped(t.positions()), grouped(t.wins), grouped(t.losses),
                       grouped(t.draws));
  };
  fmt::print(
      "{} random positions (seed {}): {} decided by search, all as the table has them; {} not decided within {} visits; {} "
      "visits, {:.1f} CPU s\n",
      grouped(o.positions), o.seed, words(decided), words(undecided), grouped(o.prove.most_visits), grouped(visits),
      cpu_seconds() - start);
  return 0;
}

} // namespace
} // namespace zermelo::checkers

int main(int argc, char** argv) {
  zermelo::checkers::Options o;
  for (int i = 1; i < argc; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0 && i + 1 < argc; };
    const auto number = [&] { return std::strtoull(argv[++i], nullptr, 10); };
    if (is("--pieces")) {
      o.pieces = static_cast<int>(number());
    } else if (is("--side")) {
      o.side = static_cast<int>(number());
    } else if (is("--positions")) {
      o.positions = number();
    } else if (is("--seed")) {
      o.seed = number();
    } else if (is("--nodes")) {
      o.prove.most_visits = number();
    } else if (argv[i][0] != '-') {
      o.tables.emplace_back(argv[i]);
    }
  }
  if (o.tables.size() != 2) { // ./dev bench runs every program; this one needs tables
    fmt::print("checkers_agreement_bench: give two tables\n");
    return 0;
  }
  return zermelo::checkers::compare(o);
}
