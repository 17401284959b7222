// Checks a proof, together with the tables that it cites.
#include "base/machine.h"
#include "base/units.h"
#include "commands/verify.h"
#include "context.h"
#include "stop.h"
#include "terminal.h"
#include "verify/cited.h"
#include "verify/proof.h"
#include "verify/report.h"
#include "view/text.h"

namespace zermelo {
namespace {

// The tables that a proof cites: each is the file that was cited, or an Error says why not.
class CitedTables {
public:
  CitedTables(const Entry& entry, const std::vector<Citation>& cited, const Common& common, u64 cache_bytes) {
    for (const Citation& c : cited) add(entry, c, common, cache_bytes / cited.size());
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

  void add(const Entry& entry, const Citation& c, const Common& common, u64 cache_bytes) {
    auto game = cited_game(entry, c.table.game);
    const Contents contents = c.distances ? Contents::distances : Contents::values;
    CitedTable table(game->game(), game->identity(), c, files_of(*game, common, contents).table, cache_bytes);
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

bool names_a_game(const std::string& text) { return find_folder(text.substr(0, text.find(':'))) != nullptr; }

// A proof names its game and position itself.
Exit verify_proof(const VerifyArguments& o, const Common& common) {
  ProofFile proof(o.what);
  const ProofHeader h = proof.header();
  if (!names_a_game(h.game))
    throw Error(Exit::table,
                fmt::format("{} is a proof about {}, a game that this program does not have", o.what, printable(h.game)));
  const auto entry = open_named(h.game);
  if (entry->fingerprint() != h.rules)
    throw Error(Exit::table, fmt::format("{} is a proof about {} by other rules than this program's", o.what, h.game));
  std::string why;
  const auto p = entry->game().parse(h.position, why);
  if (!p) throw Error(Exit::table, fmt::format("{} is about no position of {}: {}", o.what, h.game, why));
  const double start = wall_seconds(), cpu = cpu_seconds();
  VerifyOptions options;
  options.threads = static_cast<int>(o.threads);
  options.memory = o.memory != 0 ? o.memory : available_memory();
  const u64 cache = h.tables.empty() ? 0 : std::min(u64{64} << 20, options.memory / 2);
  options.memory -= cache;
  const CitedTables tables(*entry, h.tables, common, cache);
  options.cited = [&tables](const AnyPosition& q) { return tables.value(q); };
  catch_stop_signals();
  options.should_stop = stop_requested;
  const ProofReport r = entry->verify(proof, *p, options);
  const std::string attacker = h.mover_attacks ? "the side to move" : "the other side";
  const std::string claim = attacker + (h.attacker_wins ? " wins" : " cannot force a win");
  if (common.json)
    out(nlohmann::json{{"proof", o.what},
                       {"game", entry->name},
                       {"variant", entry->variant},
                       {"position", h.position},
                       {"claim", claim},
                       {"holds", r.holds},
                       {"why", r.holds ? nlohmann::json() : nlohmann::json(r.why)},
                       {"choices", r.choices},
                       {"positions", r.positions},
                       {"tables", to_json(h.tables)},
                       {"lookups", r.lookups},
                       {"bytes", proof.file_bytes()},
                       {"seconds", wall_seconds() - start},
                       {"cpu_seconds", cpu_seconds() - cpu}});
  if (!common.json && r.holds) {
    outf("proof      {} {}: {}\n           {} moves named, {} positions looked at, {}in {} ({} CPU): it holds{}\n", h.game,
         h.position, claim, grouped(r.choices), grouped(r.positions),
         h.tables.empty() ? "" : grouped(r.lookups) + " looked up in tables, ", duration(wall_seconds() - start),
         duration(cpu_seconds() - cpu), h.tables.empty() ? "" : " together with");
    for (const Citation& c : h.tables) outf("           the table of {} with the SHA-256 {}\n", c.table.game, c.sha256);
  }
  if (!r.holds) notef("zermelo: {} proves nothing: {}\n", o.what, r.why);
  return r.holds ? Exit::done : Exit::mismatch;
}

} // namespace zermelo
