// A best line of play.
#include "view/line.h"

#include "arguments.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct LineArguments {
  std::string game, position;
  i64 plies = 0;
};

const char* sentence_for(Line::End end) {
  switch (end) {
  case Line::End::over: return "the game is over";
  case Line::End::repetition: return "this position has occurred before: play can go on like this for ever";
  case Line::End::limit: return "cut here; --plies sets the limit";
  }
  return "";
}

Exit line(const LineArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyGame& game = entry->game();
  const AnyPosition start = position_of(*entry, o.position);
  const auto table = find_table(*entry, common);
  // Without a table a line can start only where the rules alone tell the way to the end.
  if (!table && !probe(game, nullptr, start).value.known()) refuse_missing_table(*entry, common);
  const Line line = best_line(game, table ? &*table : nullptr, start, static_cast<int>(o.plies));
  if (common.json) {
    out(to_json(game, line));
    return Exit::done;
  }
  outf("{:>4}  {:10} {:14} {}\n", 0, "", words(line.value), game.print(line.start));
  int ply = 0;
  for (const auto& step : line.steps)
    outf("{:>4}  {:10} {:14} {}\n", ++ply, step.move, words(step.value), game.print(step.position));
  outf("{}\n", sentence_for(line.end));
  return Exit::done;
}

} // namespace

const Command line_command = {"line", "a best line, which takes exactly the distance shown", "zermelo line tictactoe xo./.../...",
                              [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                auto o = std::make_shared<LineArguments>();
                                a.game(o->game);
                                a.position(o->position);
                                a.number("--plies", o->plies, 0, 1'000'000,
                                         "at most so many moves (default: to the end, or a repetition)");
                                return [o, &common] { return line(*o, common); };
                              }};

} // namespace zermelo
