// What every solve does around its work: check that what it was estimated to take is there, lock the folder, take the time.
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

// work() solves and writes the table; the checkpoint is of no use after it.
template <class Work>
SolveResult run_solve(const SolveEstimate& estimate, const SolveOptions& options, const TableIdentity& identity,
                      const TableFiles& files, int threads, std::string_view hint, Work&& work) try {
  check_memory(estimate, options, identity, hint);
  if (files.table.has_parent_path()) make_folders(files.table.parent_path());
  check_disk(estimate, files, identity);
  const FolderLock lock(files.lock, "solving " + identity.game + " in the same folder");
  const double wall = wall_seconds(), cpu = cpu_seconds();
  SolveResult result = work();
  remove_file(files.checkpoint);
  result.wall_seconds = wall_seconds() - wall;
  result.cpu_seconds = cpu_seconds() - cpu;
  result.peak_memory = peak_memory();
  result.threads = threads;
  return result;
} catch (const std::bad_alloc&) { // the estimate was kept, but something else took the memory meanwhile
  throw Error(Exit::resources,
              "the memory ran out while solving " + identity.game + "; the same command goes on from the last checkpoint");
}

} // namespace zermelo
