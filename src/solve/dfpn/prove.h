// Proves or disproves a claim about a position with several threads.
#pragma once

#include <memory>
#include <numeric>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/pool.h"
#include "exec/shared.h"
#include "solve/dfpn/collect.h"
#include "solve/dfpn/save.h"
#include "solve/dfpn/search.h"

namespace zermelo {

template <Provable G, class Memory = PathMemory<G>> class Prove {
public:
  using Search = DfPn<G, Memory>;

  // The attacker is the side to move at the root, or the other side. Several searches with the same attacker may use one table, one
  // after the other: what it holds is not about the root.
  Prove(const G& g, const PositionOf<G>& root, bool mover_attacks, const ProveOptions& options, SavedSearch* saved = nullptr,
        std::shared_ptr<ProofTable> table = nullptr)
      : g_(g), root_(Search::root(g, root, mover_attacks)), options_(options), pool_(options.threads), saved_(saved),
        before_(read(saved, options)),
        shared_(table ? std::move(table) : std::make_shared<ProofTable>(table_bytes(options, before_))), table_(*shared_),
        presence_(pool_.threads()), threads_(static_cast<std::size_t>(pool_.threads())) {}

  ProveResult run() {
    start_ = saved_at_ = wall_seconds();
    start_cpu_ = cpu_seconds();
    Numbers root = known_numbers(g_, root_.position, root_.attacker_moves);
    if (!root.settled()) {
      if (before_) saved_->load(table_);
      pool_.for_ranges(0, threads_.size(), 1, [&](u64 i, u64, int) { work(threads_[i], i == 0); });
      if (settled_ != 0) root = result_;
    }
    ProveResult r;
    if (root.settled()) r.verdict = root.granted() == root_.attacker_moves ? Verdict::proven : Verdict::disproven;
    r.root = root.settled() ? root : root_numbers();
    const SearchState state = state_now();
    r.visits = state.visits;
    r.evaluated = state.evaluated;
    r.wall_seconds = state.wall_seconds;
    r.cpu_seconds = state.cpu_seconds;
    r.table_bytes = table_.bytes();
    r.fill = table_.fill();
    r.threads = pool_.threads();
    r.collections = collections_;
    r.resumed = before_.has_value();
    return r;
  }

  void save() const { saved_->save(state_now(), table_); }

  // Of a search that has ended. An answer is not lost because this fails.
  void keep() {
    say_failure([&] { save(); });
  }

  ProofTable& table() { return table_; }
  const typename Search::Node& root() const { return root_; }

private:
  static std::optional<SearchState> read(const SavedSearch* saved, const ProveOptions& options) {
    return saved != nullptr && !options.restart ? saved->state() : std::nullopt;
  }

  static u64 table_bytes(const ProveOptions& options, const std::optional<SearchState>& before) {
    return memory_of_search(before && options.memory == 0 ? before->table_bytes : options.memory);
  }

  struct alignas(64) Thread {
    u64 visits = 0, evaluated = 0;
  };

  void work(Thread& me, bool reports) {
    Search search(g_, table_, presence_, options_);
    u64 looked = 0;
    auto go_on = [&] {
      if (search.visits() - looked >= 64) {
        looked = search.visits();
        store_shared(me.visits, looked);
        store_shared(me.evaluated, search.evaluated());
        if (options_.most_visits != 0 && visits() >= options_.most_visits) store_shared(stopped_, u64{1});
        if (reports) look_around();
      }
      return load_shared(stopped_) == 0;
    };
    while (load_shared(stopped_) == 0) {
      const auto found = search.visit(root_, {Numbers::infinite, Numbers::infinite}, go_on);
      if (!found.numbers.settled()) continue;
      if (set_shared_bit(&settled_, 0)) result_ = found.numbers;
      store_shared(stopped_, u64{1});
    }
    store_shared(me.visits, search.visits());
    store_shared(me.evaluated, search.evaluated());
  }

  SearchState state_now() const {
    SearchState s = before_.value_or(SearchState{});
    s.table_bytes = table_.bytes();
    s.visits += visits();
    for (const Thread& t : threads_) s.evaluated += load_shared(t.evaluated);
    s.wall_seconds += wall_seconds() - start_;
    s.cpu_seconds += cpu_seconds() - start_cpu_;
    return s;
  }

  u64 visits() const {
    return std::accumulate(threads_.begin(), threads_.end(), u64{0},
                           [](u64 n, const Thread& t) { return n + load_shared(t.visits); });
  }

  // Clocks and signals, by one of the threads.
  void look_around() {
    const double now = wall_seconds();
    const bool late = options_.time_limit > 0 && now - start_ >= options_.time_limit;
    if (late || (options_.should_stop && options_.should_stop())) return store_shared(stopped_, u64{1});
    if (now - looked_ < 0.1) return;
    looked_ = now;
    const double fill = table_.fill();
    if (options_.on_progress) report(now, fill);
    if (options_.collect && fill >= Collection::full) collections_ += Collection{}.collect(table_) != 0;
    // Writing takes time from the search: a twentieth at most.
    if (saved_ == nullptr || options_.save_every <= 0 || now - saved_at_ < std::max(options_.save_every, 20 * saving_)) return;
    say_failure([this] { save(); }); // the search goes on: what it knows is in memory
    saved_at_ = wall_seconds();
    saving_ = saved_at_ - now;
  }

  Numbers root_numbers() const {
    ProofTable::Entry entry;
    return table_.find(root_.key, entry) ? entry.numbers : Numbers{};
  }

  void report(double now, double fill) const {
    ProveProgress progress;
    const SearchState s = state_now();
    progress.visits = s.visits;
    progress.evaluated = s.evaluated;
    progress.root = root_numbers();
    progress.seconds = s.wall_seconds;
    progress.rate = static_cast<double>(visits()) / std::max(1e-9, now - start_);
    progress.fill = fill;
    progress.collections = collections_;
    options_.on_progress(progress);
  }

  template <class F> void say_failure(F&& f) try { f(); } catch (const Error& e) {
    if (options_.on_note && !noted_) options_.on_note(std::string("the search could not be saved: ") + e.what());
    noted_ = true;
  }

  G g_;
  typename Search::Node root_;
  ProveOptions options_;
  Pool pool_;
  SavedSearch* saved_;
  std::optional<SearchState> before_; // what an earlier run has done
  std::shared_ptr<ProofTable> shared_;
  ProofTable& table_;
  Presence presence_;
  std::vector<Thread> threads_;
  u64 stopped_ = 0, settled_ = 0; // words that the threads share
  Numbers result_;
  double start_ = 0, start_cpu_ = 0, looked_ = 0, saved_at_ = 0, saving_ = 0;
  u64 collections_ = 0;
  bool noted_ = false;
};

} // namespace zermelo
