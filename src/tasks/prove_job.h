// A proof search as somebody asks for it: the value of a position, or one claim about it; which searches were made, and what came out.
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "solve/dfpn/options.h"
#include "tasks/context.h"

namespace zermelo {

struct ProveRequest {
  std::string claim;           // "win" or "not-loss"; empty: the value
  std::string method;          // "df-pn", "alpha-beta", "zones" or "connections"; empty: what fits the game
  std::string lean_on;         // take values from the table of this game; empty: of none
  std::filesystem::path known; // a proof with zones of another position, or a folder of them
  bool history = false;        // where no position may occur twice: search by that rule at once
  std::optional<i32> at_least; // the claim that the side to move gets at least this score
  ProveOptions options;        // `saves`, `zones`, `known` and what is leant on are filled in from the above
};

// One search: whether the side to move, or the other, can force a win.
struct Searched {
  bool mover_attacks;
  WinBy by;
  ProveResult result;
};

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
  Value exact;      // with its score or its plies, where the search finds them
  std::string book; // the recorded book of openings that has the value; empty: it was searched
  std::vector<Searched> searched;
  std::vector<Citation> cites; // the tables that a proof leans on

  bool settled() const { return claim.empty() ? value != Wdl::unknown : verdict != Verdict::unknown; }
  bool ended() const; // every search came to its end
};

// Refuses what does not go together. A value that is asked for by no method of its own comes from a recorded book of openings, if one has
// it (games/<name>/results/*.book): nothing is searched then. A search that was stopped is saved in the folder of tables; the same request goes on from there.
Proved run_search(const Entry& entry, const AnyPosition& p, ProveRequest request, const TablePlace& place);

// What was saved on the way is no longer needed once every search has ended and its result was told.
void tidy_up(const Proved& proved);

// The object that `prove --json` prints; `file` is that of the proof.
nlohmann::json to_json(const Entry& entry, const AnyPosition& p, const Proved& proved, const std::string& file);

} // namespace zermelo
