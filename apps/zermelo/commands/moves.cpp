// The legal moves of a position, by the rules alone.
#include "arguments.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"

namespace zermelo {
namespace {

struct MovesArguments {
  std::string game, position;
};

Exit moves(const MovesArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyGame& game = entry->game();
  const AnyPosition p = position_of(*entry, o.position);
  auto list = nlohmann::json::array();
  for (const AnyMove m : game.moves(p)) {
    const std::string name = game.move_name(p, m), after = game.print(game.play(p, m));
    if (common.json) {
      list.push_back({{"move", name}, {"position", after}});
    } else {
      outf("{:10} {}\n", name, after);
    }
  }
  const bool over = game.outcome(p) != Wdl::unknown;
  if (common.json)
    out(nlohmann::json{{"position", game.print(p)}, {"to_move", side_to_move(game, p)}, {"over", over}, {"moves", list}});
  if (!common.json && over) note("no moves: the game is over\n");
  return Exit::done;
}

} // namespace

const Command moves_command = {"moves", "the legal moves of a position", "zermelo moves tictactoe x.o/.x./..o",
                               [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                 auto o = std::make_shared<MovesArguments>();
                                 a.game(o->game);
                                 a.position(o->position);
                                 return [o, &common] { return moves(*o, common); };
                               }};

} // namespace zermelo
