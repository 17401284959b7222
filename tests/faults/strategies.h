// Every way of solving, on a game small enough to be disturbed at every operation. The fault tests run over this table: a new
// strategy is one line here.
#pragma once

#include "catalog/catalog.h"
#include "exec/thread_ranks.h"
#include "solve/dfpn/options.h"
#include "table/proof_file.h"
#include "tests/faults/scratch.h"
#include "tests/faults/solving.h"
#include "verify/proof.h"

namespace zermelo::faults {

struct Way {
  const char* name;
  const char* game; // of the catalog; "graph": a random graph; or a claim that is searched for
  Method method = Method::automatic;
  bool on_disk = false, in_place = false;
  bool proves = false; // not-loss of the side to move, with a proof
  int ranks = 1;       // processes, here as threads
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
    {"ranks", "awari:4", Method::automatic, false, false, false, 3},
    {"search", "trax:4x4", Method::automatic, false, false, true},
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
  return way.proves ? folder / "proof" : files_of(way, folder).table;
}

// Whether a run that was stopped has left something to go on from.
inline bool has_saved(const Way& way, const std::filesystem::path& folder) {
  if (!way.proves) return !files_of(way, folder).checkpoints().empty();
  std::error_code none;
  for (const auto& file : std::filesystem::directory_iterator(folder, none))
    if (file.path().extension() == ".search") return true;
  return false;
}

// Solves it there, and tells whether it went on from something.
inline bool solve_way(const Way& way, const std::filesystem::path& folder, SolveOptions options, const GraphSize& size = {}) {
  options.method = way.method;
  options.on_disk = way.on_disk;
  options.in_place = way.in_place;
  const TableFiles files = files_of(way, folder);
  if (std::string_view(way.game) == "graph") return solve_graph(plain_graph(size), folder, options).resumed;
  const auto entry = open_game(way.game);
  if (way.proves) {
    const auto result = entry->prove(entry->game().start(), false,
                                     {.threads = options.threads,
                                      .memory = u64{1} << 18,
                                      .proof = result_of(way, folder),
                                      .saves = folder,
                                      .save_every = options.checkpoint_every,
                                      .should_stop = options.should_stop});
    if (result.verdict == Verdict::unknown) throw Error(Exit::stopped, "stopped; saved in " + folder.string());
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
  if (!way.proves) return bytes_in(file) == right;
  ProofFile proof(file);
  const auto entry = open_game(way.game);
  return !proof.header().attacker_wins && entry->verify(proof, entry->game().start(), VerifyOptions{}).holds;
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
