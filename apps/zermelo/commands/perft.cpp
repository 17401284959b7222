// Node counts: the number of ways to play so many moves.
#include <charconv>

#include "arguments.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/published.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr i64 deepest = 60;

struct PerftArguments {
  std::string game, position, last; // the words [POSITION] [DEPTH], either of which may be left out
  i64 depth = -1;
  bool divide = false;
};

std::optional<i64> depth_in(const std::string& text) {
  i64 n = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < 0 || n > deepest) return std::nullopt;
  return n;
}

// A single word is the depth if it is a number, else the position.
std::string position_in(PerftArguments& o) {
  if (!o.last.empty()) {
    const auto depth = depth_in(o.last);
    if (!depth) throw Error(Exit::usage, fmt::format("'{}' is not a depth from 0 to {}", printable(o.last), deepest));
    o.depth = *depth;
  } else if (const auto depth = depth_in(o.position); depth && o.depth < 0) {
    o.depth = *depth;
    o.position.clear();
  }
  if (o.depth < 0) o.depth = 4;
  return o.position;
}

Exit perft(PerftArguments o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyGame& game = entry->game();
  const AnyPosition p = position_of(*entry, position_in(o));
  std::vector<u64> known;
  if (game.print(p) == game.print(game.start())) known = known_perft(known_of(*entry), entry->variant);

  bool agrees = true;
  nlohmann::json j = {{"game", entry->name}, {"variant", entry->variant}, {"position", game.print(p)}, {"depth", o.depth}};
  for (i64 depth = 0; depth <= o.depth; ++depth) {
    const double start = wall_seconds();
    const u64 nodes = entry->perft(p, static_cast<int>(depth));
    const auto at = static_cast<std::size_t>(depth);
    const bool compared = at < known.size(), same = compared && known[at] == nodes;
    agrees = agrees && (!compared || same);
    j["counts"].push_back(nodes);
    j["nodes"] = nodes;
    j["known"] = compared ? nlohmann::json(known[at]) : nlohmann::json();
    if (!common.json)
      outf("{:>3} {:>20}  {}{}\n", depth, grouped(nodes), duration(wall_seconds() - start),
           !compared ? ""
           : same    ? "  as known"
                     : "  DIFFERS: known is " + grouped(known[at]));
  }
  j["agrees"] = agrees;
  if (o.divide && o.depth > 0) {
    for (const AnyMove m : game.moves(p)) {
      const u64 nodes = entry->perft(game.play(p, m), static_cast<int>(o.depth - 1));
      j["divide"].push_back({{"move", game.move_name(p, m)}, {"nodes", nodes}});
      if (!common.json) outf("{:10} {:>20}\n", game.move_name(p, m), grouped(nodes));
    }
  }
  if (common.json) out(j);
  return agrees ? Exit::done : Exit::mismatch;
}

} // namespace

const Command perft_command = {"perft", "count the ways to play so many moves",
                               "zermelo perft tictactoe 6\n  zermelo perft tictactoe x.o/.x./..o 3 --divide",
                               [](Arguments& a, const Common& common) -> std::function<Exit()> {
                                 auto o = std::make_shared<PerftArguments>();
                                 a.game(o->game);
                                 a.position(o->position);
                                 a.word("DEPTH", o->last, "how many moves (default 4)");
                                 a.number("--depth", o->depth, 0, deepest,
                                          "how many moves, where the position itself is a number");
                                 a.flag("--divide", o->divide, "the count after each move");
                                 return [o, &common] { return perft(*o, common); };
                               }};

} // namespace zermelo
