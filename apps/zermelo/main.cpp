#include <fmt/format.h>
#include "catalog/catalog.h"
int main(int argc, char** argv) {
  auto e = zermelo::open_game(argc > 1 ? argv[1] : "tictactoe");
  auto p = e->game().start();
  fmt::print("{}\n{}", e->game().print(p), e->game().draw(p));
  for (int d = 0; d < 6; ++d) fmt::print("{}\n", e->perft(p, d));
  auto r = e->check({});
  for (auto& x : r.promises) fmt::print("{} {} {} {}\n", x.name, x.tested, x.broken, x.example);
}
