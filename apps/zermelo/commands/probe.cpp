// The value of a position and of each of its moves.
#include "view/probe.h"

#include "arguments.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

class TextProber {
public:
  TextProber(const Entry& entry, const Common& common) : entry_(entry), common_(common), prober_(entry, common) {}

  Answer operator()(const std::string& text) const {
    const AnyPosition p = position_of(entry_, text);
    Answer answer = prober_.answer(p);
    // What the rules settle is answered even without a table.
    if (!answer.value.known()) refuse(answer);
    return answer;
  }

private:
  [[noreturn]] void refuse(const Answer&) const {
    if (prober_.knows_anything())
      throw Error(Exit::table, fmt::format("no table here holds this position of {}; 'zermelo tables' lists those that are here",
                                           entry_.full_name()));
    refuse_missing_table(entry_, common_);
  }
  const Entry& entry_;
  const Common& common_;
  Prober prober_;
};

Exit probe_one(const Entry& entry, const std::string& text, const Common& common) {
  const AnyGame& game = entry.game();
  const Answer answer = TextProber(entry, common)(text);
  if (common.json) {
    out(to_json(game, answer));
    return Exit::done;
  }
  outf("{}  {}\n", game.print(answer.position), painted(answer.value, words(answer.value)));
  std::size_t widest = 4;
  for (const auto& m : answer.moves) widest = std::max(widest, m.name.size());
  for (const auto& m : answer.moves)
    outf("  {:{}}  {}{:{}}  {}\n", m.name, widest, painted(m.value, words(m.value)), "",
         12 - std::min<std::size_t>(12, words(m.value).size()), game.print(m.position));
  return Exit::done;
}

// One position a line from stdin. A bad line is answered in its place, and the rest goes on.
Exit probe_many(const Entry& entry, const Common& common) {
  const AnyGame& game = entry.game();
  const TextProber prober(entry, common);
  Exit code = Exit::done;
  u64 number = 0;
  for (std::string line;;) {
    ++number;
    try {
      if (!read_line(line)) return code;
      if (line.ends_with('\r')) line.pop_back();
      if (line.empty()) throw Error(Exit::position, "the line is empty");
      const Answer answer = prober(line);
      if (common.json) {
        out(to_json(game, answer));
      } else {
        const MoveValue* best = answer.best();
        outf("{}  {}  {}\n", game.print(answer.position), words(answer.value), best == nullptr ? "-" : best->name);
      }
    } catch (const Error& e) {
      if (e.code() != Exit::position) throw;
      code = Exit::position;
      const std::string sentence = fmt::format("line {}: {}", number, e.what());
      note("zermelo: " + sentence + "\n");
      if (common.json) out(nlohmann::json{{"error", sentence}, {"exit", static_cast<int>(code)}, {"line", number}});
    }
    flush_out(); // somebody may be waiting for the answer before asking on
  }
}

struct ProbeArguments {
  std::string game, position;
};

} // namespace

const Command probe_command = {
    "probe", "the value and distance of a position and of each move", "zermelo probe tictactoe x.o/.x./..o",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<ProbeArguments>();
      a.game(o->game);
      a.word("POSITION", o->position,
             "in the game's notation, or 'initial' (the default); '-' reads one position per line from stdin");
      return [o, &common] {
        const auto entry = open_named(o->game);
        return o->position == "-" ? probe_many(*entry, common) : probe_one(*entry, o->position, common);
      };
    }};

} // namespace zermelo
