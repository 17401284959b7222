// The game of a campaign: what its front end and its workers ask of it. A job is an ordinary search of one position with a limit on its
// visits; what it decides comes as a proof, which is a fact only once it was checked.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "campaign/scratch.h"
#include "campaign/store.h"
#include "catalog/bound_table.h"
#include "solve/dfpn/options.h"
#include "tasks/context.h"

namespace zermelo {

struct Job {
  u32 node = 0;
  std::string position;
  bool attacker_moves = true;
  u64 visits = 0;
  u64 threshold = 0; // what an evaluation is as sure of as this is assumed; 0: nothing is
};

// What searches a job: every worker may choose, since either leaves proofs of the same kind.
enum class BackEnd : u8 { df_pn, alpha_beta };

struct JobAnswer {
  u32 node = 0;
  Verdict verdict = Verdict::unknown; // proven: the attacker wins
  u64 visits = 0;
  double seconds = 0;
  std::vector<ReplyNumbers> replies; // where it is not decided; they guide, and show nothing
  Bytes proof;                       // where it is
  std::optional<i64> score;          // where it was only evaluated, and that was sure: for the side to move
};

struct Fact {
  FactRecord record;
  Bytes proof;
};

class CampaignGame {
public:
  // Refuses other rules than this program's.
  CampaignGame(const CampaignIdentity& identity, const TablePlace& place);

  const Entry& entry() const { return *entry_; }
  const CampaignIdentity& identity() const { return identity_; }
  bool returns() const { return entry_->repetition() != Repetition::never; }
  AnyPosition position(const std::string& text) const; // Damaged if there is none
  AnyPosition root() const { return position(identity_.position); }
  Key key(const AnyPosition& p, bool attacker_moves) const;

  // The moves of a position, those to the same class once; none that fails at once.
  struct Move {
    Key key;
    std::string position;
  };
  struct Expansion {
    Ruled ruled = Ruled::open;
    std::vector<Move> moves;
  };
  Expansion expand(const std::string& position, bool attacker_moves) const;

  // By the name of a method; empty: as `prove` does, alpha-beta in games that it searches exactly, df-pn elsewhere and where a table is
  // leant on. Error(usage) if the game does not have it.
  BackEnd back_end(const std::string& method) const;

  // Error(stopped) if it was asked to stop before it had an answer. A table is of one back end.
  JobAnswer search(const Job& job, const std::shared_ptr<ProofTable>& table, const std::function<bool()>& should_stop,
                   BackEnd back_end = BackEnd::df_pn) const;

  // The proof, checked by the rules. An Error says why it is none, or about something else.
  Fact check(Bytes proof, const std::string& worker, const std::function<bool()>& should_stop = {}) const;
  // The same, telling of each move that it names.
  Fact check(Bytes proof, const std::string& worker, const std::function<bool()>& should_stop,
             const std::function<void(const struct NamedMove&)>& on_move) const;

  ProveOptions options() const { return options_; } // what searches lean on, and cite
  Scratch& scratch() const { return scratch_; }

private:
  Verdict decide(const Job& job, BackEnd back_end, ProveOptions options, ProveResult& result) const;
  std::optional<i64> evaluate(const Job& job, const std::function<bool()>& should_stop, u64& nodes) const;

  CampaignIdentity identity_;
  TablePlace place_;
  std::unique_ptr<Entry> entry_;
  std::optional<BoundTable> leaning_;
  ProveOptions options_;
  std::function<Wdl(const AnyPosition&)> table_; // of what is leant on
  mutable Gate looking_;                         // in it
  mutable Scratch scratch_;
};

// Begins a campaign in a store that is not there yet.
CampaignIdentity begin_campaign(const std::string& store, const Entry& entry, const AnyPosition& p, const std::string& claim,
                                const std::string& lean_on, u64 visits, u64 threshold = 0);

} // namespace zermelo
