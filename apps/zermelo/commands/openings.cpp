// The first moves of a game laid out.
#include "view/openings.h"

#include <fmt/format.h>

#include <regex>

#include "arguments.h"
#include "base/error.h"
#include "command.h"
#include "stop.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/two_ply.h"

namespace zermelo {
namespace {

struct OpeningsArguments {
  std::string game, position, only, list;
  i64 plies = 2;
};

std::regex pattern_of(const std::string& text) try {
  return std::regex(text.empty() ? ".*" : text);
} catch (const std::regex_error&) {
  throw Error(Exit::usage, "--only: '" + text + "' is no regular expression");
}

Exit openings(const OpeningsArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
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
    "openings", "the first moves laid out, up to symmetry, with the moves that win", "zermelo openings tictactoe --plies 2",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<OpeningsArguments>();
      a.game(o->game);
      a.position(o->position);
      a.number("--plies", o->plies, 1, 8, "so many moves (default: 2)");
      a.text("--only", o->only, "PATTERN", "only moves whose whole name this regular expression matches");
      a.choice("--list", o->list, {"win", "draw", "loss"}, "the last positions that are this for who moves first");
      return [o, &common] { return openings(*o, common); };
    }};

} // namespace zermelo
