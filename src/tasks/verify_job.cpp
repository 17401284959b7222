#include "tasks/verify_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/machine.h"
#include "verify/cited.h"
#include "view/text.h"

namespace zermelo {
namespace {

// The tables that a proof cites: each is the file that was cited, or an Error says why not.
class CitedTables {
public:
  CitedTables(const Entry& entry, const std::vector<Citation>& cited, const TablePlace& place, u64 cache_bytes) {
    for (const Citation& c : cited) add(entry, c, place, cache_bytes / cited.size());
  }

  // The first that holds the position tells.
  Wdl value(const AnyPosition& p) const {
    for (const auto& t : tables_)
      if (const Wdl said = t->table.value(p); said != Wdl::unknown) return said;
    return Wdl::unknown;
  }

private:
  struct Opened {
    std::unique_ptr<Entry> game;
    CitedTable table;
  };

  // Positions of the two games are of the same type only where the words of the game say so.
  static std::unique_ptr<Entry> cited_game(const Entry& entry, const std::string& name) {
    if (!entry.bound_by(name))
      throw Error(Exit::table, fmt::format("the proof cites a table of {}, which says nothing about {}", printable(name, 40),
                                           entry.full_name()));
    try {
      return open_named(name);
    } catch (const Error& e) {
      throw Error(Exit::table, fmt::format("the proof cites a table of {}: {}", printable(name, 40), e.what()));
    }
  }

  void add(const Entry& entry, const Citation& c, const TablePlace& place, u64 cache_bytes) {
    auto game = cited_game(entry, c.table.game);
    const Contents contents = c.distances ? Contents::distances : Contents::values;
    CitedTable table(game->game(), game->identity(), c, files_of(*game, place, contents).table, cache_bytes);
    tables_.push_back(std::make_unique<Opened>(Opened{std::move(game), std::move(table)}));
  }

  std::vector<std::unique_ptr<Opened>> tables_;
};

nlohmann::json to_json(const std::vector<Citation>& cited) {
  nlohmann::json j = nlohmann::json::array();
  for (const Citation& c : cited)
    j.push_back({{"game", c.table.game}, {"contents", c.distances ? "distances" : "values"}, {"sha256", c.sha256}});
  return j;
}

} // namespace

nlohmann::json to_json(const VerifyReport& r) {
  nlohmann::json j = {{"slots", r.slots},
                      {"first_slot", r.first_slot},
                      {"wrong", r.wrong},
                      {"distances", r.distances},
                      {"scores", r.scores},
                      {"proof", r.proves()},
                      {"statistics_agree", r.whole ? nlohmann::json(r.statistics_agree) : nlohmann::json()},
                      {"first", nlohmann::json::array()}};
  for (const auto& x : r.first)
    j["first"].push_back({{"slot", x.slot},
                          {"position", x.position.empty() ? nlohmann::json() : nlohmann::json(x.position)},
                          {"found", zermelo::to_json(x.found)},
                          {"expected", zermelo::to_json(x.expected)},
                          {"filler", x.filler},
                          {"circle", x.circle}});
  return j;
}

CheckedProof check_proof(const std::filesystem::path& file, VerifyOptions options, const TablePlace& place) {
  ProofFile proof(file);
  CheckedProof checked;
  const ProofHeader& h = checked.header = proof.header();
  const std::string name = file.string();
  if (!names_a_game(h.game))
    throw Error(Exit::table,
                fmt::format("{} is a proof about {}, a game that this program does not have", name, printable(h.game)));
  checked.entry = open_named(h.game);
  const Entry& entry = *checked.entry;
  if (entry.fingerprint() != h.rules)
    throw Error(Exit::table, fmt::format("{} is a proof about {} by other rules than this program's", name, h.game));
  std::string why;
  const auto p = entry.game().parse(h.position, why);
  if (!p) throw Error(Exit::table, fmt::format("{} is about no position of {}: {}", name, h.game, why));
  const double start = wall_seconds(), cpu = cpu_seconds();
  if (options.memory == 0) options.memory = available_memory();
  const u64 cache = h.tables.empty() ? 0 : std::min(u64{64} << 20, options.memory / 2);
  options.memory -= cache;
  const CitedTables tables(entry, h.tables, place, cache);
  options.cited = [&tables](const AnyPosition& q) { return tables.value(q); };
  checked.report = entry.verify(proof, *p, options);
  const std::string attacker = h.mover_attacks ? "the side to move" : "the other side";
  checked.claim =
      attacker + (h.at_least        ? fmt::format("{} {}", h.attacker_wins ? " gets at least" : " gets less than", *h.at_least)
                  : h.attacker_wins ? " wins"
                                    : " cannot force a win");
  checked.file_bytes = proof.file_bytes();
  checked.seconds = wall_seconds() - start;
  checked.cpu_seconds = cpu_seconds() - cpu;
  return checked;
}

nlohmann::json to_json(const CheckedProof& c, const std::string& file) {
  const ProofReport& r = c.report;
  return {{"proof", file},
          {"game", c.entry->name},
          {"variant", c.entry->variant},
          {"position", c.header.position},
          {"claim", c.claim},
          {"holds", r.holds},
          {"why", r.holds ? nlohmann::json() : nlohmann::json(r.why)},
          {"choices", r.choices},
          {"positions", r.positions},
          {"deepest", r.deepest > 0 ? nlohmann::json(r.deepest) : nlohmann::json()},
          {"tables", to_json(c.header.tables)},
          {"lookups", r.lookups},
          {"bytes", c.file_bytes},
          {"seconds", c.seconds},
          {"cpu_seconds", c.cpu_seconds}};
}

} // namespace zermelo
