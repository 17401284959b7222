#include "solve/drive.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/pool.h"
#include "solve/pacer.h"
#include "solve/stages.h"
#include "solve/write.h"

namespace zermelo {
namespace {

void check_memory(const SolvePlan& plan, const SolveOptions& options, const std::string& game) {
  if (plan.memory <= memory_limit(options)) return;
  throw Error(Exit::resources, fmt::format("solving {} takes {} of memory ({} positions and classes); {} {}", game,
                                           bytes(plan.memory), grouped(plan.slots), bytes(memory_limit(options)),
                                           options.memory != 0 ? "are allowed by --memory" : "are free on this machine") +
                                   plan.otherwise);
}

// Compressed, tables and stages were never larger than half of what they hold; what lies there already is part of it.
void check_disk(const SolvePlan& plan, const TableFiles& files, const StageFiles& stages, const std::string& game) {
  const u64 there = stages.bytes(), need = plan.disk / 2 - std::min(plan.disk / 2, there);
  if (const u64 have = free_disk(files.table.parent_path()); need > have)
    throw Error(Exit::resources, fmt::format("the table and checkpoints of {} need about {} more in {}; {} are free", game,
                                             bytes(need), files.table.parent_path().string(), bytes(have)));
}

class Drive {
public:
  Drive(Strategy& strategy, const TableIdentity& identity, const TableFiles& files, const SolveOptions& options)
      : strategy_(strategy), plan_(strategy.plan()), identity_(identity), files_(files), options_(options),
        stages_(files.checkpoint, identity, plan_.method, strategy.stages(), strategy.stage_block()) {}

  SolveResult run() {
    check_memory(plan_, options_, identity_.game);
    if (files_.table.has_parent_path()) make_folders(files_.table.parent_path());
    check_disk(plan_, files_, stages_, identity_.game);
    const FolderLock lock(files_.lock, "solving " + identity_.game + " in the same folder");
    const double wall = wall_seconds(), cpu = cpu_seconds();
    Pool pool(options_.threads);
    strategy_.prepare(pool, stages_);
    if (options_.restart) stages_.remove();
    SolveResult result;
    Pacer pacer(options_, plan_, stages_);
    work_through(pool, pacer, result);
    pacer.write();
    strategy_.count(result);
    write(pool, result, pacer);
    stages_.remove();
    result.device = strategy_.report();
    result.wall_seconds = wall_seconds() - wall;
    result.cpu_seconds = cpu_seconds() - cpu;
    result.peak_memory = peak_memory();
    result.threads = pool.threads();
    return result;
  }

private:
  void work_through(Pool& pool, Pacer& pacer, SolveResult& result) {
    const std::size_t all = stages_.stages().size();
    std::size_t i = strategy_.keeps_stages() ? stages_.finished() : 0;
    result.resumed = i > 0;
    for (std::size_t j = 0; j < i; ++j) pacer.finished(j);
    for (; i < all; ++i) {
      hold(i, pool);
      const bool resumed = stages_.resume(i, strategy_, pool);
      result.resumed = result.resumed || resumed;
      if (!resumed) strategy_.begin(i);
      strategy_.run(i, [&](const StageReport& r) { pacer.pause(i, r, [&] { stages_.save_at_work(i, strategy_, pool); }); });
      if (strategy_.keeps_stages()) {
        stages_.save(i, strategy_, pool);
        stages_.remove_at_work();
      }
      pacer.finished(i);
    }
    hold(all, pool);
  }

  // What a stage needs of those before it is brought back, the rest is let go.
  void hold(std::size_t stage, Pool& pool) {
    for (std::size_t j = 0; j < std::min(stage, stages_.stages().size()); ++j) {
      if (!strategy_.needs(stage, j)) {
        strategy_.forget(j);
      } else if (!strategy_.holds(j)) {
        stages_.recall(j, strategy_, pool);
      }
    }
  }

  void write(Pool& pool, SolveResult& result, Pacer& pacer) {
    const Encoding e = strategy_.encoding(result);
    const TableHeader header{identity_, e, strategy_.holds_settled(), result.statistics,
                             strategy_.tells_findings() ? result.findings : Findings{}};
    const u64 per_block = block_slots(e);
    result.table_bytes = write_blocks(files_.table, header_text(header), bytes_for(e, identity_.slots), bytes_for(e, per_block),
                                      strategy_.compression(e), pool, [&](u64 block, Bytes& raw) {
                                        strategy_.fill(e, block, raw);
                                        pacer.wrote(std::min(per_block, identity_.slots - block * per_block));
                                      });
  }

  Strategy& strategy_;
  SolvePlan plan_;
  const TableIdentity& identity_;
  const TableFiles& files_;
  const SolveOptions& options_;
  StageFiles stages_;
};

} // namespace

u64 memory_limit(const SolveOptions& options) { return options.memory != 0 ? options.memory : available_memory(); }

int threads_of(const SolveOptions& options) { return options.threads > 0 ? options.threads : Pool::default_threads(); }

u64 memory_before(Device device) { return resident_memory() + (device == Device::cuda ? u64{128} << 20 : 0); }

u64 writing_memory(int threads) { return static_cast<u64>(threads) * (u64{10} << 20); }

SolveResult drive(Strategy& strategy, const TableIdentity& identity, const TableFiles& files, const SolveOptions& options) try {
  return Drive(strategy, identity, files, options).run();
} catch (const std::bad_alloc&) { // the plan was kept, but something else took the memory meanwhile
  throw Error(Exit::resources,
              "the memory ran out while solving " + identity.game + "; the same command goes on from the last checkpoint");
}

} // namespace zermelo
