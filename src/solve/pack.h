// A table with losses alone, made from one with all values. A win is one more than the least loss among its moves, and who shows a
// position reads its moves anyway; so wins take the code of a draw (table/codec.h), and what is left is compressed hard.
// Dobutsu Shogi takes half of the room. The rules are not needed: it is a change of codes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exec/pool.h"
#include "table/table.h"

namespace zermelo {

struct PackOptions {
  int threads = 0;
  std::function<void(u64 blocks, u64 of)> on_progress;
  std::function<bool()> should_stop;
};

// Writes it under a name, which may be that of `from`: it is there whole or not at all. `longest` are positions of the longest win,
// for the header: nobody can look for the code of a win in such a table. Returns its bytes, which do not depend on the threads.
// Error(usage) for a table of scores, Error(table) where `from` is damaged, Error(stopped) if asked to stop.
u64 pack_table(const Table& from, const std::filesystem::path& into, std::vector<std::string> longest,
               const PackOptions& options);

} // namespace zermelo
