#include <fmt/format.h>
#include "base/error.h"
#include "catalog/catalog.h"
#include "verify/semantic.h"
#include "base/machine.h"
#include "solve/reachable.h"
int main(int argc, char** argv) try {
  auto e = zermelo::open_game(argc > 1 ? argv[1] : "tictactoe");
  std::string folder = argc > 2 ? argv[2] : "/tmp/zt";
  zermelo::SolveOptions o;
  if (argc > 3) o.method = zermelo::Method::forward;
  o.restart = true; double c0 = zermelo::cpu_seconds(); int ph = -1; o.on_progress = [&](const zermelo::SolveProgress& p) { if ((int)p.phase*1000+p.plies != ph) { ph = (int)p.phase*1000+p.plies; if (p.plies<6||p.phase==zermelo::SolveProgress::Phase::write) fmt::print(stderr, "phase {} ply {} cpu {:.2f}\n", (int)p.phase, p.plies, zermelo::cpu_seconds() - c0);} };
  zermelo::TableFiles f(folder, e->full_name());
  auto r = e->solve(f, o);
  fmt::print("{}\n wall {} cpu {} peak {} bytes {}\n", to_json(r.statistics).dump(), r.wall_seconds, r.cpu_seconds, r.peak_memory >> 20, r.table_bytes);
  zermelo::Table t(f.table, e->identity());
  auto v = e->verify(t, {});
  fmt::print("verify {} {} {}\n", v.slots, v.wrong, v.statistics_agree);
  auto x = e->reachable(t, 0);
  fmt::print("reach {} {} {} unsettled {} outside {}\n", x.mover.wins, x.mover.losses, x.mover.draws, x.unsettled.positions(), x.outside);
} catch (const zermelo::Error& e) { fmt::print("{}\n", e.what()); return int(e.code()); }
