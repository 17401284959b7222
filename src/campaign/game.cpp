#include "campaign/game.h"

#include <fmt/format.h>

#include <set>

#include "base/file.h"
#include "base/machine.h"
#include "base/sha256.h"
#include "campaign/tree.h"
#include "catalog/by_alpha_beta.h"
#include "verify/report.h"
#include "view/text.h"

namespace zermelo {

namespace {

void refuse_what_cannot_be(const Entry& entry, const AnyPosition& p) {
  const std::string name = entry.full_name();
  if (entry.game().scored())
    throw Error(Exit::usage, "a campaign shows who wins; " + name + " has scores: try 'zermelo prove " + name + "'");
  if (entry.repetition() == Repetition::forbidden)
    throw Error(Exit::usage, "where no position may occur twice, as in " + name +
                                 ", what is shown of a position depends on how it was come to: no campaign is possible");
  if (entry.game().outcome(p) != Wdl::unknown) throw Error(Exit::usage, "the game is over there: nothing is left to show");
}

void write_bytes(const std::filesystem::path& path, const Bytes& bytes) {
  File file = File::create(path);
  file.write_at(0, bytes);
  file.close();
}

Bytes read_bytes(const std::filesystem::path& path) {
  const File file = File::open_for_reading(path);
  Bytes bytes(file.size());
  file.read_at(0, bytes);
  return bytes;
}

} // namespace

CampaignIdentity begin_campaign(const std::string& store, const Entry& entry, const AnyPosition& p, const std::string& claim,
                                const std::string& lean_on, u64 visits, u64 threshold) {
  refuse_what_cannot_be(entry, p);
  if (threshold != 0 && !evaluates(entry))
    throw Error(Exit::usage, entry.full_name() +
                                 " does not say how good a position looks (the hook 'evaluate'), so nothing can be "
                                 "assumed: leave out --threshold");
  const CampaignIdentity identity{entry.full_name(), entry.fingerprint(), entry.game().print(p), claim, lean_on, visits,
                                  threshold};
  create_store(store, identity);
  return identity;
}

CampaignGame::CampaignGame(const CampaignIdentity& identity, const TablePlace& place) : identity_(identity), place_(place) {
  if (!names_a_game(identity.game))
    throw Error(Exit::table,
                fmt::format("the campaign is about {}, a game that this program does not have", printable(identity.game, 40)));
  entry_ = open_named(identity.game);
  if (entry_->fingerprint() != identity.rules)
    throw Error(Exit::table, fmt::format("the campaign is about {} by other rules than this program's", identity.game));
  options_.threads = 1;
  options_.zones = options_.connections = ByZones::never; // their proofs are of another kind, and do not compose
  options_.replies = true;
  options_.line = false;
  if (!identity.lean_on.empty()) {
    auto bound = open_named(identity.lean_on);
    const Entry& game = *bound;
    leaning_.emplace(*entry_, std::move(bound), [&game, this] { return need_table(game, place_); }, 1);
    options_.proof = "cited"; // so that the table is
    leaning_->put_into(options_);
    options_.proof.clear();
    table_ = options_.lean_on();
  }
  refuse_what_cannot_be(*entry_, root());
}

AnyPosition CampaignGame::position(const std::string& text) const {
  std::string why;
  if (auto p = entry_->game().parse(text, why)) return *p;
  throw Damaged(fmt::format("the campaign names '{}', which is no position of {}: {}", printable(text), identity_.game, why));
}

Key CampaignGame::key(const AnyPosition& p, bool attacker_moves) const {
  return CampaignTree::key_of(entry_->key(p), attacker_moves);
}

CampaignGame::Expansion CampaignGame::expand(const std::string& text, bool attacker_moves) const {
  const AnyGame& game = entry_->game();
  const AnyPosition p = position(text);
  Expansion e;
  std::set<Key> there;
  for (const AnyMove m : game.moves(p)) {
    const AnyPosition q = game.play(p, m);
    Wdl over = game.outcome(q);
    if (over == Wdl::unknown && table_) {
      const auto alone = looking_.enter();
      over = table_(q);
    }
    if (over == Wdl::loss || (over == Wdl::draw && !attacker_moves)) return {Ruled::success, {}};
    if (over != Wdl::unknown) continue;
    const Key k = key(q, !attacker_moves);
    if (there.insert(k).second) e.moves.push_back({k, game.print(q)});
  }
  if (e.moves.empty()) e.ruled = Ruled::failure;
  return e;
}

// What an alpha-beta search of so many positions says, if it is as sure as the threshold.
std::optional<i64> CampaignGame::evaluate(const Job& job, const std::function<bool()>& should_stop, u64& nodes) const {
  ProveOptions o = options_;
  o.should_stop = should_stop;
  const Evaluated found = evaluate_by_alpha_beta(*entry_, position(job.position), job.visits, o);
  nodes = found.nodes;
  if (should_stop && should_stop()) throw Error(Exit::stopped, "interrupted; the job is left to others");
  return static_cast<u64>(std::abs(found.score)) >= job.threshold ? std::optional<i64>(found.score) : std::nullopt;
}

BackEnd CampaignGame::back_end(const std::string& method) const {
  const bool exactly = entry_->searches_exactly() && identity_.lean_on.empty();
  if (method == "alpha-beta" && !exactly)
    throw Error(Exit::usage, identity_.lean_on.empty()
                                 ? "--method alpha-beta leaves no proof in " + identity_.game + ": leave it out"
                                 : "--method alpha-beta does not lean on tables: leave it out");
  return exactly && method != "df-pn" ? BackEnd::alpha_beta : BackEnd::df_pn;
}

// Whether the attacker wins. The exact search is asked about the side to move: whether it wins, or does not lose.
Verdict CampaignGame::decide(const Job& job, BackEnd back_end, ProveOptions options, ProveResult& result) const {
  if (back_end == BackEnd::df_pn) {
    result = entry_->prove(position(job.position), job.attacker_moves, options);
    return result.verdict;
  }
  options.at_least = job.attacker_moves ? 1 : 0;
  result = entry_->exact(position(job.position), options);
  if (job.attacker_moves || result.verdict == Verdict::unknown) return result.verdict;
  return result.verdict == Verdict::proven ? Verdict::disproven : Verdict::proven;
}

JobAnswer CampaignGame::search(const Job& job, const std::shared_ptr<ProofTable>& table, const std::function<bool()>& should_stop,
                               BackEnd back_end) const {
  const double start = wall_seconds();
  u64 evaluated = 0;
  if (job.threshold != 0)
    if (const auto score = evaluate(job, should_stop, evaluated))
      return {.node = job.node, .visits = evaluated, .seconds = wall_seconds() - start, .score = score};
  const Fleeting file(scratch_.next());
  ProveOptions o = options_;
  o.table = table;
  o.most_visits = job.visits;
  o.proof = file.path;
  o.should_stop = should_stop;
  ProveResult r;
  JobAnswer a{.node = job.node, .verdict = decide(job, back_end, o, r)};
  a.visits = evaluated + r.visits;
  if (a.verdict == Verdict::unknown) {
    if (r.visits < job.visits) throw Error(Exit::stopped, "interrupted; the job is left to others");
    a.replies = r.replies;
  } else {
    a.proof = read_bytes(file.path);
  }
  a.seconds = wall_seconds() - start;
  return a;
}

Fact CampaignGame::check(Bytes proof, const std::string& worker, const std::function<bool()>& should_stop) const {
  return check(std::move(proof), worker, should_stop, {});
}

Fact CampaignGame::check(Bytes proof, const std::string& worker, const std::function<bool()>& should_stop,
                         const std::function<void(const NamedMove&)>& on_move) const {
  const Fleeting file(scratch_.next());
  write_bytes(file.path, proof);
  auto refuse = [](const std::string& why) -> Error { return {Exit::mismatch, why}; };
  ProofHeader h;
  ProofReport report;
  AnyPosition p;
  try {
    ProofFile opened(file.path);
    h = opened.header();
    if (h.game != identity_.game) throw refuse("it is a proof about " + printable(h.game, 40));
    if (h.rules != identity_.rules) throw refuse("it is a proof by other rules");
    if (h.zones || h.carriers || h.pairs || h.at_least) throw refuse("it is a proof of a kind that does not compose with others");
    std::string why;
    const auto parsed = entry_->game().parse(h.position, why);
    if (!parsed) throw refuse("it is about no position of the game");
    p = *parsed;
    VerifyOptions v;
    v.should_stop = should_stop;
    v.on_move = on_move;
    for (const Citation& c : h.tables) // the file that was read when the campaign was opened
      if (options_.cites.empty() || c.sha256 != options_.cites.front().sha256)
        throw refuse("it cites a table that the campaign does not lean on");
    if (!h.tables.empty()) v.cited = options_.lean_on();
    report = entry_->verify(opened, p, v);
  } catch (const Error& e) {
    if (e.code() != Exit::table) throw;
    throw refuse("it is no sound proof"); // the sentence would name a file that is gone
  }
  if (!report.holds) throw refuse("it proves nothing: " + report.why);
  Sha256 sum;
  sum.add(proof);
  FactRecord f{.key = key(p, h.mover_attacks),
               .attacker_wins = h.attacker_wins,
               .position = h.position,
               .sha256 = sum.hex(),
               .worker = worker,
               .choices = report.choices,
               .bytes = proof.size(),
               .at = unix_seconds()};
  return {std::move(f), std::move(proof)};
}

} // namespace zermelo
