#include "tasks/solve_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "base/file.h"
#include "base/machine.h"
#include "base/units.h"
#include "base/version.h"
#include "exec/ranks.h"
#include "table/sidecar.h"
#include "tasks/results.h"
#include "verify/report.h"
#include "view/sights.h"

namespace zermelo {
namespace {

constexpr u64 most_sampled = 10'000; // positions that a solve checks when it has ended

std::string now() {
  const std::time_t t = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&t, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// What differs from run to run stands beside the table, not in it.
void keep_beside(const Entry& entry, const TableFiles& files, const SolveResult& result) {
  const bool device = !result.device.name.empty();
  const std::string option =
      std::string(files.contents == Contents::values ? " --values" : "") + (device ? " --device cuda" : "");
  nlohmann::json j = {{"game", entry.full_name()},
                      {"program", "zermelo " + std::string(version())},
                      {"command", fmt::format("zermelo solve {}{}", entry.full_name(), option)},
                      {"finished", now()},
                      {"machine", device ? result.device.name + " with " + machine_name() : machine_name()},
                      {"threads", result.threads},
                      {"seconds", result.wall_seconds},
                      {"cpu_seconds", result.cpu_seconds},
                      {"peak_memory", result.peak_memory},
                      {"resumed", result.resumed},
                      {"phases",
                       {{"stages", result.phases.stages},
                        {"saving", result.phases.saving},
                        {"counting", result.phases.counting},
                        {"writing", result.phases.writing}}}};
  if (result.ranks.processes > 1)
    j["ranks"] = {{"processes", result.ranks.processes},
                  {"messages", result.ranks.messages},
                  {"bytes", result.ranks.bytes},
                  {"imbalance", result.ranks.imbalance},
                  {"waiting", result.ranks.waiting}};
  if (result.edges.updates > 0) j["edges"] = {{"updates", result.edges.updates}, {"questions", result.edges.questions}};
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
      if (!longest.empty()) j.update({{"longest_positions", longest}, {"longest_in", fingerprint_of(table)}});
    }
  } catch (const Error&) { // NOLINT(bugprone-empty-catch): the table is there, and that is what counts
  }
  write_sidecar(files, std::move(j));
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
  if (options.ranks == nullptr || options.ranks->first()) keep_beside(entry, files, result);
  return result;
}

// What a solve leaves that is killed while it tidies up is older than its table, and no use to anybody; a solve that is stopped,
// or at work, has newer files, or holds the lock.
void remove_leftovers(const Entry& entry, const TableFiles& files, const Note& note) try {
  const FolderLock lock(files.lock, "solving " + entry.full_name() + " in the same folder");
  std::vector<std::filesystem::path> useless = files.unfinished();
  std::error_code gone;
  const auto finished = std::filesystem::last_write_time(files.table, gone);
  for (const auto& file : files.checkpoints())
    if (const auto written = std::filesystem::last_write_time(file, gone); !gone && written <= finished) useless.push_back(file);
  std::reverse(useless.begin(), useless.end()); // layers from the last to the first
  for (const auto& file : useless) remove_file(file);
  if (!useless.empty()) note(fmt::format("removed {} files that a solve had left when it was killed", useless.size()));
} catch (const Error&) { // NOLINT(bugprone-empty-catch): somebody else solves it, or the folder may only be read
}

std::optional<Table> sound_table(const Entry& entry, const TableFiles& files, const Note& note) try {
  if (!entry.game().indexed() || !is_there(files.table)) return std::nullopt;
  auto table = std::make_optional<Table>(files.table, entry.identity());
  if (const auto damaged = damaged_blocks(table->file()); !damaged.empty())
    throw Error(Exit::table,
                fmt::format("{} is damaged ({} of {} blocks)", table->file().path().string(), damaged.size(), table->blocks()));
  return table;
} catch (const Error& e) {
  if (e.code() != Exit::table) throw;
  note(fmt::format("the table that is there is of no use, so it will be replaced: {}", e.what()));
  return std::nullopt;
}

Exit check_solved(const Entry& entry, const TableFiles& files, double share_of_seconds, const VerifyOptions& asked,
                  nlohmann::json& j, const Note& note) {
  const Table table(files.table, entry.identity());
  VerifyOptions options = asked;
  const double start = wall_seconds();
  VerifyReport report = entry.verify(table, options);
  if (asked.sample != 0) { // this first look tells how many more the time is enough for
    const double each = std::max(1e-7, (wall_seconds() - start) / static_cast<double>(std::max<u64>(1, report.slots)));
    const u64 more = std::min(most_sampled, static_cast<u64>(share_of_seconds / each));
    if (report.holds() && more > asked.sample) {
      options.sample = more;
      options.seed = asked.seed + 1;
      report = entry.verify(table, options);
    }
  }
  j["check"] = {{"positions", report.slots},
                {"whole", report.whole},
                {"wrong", report.wrong},
                {"proof", report.proves()},
                {"seconds", wall_seconds() - start}};
  if (report.holds()) return Exit::done;
  const std::filesystem::path aside = files.table.string() + ".wrong";
  publish(files.table, aside); // so that nothing answers from it
  j["table"] = aside.string();
  note(fmt::format("the table is wrong: {} of {} positions that were checked contradict their successors{}. The memory of this "
                   "machine or this "
                   "program has failed; it lies in {}, and nothing answers from it",
                   report.wrong, report.slots, report.statistics_agree ? "" : ", and its totals are wrong", aside.string()));
  return Exit::mismatch;
}

} // namespace zermelo
