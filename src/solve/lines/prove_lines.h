// Proves that one side wins a game of lines, by facts that are kept: the top of the proof is ordinary play, one move for each
// position of the attacker and all replies up to symmetry; below it each position is a fact of its own, with a tree that
// search.h found. A fact that is hard is split: the top goes on with the move that its search thought best, and each reply is a
// fact again; a later search may add another move. Facts are written down as soon as they are found, so that a search goes on
// where it was stopped.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "exec/guarded.h"
#include "solve/dfpn/options.h"
#include "solve/lines/facts.h"
#include "solve/lines/search.h"

namespace zermelo {

struct LineClaim {
  const LineBoard* board = nullptr;
  CellSet attacker, defender;
  bool attacker_moves = true;
  bool patient = true;  // round after round until it is shown; else as long as a try takes
  std::string identity; // game and rules: what the facts are about
  // The zone of a tree, if it holds (verify/zone_tree.h): what the search finds is not believed without it.
  std::function<std::optional<CellSet>(const CellSet& attacker, const CellSet& defender, int hidden, const Bytes& tree)> check;
  // A move for the attacker to begin with, or -1: used as an order, never as truth.
  std::function<int(const CellSet& attacker, const CellSet& defender)> suggest;
};

class LineProver {
public:
  LineProver(LineClaim claim, const ProveOptions& options, const std::filesystem::path& facts);
  ~LineProver();

  ProveResult run();
  Bytes certificate() const; // of a claim that was proven

private:
  struct Unit {
    LineFact fact;
    u32 group = 0;  // those with the same stones but for the defender's last one
    u32 beside = 0; // how many are open where the first of these groups, from the top, is the same
  };
  struct Known { // a fact as a model for others
    const LineFact* fact;
    const LineTree* tree;
    u64 hash; // of the tree
  };
  struct Worker;
  struct Work;            // what a round has to do
  bool top_alone() const; // whether one tree is to show it all
  LineFact least(const LineFact& f) const;
  int first_move(const LineFact& f) const;
  bool ordinary(const LineFact& f) const;
  void survey(std::vector<Unit>& units, bool whole);
  void survey_attack(LineFact f, u32 group, std::vector<Unit>& units, std::set<LineFact>& seen);
  void survey_defend(LineFact f, std::vector<Unit>& units, std::set<LineFact>& seen);
  std::vector<int> top_moves(const LineFact& f) const; // where the top goes on; none where a tree is wanted
  bool is_shown(LineFact f) const;                     // the attacker to move
  bool shown() const;                                  // all of it
  bool is_answered(const LineFact& f) const;           // the defender to move
  CellSet replies(const LineFact& f) const;            // that are not answered by one tree
  void split(Worker& worker, const LineFact& fact);
  int distance(int a, int b) const;
  bool completes(const CellSet& stones, const LineFact& f) const;
  struct Round {
    u64 visits = 0; // for a fact at most
    std::size_t quiet_moves = 8;
    int guide = 0;           // which of the models guides the search; -1: none
    bool late = false;       // what is shown now is hard
    u32 replies_for_one = 3; // an option of the search
    int split = 0;           // what is not shown is split if the attacker has at most so many stones
  };
  static Round round(int number);
  void search(const std::vector<Unit>& units, const Round& round);
  void work(Work& all, Worker& worker, const Round& round);
  bool show(Worker& worker, const Unit& unit, const Round& round, LineTree& tree);
  LineTree checked(const ZoneSearch& search, ProofId found, const LineFact& fact) const;
  std::vector<ProofId> models(Worker& worker, const Unit& unit) const;
  void add_known(const LineFact& fact, const LineTree& tree);
  void tell() const;
  void tell_open();
  void write_attack(LineFact f, std::set<LineFact>& seen, Bytes& out) const;
  void write_defend(LineFact f, std::set<LineFact>& seen, Bytes& out) const;
  bool stop();

  LineClaim claim_;
  ProveOptions options_;
  LineTables tables_;
  LineFacts facts_;
  std::vector<Known> known_; // of the facts, in the order in which they were found
  std::optional<FactFile> file_;
  CellSet near_;
  std::vector<std::unique_ptr<Worker>> workers_; // one for each thread: they remember what won
  std::vector<std::string> open_;                // what is open, by the stones before the defender's last one
  Gate found_;                                   // for facts_, known_ and the file
  u32 groups_ = 0;
  int below_split_ = 0;                    // facts on the way of a survey
  mutable std::map<LineFact, bool> shown_; // of facts that were split, since the last survey
  bool whole_ = false;                     // what was split is searched whole again: another move may be better
  double start_ = 0;
  u64 table_bytes_ = 0;
  u64 stopped_ = 0, visits_ = 0, fours_ = 0, done_ = 0, all_ = 0; // words that the threads share
  int threads_ = 1;
};

} // namespace zermelo
