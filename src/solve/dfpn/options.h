// A proof search as its caller sees it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/key.h"
#include "base/types.h"
#include "base/value.h"
#include "game/any.h"
#include "solve/dfpn/numbers.h"
#include "table/proof_file.h"

namespace zermelo {

class ProofTable; // solve/dfpn/table.h

struct ProveProgress {
  Numbers root;
  bool facts = false; // the numbers are those of facts, open and shown
  u64 visits = 0, evaluated = 0;
  double rate = 0; // visits a second
  double fill = 0; // of the table
  double seconds = 0;
  u64 collections = 0;
  bool proof = false;       // a proof is taken out: the visits are those of what is searched again
  u64 moves = 0, open = 0;  // of the proof: written, and positions that wait
  Value asked, least, most; // of an exact search: whether the position is worth so much, and what it lies between
};

// Which kind of win a search looks for. Only where no position may occur twice are there others than `ranks`.
enum class WinBy : u8 {
  ranks,   // a win whose distance falls with every ply
  pairs,   // the mover never runs out of moves (pairs.h). Such a win may be found; if it is not, nothing is known
  history, // any win: a search under the rule itself, which sees the history of play (history_memory.h)
  windows, // no kind of win: the value itself, by null windows (solve/exact)
  blocked, // none: the other gets into every window (solve/lines/blocking.h)
};
constexpr const char* name_of(WinBy by) {
  constexpr const char* names[] = {"ranks", "pairs", "history", "windows", "blocked"};
  return names[static_cast<u8>(by)];
}

// Whether a game of lines is searched by threats and zones (solve/lines): a win is found so, or nothing. The same of connections.
enum class ByZones : u8 { first, never, only };

struct ProveOptions {
  int threads = 0; // 0: all
  u64 memory = 0;  // bytes; 0: 256 MiB, or half of what the machine can give
  // A table that the caller keeps for the next searches; empty: one of its own. It takes the place of `memory`. By proof numbers it is of
  // searches with the same attacker, which this one goes on from. Exact searches may share one, of any positions and games, several at
  // once; nothing is saved of it then.
  std::shared_ptr<ProofTable> table;
  double time_limit = 0; // seconds; 0: none
  u64 most_visits = 0;   // 0: no limit
  bool weak = true;      // weak proof numbers instead of sums
  double epsilon = 0.25; // how much longer the search stays with a move than it must
  WinBy by = WinBy::ranks;
  ByZones zones = ByZones::first;
  ByZones connections = ByZones::first; // of a game of connection: by virtual connections (solve/connect), in one search
  std::optional<i32> at_least;          // of an exact search: ask this alone, a score, or 1 for a win and 0 for no loss
  bool collect = false;                 // make room in all of the table when it is nearly full (collect.h)
  // Makes a function, one for each thread, that returns what a position is worth, unknown where it does not know; empty: there is
  // none. By history it returns which positions are won or lost where positions may occur twice and endless play is a draw.
  std::function<std::function<Wdl(const AnyPosition&)>()> lean_on;
  std::vector<Citation> cites; // the tables that this leans on, for a proof; it must then know every position that they hold
  std::vector<std::filesystem::path> known; // proofs with zones of other positions of the game, whose facts are taken over
  // Files of lines of play that are tried first (solve/lines/suggestions.h), and proofs by other rules (models.h there).
  std::vector<std::filesystem::path> suggest;
  std::filesystem::path proof; // where to write what was shown; empty: nowhere
  std::filesystem::path saves; // the folder for searches that are not at their end; empty: nothing is kept
  double save_every = 60;      // seconds; 0: only when stopped
  bool restart = false;        // ignore what was saved
  bool replies = false;        // tell what is known of each move of the position, too
  bool line = true;            // of an exact search: also look for moves by which the value comes about
  std::function<void(const ProveProgress&)> on_progress;
  std::function<bool()> should_stop;
  std::function<void(const std::string&)> on_note; // what should be said and does not stop the search
};

// Bytes for the table of positions: as many as were asked for, else (0) what a machine can spare. Memory is taken as it is
// touched, so what is not there is refused here, and what is too little for any search.
u64 memory_of_search(u64 asked);

enum class Verdict : u8 { unknown, proven, disproven };
constexpr const char* name_of(Verdict v) {
  return v == Verdict::proven ? "proven" : v == Verdict::disproven ? "disproven" : "unknown";
}

// What a search has found out about one move of its position.
struct ReplyNumbers {
  Key key; // of where it leads (Entry::key)
  Numbers numbers;
};

// Of a search by threats and zones: what is still to be shown.
struct OpenFact {
  std::string game;               // moves that lead to it, from the empty board
  u32 searches = 0;               // so far
  std::vector<std::string> moves; // by which it is split
};

struct ProveResult {
  Verdict verdict = Verdict::unknown; // of the claim that was searched
  Numbers root;                       // as they were at the end
  u64 visits = 0;                     // positions whose moves were weighed, again and again
  u64 evaluated = 0;                  // positions seen for the first time, or again after they were forgotten
  double wall_seconds = 0, cpu_seconds = 0;
  u64 table_bytes = 0;
  double fill = 0;
  int threads = 0;
  u64 proof_choices = 0, proof_bytes = 0;          // if one was written
  u64 proof_visits = 0;                            // what the table had forgotten was searched again
  double proof_seconds = 0, proof_cpu_seconds = 0; // taking it out, within the seconds of all
  u64 collections = 0;
  bool resumed = false;
  Value value, least, most;          // of an exact search: the value, unknown if it was stopped; what it lies between
  std::filesystem::path saved;       // a file of this search, which is not needed once its result was reported
  std::vector<std::string> line;     // moves by which the result comes about, as far as the table knows
  std::vector<ReplyNumbers> replies; // if they were asked for
  std::vector<OpenFact> open;        // of a search by threats and zones that was stopped
};

} // namespace zermelo
