// A table of Checkers of N pieces against a search that leans on one of N - 1 pieces: random positions with N pieces.
//
//   checkers_agreement_bench TABLE-OF-N TABLE-OF-N-1 --pieces N [--side 8] [--positions 1000] [--seed 1] [--nodes 20000]
#include "agreement.h"
#include "checkers/endings_game.h"

namespace zermelo::checkers {
namespace {

EndingsGame endings(int side, int n) { return EndingsGame(side, {side == 6 ? std::min(n, 6) : n, n, (n + 1) / 2, n / 2}); }

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

int compare(AgreementOptions o) {
  const int pieces = static_cast<int>(o.numbers.at("--pieces")), side = static_cast<int>(o.numbers.at("--side"));
  const EndingsGame g = endings(side, pieces), smaller = endings(side, pieces - 1);
  const Table table(o.tables[0]), bound(o.tables[1]);
  if (table.slots() != g.size() || bound.slots() != smaller.size() || !table.header().holds_settled) {
    fmt::print(stderr, "give a table of {} pieces with distances and one of {}\n", pieces, pieces - 1);
    return 2;
  }
  o.prove.lean_on = [&] { return leaf(smaller, bound); };
  return compare_with_search(g, table, smaller.size(), o); // those with one piece more come last
}

} // namespace
} // namespace zermelo::checkers

int main(int argc, char** argv) {
  auto o = zermelo::read_agreement(argc, argv, {{"--pieces", 5}, {"--side", 8}});
  if (o.tables.size() != 2) { // ./dev bench runs every program; this one needs tables
    fmt::print("checkers_agreement_bench: give two tables\n");
    return 0;
  }
  return zermelo::checkers::compare(std::move(o));
}
