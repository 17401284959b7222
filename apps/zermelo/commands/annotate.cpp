// A recorded game with what each move was worth.
#include <iostream>

#include "arguments.h"
#include "base/file.h"
#include "base/units.h"
#include "command.h"
#include "tasks/context.h"
#include "terminal.h"
#include "view/record.h"
#include "view/replay.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr u64 most_bytes = u64{64} << 20; // of a file of games

struct AnnotateArguments {
  std::string file, game;
};

std::string contents_of(const std::string& file) {
  if (file != "-") {
    std::error_code unreadable;
    if (!std::filesystem::is_regular_file(file, unreadable)) throw Error(Exit::table, "there is no file " + printable(file, 300));
    return read_whole(file, most_bytes);
  }
  std::string text;
  char bytes[65536];
  while (std::cin.read(bytes, sizeof bytes) || std::cin.gcount() > 0) {
    text.append(bytes, static_cast<std::size_t>(std::cin.gcount()));
    if (text.size() > most_bytes) throw Error(Exit::usage, "that is too long for games: more than 64 MiB");
  }
  return text;
}

// "?" gives something away, "??" everything.
const char* sign_of(Slip s) { return s == Slip::blunder ? "??" : s == Slip::mistake ? "?" : ""; }

std::string end_of(const Replay& r) {
  const std::string who = r.winner == 1 ? "the first player has won" : r.winner == 2 ? "the second player has won" : "a draw";
  switch (r.why) {
  case Ending::none: return "the record ends before the game does";
  case Ending::rules: return who;
  case Ending::repetition: return who + ": a position occurred for the third time";
  case Ending::no_turn: return who + ": every move would repeat a position";
  }
  return who;
}

void print(const AnyGame& game, const Replay& r, const GameRecord& record, std::size_t number, std::size_t all) {
  if (all > 1) outf("{}game {}\n", number > 1 ? "\n" : "", number);
  for (const auto& [name, value] : record.tags)
    if (name != "FEN" && name != "GameType") outf("{}: {}\n", printable(name, 40), printable(value, 120));
  outf("{:>4}  {:12} {:14} {}\n", 0, "", words(r.value), game.print(r.start));
  int ply = 0, mistakes = 0, blunders = 0;
  for (const auto& t : r.turns) {
    const Slip slip = t.slip();
    (slip == Slip::blunder ? blunders : mistakes) += slip == Slip::none ? 0 : 1;
    std::string note;
    if (slip != Slip::none && t.best) note = fmt::format("better {}: {}", t.best->name, words(t.best->value));
    const std::string worth = words(t.value);
    std::string line = fmt::format("{:>4}  {:12} {}{:{}} {}", ++ply, t.turn + sign_of(slip), painted(t.value, worth), "",
                                   14 - std::min<std::size_t>(14, worth.size()), note);
    while (line.ends_with(' ')) line.pop_back();
    outf("{}\n", line);
  }
  if (r.stopped) outf("{:>4}  {:12} {}\n", r.stopped->ply, printable(r.stopped->turn, 12), r.stopped->why);
  outf("{}", end_of(r));
  const bool known = std::any_of(r.turns.begin(), r.turns.end(), [](const auto& t) { return t.value.known(); });
  if (known) outf("; {} mistake{}, {} blunder{}", mistakes, mistakes == 1 ? "" : "s", blunders, blunders == 1 ? "" : "s");
  outf("\n");
  if (!known && !r.turns.empty()) notef("no value is known here: 'zermelo games' says what can be solved\n");
}

Exit annotate(const AnnotateArguments& o, const Common& common) {
  const auto records = read_records(contents_of(o.file));
  if (std::none_of(records.begin(), records.end(), [](const GameRecord& r) { return !r.turns.empty(); }))
    throw Error(
        Exit::usage,
        printable(o.file, 300) +
            " has no game in it: moves with spaces between them are one, as are PDN, SGF and the lines of match --record");
  auto list = nlohmann::json::array();
  Exit code = Exit::done;
  std::unique_ptr<Entry> entry;
  std::unique_ptr<Prober> prober;
  std::size_t number = 0;
  for (const auto& record : records) {
    if (record.turns.empty()) continue;
    const std::string name = !o.game.empty() ? o.game : !record.game.empty() ? record.game : game_of_records(record.form);
    if (name.empty()) throw Error(Exit::usage, "the record does not say of which game it is; add --game GAME");
    if (!entry || entry->full_name() != name) {
      prober.reset();
      entry = open_named(name);
      prober = std::make_unique<Prober>(*entry, common);
    }
    const AnyPosition start = position_of(*entry, record.start);
    const Replay r =
        replay(entry->game(), entry->repetition(), start, record.turns, [&](const AnyPosition& p) { return prober->answer(p); });
    ++number;
    if (r.stopped && r.why == Ending::none) code = Exit::mismatch;
    if (common.json) {
      auto j = to_json(entry->game(), r);
      j["game"] = entry->full_name();
      j["tags"] = record.tags;
      list.push_back(std::move(j));
    } else {
      print(entry->game(), r, record, number, records.size());
    }
  }
  if (common.json) out(nlohmann::json{{"games", list}});
  return code;
}

} // namespace

const Command annotate_command = {
    "annotate", "a recorded game with the value of each move, mistakes marked",
    "zermelo annotate game.pdn\n  zermelo annotate games.jsonl\n  echo 'b2 a1 c1' | zermelo annotate - --game tictactoe",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<AnnotateArguments>();
      a.word("FILE", o->file, "PDN, a list of moves, SGF, or what match --record wrote; '-' reads it from stdin", true);
      a.text("--game", o->game, "GAME[:VARIANT]", "the game, where the record does not say");
      return [o, &common] { return annotate(*o, common); };
    }};

} // namespace zermelo
