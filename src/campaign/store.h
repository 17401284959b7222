// What a campaign keeps, and where: a seam. Kept are the tree, the numbers of its leaves and the facts; whatever follows from them
// (numbers of inner positions, what is proved by the moves below it) is worked out when a campaign is opened.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/key.h"
#include "solve/dfpn/numbers.h"
#include "table/block_file.h"

namespace zermelo {

struct CampaignIdentity {
  std::string game;     // with its variant
  std::string rules;    // fingerprint
  std::string position; // in the game's notation
  std::string claim;    // "win" or "not-loss", of the side to move
  std::string lean_on;  // the game whose table searches lean on; empty: none
  u64 visits = 0;       // of one job
  u64 threshold = 0;    // from how sure an evaluation a leaf is assumed to be settled; 0: nothing is assumed

  bool mover_attacks() const { return claim == "win"; } // not-loss: that the other cannot force a win
};

// What the rules alone say of a position that a move ends, or of which every move fails at once.
enum class Ruled : u8 { open, success, failure }; // of the side to move

struct NodeRecord {
  u32 id = 0;
  Key key; // Entry::key, with `low` inverted where the attacker is to move
  std::string position;
  bool attacker_moves = true;
  u32 depth = 0;
  Numbers numbers; // of a leaf, from the side to move
  u32 tries = 0;   // jobs that did not decide it
  Ruled ruled = Ruled::open;
  std::vector<u32> children; // none: a leaf, or ruled
};

struct FactRecord {
  Key key; // as of a node
  bool attacker_wins = true;
  std::string position, sha256, worker;
  u64 choices = 0, bytes = 0;
  double at = 0; // seconds since 1970
};

// A leaf that an evaluation is sure of. No fact: it is kept apart, and is an open leaf again when the threshold is raised above its score.
struct AssumptionRecord {
  u32 node = 0;
  bool attacker_wins = true;
  u64 score = 0; // how sure, whoever it favours
  double at = 0; // seconds since 1970
};

// Who has a job on another machine. Threads of the front end end with it and need none.
struct LeaseRecord {
  u32 node = 0;
  std::string worker;
  double until = 0; // seconds since 1970
};

struct WorkerRecord {
  std::string name;
  u64 jobs = 0, facts = 0, visits = 0, refused = 0;
  double seconds = 0, seen = 0; // at work; since 1970
  std::string why;              // its last answer was refused
};

struct HistoryRecord {
  double at = 0;
  u32 attacker = 1, defender = 1; // the root's numbers: for a win of the attacker, and against it
  u64 nodes = 0, facts = 0, visits = 0;
};

// What changes together: all of it or nothing.
struct StoreChange {
  std::vector<NodeRecord> nodes; // new ones, and others in place of those with the same number
  std::optional<FactRecord> fact;
  Bytes proof; // of the fact
  std::vector<AssumptionRecord> assumptions;
  std::vector<u32> withdrawn; // assumptions, by their leaf
  std::optional<u64> threshold;
  std::vector<LeaseRecord> leases;
  std::vector<u32> returned; // leases that ended
  std::vector<WorkerRecord> workers;
  std::vector<HistoryRecord> history;
  bool lasting = true; // also after a power cut; a lease need not be
};

class CampaignStore {
public:
  CampaignStore() = default;
  CampaignStore(const CampaignStore&) = delete;
  CampaignStore& operator=(const CampaignStore&) = delete;
  virtual ~CampaignStore() = default;

  virtual std::string name() const = 0;
  virtual const CampaignIdentity& identity() const = 0;

  virtual void each_node(const std::function<void(const NodeRecord&)>& f) const = 0; // by number, from 0
  virtual void each_fact(const std::function<void(const FactRecord&)>& f) const = 0;
  virtual void each_assumption(const std::function<void(const AssumptionRecord&)>& f) const = 0; // by leaf
  virtual void each_lease(const std::function<void(const LeaseRecord&)>& f) const = 0;
  virtual void each_worker(const std::function<void(const WorkerRecord&)>& f) const = 0;
  virtual void each_history(const std::function<void(const HistoryRecord&)>& f) const = 0;
  virtual std::string position_of(u32 node) const = 0;
  virtual Bytes proof_of(const Key& key) const = 0; // of a fact; Damaged if it is not the one that was kept

  virtual void write(const StoreChange& change) = 0;
  virtual bool paused() const = 0;
  virtual void pause(bool on) = 0;
};

// A file, or a database of PostgreSQL by its address (postgresql://…). Who opens it to work holds a lock until the store goes: there is
// one front end at a time, and any number of readers.
std::unique_ptr<CampaignStore> open_store(const std::string& name, bool to_work);
void create_store(const std::string& name, const CampaignIdentity& identity); // Error(usage) if there is something already

void copy_store(const std::string& from, const std::string& to); // into one that is not there yet

double unix_seconds();

} // namespace zermelo
