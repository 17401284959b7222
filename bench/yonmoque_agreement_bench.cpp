// A table of Yonmoque against the proof search, which knows nothing of it: random positions of the table, each claim decided by
// search within a limit of visits and compared.
//
//   yonmoque_agreement_bench TABLE [--pieces 6] [--positions 1000] [--seed 1] [--nodes 20000]
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "base/machine.h"
#include "base/units.h"
#include "solve/dfpn/prove.h"
#include "table/table.h"
#include "yonmoque/free_game.h"

namespace zermelo::yonmoque {
namespace {

struct Options {
  std::string table;
  int pieces = Rules::most_pieces;
  u64 positions = 1000, seed = 1;
  ProveOptions prove{.threads = 1, .memory = u64{16} << 20, .most_visits = 20'000};
};

struct Sums {
  u64 compared = 0, undecided = 0, visits = 0;
  Tally values;
};

// Whether the search says what the table says; false if it says something else.
bool agrees(const FreeGame& g, const Position& p, Value v, const Options& o, Sums& sums) {
  for (const bool mover : {true, false}) { // who is claimed to win
    if (!mover && v.wdl == Wdl::win) continue;
    const ProveResult r = Prove<FreeGame>(g, p, mover, o.prove).run();
    sums.visits += r.visits;
    if (r.verdict == Verdict::unknown) {
      ++sums.undecided;
      return true;
    }
    if ((r.verdict == Verdict::proven) != (v.wdl == (mover ? Wdl::win : Wdl::loss))) return false;
  }
  ++sums.compared;
  sums.values.add(v.wdl, 1);
  return true;
}

int compare(const Options& o) {
  const FreeGame g(o.pieces);
  const Table table(o.table);
  if (table.slots() != g.size()) {
    fmt::print(stderr, "{} is not the table of {} pieces each\n", o.table, o.pieces);
    return 2;
  }
  std::mt19937_64 random(o.seed);
  Sums sums;
  const double start = cpu_seconds();
  for (u64 n = 0; n < o.positions;) {
    const Slot s = random() % g.size();
    Position p;
    if (!g.unrank(s, p)) continue;
    ++n;
    const Value v = table.value(s);
    if (!agrees(g, p, v, o, sums)) {
      fmt::print("DIFFERS: {} is a {} in the table\n", g.print(p), name_of(v.wdl));
      return 3;
    }
  }
  fmt::print("{} random positions (seed {}): {} decided by search, all as the table has them ({} wins, {} losses, {} draws); {} "
             "not decided within {} visits; "
             "{} visits, {:.1f} CPU s\n",
             grouped(o.positions), o.seed, grouped(sums.compared), grouped(sums.values.wins), grouped(sums.values.losses),
             grouped(sums.values.draws), grouped(sums.undecided), grouped(o.prove.most_visits), grouped(sums.visits),
             cpu_seconds() - start);
  return 0;
}

} // namespace
} // namespace zermelo::yonmoque

int main(int argc, char** argv) {
  zermelo::yonmoque::Options o;
  for (int i = 1; i < argc; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0 && i + 1 < argc; };
    const auto number = [&] { return std::strtoull(argv[++i], nullptr, 10); };
    if (is("--pieces")) {
      o.pieces = static_cast<int>(number());
    } else if (is("--positions")) {
      o.positions = number();
    } else if (is("--seed")) {
      o.seed = number();
    } else if (is("--nodes")) {
      o.prove.most_visits = number();
    } else if (argv[i][0] != '-') {
      o.table = argv[i];
    }
  }
  if (o.table.empty()) { // ./dev bench runs every program; this one needs a table
    fmt::print("yonmoque_agreement_bench TABLE [--pieces N] [--positions N] [--seed N] [--nodes N]\n");
    return 0;
  }
  return zermelo::yonmoque::compare(o);
}
