// A campaign at work: it hands out jobs, takes answers, and keeps what they show. Whatever a worker says, only a proof that was checked
// here changes what is known; anything else only decides where to look next. Safe for several threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "campaign/game.h"
#include "campaign/store.h"
#include "campaign/tree.h"
#include "exec/guarded.h"

namespace zermelo {

class Campaign {
public:
  Campaign(std::unique_ptr<CampaignStore> store, const TablePlace& place, bool to_work);

  const CampaignGame& game() const { return game_; }
  std::string name() const { return store_->name(); }
  std::function<double()> clock = unix_seconds;

  Verdict verdict() const;                                       // of the claim, as far as it is proved
  Verdict if_assumed() const;                                    // what it is if all that is assumed holds
  bool over() const { return if_assumed() != Verdict::unknown; } // nothing is left to search at this threshold

  // Raises the threshold; 0: to infinity, so that nothing is assumed. What is assumed below it is open again. Error(usage) if it is not
  // higher than before.
  struct Raised {
    u64 opened = 0, left = 0; // assumptions
  };
  Raised raise(u64 threshold);

  // A job for a worker, near the last one that it had. For whoever is on another machine it is kept until a deadline that beat()
  // moves; seconds = 0: it is never given to another while this program runs.
  std::optional<Job> claim(const std::string& worker, std::optional<u32> near, double seconds);
  bool beat(u32 node, const std::string& worker, double seconds); // false: others have it, or nobody needs it any more
  void give_back(u32 node, const std::string& worker);

  bool needs(u32 node) const; // whether it is still open
  u64 given() const;          // jobs that somebody has, and was heard of

  // Takes an answer, late or not. False, and the reason in `why`, where it changes nothing because it is not what it claims to be.
  bool take(JobAnswer answer, const std::string& worker, std::string& why);
  void refuse(const std::string& worker, const std::string& why); // something that is not even an answer
  // A proof that somebody else made; throws an Error if it is none. What it is about may be reached later.
  struct Imported {
    FactRecord fact;
    bool in_tree = false, fresh = false;
  };
  Imported import(Bytes proof, const std::string& from);

  // Splits a leaf as somebody else has done, whose numbers say where those of its moves begin, in the order of CampaignGame::expand. False
  // where the tree does not have the position, or needs no split there.
  bool split(const std::string& position, bool attacker_moves, const std::vector<Numbers>& numbers);

  bool paused() const;
  nlohmann::json status() const; // what `campaign status --json` prints

  // Calls f with the tree as far as it is proved and the store; nobody else changes them meanwhile.
  template <class F> auto look(F&& f) const {
    const auto alone = gate_.enter();
    return f(proved(), *store_);
  }
  // The same with the tree in which what is assumed counts as well.
  template <class F> auto look_at_all(F&& f) const {
    const auto alone = gate_.enter();
    return f(tree_, *store_);
  }

private:
  struct Lease {
    std::string worker;
    double until = 0; // 0: as long as this program runs
    CampaignTree::Way way;
  };

  void load(bool to_work);
  void build(bool to_work);
  void rebuild();
  template <class F> void in_trees(F&& f); // calls f with each tree
  const CampaignTree& proved() const { return proved_ ? *proved_ : tree_; }
  Verdict verdict_of(const CampaignTree& tree) const;
  void begin();
  bool taken(u32 node, double now) const;
  void end_lease(u32 node);
  WorkerRecord& worker(const std::string& name, double now);
  void expand(u32 node, const std::vector<ReplyNumbers>& replies, WorkerRecord& by);
  void assume(u32 node, i64 score, WorkerRecord& by);
  void learn(Fact fact, WorkerRecord& by, std::optional<u32> job);
  void remember_numbers(double now);
  NodeRecord record_of(u32 node) const;

  std::unique_ptr<CampaignStore> store_;
  CampaignGame game_;
  CampaignTree tree_;
  std::optional<CampaignTree> proved_; // where something may be assumed: the same without that
  std::map<u32, AssumptionRecord> assumed_;
  std::map<Key, bool> facts_; // who wins, by key
  u64 fact_bytes_ = 0;
  std::map<u32, Lease> leases_;
  std::map<std::string, WorkerRecord> workers_;
  std::vector<HistoryRecord> history_;
  mutable Gate gate_;
};

nlohmann::json numbers_json(u32 attacker, u32 defender, bool mover_attacks); // for and against the claim; null: infinite

} // namespace zermelo
