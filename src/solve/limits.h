// What every solve checks before it starts: that what it was estimated to take is there.
#pragma once

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "base/machine.h"
#include "base/units.h"
#include "solve/job.h"
#include "table/table.h"

namespace zermelo {

inline u64 memory_limit(const SolveOptions& options) { return options.memory != 0 ? options.memory : available_memory(); }

inline void check_memory(const SolveEstimate& e, const SolveOptions& options, const TableIdentity& identity,
                         std::string_view hint = "") {
  if (e.memory <= memory_limit(options)) return;
  throw Error(Exit::resources, fmt::format("solving {} takes {} of memory ({} positions and classes); {} {}{}", identity.game,
                                           bytes(e.memory), grouped(e.slots), bytes(memory_limit(options)),
                                           options.memory != 0 ? "are allowed by --memory" : "are free on this machine", hint));
}

inline void check_disk(const SolveEstimate& e, const TableFiles& files, const TableIdentity& identity) {
  // Tables shrink to a fifth or less; what is refused here would not fit even then.
  const u64 need = e.disk / 5, have = free_disk(files.table.parent_path());
  if (need > have)
    throw Error(Exit::resources, fmt::format("the table and checkpoint of {} need about {} in {}; {} are free", identity.game,
                                             bytes(need), files.table.parent_path().string(), bytes(have)));
}

} // namespace zermelo
