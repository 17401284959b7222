// The exact value of a position by questions with null windows, with several threads: which question comes next, what is told on the
// way, what is saved. A question is whether the position is worth at least so much; the answers close in on the value.
#pragma once

#include <memory>

#include "exec/pool.h"
#include "solve/dfpn/save.h"
#include "solve/exact/search.h"

namespace zermelo {

// What does not know the game.
class ExactRun {
public:
  ProveResult run();
  void save() const { saved_->save(state_now(), table_); }

protected:
  ExactRun(const ProveOptions& options, SavedSearch* saved);
  ~ExactRun() = default;

  struct Range {
    i32 low, high;
  };
  // Asks one question; false if it was stopped. One thread reports.
  virtual bool ask(u64 thread, i32 bound, i32& answer) = 0;
  virtual Range range() const = 0; // what the root lies between, by the rules and the table
  virtual i32 possible(i32 x) const = 0;
  virtual bool scores() const = 0;
  virtual Value value(i32 x) const = 0;

  struct alignas(64) Thread {
    u64 nodes = 0;
  };
  bool go_on(Thread& me, u64 nodes, bool reports);

  ProveOptions options_;
  Pool pool_;
  SavedSearch* saved_;
  std::optional<SearchState> before_; // what an earlier run has done
  ProofTable table_;
  std::unique_ptr<Attended> attended_ = std::make_unique<Attended>();
  std::vector<Thread> threads_;
  Range now_{};

private:
  i32 next();
  u64 nodes() const;
  SearchState state_now() const;
  void look_at_clock();
  void say_failure(FunctionRef<void()> f);

  u64 stopped_ = 0, answered_ = 0; // words that the threads share
  i32 asked_ = 0, answer_ = 0, step_ = 1;
  Range first_{}; // before any question
  double start_ = 0, start_cpu_ = 0, looked_ = 0, saved_at_ = 0, saving_ = 0;
  bool noted_ = false;
};

template <ListedToTheEnd G> class ExactSolve final : public ExactRun {
public:
  using Search = ExactSearch<G>;
  using S = Scale<G>;

  ExactSolve(const G& g, const PositionOf<G>& root, const ProveOptions& options, SavedSearch* saved = nullptr,
             ExactHooks hooks = {})
      : ExactRun(options, saved), g_(g), root_(root), hooks_(hooks) {
    const u64 alone = Search::alone;
    for (u64 i = 0; i < threads_.size(); ++i)
      searches_.push_back(std::make_unique<Search>(g_, table_, *attended_, hooks_, threads_.size() == 1 ? alone : i));
  }

  // Moves by which the value of the root comes about, as far as they are found in about so many nodes.
  std::vector<MoveOf<G>> line(Value v, u64 most_nodes) {
    std::vector<MoveOf<G>> moves;
    PositionOf<G> at = root_;
    const u64 end = searches_[0]->nodes() + most_nodes;
    searches_[0]->begin();
    auto go_on = [&] { return searches_[0]->nodes() < end; };
    for (i32 x = S::of(v); g_.outcome(at) == Wdl::unknown;) {
      bool found = false;
      MoveListOf<G> list;
      g_.moves(at, list);
      for (const auto& m : list) {
        const auto q = g_.play(at, m);
        i32 pays = 0;
        if constexpr (Paying<G>) pays = g_.pays(at, m);
        const i32 least = S::after(x, pays);
        const Value known = settle(g_, q);
        const i32 worth = known.known() ? S::of(known) : searches_[0]->at_least(q, least, go_on);
        if (searches_[0]->stopped()) return moves;
        if (worth >= least) continue;
        found = true;
        moves.push_back(m);
        at = q;
        x = known.known() ? worth : after_best(x, pays);
        break;
      }
      ensure(found, "a position whose value is known has a move that keeps it");
    }
    return moves;
  }

private:
  // The value of the position after a best move.
  static i32 after_best(i32 x, i32 pays) { return S::after(x, pays) - 1; }

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
  i32 possible(i32 x) const override { return S::possible(x); }
  bool scores() const override { return Paying<G>; }
  Value value(i32 x) const override { return S::value(x); }

  G g_;
  PositionOf<G> root_;
  ExactHooks hooks_;
  std::vector<std::unique_ptr<Search>> searches_;
};

} // namespace zermelo
