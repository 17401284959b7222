// Retrograde analysis into a table.
#include "arguments.h"
#include "base/file.h"
#include "base/machine.h"
#include "base/units.h"
#include "base/version.h"
#include "command.h"
#include "packing.h"
#include "processes.h"
#include "solving.h"
#include "stop.h"
#include "table/sidecar.h"
#include "tasks/results.h"
#include "terminal.h"
#include "view/report.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct SolveArguments {
  std::string game, method = "auto", device = "cpu";
  i64 threads = 0, processes = 1;
  u64 memory = 0, device_memory = 0;
  double time = 0, checkpoint = 60;
  bool dry_run = false, restart = false, force = false, quiet = false, values = false, on_disk = false, verify = false,
       pack = false;

  SolveOptions for_solver() const {
    SolveOptions o;
    o.threads = static_cast<int>(threads);
    o.memory = memory;
    o.device_memory = device_memory;
    o.time_limit = time;
    o.checkpoint_every = checkpoint;
    for (const Method m : named_methods)
      if (method == name_of(m)) o.method = m;
    o.device = device == "cuda" ? Device::cuda : Device::cpu;
    o.restart = restart;
    o.on_disk = on_disk;
    o.processes = static_cast<int>(processes);
    o.program = version();
    return o;
  }
};

// The plan is the answer; exit 7 says, as the solve itself would, that it does not fit.
Exit dry_run(const Entry& entry, const TableFiles& files, const SolveArguments& o, const Common& common) {
  const SolvePlan plan = entry.plan(o.for_solver(), files.contents);
  const u64 allowed = o.memory != 0 ? o.memory : available_memory();
  auto folder = files.table.parent_path();
  while (!folder.empty() && !std::filesystem::exists(folder) && folder != folder.parent_path()) folder = folder.parent_path();
  const u64 disk = free_disk(folder.empty() ? "." : folder), there = bytes_on_disk(files);
  const bool fits = plan.memory <= allowed && plan.device_fits;
  if (common.json) {
    out(nlohmann::json{{"game", entry.name},
                       {"variant", entry.variant},
                       {"slots", plan.slots},
                       {"stages", plan.stages},
                       {"memory", plan.memory},
                       {"planned", plan.planned},
                       {"device_memory", plan.device_memory},
                       {"device_window", plan.device_window},
                       {"disk", plan.disk},
                       {"disk_there", there},
                       {"on_disk", plan.on_disk},
                       {"seconds", plan.seconds},
                       {"pass_seconds", plan.pass_seconds > 0 ? nlohmann::json(plan.pass_seconds) : nlohmann::json()},
                       {"threads", plan.threads},
                       {"processes", plan.processes},
                       {"method", name_of(plan.method)},
                       {"device", name_of(plan.device)},
                       {"memory_allowed", allowed},
                       {"disk_free", disk},
                       {"fits", fits},
                       {"table", files.table.string()}});
  } else {
    outf("{}: {}\n", entry.full_name(), text_of(plan));
    outf("method     {}, {} stage{}, {} thread{}{}\n", name_of(plan.method), plan.stages, plan.stages == 1 ? "" : "s",
         plan.threads, plan.threads == 1 ? "" : "s",
         plan.processes == 1 ? "" : fmt::format(" in each of {} processes", plan.processes));
    outf("device     {}{}\n",
         plan.device == Device::cpu ? "cpu" : fmt::format("cuda, {} of its memory", bytes(plan.device_memory)),
         plan.in_windows ? fmt::format("; it holds {} slots of finished layers at a time and goes through them in windows",
                                       grouped(plan.device_window))
                         : "");
    outf("memory     {} {}\n", bytes(allowed), o.memory != 0 ? "allowed" : "free");
    outf("disk       {} free{}\n", bytes(disk), there == 0 ? "" : fmt::format(", {} there already", bytes(there)));
    if (plan.on_disk)
      outf("layers     finished ones stay on disk and are read by block{}\n",
           plan.disk / 2 > disk + there ? "; the table takes their place, where the disk has no room for both" : "");
    outf("time       about {}{}\ntable      {}\n", duration(plan.seconds),
         plan.pass_seconds == 0 ? ""
                                : fmt::format("; a pass takes at most {}, and there are as many as the longest win has plies",
                                              duration(plan.pass_seconds)),
         files.table.string());
  }
  if (plan.memory > allowed) notef("zermelo: {} does not fit into this memory\n", entry.full_name());
  if (!plan.device_fits) notef("zermelo: {} does not fit into the device's memory\n", entry.full_name());
  return fits ? Exit::done : Exit::resources;
}

void print_summary(const Entry& entry, const Statistics& s, const nlohmann::json& j, const TableFiles& files) {
  outf("{}: {}\n", bold(entry.full_name()), painted(s.initial, words(s.initial)));
  out(std::string_view(totals_text(entry.words.set, s)));
  out(std::string_view("\n" + by_plies_text(s, {.unicode = unicode(), .bar_width = 30}) + "\n"));
  outf("table      {} ({})\n", j.at("table").get<std::string>(), bytes(j.at("table_bytes").get<u64>()));
  if (j.at("seconds").is_number())
    outf("time       {} wall, {} CPU on {} thread{}; peak memory {}{}\n", duration(j.at("seconds")),
         duration(j.at("cpu_seconds")), j.at("threads").get<int>(), j.at("threads") == 1 ? "" : "s",
         bytes(j.at("peak_memory").get<u64>()),
         j.at("resumed") == true ? "; of the last run, which went on from a checkpoint" : "");
  if (const auto& phases = j.at("phases"); phases.is_object())
    outf("of it      {} in the work itself, {} saving stages, {} counting, {} writing\n", duration(phases.at("stages")),
         duration(phases.at("saving")), duration(phases.at("counting")), duration(phases.at("writing")));
  const auto& check = j.at("check");
  if (check.at("wrong") == 0)
    outf("check      {} {}, every value agrees with its successors{}\n", grouped(check.at("positions").get<u64>()),
         check.at("whole") == true ? "slots" : "random positions", check.at("whole") == true ? "" : "; --verify checks all");
  if (const auto together = read_sidecar(files).value("ranks", nlohmann::json()); together.is_object())
    outf("processes  {}, the largest of them {}; sent {} in {} messages; the busiest had {:.2f} times the mean, waiting took "
         "{:.0f} %\n",
         together.at("processes").get<int>(), bytes(j.at("peak_memory").get<u64>()), bytes(together.at("bytes").get<u64>()),
         grouped(together.at("messages").get<u64>()), together.at("imbalance").get<double>(),
         100 * together.at("waiting").get<double>());
  if (const auto device = read_sidecar(files).value("device", nlohmann::json()); device.is_object()) {
    const double seconds = device.at("seconds"), read = device.at("bytes_read"), operations = device.at("word_operations");
    const double peak = device.at("peak_bytes_per_second"), peak_operations = device.at("peak_operations_per_second");
    outf("device     {} of device time", duration(seconds));
    if (read > 0) // where the engine counts them
      outf("; {:.1f} TB of vectors read at {:.2f} TB/s, {:.0f} % of the memory's rate;\n"
           "           {:.1f} T word operations a second in lifting them, {:.0f} % of the processors'",
           read / 1e12, read / seconds / 1e12, 100 * read / seconds / peak, operations / seconds / 1e12,
           100 * operations / seconds / peak_operations);
    outf("\n");
  }
}

Exit solve(const SolveArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const TableFiles files = files_of(*entry, common, o.values ? Contents::values : Contents::distances);
  if (o.dry_run) return dry_run(*entry, files, o, common);
  if (o.processes > 1)
    throw Error(Exit::usage, "--processes is for --dry-run; a launcher starts processes: mpirun -n N zermelo solve …");
  SolveOptions options = o.for_solver();
  options.ranks = join_processes();
  bool reused = false;
  const bool first = options.ranks == nullptr || options.ranks->first();
  if (!o.force && !o.restart && first) reused = sound_table(*entry, files, note_line).has_value();
  if (options.ranks != nullptr) reused = options.ranks->sum(reused ? 1 : 0) != 0;
  if (reused) {
    notef("{} is solved already; --force solves it again\n", entry->full_name());
    if (first) remove_leftovers(*entry, files, note_line);
  }
  if (!reused) solve_with_progress(*entry, files, options, o.quiet);
  if (!first) return Exit::done;
  if (o.pack) note_line(text_of(pack_with_progress(*entry, files, options.threads, o.quiet), files));
  const Result result = result_of(*entry, Table(files.table, entry->identity()), files);
  auto j = summary_of(result, &files);
  j["reused"] = reused;
  // A hundredth of the time: a bit that flipped in memory has right checksums, and only its neighbours tell.
  const double share = reused || !j["seconds"].is_number() ? 0 : j["seconds"].get<double>() / 100;
  const Exit code = check_solved(*entry, files, share,
                                 {.threads = options.threads,
                                  .memory = options.memory,
                                  .sample = o.verify ? u64{0} : u64{16},
                                  .should_stop = stop_requested},
                                 j, [](const std::string& sentence) { note_line("zermelo: " + sentence); });
  if (common.json) {
    out(j);
  } else {
    print_summary(*entry, result.statistics, j, files);
  }
  return code;
}

} // namespace

const Command solve_command = {
    "solve", "compute the value and distance of every position, into a table", "zermelo solve tictactoe --threads 2 --memory 2G",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<SolveArguments>();
      a.game(o->game);
      a.number("--threads", o->threads, 0, 4096, "how many threads (default: all)");
      a.number("--processes", o->processes, 1, 1'000'000,
               "with --dry-run: the plan for so many processes, which mpirun or srun starts");
      a.memory("--memory", o->memory, "refuse to take more memory than this, as 512M or 2G (default: what is free)");
      a.memory("--device-memory", o->device_memory, "take no more of the device's memory than this (default: what is free)");
      a.seconds("--time", o->time, "stop after this time; the same command resumes the solve");
      a.seconds("--checkpoint", o->checkpoint, "save the work this often (default 60; 0: only when stopped)");
      a.flag("--values", o->values, "write only who wins, two bits a position: NAME.wdl.zt beside NAME.zt");
      a.flag("--pack", o->pack, "then pack the table: losses alone, in about half the room (as tables pack)");
      a.choice(
          "--method", o->method, {"auto", "backward", "forward", "layers", "windows", "blocks", "cubes", "planes", "marks"},
          "backward: un-moves with counters; forward: passes over all positions; layers: un-moves layer by layer; windows: a "
          "pass per score; blocks: shapes with all owners at once; cubes: squares with all colourings at once; planes: one piece "
          "against all sets of others at once");
      a.choice("--device", o->device, {"cpu", "cuda"}, "where to compute");
      a.flag("--on-disk", o->on_disk,
             "leave finished layers on disk; a solve does so by itself where memory is too small for them");
      a.flag("--verify", o->verify,
             "check every value against its successors when it is solved; without it some random positions are checked");
      a.flag("--dry-run", o->dry_run, "only print the plan: method, device, stages, memory, disk, time");
      a.flag("--restart", o->restart, "begin anew, whatever checkpoint is there");
      a.flag("--force", o->force, "solve again though there is a good table");
      a.flag("--quiet", o->quiet, "print no estimate and no progress");
      return [o, &common] { return solve(*o, common); };
    }};

} // namespace zermelo
