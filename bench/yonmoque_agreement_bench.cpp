// A table of Yonmoque against the proof search, which knows nothing of it.
//
//   yonmoque_agreement_bench TABLE [--pieces 6] [--positions 1000] [--seed 1] [--nodes 20000]
#include "agreement.h"
#include "yonmoque/free_game.h"

int main(int argc, char** argv) {
  using namespace zermelo;
  const auto o = read_agreement(argc, argv, {{"--pieces", yonmoque::Rules::most_pieces}});
  if (o.tables.empty()) { // ./dev bench runs every program; this one needs a table
    fmt::print("yonmoque_agreement_bench: give a table\n");
    return 0;
  }
  const int pieces = static_cast<int>(o.numbers.at("--pieces"));
  const yonmoque::FreeGame g(pieces);
  const Table table(o.tables[0]);
  if (table.slots() != g.size()) {
    fmt::print(stderr, "{} is not the table of {} pieces each\n", o.tables[0], pieces);
    return 2;
  }
  return compare_with_search(g, table, 0, o);
}
