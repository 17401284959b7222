// Every way of solving, on a game small enough to be disturbed at every operation. The fault tests run over this table: a new
// strategy is one line here.
#pragma once

#include "campaign/campaign.h"
#include "campaign/export.h"
#include "catalog/catalog.h"
#include "exec/thread_ranks.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/table.h"
#include "table/proof_file.h"
#include "tests/faults/scratch.h"
#include "tests/faults/solving.h"
#include "verify/proof.h"
#include "view/text.h"

namespace zermelo::faults {

enum class Sought : u8 {
  table,
  proof,   // of not-loss for the side to move
  win,     // of the side to move, with its proof
  value,   // of the start, by exact search
  verdict, // whether the start is no loss, without a proof
  many,    // proof searches, of which a campaign makes one of not-loss
};

struct Way {
  const char* name;
  const char* game; // of the catalog, or "graph": a random graph
  Method method = Method::automatic;
  bool on_disk = false, in_place = false;
  Sought sought = Sought::table;
  int ranks = 1;                // processes, here as threads
  const char* longer = nullptr; // a game that is not over before it was stopped many times, where the one above is

  bool searches() const { return sought != Sought::table; }
};

inline std::ostream& operator<<(std::ostream& out, const Way& way) { return out << way.name << " (" << way.game << ")"; }

inline constexpr Way ways[] = {
    {"plain", "graph"},
    {"backward", "nocca:3x3", Method::backward},
    {"forward", "tictactoe", Method::forward},
    {"layers", "checkers:6x6-endings-2"},
    {"scored", "awari:4"},
    {"windows", "awari:3", Method::windows},
    {"ondisk", "awari:4", Method::automatic, true},
    {"inplace", "awari:8", Method::automatic, true, true},
    {"blocks", "nocca:3x3"},
    {"cubes", "yonmoque:free-1"},
    {"planes", "musashi:9"},
    {"marks", "quixo:3"},
    {"ranks", "awari:4", Method::automatic, false, false, Sought::table, 3},
    {"search", "trax:4x4", Method::automatic, false, false, Sought::proof, 1, "trax:5x5"},
    {"zones", "gomoku:13x5,4", Method::automatic, false, false, Sought::win},
    {"exact", "connect4:4x6", Method::automatic, false, false, Sought::value, 1, "connect4:6x4"},
    {"campaign", "trax:4x4", Method::automatic, false, false, Sought::many},
};
inline const Way& way_named(const std::string& name) {
  for (const Way& w : ways)
    if (name == w.name) return w;
  throw Error(Exit::usage, "there is no way " + name);
}

// How large the random graph is, which the others do not ask for.
struct GraphSize {
  u32 nodes = 3000;
  u64 seed = 1;
  bool wide = false;
};
using PlainGraph = graph::GraphGame<true, false>;
inline PlainGraph plain_graph(const GraphSize& size) {
  return {std::make_shared<const graph::Graph>(graph::random_graph(victim_shape(size.nodes, size.wide), size.seed))};
}

inline TableFiles files_of(const Way& way, const std::filesystem::path& folder) { return {folder, way.game}; }

// What a run leaves when it has ended well.
inline std::filesystem::path result_of(const Way& way, const std::filesystem::path& folder) {
  return way.searches() ? folder / "result" : files_of(way, folder).table;
}

// The store of a campaign.
inline std::filesystem::path store_of(const std::filesystem::path& folder) { return folder / "store"; }

// Whether a run that was stopped has left something to go on from.
inline bool has_saved(const Way& way, const std::filesystem::path& folder) {
  if (way.sought == Sought::many) return std::filesystem::exists(store_of(folder));
  if (!way.searches()) return !files_of(way, folder).checkpoints().empty();
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(folder, none))
    if (file.path().extension() == ".search" || file.path().extension() == ".facts") return true;
  return false;
}

// A campaign from its beginning to its proof, by one worker; then its store is removed.
inline bool run_campaign(const Way& way, const std::filesystem::path& folder, const SolveOptions& options) {
  const std::string store = store_of(folder).string();
  const bool resumed = has_saved(way, folder);
  if (!resumed) {
    const auto entry = open_game(way.game);
    begin_campaign(store, *entry, entry->game().start(), "not-loss", "", 40);
  }
  {
    Campaign campaign(open_store(store, true), TablePlace{folder.string()}, true);
    campaign.clock = [] { return 1.0; }; // what is kept depends on nothing else
    const auto table = std::make_shared<ProofTable>(u64{1} << 18);
    while (!campaign.over()) {
      if (options.should_stop && options.should_stop()) throw Error(Exit::stopped, "stopped; saved in " + store);
      const auto job = campaign.claim("worker", {}, 0);
      if (!job) throw Error(Exit::runtime, "there is no job");
      std::string why;
      if (!campaign.take(campaign.game().search(*job, table, {}), "worker", why)) throw Error(Exit::runtime, why);
    }
    export_proof(campaign, result_of(way, folder), {.memory = u64{1} << 20});
  }
  for (const char* ending : {"", "-wal", "-shm"}) remove_file(store + ending);
  return resumed;
}

// Solves it there, and tells whether it went on from something.
inline bool solve_way(const Way& way, const std::filesystem::path& folder, SolveOptions options, const GraphSize& size = {}) {
  options.method = way.method;
  options.on_disk = way.on_disk;
  options.in_place = way.in_place;
  const TableFiles files = files_of(way, folder);
  if (std::string_view(way.game) == "graph") return solve_graph(plain_graph(size), folder, options).resumed;
  if (way.sought == Sought::many) return run_campaign(way, folder, options);
  const auto entry = open_game(way.game);
  if (way.searches()) {
    ProveOptions search{.threads = options.threads,
                        .memory = u64{1} << 18,
                        .saves = folder,
                        .save_every = options.checkpoint_every,
                        .should_stop = options.should_stop};
    const bool claims = way.sought != Sought::value, proves = claims && way.sought != Sought::verdict;
    if (proves) search.proof = result_of(way, folder);
    const auto start = entry->game().start();
    const auto result = claims ? entry->prove(start, way.sought == Sought::win, search) : entry->exact(start, search);
    if (claims ? result.verdict == Verdict::unknown : !result.value.known())
      throw Error(Exit::stopped, "stopped; saved in " + folder.string());
    if (!proves) write_whole(result_of(way, folder), claims ? name_of(result.verdict) : words(result.value));
    if (!result.saved.empty()) remove_file(result.saved);
    return result.resumed;
  }
  if (way.ranks == 1) return entry->solve(files, options).resumed;
  bool resumed = false;
  run_as_ranks(way.ranks, [&](Ranks& here) {
    SolveOptions own = options;
    own.ranks = &here;
    if (!here.first()) own.should_stop = {};
    const bool went_on = open_game(way.game)->solve(files, own).resumed;
    if (here.first()) resumed = went_on;
  });
  return resumed;
}

// Whether the result is right: the same bytes, or a proof of the claim, since a search that was stopped may find another one.
inline bool is_right(const Way& way, const std::filesystem::path& folder, const std::string& right) {
  const auto file = result_of(way, folder);
  if (way.sought == Sought::table || way.sought == Sought::value || way.sought == Sought::verdict) return bytes_in(file) == right;
  ProofFile proof(file);
  const auto entry = open_game(way.game);
  return proof.header().attacker_wins == (way.sought == Sought::win) &&
         entry->verify(proof, entry->game().start(), VerifyOptions{}).holds;
}

// Whether the semantic check finds nothing wrong with the table.
inline bool check_holds(const Way& way, const std::filesystem::path& folder, const GraphSize& size = {}) {
  const auto file = result_of(way, folder);
  if (std::string_view(way.game) == "graph") {
    const PlainGraph game = plain_graph(size);
    return SemanticCheck<PlainGraph>(game, Table(file, identity_of(game)), {.threads = 1}).run().holds();
  }
  const auto entry = open_game(way.game);
  return entry->verify(Table(file, entry->identity()), VerifyOptions{.threads = 1}).holds();
}

} // namespace zermelo::faults
