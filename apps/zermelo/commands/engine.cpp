// Speaks UGI or USI with a front end.
#include "arguments.h"
#include "base/version.h"
#include "engine_session.h"
#include "search_arguments.h"
#include "terminal.h"

namespace zermelo {
namespace {

struct EngineArguments {
  std::string game, player = "best";
  i64 seed = 1;
  SearchArguments search;
};

Exit engine(const EngineArguments& o, const Common& common) {
  if (!o.game.empty()) open_named(o.game); // what is misspelt is said at once
  SearchOptions search = o.search.options(1);
  if (search.nodes == 0 && search.seconds == 0) search.seconds = 1;
  search.seed = static_cast<u64>(o.seed);
  EngineSession({.game = o.game, .player = o.player, .search = search, .version = std::string(version())}, common,
                {.next = read_line, .waits = [](bool patiently) { return line_waits(patiently ? 100 : 0); }},
                [](const std::string& line) {
                  out(std::string_view(line + "\n"));
                  flush_out(); // somebody waits for it
                })
      .run();
  return Exit::done;
}

} // namespace

const Command engine_command = {
    "engine", "speak UGI or USI with a front end, on stdin and stdout",
    "zermelo engine dobutsu\n  printf 'ugi\\nposition startpos\\ngo movetime 500\\n' | zermelo engine tictactoe",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<EngineArguments>();
      a.word("GAME[:VARIANT]", o->game, "the game (default: the front end chooses by the option UCI_Variant)");
      a.choice("--player", o->player, {"best", "table", "search", "random"},
               "who plays (default best: the table if it is there, else a search)");
      o->search.declare(a);
      a.number("--seed", o->seed, 0, 1'000'000'000, "the seed of its choices (default 1)");
      return [o, &common] { return engine(*o, common); };
    }};

} // namespace zermelo
