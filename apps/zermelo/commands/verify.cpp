// Checks a table: its checksums, and every value against its successors.
#include "verify/report.h"

#include <charconv>

#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "commands/verify.h"
#include "processes.h"
#include "progress.h"
#include "published_tables.h"
#include "stop.h"
#include "table/proof_file.h"
#include "tasks/verify_job.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

// "3/8"
void read_slice(const std::string& text, VerifyOptions& into) {
  if (text.empty()) return;
  const char* end = text.data() + text.size();
  const auto [slash, bad] = std::from_chars(text.data(), end, into.slice);
  if (bad == std::errc{} && slash != end && *slash == '/') {
    const auto [rest, worse] = std::from_chars(slash + 1, end, into.slices);
    if (worse == std::errc{} && rest == end && into.slice >= 1 && into.slice <= into.slices && into.slices <= 1'000'000'000)
      return;
  }
  throw Error(Exit::usage, fmt::format("--slice: '{}' is no part like 3/8, the third of eight", printable(text, 40)));
}

NamedTable subject_of(const std::string& what, const Common& common) {
  std::error_code unreadable;
  if (!names_a_game(what) &&
      (std::filesystem::exists(what, unreadable) || what.find('/') != std::string::npos || what.ends_with(".zt")))
    return table_in_file(what);
  auto entry = open_named(what);
  Table table = need_table(*entry, common);
  return {std::move(entry), std::move(table)};
}

// Of several processes each reads some of the blocks.
std::vector<u64> damaged_of_all(const Table& table, Ranks& ranks, const std::function<void(const VerifyProgress&)>& on_progress) {
  const u64 n = static_cast<u64>(ranks.size()), r = static_cast<u64>(ranks.rank()), all = table.blocks();
  auto mine = damaged_blocks(table.file(), all * r / n, all * (r + 1) / n, on_progress);
  if (ranks.alone()) return mine;
  std::vector<u64> damaged;
  for (const Message& m : ranks.gather(bytes_of(mine)))
    for (const u64 block : words_of(m)) damaged.push_back(block);
  return damaged;
}

// Whether it is, byte for byte, the table that docs/results tells of.
Exit check_published(const NamedTable& subject, nlohmann::json& j, bool json) {
  const TableHeader& header = subject.table.header();
  const std::string file =
      (header.losses_only ? "packed/" : "") + TableFiles("", subject.entry->full_name(), contents_of(header)).table.string();
  const auto published = sum_in(published_tables, file);
  if (!published) throw Error(Exit::table, "no SHA-256 of " + file + " is published; docs/results/tables.sha256 is the list");
  const std::string here = subject.table.file().sha256();
  j["published"] = {{"file", file}, {"sha256", here}, {"expected", *published}};
  if (here == *published) {
    if (!json) outf("published  SHA-256 {} as published\n", here);
    return Exit::done;
  }
  notef("zermelo: {} has the SHA-256 {}; published is {}: it is another table, or damaged\n",
        subject.table.file().path().string(), here, *published);
  return Exit::mismatch;
}

Exit check_sums(const Table& table, Ranks& ranks, nlohmann::json& j, bool json) {
  ProgressLine line(false);
  const auto damaged = damaged_of_all(table, ranks, [&](const VerifyProgress& p) { line.show(text_of(p, "blocks read")); });
  line.clear();
  j["checksum"] = {{"blocks", table.blocks()}, {"damaged", damaged}};
  if (!json && damaged.empty()) outf("checksum   {} blocks, all sound\n", grouped(table.blocks()));
  if (damaged.empty()) return Exit::done;
  const std::vector<u64> first(damaged.begin(),
                               damaged.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(damaged.size(), 20)));
  notef("zermelo: {} is damaged: {} of {} blocks do not match their checksums: {}{}; solve again, or restore a copy\n",
        table.file().path().string(), damaged.size(), table.blocks(), fmt::join(first, ", "),
        first.size() < damaged.size() ? ", ..." : "");
  return Exit::table;
}

// What was found to hold, in a sentence that claims no more than was checked.
std::string sentence_for(const VerifyReport& r, const VerifyArguments& o) {
  std::string part = fmt::format("{} slots", grouped(r.slots));
  if (o.sample != 0) part = fmt::format("{} random positions (seed {})", grouped(r.slots), o.seed);
  if (!o.slice.empty())
    part = fmt::format("slice {}: slots {} to {}", o.slice, grouped(r.first_slot), grouped(r.first_slot + r.slots - 1));
  if (r.distances) return part + ", every value follows from its successors";
  if (r.scores && r.whole) return part + ", every score follows from its successors, and none leans on a circle";
  if (r.scores)
    return part + ", every score is consistent with its successors\n           consistent, not proved: only a check of all slots "
                  "finds scores that lean on each other in a circle";
  return part +
         ", every value is consistent with its successors\n           consistent, not proved: without distances a circle of "
         "wrong values can be consistent";
}

void print(const VerifyReport& r, const VerifyArguments& o) {
  if (r.wrong == 0) outf("semantic   {}\n", sentence_for(r, o));
  if (r.wrong != 0) outf("semantic   {} of {} values are WRONG, the first ones:\n", grouped(r.wrong), grouped(r.slots));
  for (const auto& x : r.first)
    outf("  slot {}  {}  found {}, expected {}{}\n", x.slot, x.position.empty() ? "(no position)" : x.position, words(x.found),
         words(x.expected),
         x.filler   ? " as a filler: the rules settle this position"
         : x.circle ? ": it leans on a circle of positions"
                    : "");
  if (!r.statistics_agree) outf("semantic   the totals in the header are WRONG\n");
}

Exit check_values(const NamedTable& subject, const VerifyArguments& o, Ranks* ranks, nlohmann::json& j, bool json) {
  VerifyOptions options{.threads = static_cast<int>(o.threads),
                        .memory = o.memory,
                        .most_shown = static_cast<u64>(o.show),
                        .sample = static_cast<u64>(o.sample),
                        .seed = static_cast<u64>(o.seed),
                        .ranks = ranks,
                        .should_stop = stop_requested};
  read_slice(o.slice, options);
  if (options.slices > subject.table.slots()) throw Error(Exit::usage, "--slice: there are more parts than slots");
  notef("checking {} against their successors{}\n",
        o.sample != 0 ? fmt::format("{} random positions", grouped(options.sample))
                      : fmt::format("{} slots", grouped(subject.table.slots() / std::max<u64>(1, options.slices))),
        ranks == nullptr ? "" : fmt::format(" in {} processes", ranks->size()));
  catch_stop_signals();
  ProgressLine line(false);
  options.on_progress = [&](const VerifyProgress& p) { line.show(text_of(p, "slots checked")); };
  const double start = wall_seconds(), cpu = cpu_seconds();
  const VerifyReport report = subject.entry->verify(subject.table, options);
  line.clear();
  j["semantic"] = to_json(report);
  j["semantic"]["seconds"] = wall_seconds() - start;
  const double here = cpu_seconds() - cpu;
  j["semantic"]["cpu_seconds"] = ranks == nullptr ? here : static_cast<double>(ranks->sum(static_cast<u64>(here * 1e6))) / 1e6;
  j["semantic"]["processes"] = ranks == nullptr ? 1 : ranks->size();
  if (!o.slice.empty()) j["semantic"]["slice"] = o.slice;
  if (o.sample != 0) j["semantic"]["seed"] = o.seed;
  if (!json) print(report, o);
  if (report.holds()) return Exit::done;
  notef("zermelo: {} is wrong: do not use it; solve again\n", subject.table.file().path().string());
  return Exit::mismatch;
}

Exit verify(const VerifyArguments& o, Ranks* ranks, const Common& common) {
  if (o.sample != 0 && !o.slice.empty()) throw Error(Exit::usage, "--slice or --sample, not both");
  VerifyOptions unused;
  read_slice(o.slice, unused); // before anything is read
  const NamedTable subject = subject_of(o.what, common);
  const bool both = !o.checksum && !o.semantic && !o.published;
  nlohmann::json j = {
      {"game", subject.entry->name}, {"variant", subject.entry->variant}, {"table", subject.table.file().path().string()}};
  Exit code = o.published ? check_published(subject, j, common.json) : Exit::done;
  if (code == Exit::done && (o.checksum || both))
    code = check_sums(subject.table, ranks != nullptr ? *ranks : one_rank(), j, common.json);
  if (code == Exit::done && (o.semantic || both)) code = check_values(subject, o, ranks, j, common.json);
  j["holds"] = code == Exit::done;
  if (common.json) out(j);
  return code;
}

// What ends one process, as a file that it does not see, ends all.
Exit verify_together(const VerifyArguments& o, const Common& common) {
  Ranks* const ranks = join_processes();
  if (ranks != nullptr && (o.sample != 0 || !o.slice.empty()))
    throw Error(Exit::usage, "several processes check a whole table: leave out --slice and --sample");
  try {
    const Exit code = verify(o, ranks, common);
    std::fflush(nullptr);
    if (ranks != nullptr) ranks->sum(0); // a launcher may end all when one ends: not before the first has spoken
    return code;
  } catch (const Error& e) {
    if (ranks != nullptr) ranks->fail(e.code(), e.what());
    throw;
  }
}

Exit verify_any(const VerifyArguments& o, const Common& common) {
  if (!is_proof(o.what)) return verify_together(o, common);
  if (launched_processes() > 1) throw Error(Exit::usage, "a proof is checked by one process: leave out the launcher");
  return verify_proof(o, common);
}

} // namespace

const Command verify_command = {
    "verify", "check a table (checksums, and every value against its successors) or a proof",
    "zermelo verify tictactoe --semantic", [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<VerifyArguments>();
      a.word(
          "GAME", o->what,
          "GAME[:VARIANT], or the file of a table or of a proof; the tables that a proof cites are looked for where others are",
          true);
      a.flag("--checksum", o->checksum, "check only that every block is as it was written");
      a.flag("--semantic", o->semantic, "check only that every value is what its successors say");
      a.flag("--published", o->published, "check only that its SHA-256 is the one in docs/results/tables.sha256");
      a.text("--slice", o->slice, "K/N", "check only the K-th of N equal parts of the slots, in little memory");
      a.number("--sample", o->sample, 0, 1'000'000'000, "check only so many random positions, in little memory");
      a.number("--seed", o->seed, 0, 1'000'000'000'000'000, "the seed of the sample (default 1)");
      a.number("--threads", o->threads, 0, 4096, "how many threads (default: all)");
      a.memory("--memory", o->memory, "refuse to take more memory than this, as 512M or 2G");
      a.number("--show", o->show, 0, 1'000'000, "how many wrong positions to show (default 10)");
      return [o, &common] { return verify_any(*o, common); };
    }};

} // namespace zermelo
