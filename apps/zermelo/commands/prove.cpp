// Proof search: the value of a position, or one claim about it, without a table.
#include <algorithm>

#include "arguments.h"
#include "base/units.h"
#include "command.h"
#include "progress.h"
#include "stop.h"
#include "tasks/prove_job.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct ProveArguments {
  std::string game, position, claim, proof, lean_on, method, known;
  std::vector<std::string> suggest;
  static constexpr i64 unasked = 1'000'000; // more than any score
  i64 threads = 0, nodes = 0, at_least = unasked;
  u64 memory = 0;
  double time = 0, save = 60;
  bool quiet = false, restart = false, collect = false, history = false;
};

// Why nothing can be shown of how play goes on, although the value is known.
const char* why_no_line(const AnyGame& game, const AnyPosition& p, const ProveArguments& o,
                        const std::vector<Searched>& searched) {
  if (game.outcome(p) != Wdl::unknown) return "the game is over";
  if (searched.back().by == WinBy::windows)
    return searched.back().result.value.known() ? "none was found in some seconds more"
                                                : "a claim is one question; without it the value comes with a line";
  if (o.method == "alpha-beta") return "--method alpha-beta keeps none but the first move of a win; --method df-pn has one";
  if (searched.back().by == WinBy::pairs) return "the mover always has a move left, whatever the other does";
  if (searched.back().result.verdict == Verdict::disproven)
    return "every move of the attacker's has its answer, not one line alone; --proof and 'zermelo verify' show it";
  if (!searched.back().mover_attacks) return "whatever the mover does, the other wins; --proof and 'zermelo verify' show it";
  return "it is known without a move";
}

void print(const Entry& entry, const AnyPosition& p, const Proved& proved, const ProveArguments& o) {
  const auto& searched = proved.searched;
  const Effort all(searched);
  const std::string answer = !proved.claim.empty()  ? proved.claim + " " + name_of(proved.verdict)
                             : proved.exact.known() ? words(proved.exact)
                                                    : std::string(name_of(proved.value));
  outf("{}  {}: {}\n", entry.full_name(), entry.game().print(p), bold(answer));
  if (!proved.book.empty()) {
    outf("book       {}, nothing was searched: --method alpha-beta does\n", proved.book);
    return;
  }
  outf("search     {} visits, {} positions looked at\n", grouped(all.visits), grouped(all.evaluated));
  if (proved.settled() && std::all_of(searched.begin(), searched.end(), [](const Searched& s) { return s.result.line.empty(); }))
    outf("line       none: {}\n", why_no_line(entry.game(), p, o, searched));
  for (const auto& [mover_attacks, by, r] : searched)
    if (!r.line.empty())
      outf("line       {}{}\n",
           searched.size() == 1   ? ""
           : by == WinBy::history ? "where no position occurs twice: "
           : mover_attacks        ? "if the mover tries to win: "
                                  : "if the other does: ",
           fmt::join(r.line, " "));
  outf("time       {} wall, {} CPU on {} thread{}; table {} ({:.0f} % full)\n", duration(all.seconds), duration(all.cpu),
       all.threads, all.threads == 1 ? "" : "s", bytes(all.table_bytes), 100 * all.fill);
  const ProveResult& last = searched.back().result;
  if (last.proof_bytes == 0) return;
  outf("proof      {}: {} moves, {}, taken out in {} ({} CPU{})\n", o.proof, grouped(last.proof_choices), bytes(last.proof_bytes),
       duration(last.proof_seconds), duration(last.proof_cpu_seconds),
       last.proof_visits == 0 ? "" : fmt::format("; {} visits for what the table had forgotten", grouped(last.proof_visits)));
  for (const Citation& c : proved.cites) outf("           together with the table of {}, SHA-256 {}\n", c.table.game, c.sha256);
}

Exit prove(const ProveArguments& o, const Common& common) {
  const auto entry = open_named(o.game);
  const AnyPosition p = position_of(*entry, o.position);
  catch_stop_signals();
  ProgressLine line(o.quiet);
  ProveRequest request{.claim = o.claim, .method = o.method, .lean_on = o.lean_on, .known = o.known, .history = o.history};
  if (o.at_least != ProveArguments::unasked) request.at_least = static_cast<i32>(o.at_least);
  request.options = {.threads = static_cast<int>(o.threads),
                     .memory = o.memory,
                     .time_limit = o.time,
                     .most_visits = static_cast<u64>(o.nodes),
                     .collect = o.collect,
                     .suggest = {o.suggest.begin(), o.suggest.end()},
                     .proof = o.proof,
                     .save_every = o.save,
                     .restart = o.restart,
                     .on_progress = [&line](const ProveProgress& progress) { line.show(text_of(progress)); },
                     .should_stop = stop_requested,
                     .on_note =
                         [&line](const std::string& sentence) {
                           line.clear();
                           note("zermelo: " + sentence + "\n");
                         }};
  const Proved proved = run_search(*entry, p, std::move(request), common);
  line.clear();
  if (common.json)
    out(to_json(*entry, p, proved, o.proof));
  else
    print(*entry, p, proved, o);
  if (proved.ended()) tidy_up(proved);
  if (!o.proof.empty() && proved.searched.back().by == WinBy::history)
    note("zermelo: no proof was written: what is decided by who runs out of positions can only be searched\n");
  if (proved.settled()) return Exit::done;
  const auto& saved = proved.searched.back().result.saved;
  note("zermelo: stopped before it was decided; " +
       (saved.empty() ? "nothing is saved\n" : "saved in " + saved.string() + ", the same command goes on\n"));
  return Exit::stopped;
}

} // namespace

const Command prove_command = {
    "prove", "search for the value of one position, or for a proof of one claim, without a table",
    "zermelo prove tictactoe\n  zermelo prove trax:4x4 --claim not-loss --threads 2 --memory 64M",
    [](Arguments& a, const Common& common) -> std::function<Exit()> {
      auto o = std::make_shared<ProveArguments>();
      a.game(o->game);
      a.position(o->position);
      a.choice("--claim", o->claim, {"win", "not-loss"}, "what to show about the side to move (default: find its value)");
      a.number("--at-least", o->at_least, -1000, 1000, "in games of scores: whether the side to move gets at least so much");
      a.choice(
          "--method", o->method, {"df-pn", "alpha-beta", "zones", "connections"},
          "by proof numbers; to the end of the game, for exact scores and distances (where play may go on for ever: by depth "
          "after depth, for short wins and as a second opinion); by threats and zones, for wins in games of lines; by virtual "
          "connections in games of connection, like Hex (default: a recorded book of openings that has the value; alpha-beta "
          "where the game helps it, zones or connections in their games, then df-pn)");
      a.number("--threads", o->threads, 0, 4096, "how many threads (default: all)");
      a.memory("--memory", o->memory, "for the table of positions, as 512M or 2G (default: 256M, or half of what is free)");
      a.seconds("--time", o->time, "stop after this time; the same command resumes the search");
      a.number("--nodes", o->nodes, 0, i64{1} << 60, "stop after so many visits; the same command resumes the search");
      a.flag("--collect", o->collect, "when the table is nearly full, drop the smallest of its entries everywhere at once");
      a.seconds("--checkpoint", o->save, "save the search this often (default 60; 0: only when stopped)");
      a.flag("--history", o->history,
             "where no position may occur twice: search by that rule at once, not for wins that come nearer first");
      a.text("--lean-on", o->lean_on, "GAME",
             "take values from the table of another game that this one names; with --history: of the one in which positions may "
             "occur twice");
      a.text("--known", o->known, "FILE|DIR",
             "a proof with zones of another position of the game, or a folder of them: what they show is checked and taken over");
      a.texts(
          "--suggest", o->suggest, "FILE",
          "in games of lines: lines of play whose moves are tried first, a game a line, as h8 h9 g9; or a proof with zones by "
          "other rules on the same board, which is played again. Whether they win is shown. May be given again and again");
      a.flag("--restart", o->restart, "begin anew, whatever was saved");
      a.text("--proof", o->proof, "FILE",
             "write what was shown there, with --claim; 'zermelo verify FILE' checks it, together with the table of --lean-on, "
             "which it cites");
      a.flag("--quiet", o->quiet, "no progress");
      return [o, &common] { return prove(*o, common); };
    }};

} // namespace zermelo
