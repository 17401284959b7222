// Checks a table: its checksums, and every value against its successors.
#include "verify/semantic.h"

#include "arguments.h"
#include "context.h"
#include "stop.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct Options {
  std::string what; // a game, or a table's file
  bool checksum = false, semantic = false;
  i64 threads = 0, show = 10;
  u64 memory = 0;
};

struct Subject {
  std::unique_ptr<Entry> entry;
  Table table;
};

bool names_a_game(const std::string& text) { return find_folder(text.substr(0, text.find(':'))) != nullptr; }

Subject subject_of(const std::string& what, const Common& common) {
  std::error_code unreadable;
  if (!names_a_game(what) &&
      (std::filesystem::exists(what, unreadable) || what.find('/') != std::string::npos || what.ends_with(".zt"))) {
    if (!std::filesystem::exists(what, unreadable)) throw Error(Exit::table, "there is no file " + printable(what));
    const std::string game = Table(what).header().identity.game;
    if (!names_a_game(game))
      throw Error(Exit::table,
                  fmt::format("{} is the table of {}, a game that this program does not have", what, printable(game)));
    auto entry = open_named(game);
    Table table(what, entry->identity());
    return {std::move(entry), std::move(table)};
  }
  auto entry = open_named(what);
  Table table = need_table(*entry, common);
  return {std::move(entry), std::move(table)};
}

Exit check_sums(const Table& table, nlohmann::json& j, bool json) {
  const auto damaged = damaged_blocks(table.file());
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

Exit check_values(const Subject& subject, const Options& o, nlohmann::json& j, bool json) {
  notef("checking {} slots against their successors\n", grouped(subject.table.slots()));
  catch_stop_signals();
  const double start = wall_seconds(), cpu = cpu_seconds();
  const VerifyReport report = subject.entry->verify(subject.table, {.threads = static_cast<int>(o.threads),
                                                                    .memory = o.memory,
                                                                    .most_shown = static_cast<u64>(o.show),
                                                                    .should_stop = stop_requested});
  auto& s = j["semantic"];
  s = {{"slots", report.slots},
       {"wrong", report.wrong},
       {"statistics_agree", report.statistics_agree},
       {"seconds", wall_seconds() - start},
       {"cpu_seconds", cpu_seconds() - cpu},
       {"first", nlohmann::json::array()}};
  for (const auto& x : report.first)
    s["first"].push_back({{"slot", x.slot},
                          {"position", x.position.empty() ? nlohmann::json() : nlohmann::json(x.position)},
                          {"found", to_json(x.found)},
                          {"expected", to_json(x.expected)}});
  if (!json) {
    if (report.wrong == 0) outf("semantic   {} slots, every value follows from its successors\n", grouped(report.slots));
    if (report.wrong != 0)
      outf("semantic   {} of {} values are WRONG, the first ones:\n", grouped(report.wrong), grouped(report.slots));
    for (const auto& x : report.first)
      outf("  slot {}  {}  found {}, expected {}\n", x.slot, x.position.empty() ? "(no position)" : x.position, words(x.found),
           words(x.expected));
    if (!report.statistics_agree) outf("semantic   the totals in the header are WRONG\n");
  }
  if (report.holds()) return Exit::done;
  notef("zermelo: {} is wrong: do not use it; solve again\n", subject.table.file().path().string());
  return Exit::mismatch;
}

Exit verify(const Options& o, const Common& common) {
  const Subject subject = subject_of(o.what, common);
  const bool both = !o.checksum && !o.semantic;
  nlohmann::json j = {
      {"game", subject.entry->name}, {"variant", subject.entry->variant}, {"table", subject.table.file().path().string()}};
  Exit code = Exit::done;
  if (o.checksum || both) code = check_sums(subject.table, j, common.json);
  if (code == Exit::done && (o.semantic || both)) code = check_values(subject, o, j, common.json);
  j["holds"] = code == Exit::done;
  if (common.json) out(j);
  return code;
}

} // namespace

const Command verify_command = {"verify", "check a table: checksums, and every value against its successors",
                                "zermelo verify tictactoe --semantic",
                                [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                  auto o = std::make_shared<Options>();
                                  a.word("GAME", o->what, "GAME[:VARIANT], or the file of a table", true);
                                  a.flag("--checksum", o->checksum, "only that every block is as it was written");
                                  a.flag("--semantic", o->semantic, "only that every value is what its successors say");
                                  a.number("--threads", o->threads, 0, 4096, "how many threads (default: all)");
                                  a.memory("--memory", o->memory, "refuse to take more memory than this, as 512M or 2G");
                                  a.number("--show", o->show, 0, 1'000'000, "how many wrong positions to show (default 10)");
                                  return [o, &common] { return verify(*o, common); };
                                }};

} // namespace zermelo
