// Proof search: the value of a position, or one claim about it, without a table.
#include <algorithm>

#include "arguments.h"
#include "base/units.h"
#include "catalog/bound_table.h"
#include "catalog/by_alpha_beta.h"
#include "context.h"
#include "progress.h"
#include "solve/dfpn/value_search.h"
#include "stop.h"
#include "terminal.h"
#include "view/text.h"

namespace zermelo {
namespace {

struct ProveArguments {
  std::string game, position, claim, proof, lean_on, method, known;
  i64 threads = 0, nodes = 0;
  u64 memory = 0;
  double time = 0, save = 60;
  bool quiet = false, restart = false, collect = false, history = false;
};

// One search: whether the side to move, or the other, can force a win.
struct Searched {
  bool mover_attacks;
  WinBy by;
  ProveResult result;
};

// A file, or those of a folder that are proofs with zones of the game.
std::vector<std::filesystem::path> proofs_in(const std::filesystem::path& from, const Entry& entry) {
  auto fits = [&](const std::filesystem::path& file) {
    const ProofHeader h = ProofFile(file).header();
    return h.zones && h.game == entry.full_name();
  };
  if (!std::filesystem::is_directory(from)) {
    if (!fits(from)) throw Error(Exit::table, from.string() + " is no proof with zones of " + entry.full_name());
    return {from};
  }
  std::vector<std::filesystem::path> found;
  for (const auto& file : proofs_of_folder(from))
    if (is_proof(file) && fits(file)) found.push_back(file);
  if (found.empty())
    throw Error(Exit::usage, "--known " + from.string() + ": no proof with zones of " + entry.full_name() + " is there");
  return found;
}

// Why nothing can be shown of how play goes on, although the value is known.
const char* why_no_line(const AnyGame& game, const AnyPosition& p, const ProveArguments& o,
                        const std::vector<Searched>& searched) {
  if (game.outcome(p) != Wdl::unknown) return "the game is over";
  if (o.method == "alpha-beta") return "--method alpha-beta keeps none but the first move of a win; --method df-pn has one";
  if (searched.back().by == WinBy::pairs) return "the mover always has a move left, whatever the other does";
  if (!searched.back().mover_attacks) return "whatever the mover does, the other wins; --proof and 'zermelo verify' show it";
  return "it is known without a move";
}

class Session {
public:
  Session(const Entry& entry, const AnyPosition& p, const ProveArguments& o, const Common& common)
      : entry_(entry), position_(p), alpha_beta_(o.method == "alpha-beta"), line_(o.quiet) {
    catch_stop_signals();
    options_.threads = static_cast<int>(o.threads);
    options_.memory = o.memory;
    options_.time_limit = o.time;
    options_.most_visits = static_cast<u64>(o.nodes);
    options_.proof = o.proof;
    if (!o.known.empty()) options_.known = proofs_in(o.known, entry);
    options_.collect = o.collect;
    options_.saves = tables_folder(common.tables);
    options_.save_every = o.save;
    options_.restart = o.restart;
    options_.zones = o.method == "zones" ? ByZones::only : o.method == "df-pn" ? ByZones::never : ByZones::first;
    options_.on_note = [this](const std::string& sentence) {
      line_.clear();
      note("zermelo: " + sentence + "\n");
    };
    options_.should_stop = stop_requested;
    options_.on_progress = [this](const ProveProgress& progress) { line_.show(text_of(progress)); };
  }

  Attacks attacks() {
    return {[this](bool mover_attacks, WinBy by) { return attack(mover_attacks, by); },
            entry_.repetition() != Repetition::forbidden};
  }

  Verdict attack(bool mover_attacks, WinBy by) {
    options_.by = by;
    searched.push_back({mover_attacks, by,
                        alpha_beta_ ? attack_by_alpha_beta(entry_, position_, mover_attacks, options_)
                                    : entry_.prove(position_, mover_attacks, options_)});
    line_.clear();
    return searched.back().result.verdict;
  }

  // Uses the table of another game, which the game names.
  void lean_on(const std::string& name, const Common& common) {
    auto bound = open_named(name);
    const Entry& game = *bound;
    leaning_.emplace(entry_, std::move(bound), [&game, &common] { return need_table(game, common); }, options_.threads);
    leaning_->put_into(options_);
  }
  const std::vector<Citation>& cites() const { return options_.cites; }

  // Whether every search came to its end. Pairs may be found or not: nothing is open where they are not.
  bool ended() const {
    return std::all_of(searched.begin(), searched.end(),
                       [](const Searched& s) { return s.by == WinBy::pairs || s.result.verdict != Verdict::unknown; });
  }

  // What was saved on the way is no longer needed.
  void tidy_up() const {
    for (const auto& s : searched)
      if (!s.result.saved.empty()) remove_file(s.result.saved);
  }

  std::vector<Searched> searched;

private:
  const Entry& entry_;
  AnyPosition position_;
  bool alpha_beta_;
  std::optional<BoundTable> leaning_;
  ProveOptions options_;
  ProgressLine line_;
};

// What does not go together.
void check_options(const ProveArguments& o, const Entry& entry) {
  const bool forbidden = entry.repetition() == Repetition::forbidden;
  if (o.history && !forbidden)
    throw Error(Exit::usage, "--history is for games in which no position may occur twice; in " + entry.full_name() + " one may");
  if (!o.lean_on.empty() && !o.history && forbidden) throw Error(Exit::usage, "--lean-on goes with --history");
  if (o.history && !o.proof.empty())
    throw Error(Exit::usage, "a search by --history leaves no proof: without it, wins that can be shown are looked for first");
  if (o.method == "alpha-beta" && (o.history || o.collect || o.restart || !o.proof.empty() || o.threads > 1))
    throw Error(Exit::usage,
                "--method alpha-beta searches with one thread and leaves no proof and nothing to go on from: leave out "
                "--history, --collect, --restart, --proof and --threads");
}

// All searches together.
struct Effort {
  explicit Effort(const std::vector<Searched>& searched) : threads(searched.front().result.threads) {
    for (const auto& s : searched) {
      visits += s.result.visits;
      evaluated += s.result.evaluated;
      seconds += s.result.wall_seconds;
      cpu += s.result.cpu_seconds;
      fill = std::max(fill, s.result.fill);
      table_bytes = std::max(table_bytes, s.result.table_bytes); // pairs have none
    }
  }
  u64 visits = 0, evaluated = 0, table_bytes = 0;
  double seconds = 0, cpu = 0, fill = 0;
  int threads;
};

// What was asked for, and what came out: a claim that holds or not, or a value.
struct Proved {
  std::string claim; // empty: the value
  Verdict verdict = Verdict::unknown;
  Wdl value = Wdl::unknown;

  bool settled() const { return claim.empty() ? value != Wdl::unknown : verdict != Verdict::unknown; }
};

nlohmann::json to_json(const Entry& entry, const AnyPosition& p, const Proved& proved, const Session& session,
                       const std::string& file) {
  nlohmann::json j = {{"game", entry.name}, {"variant", entry.variant}, {"position", entry.game().print(p)}};
  j["searches"] = nlohmann::json::array();
  for (const auto& [mover_attacks, by, r] : session.searched)
    j["searches"].push_back({{"attacker", mover_attacks ? "mover" : "other"},
                             {"by", name_of(by)},
                             {"result", name_of(r.verdict)},
                             {"nodes", r.visits},
                             {"evaluated", r.evaluated},
                             {"seconds", r.wall_seconds},
                             {"collections", r.collections},
                             {"resumed", r.resumed},
                             {"line", r.line}});
  if (proved.claim.empty()) {
    j["value"] = proved.settled() ? name_of(proved.value) : "unknown";
  } else {
    j["claim"] = proved.claim;
    j["result"] = name_of(proved.verdict);
  }
  const Effort all(session.searched);
  j.update({{"nodes", all.visits},
            {"evaluated", all.evaluated},
            {"seconds", all.seconds},
            {"cpu_seconds", all.cpu},
            {"threads", all.threads},
            {"table_bytes", all.table_bytes},
            {"table_fill", all.fill}});
  if (const ProveResult& last = session.searched.back().result; last.proof_bytes != 0) {
    j["proof"] = {{"file", file}, {"choices", last.proof_choices}, {"bytes", last.proof_bytes}};
    for (const Citation& c : session.cites()) j["proof"]["tables"].push_back({{"game", c.table.game}, {"sha256", c.sha256}});
  }
  return j;
}

void print(const Entry& entry, const AnyPosition& p, const Proved& proved, const Session& session, const ProveArguments& o) {
  const auto& searched = session.searched;
  const Effort all(searched);
  const std::string answer =
      proved.claim.empty() ? std::string(name_of(proved.value)) : proved.claim + " " + name_of(proved.verdict);
  outf("{}  {}: {}\n", entry.full_name(), entry.game().print(p), bold(answer));
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
  outf("proof      {}: {} moves, {}\n", o.proof, grouped(last.proof_choices), bytes(last.proof_bytes));
  for (const Citation& c : session.cites())
    outf("           together with the table of {}, SHA-256 {}\n", c.table.game, c.sha256);
}

Exit prove(const ProveArguments& o, const Common& common) {
  if (!o.proof.empty() && o.claim.empty())
    throw Error(Exit::usage, "--proof writes the proof of one claim: add --claim win or --claim not-loss");
  const auto entry = open_named(o.game);
  const AnyPosition p = position_of(*entry, o.position);
  check_options(o, *entry);
  Session session(*entry, p, o, common);
  if (!o.lean_on.empty()) session.lean_on(o.lean_on, common);
  Proved proved{.claim = o.claim};
  if (o.claim.empty())
    proved.value = search_value(session.attacks(), o.history);
  else
    proved.verdict = search_claim(session.attacks(), o.claim, o.history);
  if (common.json)
    out(to_json(*entry, p, proved, session, o.proof));
  else
    print(*entry, p, proved, session, o);
  if (session.ended()) session.tidy_up();
  if (!o.proof.empty() && session.searched.back().by == WinBy::history)
    note("zermelo: no proof was written: what is decided by who runs out of positions can only be searched\n");
  if (proved.settled()) return Exit::done;
  const auto& saved = session.searched.back().result.saved;
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
      a.choice(
          "--method", o->method, {"df-pn", "alpha-beta", "zones"},
          "by proof numbers; by depth after depth, for short wins and as a second opinion; by threats and zones, for wins in "
          "games of lines (default: zones there, then df-pn)");
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
      a.flag("--restart", o->restart, "begin anew, whatever was saved");
      a.text("--proof", o->proof, "FILE",
             "write what was shown there, with --claim; 'zermelo verify FILE' checks it, together with the table of --lean-on, "
             "which it "
             "cites");
      a.flag("--quiet", o->quiet, "no progress");
      return [o, &common] { return prove(*o, common); };
    }};

} // namespace zermelo
