// The first moves of a game laid out.
#include "view/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "arguments.h"
#include "base/error.h"
#include "base/units.h"
#include "command.h"
#include "progress.h"
#include "stop.h"
#include "tasks/context.h"
#include "tasks/proved_moves.h"
#include "terminal.h"
#include "view/two_ply.h"

namespace zermelo {
namespace {

struct OpeningsArguments {
  std::string game, position, only, list, proofs, method;
  i64 plies = 2;
  bool prove = false;
  u64 memory = 0;
  double time = 0;
};

std::regex pattern_of(const std::string& text) try {
  return std::regex(text.empty() ? ".*" : text);
} catch (const std::regex_error&) {
  throw Error(Exit::usage, "--only: '" + text + "' is no regular expression");
}

// Without a table: each move by a proof search of its own.
Exit proved_openings(const OpeningsArguments& o, const Entry& entry, const AnyPosition& start, const Common& common) {
  catch_stop_signals();
  ProvedMovesRequest request;
  request.proofs = o.proofs;
  request.search.method = o.method;
  request.search.options.threads = 1;
  request.search.options.memory = o.memory;
  request.search.options.time_limit = o.time;
  request.search.options.should_stop = stop_requested;
  if (!common.json)
    request.on_move = [](const ProvedMove& v) {
      if (!v.same_as.empty()) return outf("{:<4} {:<8} as {}\n", v.move, name_of(v.value), v.same_as);
      outf("{:<4} {:<8} {:>12} visits {:>12} positions {:>9}{}\n", v.move, name_of(v.value), grouped(v.visits),
           grouped(v.evaluated), duration(v.cpu_seconds),
           v.proof_bytes == 0 ? "" : fmt::format("   proof {}", bytes(v.proof_bytes)));
    };
  const std::vector<ProvedMove> values = proved_moves(entry, start, request, common);
  if (common.json) {
    out(to_json(entry, start, values));
  } else {
    u64 wins = 0, open = 0;
    double seconds = 0;
    for (const ProvedMove& v : values) {
      wins += v.value == Wdl::win ? 1 : 0;
      open += v.value == Wdl::unknown ? 1 : 0;
      seconds += v.cpu_seconds;
    }
    outf("\n{}\n{} of {} moves win{}; {} of CPU time\n", map_of(entry, start, values), wins, values.size(),
         open == 0 ? "" : fmt::format(", {} are open", open), duration(seconds));
  }
  const bool open = std::any_of(values.begin(), values.end(), [](const ProvedMove& v) { return v.value == Wdl::unknown; });
  return open ? Exit::stopped : Exit::done;
}

Exit openings(const OpeningsArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  if (!o.prove && (!o.proofs.empty() || o.memory != 0 || o.time > 0 || !o.method.empty()))
    throw Error(Exit::usage, "--proofs, --memory, --time and --method go with --prove");
  if (o.prove) {
    if (!o.only.empty() || !o.list.empty())
      throw Error(Exit::usage, "--prove tells what each next move is worth: leave out --only and --list");
    return proved_openings(o, *entry, position_of(*entry, o.position), common);
  }
  const AnyGame& game = entry->game();
  const AnyPosition start = position_of(*entry, o.position);
  const std::regex allowed = pattern_of(o.only);
  const auto table = find_table(*entry, common);
  if (!table) refuse_missing_table(*entry, common);
  catch_stop_signals();
  const Openings found = openings(game, *table, start, static_cast<int>(o.plies), [&](const std::string& name) {
    if (stop_requested()) throw Error(Exit::stopped, "interrupted; what was laid out is not kept");
    return std::regex_match(name, allowed);
  });
  std::vector<std::string> listed;
  if (!o.list.empty())
    for (const AnyPosition& p : found.of_kind[o.list == "win" ? 0 : o.list == "draw" ? 1 : 2]) listed.push_back(game.print(p));
  if (common.json) {
    auto j = to_json(found);
    if (!o.list.empty()) j["positions"] = listed;
    out(j);
    return Exit::done;
  }
  outf("{}", text_of(found));
  // Two moves fit on a page as a table.
  if (o.plies == 2 && o.only.empty()) outf("\nfirst moves against replies\n{}", text_of(two_ply(game, *table, start), unicode()));
  if (!o.list.empty()) outf("\n{}\n", listed.empty() ? "no position of that value" : fmt::format("{}", fmt::join(listed, "\n")));
  return Exit::done;
}

} // namespace

const Command openings_command = {
    "openings", "the first moves laid out, up to symmetry, with the moves that win",
    "zermelo openings tictactoe --plies 2\n  zermelo openings hex:5 --prove",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<OpeningsArguments>();
      a.game(o->game);
      a.position(o->position);
      a.number("--plies", o->plies, 1, 8, "so many moves (default: 2)");
      a.text("--only", o->only, "PATTERN", "only moves whose whole name this regular expression matches");
      a.choice("--list", o->list, {"win", "draw", "loss"}, "the last positions that are this for who moves first");
      a.flag("--prove", o->prove,
             "without a table: what each next move is worth, by a proof search of its own, and a map of the board");
      a.text("--proofs", o->proofs, "DIR",
             "with --prove, in games of connection: write the proof of each move there, MOVE.proof");
      a.choice("--method", o->method, {"df-pn", "alpha-beta", "zones", "connections"}, "with --prove: as of 'zermelo prove'");
      a.seconds("--time", o->time, "with --prove: give a move up after this time");
      a.memory("--memory", o->memory, "with --prove: for each search, as 512M or 2G");
      return [o, &common] { return openings(*o, common); };
    }};

} // namespace zermelo
