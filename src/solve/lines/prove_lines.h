// Proves that one side wins a game of lines, by facts that are kept: the top of the proof is ordinary play, one move for each
// position of the attacker and all replies up to symmetry; below it each position is a fact of its own, with a tree that
// search.h found. A fact that is hard is split: the top goes on with the move that its search thought best, and each reply is a
// fact again; a later search may add another move (fact_graph.h). Facts are written down as soon as they are found, so that a
// search goes on where it was stopped.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "exec/guarded.h"
#include "solve/dfpn/options.h"
#include "solve/lines/fact_graph.h"
#include "solve/lines/models.h"

namespace zermelo {

struct LineClaim {
  const LineBoard* board = nullptr;
  CellSet attacker, defender;
  bool attacker_moves = true;
  bool patient = true;  // round after round until it is shown; else as long as a try takes
  std::string identity; // game and rules: what the facts are about
  // The zone of a tree, if it holds (verify/zone_tree.h): what the search finds is not believed without it.
  std::function<std::optional<CellSet>(const CellSet& attacker, const CellSet& defender, int hidden, const Bytes& tree)> check;
  LineFacts known; // shown in other proofs, and checked
  ShownElsewhere elsewhere;
  // A move for the attacker to begin with, or -1: used as an order, never as truth.
  std::function<int(const CellSet& attacker, const CellSet& defender)> suggest;
  std::map<LineFact, int> suggested; // the same for single positions (suggestions.h); a fact is split by it before long searches
};

class LineProver {
public:
  LineProver(LineClaim claim, const ProveOptions& options, const std::filesystem::path& facts);
  ~LineProver();

  ProveResult run();
  Bytes certificate() const; // of a claim that was proven

private:
  struct Worker;
  bool top_alone() const; // whether one tree is to show it all
  LineFact image_of(const LineFact& f, std::size_t symmetry) const;
  LineFact least(const LineFact& f) const;
  int in_least(const LineFact& f, int cell) const;
  int first_move(const LineFact& f) const;
  int suggested(const LineFact& f) const; // -1: nothing. `f` is the least of its images
  bool ordinary(const LineFact& f) const;
  bool is_shown(const LineFact& f) const;              // by a tree, or by a line at once
  std::vector<int> top_moves(const LineFact& f) const; // where the top goes on; none where a tree is wanted
  CellSet replies(const LineFact& f) const;            // the defender to move: those that are not answered by one tree
  std::vector<int> ordered_replies(const LineFact& f) const;
  void split(Worker& worker, FactGraph::Node& node);
  bool split_as_elsewhere(Worker& worker, FactGraph::Node& node);
  void split_by(Worker& worker, FactGraph::Node& node, int cell, ProofId proof);
  void split_as_suggested(Worker& worker, FactGraph::Node& node, int cell);
  void join(Worker& worker, const FactGraph::Node& node);
  ProofId turned(ZoneSearch& search, ProofId proof, const LineFact& from, const LineFact& to) const;
  static void make_room(Worker& worker);
  bool add_fact(const LineFact& fact, LineTree tree); // whether it is new
  bool completes(const CellSet& stones, const LineFact& f) const;
  // How a fact is searched.
  struct Attempt {
    u64 visits = 0; // at most
    std::size_t quiet_moves = 8;
    int guide = 0;           // which of the models guides the search; -1: none
    bool late = false;       // what is shown now is hard
    u32 replies_for_one = 3; // an option of the search
  };
  static Attempt attempt(u32 number);
  u64 entries(u64 visits) const; // of the tables of a thread
  void work(Worker& worker);
  int unused_suggestion(const FactGraph::Node& node); // -1: none
  void end(const FactGraph::Task& task, LineTree* tree);
  bool show(Worker& worker, std::span<const Models::Step> way, const LineFact& fact, const Attempt& how, LineTree& tree);
  ProofId played_again(Worker& worker, const LineFact& fact, const Attempt& how, ProofId elsewhere);
  void show_passes(Worker& worker);
  void play_passes_again(Worker& worker);
  LineTree checked(const ZoneSearch& search, ProofId found, const LineFact& fact) const;
  void add_known(const LineFact& fact, const LineTree& tree);
  void tell() const;
  void tell_open() const;
  std::vector<int> game_to(const LineFact& fact, const LineFact& after, const std::vector<int>& game) const;
  std::vector<OpenFact> open() const;
  void write_attack(LineFact f, std::set<LineFact>& seen, Bytes& out) const;
  void write_defend(LineFact f, std::set<LineFact>& seen, Bytes& out) const;
  bool stop();

  LineClaim claim_;
  ProveOptions options_;
  LineTables tables_;
  LineFacts facts_;
  std::vector<Models::Known> known_; // of the facts, in the order in which they were found
  std::optional<FactFile> file_;
  CellSet near_;
  std::vector<std::unique_ptr<Worker>> workers_; // one for each thread: they remember what won
  std::unique_ptr<FactGraph> graph_;
  Gate found_; // for facts_, known_, the graph and the file
  double start_ = 0;
  u64 most_entries_ = 0;                                 // of the tables of a thread
  u64 stopped_ = 0, visits_ = 0, fours_ = 0, ended_ = 0; // words that the threads share
  int threads_ = 1;
};

} // namespace zermelo
