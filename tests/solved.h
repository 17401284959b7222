// A game solved for a test, with its table.
#pragma once

#include "catalog/catalog.h"
#include "table/table.h"
#include "tests/faults/scratch.h"

namespace zermelo {

struct Solved {
  explicit Solved(const std::string& game) : entry(open_game(game)), table(solve()) {}
  faults::Scratch scratch;
  std::unique_ptr<Entry> entry;
  Table table;

private:
  Table solve() {
    const TableFiles files(scratch.path(), entry->full_name());
    entry->solve(files, {});
    return Table(files.table, entry->identity());
  }
};

} // namespace zermelo
