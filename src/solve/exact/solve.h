// The exact value of a position by questions with null windows, with several threads: which question comes next, what is told on the
// way, what is saved. A question is whether the position is worth at least so much; the answers close in on the value.
#pragma once

#include <memory>

#include "base/error.h"
#include "base/machine.h"
#include "exec/pool.h"
#include "solve/dfpn/save.h"
#include "solve/exact/proof.h"

namespace zermelo {

// What does not know the game.
class ExactRun {
public:
  ProveResult run();
  void save() const { saved_->save(state_now(), table_); }
  void keep() {
    saves_.try_to([this] { save(); });
  } // where nothing is lost if it cannot be saved

protected:
  ExactRun(const ProveOptions& options, SavedSearch* saved);
  ~ExactRun() = default;

  struct Range {
    i32 low, high;
  };
  // Asks one question; false if it was stopped. One thread reports.
  virtual bool ask(u64 thread, i32 bound, i32& answer) = 0;
  virtual Range range() const = 0; // what the root lies between, by the rules and the table
  virtual Range soon() const = 0;  // what it must be worth not to be lost, and to be won, within half of the plies left
  virtual i32 possible(i32 x) const = 0;
  virtual Value value(i32 x) const = 0;

  struct alignas(64) Thread {
    u64 nodes = 0;
  };
  bool go_on(Thread& me, u64 nodes, bool reports);

  ProveOptions options_;
  Pool pool_;
  SavedSearch* saved_;
  std::optional<SearchState> before_; // what an earlier run has done
  std::shared_ptr<ProofTable> held_;
  ProofTable& table_;
  std::unique_ptr<Attended> attended_ = std::make_unique<Attended>();
  std::vector<Thread> threads_;
  Range now_{};

private:
  i32 next();
  u64 nodes() const;
  SearchState state_now() const;
  void look_at_clock();

  u64 stopped_ = 0, answered_ = 0; // words that the threads share
  i32 asked_ = 0, answer_ = 0, step_ = 1;
  Range first_{}; // before the question who wins, or wins soon
  SavesNowAndThen saves_{options_};
  double start_ = 0, start_cpu_ = 0, looked_ = 0;
};

template <ListedToTheEnd G> class ExactSolve final : public ExactRun {
public:
  using Search = ExactSearch<G>;
  using S = Scale<G>;

  // `salt` tells the positions of games apart that share a table.
  ExactSolve(const G& g, const PositionOf<G>& root, const ProveOptions& options, SavedSearch* saved = nullptr,
             ExactHooks hooks = {}, u64 salt = 0)
      : ExactRun(options, saved), g_(g), root_(root), hooks_(hooks) {
    const u64 alone = Search::alone;
    for (u64 i = 0; i < threads_.size(); ++i)
      searches_.push_back(std::make_unique<Search>(g_, table_, *attended_, hooks_, threads_.size() == 1 ? alone : i, salt));
  }

  // Moves by which the value of the root comes about, as far as they are found in so much time: the table knows most of them.
  std::vector<MoveOf<G>> line(Value v, double seconds) {
    std::vector<MoveOf<G>> moves;
    const double end = wall_seconds() + seconds;
    auto go_on = [&] { return wall_seconds() < end; };
    searches_[0]->begin();
    PositionOf<G> at = root_;
    for (i32 x = S::of(v); g_.outcome(at) == Wdl::unknown;) {
      MoveListOf<G> list;
      g_.moves(at, list);
      bool found = false;
      for (const bool search : {false, true}) {
        for (int i = 0; i < list.size() && !found; ++i) {
          const auto q = g_.play(at, list[i]);
          i32 pays = 0;
          if constexpr (Paying<G>) pays = g_.pays(at, list[i]);
          const i32 enough = S::after(x, pays);
          if (!leaves(q, enough, search, go_on)) continue;
          if (searches_[0]->stopped()) return moves;
          found = true;
          moves.push_back(list[i]);
          at = q;
          x = enough - 1; // what a best move leaves
        }
      }
      ensure(found, "a position whose value is known has a move that keeps it");
    }
    return moves;
  }

  // The proof of what was found about a claim. Claimed: see proof.h.
  template <Text Claimed>
  ChoiceWriter proof(const Claimed& claimed, const PositionOf<Claimed>& root, bool prover_moves, bool attacker_wins) {
    return ExactProof<G, Claimed>(g_, claimed, searches_, table_, options_, attacker_wins).make(root, prover_moves);
  }

private:
  // Whether q is worth less than so much, by the rules, by the table, or by a search. True also if that was stopped.
  template <class GoOn> bool leaves(const PositionOf<G>& q, i32 enough, bool search, GoOn& go_on) {
    if (const Value known = settle(g_, q); known.known()) return S::of(known) < enough;
    if (search) return searches_[0]->at_least(q, enough, go_on) < enough || searches_[0]->stopped();
    typename Search::Bounds b;
    return searches_[0]->find(q, b) && b.high < enough;
  }

  bool ask(u64 thread, i32 bound, i32& answer) override {
    Search& search = *searches_[thread];
    search.begin();
    auto goes_on = [&] { return go_on(threads_[thread], search.nodes(), thread == 0); };
    answer = search.at_least(root_, bound, goes_on);
    store_shared(threads_[thread].nodes, search.nodes());
    return !search.stopped();
  }
  Range range() const override {
    if (const Value v = settle(g_, root_); v.known()) return {S::of(v), S::of(v)};
    typename Search::Bounds b;
    searches_[0]->find(root_, b);
    return {b.low, b.high};
  }
  Range soon() const override {
    if constexpr (Remaining<G> && !Paying<G>) {
      const int plies = g_.remaining(root_) / 2;
      return {S::possible(S::of(loss_in(plies)) + 1), S::possible(S::of(win_in(plies)))};
    }
    return {0, 1}; // nothing is said of plies
  }
  i32 possible(i32 x) const override { return S::possible(x); }
  Value value(i32 x) const override { return S::value(x); }

  G g_;
  PositionOf<G> root_;
  ExactHooks hooks_;
  std::vector<std::unique_ptr<Search>> searches_;
};

} // namespace zermelo
