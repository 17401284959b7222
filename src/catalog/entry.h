// One game and variant with everything that can be done to it, types erased.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/key.h"
#include "game/any.h"
#include "game/check/report.h"
#include "game/connection.h"
#include "game/lines.h"
#include "solve/job.h"
#include "table/table.h"

namespace zermelo {

struct IndexReport;   // index/figures.h
struct SampleOptions; // catalog/sample.h
struct SampleReport;
struct ProveOptions; // solve/dfpn/options.h
struct ProveResult;
struct KnownProof; // solve/compose.h
class Opponent;    // search/opponent.h
struct SearchOptions;
struct ReachReport;   // verify/reachable.h
struct VerifyOptions; // verify/report.h
struct VerifyReport;
struct ProofReport; // verify/report.h
class ProofFile;    // table/proof_file.h

// What a game says about a variant in words.
struct Words {
  std::string set;                    // the set of positions that a table covers
  std::optional<std::string> variant; // its proper name, where it was called by another
  std::string solvable;               // another variant that can be solved, where this one cannot
  std::string why_no_table;           // and why it cannot, where that can be said
  // A variant with the same type of positions whose table a search may take values from. Where no position may occur twice: one
  // with the same moves in which one may, endless play being a draw; its wins and losses are leaves of a search here. Otherwise
  // one that holds some positions of this game, with the same values. A name that ends in * stands for all that begin so.
  std::string bound;
};

// What a game of lines offers beside its rules (game/lines.h).
struct LinedGame {
  const LineBoard& board;
  std::function<LineStones(const AnyPosition&)> stones;
  std::function<int(const CellSet& attacker, const CellSet& defender)> suggest; // none if it has no such hook
};

// What a game of connection offers beside its rules (game/connection.h).
struct ConnectedGame {
  const ConnectionBoard& board;
  std::function<std::optional<ConnectionStones>(const AnyPosition&)> joining;
};

class Entry {
public:
  virtual ~Entry() = default;

  std::string name;    // the folder
  std::string variant; // empty for the published game
  Words words;
  std::string full_name() const { return variant.empty() ? name : name + ":" + variant; }

  // Whether the words name this other variant as one whose table holds positions of this one.
  bool bound_by(std::string_view other) const {
    const std::string_view bound = words.bound;
    return bound.ends_with('*') ? other.starts_with(bound.substr(0, bound.size() - 1)) : !bound.empty() && other == bound;
  }

  virtual const AnyGame& game() const = 0;
  virtual Repetition repetition() const = 0;
  virtual std::optional<LinedGame> lined() const = 0;         // nothing: it is no game of lines
  virtual std::optional<ConnectedGame> connected() const = 0; // nothing: it is no game of connection
  virtual Key key(const AnyPosition& p) const = 0; // 128 bits, the same for symmetric positions (exact_key in game/expand.h)
  virtual u64 perft(const AnyPosition& p, int depth) const = 0;
  virtual CheckReport check(const CheckOptions& options) const = 0;
  virtual IndexReport index(u64 count_up_to) const = 0; // counts slot by slot where there are not more than this

  virtual SampleReport sample(const AnyPosition& p, const SampleOptions& options) const = 0;

  // Searches for a proof that the side to move at p, or the other one, can force a win.
  virtual ProveResult prove(const AnyPosition& p, bool mover_attacks, const ProveOptions& options) const = 0;

  // Writes a proof from answers that are known, without a search: options.proof says where.
  virtual ProveResult compose(const AnyPosition& p, const KnownProof& known, const ProveOptions& options) const = 0;

  // The exact value of a position, by null windows: its score, or how many plies a win or loss takes. Only where play cannot go on
  // for ever, and the game has scores or says which moves come first: nothing else `searches_exactly`.
  virtual bool searches_exactly() const = 0;
  virtual ProveResult exact(const AnyPosition& p, const ProveOptions& options) const = 0;

  // An opponent that needs no table.
  virtual std::unique_ptr<Opponent> opponent(const SearchOptions& options) const = 0;

  virtual ProofReport verify(ProofFile& proof, const AnyPosition& p, const VerifyOptions& options) const = 0;
  std::string fingerprint() const; // of the rules alone

  // The rest throws Error(usage) for a game that cannot be solved by retrograde analysis.
  TableIdentity identity() const;
  virtual SolvePlan plan(const SolveOptions& options, Contents contents) const = 0;
  virtual SolveResult solve(const TableFiles& files, const SolveOptions& options) const = 0;
  virtual VerifyReport verify(const Table& table, const VerifyOptions& options) const = 0;
  virtual ReachReport reachable(const Table& table, int threads) const = 0;

protected:
  // A value that depends on the history of play is not one of a position, so a table cannot hold it.
  bool has_table() const;
  [[noreturn]] void refuse_table() const; // in a sentence that says why
  [[noreturn]] void refuse_proof() const;
  [[noreturn]] void refuse_exact() const;
};

} // namespace zermelo
