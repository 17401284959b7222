// A table that a proof cites, as the check of that proof reads it: found to be the very file that was cited, or refused with a
// sentence; read block by block through a cache. Where a table of values leaves a position to its successors (`deferred`:
// captures in Checkers) they are looked up instead, by the rules.
#pragma once

#include "game/any.h"
#include "table/proof_file.h"

namespace zermelo {

class CitedTable {
public:
  // Game and identity are those of the cited game as this program has it.
  CitedTable(const AnyGame& game, const TableIdentity& identity, const Citation& cited, const std::filesystem::path& file,
             u64 cache_bytes);

  // For the side to move; unknown where the table does not hold the position.
  Wdl value(const AnyPosition& p) const;

private:
  const AnyGame& game_;
  Table table_;
};

} // namespace zermelo
