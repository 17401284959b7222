// Packs the table of a game: the file is replaced by one that says the same in less room.
#pragma once

#include "solve/pack.h"
#include "tasks/context.h"

namespace zermelo {

struct Packed {
  u64 before = 0, after = 0; // bytes
  std::string encoding;      // now
  bool already = false;      // nothing was to be done
};

// Under the lock of the folder; what was counted for the table before is kept for this one.
Packed pack_in_place(const Entry& entry, const TableFiles& files, const PackOptions& options);

} // namespace zermelo
