// Zermelo as a library: find_package(zermelo), link zermelo::zermelo, include this file. It is the manual. Every line of code
// below is compiled and run by a test (examples/manual/main.cpp); examples/solve_and_probe is a whole program of 20 lines.
//
// A game of the catalog, by the name that the command line takes; an unknown one is an Error that says what there is.
//
//   const auto entry = zermelo::open_game("nim:1-2-3");
//   const zermelo::AnyGame& game = entry->game();
//
// The rules (game/any.h). A position and a move are values; only the game that made them can read them.
//
//   zermelo::AnyPosition p = game.start();
//   for (const zermelo::AnyMove m : game.moves(p))
//     std::cout << game.move_name(p, m) << " leads to " << game.print(game.play(p, m)) << "\n";
//   std::string why;
//   if (!game.parse("nonsense", why)) std::cout << why << "\n";
//
// A solve computes every position and writes one file (solve/job.h). It takes a lock, refuses what memory or disk cannot hold, and
// can be stopped at any time: the same call resumes it. plan() says what it will take.
//
//   const zermelo::TableFiles files(folder, entry->full_name());
//   zermelo::SolveOptions options;
//   options.threads = 1;
//   options.on_progress = [](const zermelo::SolveProgress& now) { std::cerr << now.fraction << "\n"; };
//   const zermelo::SolvePlan plan = entry->plan(options, files.contents);
//   const zermelo::SolveResult solved = entry->solve(files, options);
//
// A table (table/table.h) refuses a damaged file and one of other rules. One Table for each thread, or a lock around it.
//
//   const zermelo::Table table(files.table, entry->identity());
//   const zermelo::Answer answer = zermelo::probe(game, &table, p); // the value of p and of each move, best first
//   const zermelo::Line line = zermelo::best_line(game, &table, p); // as many plies as the value says
//
// Values are the mover's; distances are plies (base/value.h). A draw has no distance, nor has a value of a table without distances.
//
//   const zermelo::Value v = answer.value;
//   std::cout << name_of(v.wdl) << (v.has_plies() ? " in " + std::to_string(v.plies) : "") << "\n";
//
// A check recomputes every value from those of the successors. It shares the rules, the index and the reader of the table with the
// solver (verify/semantic.h says what it proves).
//
//   const zermelo::VerifyReport report = entry->verify(table, {});
//   if (!report.proves()) std::cout << report.wrong << " wrong values\n";
//
// A proof search (solve/dfpn/options.h) asks whether one player can force a win. It needs no table. A proof on disk is optional.
//
//   const bool mover_attacks = true;
//   const zermelo::ProveResult proved = entry->prove(p, mover_attacks, {.threads = 1, .memory = 16 << 20});
//   if (proved.verdict == zermelo::Verdict::disproven) std::cout << "the side to move cannot force a win\n";
//
// An opponent (search/opponent.h) plays without a table. It is given the positions of the game so far, the present one last.
//
//   const auto opponent = entry->opponent({.nodes = 10'000});
//   const zermelo::Thought thought = opponent->think(std::span(&p, 1));
//   std::cout << game.move_name(p, thought.move) << "\n";
//
// Errors are zermelo::Error with a sentence and a kind (base/error.h). The library neither prints nor exits, and starts threads only
// within a call. It promises no stable ABI. To add a game of your own, see docs/adding-a-game.md.
#pragma once

#include "catalog/catalog.h"
#include "search/opponent.h"
#include "solve/dfpn/options.h"
#include "verify/report.h"
#include "view/line.h"
#include "view/probe.h"
