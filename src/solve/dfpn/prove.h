// Proves or disproves a claim about a position with several threads.
#pragma once

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "exec/pool.h"
#include "exec/shared.h"
#include "solve/dfpn/search.h"

namespace zermelo {

template <Provable G> class Prove {
public:
  // The attacker is who is to move at the root, or the other.
  Prove(const G& g, const PositionOf<G>& root, bool mover_attacks, const ProveOptions& options)
      : g_(g), root_{root, {}, mover_attacks}, options_(options), pool_(options.threads), table_(table_bytes(options)),
        presence_(pool_.threads()), threads_(static_cast<std::size_t>(pool_.threads())) {}

  ProveResult run() {
    const double wall = wall_seconds(), cpu = cpu_seconds();
    start_ = wall;
    Numbers root = known_numbers(g_, root_.position, root_.attacker_moves);
    if (!root.settled()) {
      root_.key = search_key(g_, root_.position, root_.attacker_moves);
      pool_.for_ranges(0, threads_.size(), 1, [&](u64 i, u64, int) { work(threads_[i], i == 0); });
      if (settled_ != 0) root = result_;
    }
    ProveResult r;
    if (root.settled()) r.verdict = root.granted() == root_.attacker_moves ? Verdict::proven : Verdict::disproven;
    for (const Thread& t : threads_) {
      r.visits += t.visits;
      r.evaluated += t.evaluated;
    }
    r.wall_seconds = wall_seconds() - wall;
    r.cpu_seconds = cpu_seconds() - cpu;
    r.table_bytes = table_.bytes();
    r.fill = table_.fill();
    r.threads = pool_.threads();
    return r;
  }

  ProofTable& table() { return table_; }
  const typename DfPn<G>::Node& root() const { return root_; }

private:
  // Memory is taken as it is touched, so what is not there must be refused here.
  static u64 table_bytes(const ProveOptions& options) {
    constexpr u64 least = 4096;
    const u64 free = available_memory(), asked = options.memory != 0 ? options.memory : free / 2;
    if (asked > free)
      throw Error(Exit::resources, "a table of " + bytes(asked) + " was asked for; " + bytes(free) + " are free on this machine");
    if (asked < least) throw Error(Exit::resources, "a table of " + bytes(asked) + " is too small for any search");
    return asked;
  }

  struct alignas(64) Thread {
    u64 visits = 0, evaluated = 0;
  };

  void work(Thread& me, bool reports) {
    DfPn<G> search(g_, table_, presence_, options_);
    u64 looked = 0;
    auto go_on = [&] {
      if (search.visits() - looked >= 64) {
        looked = search.visits();
        store_shared(me.visits, looked);
        store_shared(me.evaluated, search.evaluated());
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

  // Clocks, signals and limits, by one of the threads.
  void look_around() {
    const double now = wall_seconds();
    ProveProgress progress;
    for (const Thread& t : threads_) {
      progress.visits += load_shared(t.visits);
      progress.evaluated += load_shared(t.evaluated);
    }
    const bool late = options_.time_limit > 0 && now - start_ >= options_.time_limit;
    const bool enough = options_.most_visits != 0 && progress.visits >= options_.most_visits;
    if (late || enough || (options_.should_stop && options_.should_stop())) store_shared(stopped_, u64{1});
    if (!options_.on_progress || now - reported_ < 0.1) return;
    reported_ = now;
    ProofTable::Entry entry;
    if (table_.find(root_.key, entry)) progress.root = entry.numbers;
    progress.seconds = now - start_;
    progress.rate = static_cast<double>(progress.visits) / std::max(1e-9, progress.seconds);
    progress.fill = table_.fill();
    options_.on_progress(progress);
  }

  G g_;
  typename DfPn<G>::Node root_;
  ProveOptions options_;
  Pool pool_;
  ProofTable table_;
  Presence presence_;
  std::vector<Thread> threads_;
  u64 stopped_ = 0, settled_ = 0; // words that the threads share
  Numbers result_;
  double start_ = 0, reported_ = 0;
};

} // namespace zermelo
