#include "solve_job.h"

#include <ctime>

#include "base/file.h"
#include "base/json.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/ranks.h"
#include "progress.h"
#include "stop.h"
#include "terminal.h"
#include "verify/report.h"
#include "view/sights.h"

namespace zermelo {
namespace {

std::string now() {
  const std::time_t t = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&t, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// What differs from run to run stands beside the table, not in it.
void write_sidecar(const Entry& entry, const TableFiles& files, const SolveResult& result) {
  const bool device = !result.device.name.empty();
  const std::string option =
      std::string(files.contents == Contents::values ? " --values" : "") + (device ? " --device cuda" : "");
  nlohmann::json j = {{"game", entry.full_name()},
                      {"program", "zermelo " ZERMELO_VERSION},
                      {"command", fmt::format("zermelo solve {}{}", entry.full_name(), option)},
                      {"finished", now()},
                      {"machine", device ? result.device.name + " with " + machine_name() : machine_name()},
                      {"threads", result.threads},
                      {"seconds", result.wall_seconds},
                      {"cpu_seconds", result.cpu_seconds},
                      {"peak_memory", result.peak_memory},
                      {"resumed", result.resumed}};
  if (result.ranks.processes > 1)
    j["ranks"] = {{"processes", result.ranks.processes},
                  {"messages", result.ranks.messages},
                  {"bytes", result.ranks.bytes},
                  {"imbalance", result.ranks.imbalance},
                  {"waiting", result.ranks.waiting}};
  if (device)
    j["device"] = {{"seconds", result.device.seconds},
                   {"bytes_read", result.device.bytes},
                   {"peak_bytes_per_second", result.device.peak_bytes},
                   {"word_operations", result.device.operations},
                   {"peak_operations_per_second", result.device.peak_operations}};
  // Found once and kept: what is rare is not found by chance later.
  try {
    if (const Table table(files.table, entry.identity()); table.header().findings.longest_positions.empty()) {
      const auto longest = longest_wins(entry.game(), table);
      if (!longest.empty())
        j.update({{"longest_positions", longest}, {"longest_in", fmt::format("{:016x}", table.file().fingerprint())}});
    }
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): the table is there, and that is what counts
  }
  write_whole(files.sidecar, json_text_indented(j) + "\n");
}

} // namespace

std::string text_of(const SolvePlan& e) {
  return fmt::format(
      "{} slots by --method {}{}; at most {} of memory{} and {} of disk{}", grouped(e.slots), name_of(e.method),
      e.device == Device::cuda ? " on a CUDA device"
      : e.processes > 1        ? fmt::format(" in {} processes of {} thread{}", e.processes, e.threads, e.threads == 1 ? "" : "s")
                               : "",
      bytes(e.planned), e.processes > 1 ? " each" : "", bytes(e.disk), e.on_disk ? ", where finished layers stay" : "");
}

u64 bytes_on_disk(const TableFiles& files) {
  u64 n = 0;
  for (const auto& path : files.checkpoints()) {
    std::error_code none;
    if (const auto size = std::filesystem::file_size(path, none); !none) n += size;
  }
  return n;
}

SolveResult solve_into(const Entry& entry, const TableFiles& files, const SolveOptions& options) {
  SolveResult result = entry.solve(files, options);
  if (options.ranks == nullptr || options.ranks->first()) write_sidecar(entry, files, result);
  return result;
}

SolveResult solve_with_progress(const Entry& entry, const TableFiles& files, SolveOptions options, bool quiet) {
  catch_stop_signals();
  if (!quiet) notef("solving {}: {}\n", entry.full_name(), text_of(entry.plan(options, files.contents)));
  ProgressLine line(quiet);
  options.on_progress = [&](const SolveProgress& p) { line.show(text_of(p)); };
  options.should_stop = stop_requested;
  SolveResult result = solve_into(entry, files, options);
  line.clear();
  return result;
}

std::optional<Table> sound_table(const Entry& entry, const TableFiles& files) try {
  std::error_code unreadable;
  if (!entry.game().indexed() || !std::filesystem::exists(files.table, unreadable)) return std::nullopt;
  auto table = std::make_optional<Table>(files.table, entry.identity());
  if (const auto damaged = damaged_blocks(table->file()); !damaged.empty())
    throw Error(Exit::table,
                fmt::format("{} is damaged ({} of {} blocks)", table->file().path().string(), damaged.size(), table->blocks()));
  return table;
} catch (const Error& e) {
  if (e.code() != Exit::table) throw;
  notef("the table that is there is of no use, so it will be replaced: {}\n", e.what());
  return std::nullopt;
}

} // namespace zermelo
