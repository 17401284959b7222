// Proves or disproves a claim about a position with several threads.
#pragma once

#include <memory>
#include <string>

#include "base/function_ref.h"
#include "exec/pool.h"
#include "exec/shared.h"
#include "solve/dfpn/save.h"
#include "solve/dfpn/search.h"

namespace zermelo {

// What a proof search does that knows nothing of the game: threads, clocks, progress, what is saved.
class ProveRun {
public:
  ProveResult run();
  void save() const { saved_->save(state_now(), table_); }
  // Of a search that has ended. An answer is not lost because this fails.
  void keep();

  ProofTable& table() { return table_; }

protected:
  ProveRun(const ProveOptions& options, SavedSearch* saved, std::shared_ptr<ProofTable> table);
  ~ProveRun() = default;

  struct alignas(64) Thread {
    u64 visits = 0, evaluated = 0;
  };
  virtual Numbers known() const = 0; // of the root, by the rules
  virtual Key key() const = 0;
  virtual bool attacker_moves() const = 0;
  virtual void work(Thread& me, bool reports) = 0;

  // Called by a thread now and then, with its figures.
  void look_around(Thread& me, u64 visits, u64 evaluated, bool reports);
  static void note(Thread& me, u64 visits, u64 evaluated) {
    store_shared(me.visits, visits);
    store_shared(me.evaluated, evaluated);
  }
  bool stopped() const { return load_shared(stopped_) != 0; }
  void settle(Numbers numbers) {
    if (set_shared_bit(&settled_, 0)) result_ = numbers;
    store_shared(stopped_, u64{1});
  }

  ProveOptions options_;
  Pool pool_;
  SavedSearch* saved_;
  std::optional<SearchState> before_; // what an earlier run has done
  std::shared_ptr<ProofTable> shared_;
  ProofTable& table_;
  Presence presence_;

private:
  SearchState state_now() const;
  u64 visits() const;
  void look_at_clock();
  Numbers root_numbers() const;
  void report(double now, double fill) const;

  std::vector<Thread> threads_;
  u64 stopped_ = 0, settled_ = 0; // words that the threads share
  Numbers result_;
  SavesNowAndThen saves_{options_};
  double start_ = 0, start_cpu_ = 0, looked_ = 0;
  u64 collections_ = 0;
};

template <Provable G, class Memory = PathMemory<G>> class Prove final : public ProveRun {
public:
  using Search = DfPn<G, Memory>;

  // The attacker is the side to move at the root, or the other side. Several searches with the same attacker may use one table, one
  // after the other: what it holds is not about the root.
  Prove(const G& g, const PositionOf<G>& root, bool mover_attacks, const ProveOptions& options, SavedSearch* saved = nullptr,
        std::shared_ptr<ProofTable> table = nullptr)
      : ProveRun(options, saved, std::move(table)), g_(g), root_(Search::root(g, root, mover_attacks)) {}

  const typename Search::Node& root() const { return root_; }

private:
  Numbers known() const override { return known_numbers(g_, root_.position, root_.attacker_moves); }
  Key key() const override { return root_.key; }
  bool attacker_moves() const override { return root_.attacker_moves; }

  void work(Thread& me, bool reports) override {
    Search search(g_, table_, presence_, options_);
    u64 looked = 0;
    auto go_on = [&] {
      if (search.visits() - looked >= 64) {
        looked = search.visits();
        look_around(me, looked, search.evaluated(), reports);
      }
      return !stopped();
    };
    while (!stopped())
      if (const auto found = search.visit(root_, {Numbers::infinite, Numbers::infinite}, go_on); found.numbers.settled())
        settle(found.numbers);
    note(me, search.visits(), search.evaluated());
  }

  G g_;
  typename Search::Node root_;
};

} // namespace zermelo
