// Games between players, recorded so that anyone can replay them.
#include "base/file.h"
#include "base/json.h"
#include "base/key.h"
#include "base/machine.h"
#include "base/units.h"
#include "command.h"
#include "match_openings.h"
#include "match_record.h"
#include "progress.h"
#include "search_arguments.h"
#include "stop.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

constexpr u64 default_nodes = 10'000; // for a move, where no limit is given: the same games everywhere

struct MatchArguments {
  std::string game, position, first, second, openings, record, replay;
  i64 games = 10, seed = 1, plies = 1000;
  SearchArguments search;
  bool quiet = false;
};

// Words that stand for one number each, so that games, players and openings have lots of their own.
u64 lot(u64 seed, u64 number, u64 purpose) { return mix_bits(mix_bits(mix_bits(seed) + number) + purpose); }

class Match {
public:
  Match(const MatchArguments& o, const Common& common)
      : o_(o), entry_(open_named(o.game)), start_(position_of(*entry_, o.position)), first_(o.first, *entry_, common),
        second_(o.second, *entry_, common),
        openings_(o.openings, first_.oracle() != nullptr ? first_.oracle() : second_.oracle(), first_.oracle() != nullptr),
        search_(o.search.options(u64{first_.searches()} + u64{second_.searches()})) {
    if (search_.nodes == 0 && search_.seconds == 0) search_.nodes = default_nodes;
    settings_ = {{"game", entry_->full_name()},
                 {"start", entry_->game().print(start_)},
                 {"first", o.first},
                 {"second", o.second},
                 {"openings", o.openings},
                 {"seed", o.seed},
                 {"most_plies", o.plies}};
    if (first_.searches() || second_.searches()) {
      if (search_.nodes != 0) settings_["nodes"] = search_.nodes;
      if (search_.seconds != 0) settings_["seconds"] = search_.seconds;
      settings_["memory"] = search_.memory;
    }
    if (entry_->game().outcome(start_) != Wdl::unknown)
      throw Error(Exit::position, "the game is over at " + entry_->game().print(start_));
  }

  // Goes on with a record of the same match.
  void resume() {
    std::error_code unreadable;
    if (o_.record.empty() || !std::filesystem::exists(o_.record, unreadable)) return;
    std::string text = read_record(o_.record);
    const u64 size = text.size();
    text.resize(text.rfind('\n') + 1);
    if (text.empty() && size != 0)
      throw Error(Exit::table, o_.record + " holds no whole record of a game: name another file, or remove it");
    tally_ = check_records(text, o_.record, [&](const nlohmann::json& j) {
      bool same = j.contains("number") && j["number"] == ++recorded_;
      for (const auto& [key, value] : settings_.items()) same = same && j.contains(key) && j[key] == value;
      if (!same) throw Error(Exit::usage, o_.record + " is the record of another match: name another file, or remove it");
    });
    if (text.size() == size) return;
    notef("zermelo: the last line of {} is not whole and is left out\n", o_.record);
    write_whole(o_.record, text);
  }

  // False if a signal ended it before the last game.
  bool play() {
    catch_stop_signals();
    ProgressLine line(o_.quiet);
    std::optional<File> file;
    if (!o_.record.empty()) file.emplace(File::open_for_adding(o_.record));
    u64 at = file ? file->size() : 0;
    while (tally_.games < static_cast<u64>(o_.games) && !stop_requested()) {
      const std::string text = json_text(one_game(tally_.games + 1)) + "\n";
      if (file) {
        file->write_at(at, std::as_bytes(std::span(text)));
        at += text.size();
      }
      line.show(fmt::format("{} of {} games: first {}, draws {}, second {}", tally_.games, o_.games, tally_.first, tally_.draws,
                            tally_.second));
    }
    if (file) {
      file->sync();
      file->close();
    }
    return tally_.games >= static_cast<u64>(o_.games);
  }

  const MatchTally& tally() const { return tally_; }
  const nlohmann::json& settings() const { return settings_; }

private:
  nlohmann::json one_game(u64 number) {
    const u64 seed = static_cast<u64>(o_.seed);
    std::mt19937_64 random(lot(seed, number, 0));
    History history(entry_->game(), entry_->repetition(), start_);
    std::vector<std::string> turns;
    const int opening = openings_.play(history, random, turns);
    SearchOptions search = search_;
    search.seed = lot(seed, number, 1);
    const auto first = first_.player(search);
    search.seed = lot(seed, number, 2);
    const auto second = second_.player(search);
    while (!history.end().over() && history.plies() < o_.plies) {
      const AnyMove m = (entry_->game().first_to_move(history.now()) ? first : second)->choose(history);
      turns.push_back(entry_->game().move_name(history.now(), m));
      history.play(m);
    }
    tally_.add(winner_of(history), turns.size());
    return record_of(settings_, number, history, opening, turns);
  }

  const MatchArguments& o_;
  std::unique_ptr<Entry> entry_;
  AnyPosition start_;
  Seat first_, second_;
  MatchOpenings openings_;
  SearchOptions search_;
  nlohmann::json settings_;
  MatchTally tally_;
  u64 recorded_ = 0;
};

nlohmann::json to_json(const MatchTally& t) {
  return {{"games", t.games},           {"first_wins", t.first}, {"draws", t.draws},    {"second_wins", t.second},
          {"unfinished", t.unfinished}, {"plies", t.plies},      {"longest", t.longest}};
}

void print(const MatchTally& t) {
  for (const auto& [name, n] : {std::pair{"first wins", t.first}, {"draws", t.draws}, {"second wins", t.second}})
    outf("{:12} {:>6}  {:5.1f} %\n", name, grouped(n),
         t.games == 0 ? 0.0 : 100 * static_cast<double>(n) / static_cast<double>(t.games));
  if (t.unfinished != 0) outf("{:12} {:>6}\n", "unfinished", grouped(t.unfinished));
  if (t.games != 0)
    outf("plies        {:.1f} on average, {} at most\n", static_cast<double>(t.plies) / static_cast<double>(t.games), t.longest);
}

Exit replay(const std::string& file, const Common& common) {
  const MatchTally tally = check_records(read_record(file), file, [](const nlohmann::json&) {});
  if (common.json) {
    auto j = to_json(tally);
    j["record"] = file;
    out(j);
    return Exit::done;
  }
  outf("{}: {} games, {} moves; every move is legal, every result is right\n", file, bold(grouped(tally.games)),
       grouped(tally.plies));
  print(tally);
  return Exit::done;
}

Exit match(const MatchArguments& o, const Common& common) {
  if (!o.replay.empty()) {
    if (!o.game.empty()) throw Error(Exit::usage, "--replay takes a file and no game: the games are in the file");
    return replay(o.replay, common);
  }
  if (o.game.empty()) throw Error(Exit::usage, "which game? 'zermelo match --help' explains");
  if (o.first.empty() || o.second.empty())
    throw Error(Exit::usage, "who plays? add --first and --second: table, table:GAME, search or random");
  const double began = wall_seconds();
  Match match(o, common);
  match.resume();
  const u64 before = match.tally().games;
  const bool ended = match.play();
  const double seconds = wall_seconds() - began;
  const MatchTally& tally = match.tally();
  if (common.json) {
    auto j = to_json(tally);
    j.update(match.settings());
    j["seconds_taken"] = seconds;
    j["record"] = o.record.empty() ? nlohmann::json() : nlohmann::json(o.record);
    out(j);
  } else {
    outf("{}: {} begins, {} is second; {} games\n", bold(match.settings()["game"].get<std::string>()), o.first, o.second,
         grouped(tally.games));
    print(tally);
    outf("time         {}{}\n", duration(seconds), before == 0 ? "" : fmt::format(" for {} games", tally.games - before));
    if (!o.record.empty()) outf("record       {}\n", o.record);
  }
  if (ended) return Exit::done;
  notef("zermelo: stopped after {} of {} games; {}\n", tally.games, o.games,
        o.record.empty() ? "without --record they are not kept" : "the same command goes on");
  return Exit::stopped;
}

} // namespace

const Command match_command = {
    "match", "games between a table, a search and chance, recorded so that they can be replayed",
    "zermelo match tictactoe --first search --second random --games 20 --record games.jsonl\n  zermelo match --replay "
    "games.jsonl",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<MatchArguments>();
      a.word("GAME[:VARIANT]", o->game, "the game; 'zermelo games' lists them");
      a.position(o->position);
      a.text("--first", o->first, "PLAYER", "who plays the first player's side: table, table:GAME, search or random");
      a.text("--second", o->second, "PLAYER", "who plays the second player's side");
      a.number("--games", o->games, 1, 1'000'000'000, "how many (default 10)");
      o->search.declare(a);
      a.number("--seed", o->seed, 0, 1'000'000'000'000'000, "the seed of everything that chance decides (default 1)");
      a.text("--openings", o->openings, "KIND:PLIES",
             "random:PLIES, so many random moves first; won:PLIES, only such that the table of a player says it wins");
      a.number("--plies", o->plies, 1, 1'000'000, "a game that is not over after so many is left unfinished (default 1000)");
      a.text("--record", o->record, "FILE",
             "write the games there, a line of JSON each; a record of the same match is continued");
      a.text("--replay", o->replay, "FILE", "check every move and every result of a record by the rules");
      a.flag("--quiet", o->quiet, "no progress");
      return [o, &common] { return match(*o, common); };
    }};

} // namespace zermelo
