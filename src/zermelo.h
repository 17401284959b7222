// Zermelo as a library: find_package(zermelo), link zermelo::zermelo, include this. examples/solve_and_probe is a whole program.
//
//   auto entry = zermelo::open_game("nocca:3x4");              // a game of the catalog; Error for an unknown one
//   zermelo::TableFiles files(folder, entry->full_name());     // where its table lies
//   entry->solve(files, options);                              // every position, into the table; see solve/job.h
//   zermelo::Table table(files.table, entry->identity());      // refuses a damaged file or one of other rules
//   zermelo::Answer a = zermelo::probe(entry->game(), &table, entry->game().start());
//   zermelo::Line l = zermelo::best_line(entry->game(), &table, entry->game().start());
//   auto opponent = entry->opponent({.nodes = 100'000});       // plays without a table; see search/opponent.h
//   entry->verify(table, {});                                  // recomputes every value; see verify/semantic.h
//
// Errors are zermelo::Error with a sentence and a kind (base/error.h). The library neither prints nor exits. To add a game of
// your own, see docs/adding-a-game.md.
#pragma once

#include "catalog/catalog.h"
#include "search/opponent.h"
#include "verify/semantic.h"
#include "view/line.h"
#include "view/probe.h"
