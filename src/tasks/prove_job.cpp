#include "tasks/prove_job.h"

#include <algorithm>

#include "base/error.h"
#include "base/file.h"
#include "catalog/bound_table.h"
#include "catalog/by_alpha_beta.h"
#include "solve/dfpn/value_search.h"
#include "tasks/opening_book.h"

namespace zermelo {
namespace {

// A file, or those of a folder that are proofs with zones of wins in the game.
std::vector<std::filesystem::path> proofs_in(const std::filesystem::path& from, const Entry& entry) {
  auto fits = [&](const std::filesystem::path& file) {
    const ProofHeader h = ProofFile(file).header();
    return h.zones && h.attacker_wins && h.game == entry.full_name();
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

// Whether a request is for the exact search.
bool by_windows(const ProveRequest& o, const Entry& entry) {
  if (!entry.searches_exactly() || o.history || !o.lean_on.empty()) return false;
  return o.method == "alpha-beta" || o.method.empty();
}

// What does not go together.
void check_request(const ProveRequest& o, const Entry& entry) {
  const bool proof = !o.options.proof.empty();
  if (proof && o.claim.empty() && !o.at_least)
    throw Error(Exit::usage, entry.game().scored()
                                 ? "--proof writes the proof of one claim: add --at-least"
                                 : "--proof writes the proof of one claim: add --claim win or --claim not-loss");
  const bool forbidden = entry.repetition() == Repetition::forbidden;
  if (o.history && !forbidden)
    throw Error(Exit::usage, "--history is for games in which no position may occur twice; in " + entry.full_name() + " one may");
  if (!o.lean_on.empty() && !o.history && forbidden) throw Error(Exit::usage, "--lean-on goes with --history");
  if (o.history && proof)
    throw Error(Exit::usage, "a search by --history leaves no proof: without it, wins that can be shown are looked for first");
  if (!o.options.suggest.empty() && (!entry.lined() || (!o.method.empty() && o.method != "zones")))
    throw Error(Exit::usage, "--suggest is for searches by threats and zones, in games of lines: leave it out");
  if (o.method == "alpha-beta" && (o.history || o.options.collect))
    throw Error(Exit::usage, "--history and --collect do not go with --method alpha-beta: leave them out");
  if (o.method == "alpha-beta" && proof && !by_windows(o, entry))
    throw Error(Exit::usage, "--method alpha-beta leaves no proof in " + entry.full_name() + ": try --method df-pn");
  if (o.method == "alpha-beta" && !by_windows(o, entry) && (o.options.restart || o.options.threads > 1))
    throw Error(Exit::usage, "--method alpha-beta searches " + entry.full_name() +
                                 " with one thread and leaves nothing to go on from: leave out --restart and --threads");
  if (o.at_least && !entry.game().scored())
    throw Error(Exit::usage, "--at-least is for games of scores; " + entry.full_name() + " has wins and losses: --claim");
  if (o.at_least && !o.claim.empty()) throw Error(Exit::usage, "--at-least is a claim: leave out --claim");
}

// Asks for the value, or for one claim, in null windows.
void search_by_windows(const Entry& entry, const AnyPosition& p, const ProveRequest& request, Proved& proved) {
  ProveOptions options = request.options;
  if (!request.claim.empty()) options.at_least = request.claim == "win" ? 1 : 0;
  proved.searched.push_back({true, WinBy::windows, entry.exact(p, options)});
  const ProveResult& r = proved.searched.back().result;
  proved.exact = r.value;
  proved.value = r.value.wdl;
  proved.verdict = r.verdict;
}

// Takes the value from a recorded book, unless somebody wants to see it searched.
bool look_up(const Entry& entry, const AnyPosition& p, const ProveRequest& request, Proved& proved) {
  if (!request.claim.empty() || request.at_least || !request.method.empty() || request.options.restart) return false;
  const auto book = recorded_book(entry);
  if (!book) return false;
  ProveResult r;
  r.value = r.least = r.most = book->find(entry.game(), p);
  if (!r.value.known()) return false;
  proved.book = book->source;
  proved.exact = r.value;
  proved.value = r.value.wdl;
  proved.searched.push_back({true, WinBy::windows, std::move(r)});
  return true;
}

} // namespace

bool Proved::ended() const {
  // Pairs may be found or not: nothing is open where they are not.
  return std::all_of(searched.begin(), searched.end(), [](const Searched& s) {
    return s.by == WinBy::pairs || s.result.verdict != Verdict::unknown || s.result.value.known();
  });
}

void tidy_up(const Proved& proved) {
  for (const auto& s : proved.searched)
    if (!s.result.saved.empty()) remove_file(s.result.saved);
}

Proved run_search(const Entry& entry, const AnyPosition& p, ProveRequest request, const TablePlace& place) {
  check_request(request, entry);
  ProveOptions& options = request.options;
  if (!request.known.empty()) options.known = proofs_in(request.known, entry);
  options.saves = tables_folder(place.tables);
  options.zones = request.method == "zones" ? ByZones::only : request.method == "df-pn" ? ByZones::never : ByZones::first;
  options.connections = request.method == "connections"                          ? ByZones::only
                        : request.method == "df-pn" || request.method == "zones" ? ByZones::never
                                                                                 : ByZones::first;
  if (request.method == "connections") options.zones = ByZones::never;
  std::optional<BoundTable> leaning; // the table of another game, which the game names
  if (!request.lean_on.empty()) {
    auto bound = open_named(request.lean_on);
    const Entry& game = *bound;
    leaning.emplace(entry, std::move(bound), [&game, &place] { return need_table(game, place); }, options.threads);
    leaning->put_into(options);
  }
  Proved proved{.claim = request.at_least ? "at-least " + std::to_string(*request.at_least) : request.claim};
  options.at_least = request.at_least;
  if (by_windows(request, entry)) {
    if (!look_up(entry, p, request, proved)) search_by_windows(entry, p, request, proved);
    return proved;
  }
  const bool alpha_beta = request.method == "alpha-beta";
  const Attacks attacks{[&](bool mover_attacks, WinBy by) {
                          options.by = by;
                          proved.searched.push_back({mover_attacks, by,
                                                     alpha_beta ? attack_by_alpha_beta(entry, p, mover_attacks, options)
                                                                : entry.prove(p, mover_attacks, options)});
                          return proved.searched.back().result.verdict;
                        },
                        entry.repetition() != Repetition::forbidden, !entry.connected()};
  if (request.at_least)
    proved.verdict = attacks.attack(true, WinBy::ranks);
  else if (request.claim.empty())
    proved.value = search_value(attacks, request.history);
  else
    proved.verdict = search_claim(attacks, request.claim, request.history);
  proved.cites = options.cites;
  return proved;
}

nlohmann::json to_json(const Entry& entry, const AnyPosition& p, const Proved& proved, const std::string& file) {
  nlohmann::json j = {{"game", entry.name}, {"variant", entry.variant}, {"position", entry.game().print(p)}};
  j["searches"] = nlohmann::json::array();
  for (const auto& [mover_attacks, by, r] : proved.searched)
    j["searches"].push_back({{"attacker", mover_attacks ? "mover" : "other"},
                             {"by", name_of(by)},
                             {"result", r.value.known() ? "exact" : name_of(r.verdict)},
                             {"nodes", r.visits},
                             {"evaluated", r.evaluated},
                             {"seconds", r.wall_seconds},
                             {"collections", r.collections},
                             {"resumed", r.resumed},
                             {"line", r.line}});
  for (const OpenFact& fact : proved.searched.back().result.open)
    j["open"].push_back({{"game", fact.game}, {"searches", fact.searches}, {"moves", fact.moves}});
  if (proved.claim.empty()) {
    j["value"] = proved.settled() ? name_of(proved.value) : "unknown";
    if (proved.exact.has_score()) j["score"] = proved.exact.score;
    if (proved.exact.has_plies()) j["plies"] = proved.exact.plies;
  } else {
    j["claim"] = proved.claim;
    j["result"] = name_of(proved.verdict);
  }
  if (!proved.book.empty()) j["book"] = proved.book;
  const Effort all(proved.searched);
  j.update({{"nodes", all.visits},
            {"evaluated", all.evaluated},
            {"seconds", all.seconds},
            {"cpu_seconds", all.cpu},
            {"threads", all.threads},
            {"table_bytes", all.table_bytes},
            {"table_fill", all.fill}});
  if (const ProveResult& last = proved.searched.back().result; last.proof_bytes != 0) {
    j["proof"] = {{"file", file},
                  {"choices", last.proof_choices},
                  {"bytes", last.proof_bytes},
                  {"seconds", last.proof_seconds},
                  {"cpu_seconds", last.proof_cpu_seconds},
                  {"nodes", last.proof_visits}};
    for (const Citation& c : proved.cites) j["proof"]["tables"].push_back({{"game", c.table.game}, {"sha256", c.sha256}});
  }
  return j;
}

} // namespace zermelo
