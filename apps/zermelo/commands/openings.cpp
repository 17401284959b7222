// The first moves of a game laid out.
#include "view/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "arguments.h"
#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "base/version.h"
#include "command.h"
#include "progress.h"
#include "stop.h"
#include "tasks/context.h"
#include "tasks/opening_book.h"
#include "tasks/proved_moves.h"
#include "terminal.h"
#include "view/text.h"
#include "view/two_ply.h"

namespace zermelo {
namespace {

struct OpeningsArguments {
  std::string game, position, only, list, proofs, method, book;
  i64 plies = 2, threads = 0;
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

// Exact values of the positions of the first plies, into a file.
Exit booked_openings(const OpeningsArguments& o, const Entry& entry, const AnyPosition& start, const Common& common) {
  catch_stop_signals();
  BookRequest request{.plies = static_cast<int>(o.plies), .file = o.book};
  request.search.threads = static_cast<int>(o.threads);
  request.search.memory = o.memory;
  request.search.time_limit = o.time;
  request.search.should_stop = stop_requested;
  request.provenance = {{"program", "zermelo " + std::string(version())},
                        {"machine", machine_name()},
                        {"command", fmt::format("zermelo openings {} --book FILE --plies {}", entry.full_name(), o.plies)}};
  if (!common.json)
    request.on_value = [](const BookRequest::Found& f) {
      outf("{:>3}  {}  {:<12} {:>14} visits {:>9}\n", f.ply, f.position, words(f.value), grouped(f.visits),
           duration(f.cpu_seconds));
      flush_out();
    };
  const BookMade made = make_book(entry, start, request);
  if (common.json) {
    out(nlohmann::json{{"game", entry.name},
                       {"variant", entry.variant},
                       {"plies", o.plies},
                       {"file", o.book},
                       {"positions", made.book.values.size()},
                       {"open", made.open}});
  } else {
    outf("{} positions in {}{}\n", made.book.values.size(), o.book,
         made.open == 0 ? "" : fmt::format("; {} more are open: the same command goes on", made.open));
  }
  return made.open == 0 ? Exit::done : Exit::stopped;
}

Exit openings(const OpeningsArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  if (!o.prove && (!o.proofs.empty() || !o.method.empty())) throw Error(Exit::usage, "--proofs and --method go with --prove");
  if (!o.prove && o.book.empty() && (o.memory != 0 || o.time > 0))
    throw Error(Exit::usage, "--memory and --time go with --prove or --book");
  if (o.book.empty() && o.threads != 0) throw Error(Exit::usage, "--threads goes with --book");
  if (!o.book.empty()) {
    if (o.prove || !o.only.empty() || !o.list.empty())
      throw Error(Exit::usage,
                  "--book writes what every position of the first plies is worth: leave out --prove, --only and --list");
    return booked_openings(o, *entry, position_of(*entry, o.position), common);
  }
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
      a.text("--book", o->book, "FILE",
             "in games of exact search: the exact value of every position of the first plies, into this file; the same command "
             "goes on with it");
      a.seconds("--time", o->time, "with --prove: give a move up after this time; with --book: end after this time");
      a.memory("--memory", o->memory, "with --prove, --book: for a search, as 512M or 2G");
      a.number("--threads", o->threads, 0, 4096, "with --book: how many threads search (default: all)");
      return [o, &common] { return openings(*o, common); };
    }};

} // namespace zermelo
