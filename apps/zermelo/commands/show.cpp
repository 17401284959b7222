// Draws a position.
#include "arguments.h"
#include "base/json.h"
#include "boards.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/probe.h"
#include "view/svg.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct ShowArguments {
  std::string game, position, lang;
  bool svg = false;
};

// As the explorer draws it.
std::string svg_picture(const Entry& entry, const AnyPosition& p) {
  const Folder* folder = find_folder(entry.name);
  if (!entry.game().pictured() || folder == nullptr || folder->board.empty())
    throw Error(Exit::usage, entry.full_name() + " has no picture; leave out --svg to see it in letters");
  return svg_of(entry.game().picture(p), parse_json(folder->board), {});
}

// A picture needs no table: a damaged one is a word on stderr, and the value is left out.
Value value_if_any(const Entry& entry, const AnyPosition& p, const Common& common) try {
  const auto table = find_table(entry, common);
  return value_of(entry.game(), table ? &*table : nullptr, p);
} catch (const Error& e) {
  if (e.code() != Exit::table) throw;
  notef("zermelo: no value: {}\n", e.what());
  return unknown_value;
}

Exit show(const ShowArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyGame& game = entry->game();
  const AnyPosition p = position_of(*entry, o.position);
  if (o.svg) {
    out(std::string_view(svg_picture(*entry, p)));
    return Exit::done;
  }
  const bool over = game.outcome(p) != Wdl::unknown;
  const Value v = value_if_any(*entry, p, common);
  if (common.json) {
    auto j = to_json(v);
    j["position"] = game.print(p);
    j["to_move"] = side_to_move(game, p);
    j["over"] = over;
    j["drawing"] = game.draw(p);
    out(j);
    return Exit::done;
  }
  const std::string drawing = drawing_of(*entry, p, {.lang = o.lang});
  outf("{}{}\n", drawing, game.print(p));
  // A framed board names the side to move; most drawings do in their own words.
  std::vector<std::string> parts;
  if (drawing == game.draw(p) && drawing.find("to move") == std::string::npos)
    parts.push_back(fmt::format("{} player to move", side_to_move(game, p)));
  if (over) parts.emplace_back("game over");
  std::string line = fmt::format("{}", fmt::join(parts, ", "));
  if (v.known()) line += (line.empty() ? "" : ": ") + painted(v, words(v));
  if (!line.empty()) outf("{}\n", line);
  return Exit::done;
}

} // namespace

const Command show_command = {
    "show", "draw a position",
    "zermelo show tictactoe x.o/.x./..o\n  zermelo show dobutsu --lang ja\n  zermelo show dobutsu --svg",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<ShowArguments>();
      a.game(o->game);
      a.position(o->position);
      a.language(o->lang);
      a.flag("--svg", o->svg, "print a picture, as the explorer shows it");
      return [o, &common] { return show(*o, common); };
    }};

} // namespace zermelo
