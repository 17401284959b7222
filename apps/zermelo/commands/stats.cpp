// Counts by value and distance, with published figures beside ours: of a table, or of a result without one.
#include "arguments.h"
#include "base/units.h"
#include "command.h"
#include "tasks/results.h"
#include "terminal.h"
#include "view/report.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct StatsArguments {
  std::string game, from;
  bool reachable = false, logarithmic = false;
  i64 threads = 0;
};

std::string text_of(const ReachReport& r, const ReachReport::Count& c, const char* what) {
  std::string text = fmt::format("\n{}{}\n{:24} {:>15} {:>15} {:>15} {:>15}\n", what, r.folded ? ", up to symmetry" : "", "",
                                 "positions", "wins", "losses", "draws");
  auto row = [&](const char* name, const Tally& t) {
    text += fmt::format("{:24} {:>15} {:>15} {:>15} {:>15}\n", name, grouped(t.positions()), grouped(t.wins), grouped(t.losses),
                        grouped(t.draws));
  };
  row("for the side to move", c.mover);
  if (!r.folded) row("for the first player", c.first_player);
  if (r.counts_outside)
    text += fmt::format("{:24} {:>15}\n{:24} {:>15}\n", "over, outside the set", grouped(c.outside), "together",
                        grouped(c.mover.positions() + c.outside));
  return text + fmt::format("{:24} {:>15}\n", "plies to reach them", c.depth);
}

std::string text_of(const ReachReport& r) {
  std::string text = text_of(r, r.all, "reachable from the start");
  if (r.all.mover != r.unsettled.mover)
    text += text_of(r, r.unsettled, "reachable if play stops where the rules tell the value (win in 1)");
  return text;
}

// Where the figures come from: a table before a recorded result.
struct Source {
  std::optional<Table> table;
  std::optional<TableFiles> files; // of the table
  Result result;
  std::string sentence; // where there is no table
};

Source source_of(const Entry& entry, const StatsArguments& o, const Common& common) {
  auto told = [](const Result& r) {
    const std::string text = provenance_text(r);
    return text.empty() ? std::string() : " (" + text + ")";
  };
  if (!o.from.empty()) {
    Source s{{}, {}, result_in(entry, o.from), {}};
    s.sentence = fmt::format("result of {} in {}{}", entry.full_name(), printable(o.from, 300), told(s.result));
    return s;
  }
  if (auto table = find_table(entry, common)) {
    const TableFiles files = files_to_read(entry, common);
    Result result = result_of(entry, *table, files);
    return {std::move(table), files, std::move(result), {}};
  }
  auto recorded = recorded_result(entry);
  if (!recorded) refuse_missing_table(entry, common);
  Source s{{}, {}, std::move(*recorded), {}};
  s.sentence = fmt::format("recorded result of {}, no table here{}", entry.full_name(), told(s.result));
  return s;
}

Exit stats(const StatsArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const Source source = source_of(*entry, o, common);
  const Statistics& s = source.result.statistics;
  const Findings& found = source.result.findings;
  auto j = statistics_of(source.result, source.files ? &*source.files : nullptr,
                         source.table     ? "table"
                         : o.from.empty() ? "recorded"
                                          : "file");
  std::optional<ReachReport> reach;
  if (o.reachable) {
    if (!source.table || !source.files) throw Error(Exit::table, "--reachable needs a table: a result has no values to count");
    notef("walking through {} slots from the start\n", grouped(source.table->slots()));
    reach = entry->reachable(*source.table, static_cast<int>(o.threads));
    j["reachable"] = remember_reachable(*reach, *source.table, *source.files);
  } else if (source.table && source.files) {
    if (auto counted = remembered_reachable(*source.table, *source.files); counted.is_object())
      j["reachable"] = std::move(counted);
  }
  const auto figures = published_figures(known_of(*entry), entry->variant, j);
  j["published"] = published_json(figures);
  if (common.json) {
    out(j);
    return Exit::done;
  }
  outf("{}: {}\n", bold(entry->full_name()), painted(s.initial, words(s.initial)));
  if (!source.sentence.empty()) outf("{}\n", source.sentence);
  out(std::string_view(totals_text(source.result.set, s)));
  out(std::string_view("\n" + (has_distribution(figures)
                                   ? by_plies_beside(s, figures)
                                   : by_plies_text(s, {.unicode = unicode(), .bar_width = 30, .logarithmic = o.logarithmic}))));
  out(std::string_view(findings_text(found)));
  if (reach) out(std::string_view(text_of(*reach)));
  if (!figures.empty()) out(std::string_view("\npublished\n" + published_text(figures)));
  return Exit::done;
}

} // namespace

const Command stats_command = {
    "stats", "counts by value and distance, published figures beside ours", "zermelo stats tictactoe --reachable",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<StatsArguments>();
      a.game(o->game);
      a.text("--from", o->from, "FILE", "of a result file, which `solve --json` printed, not of a table");
      a.flag("--reachable", o->reachable, "also count what can be reached from the start");
      a.flag("--log", o->logarithmic, "bars on a logarithmic scale: rare distances are seen too");
      a.number("--threads", o->threads, 0, 4096, "how many threads (default: all)");
      return [o, &common] { return stats(*o, common); };
    }};

} // namespace zermelo
