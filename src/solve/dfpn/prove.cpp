#include "solve/dfpn/prove.h"

#include <numeric>

#include "base/error.h"
#include "base/machine.h"
#include "base/units.h"
#include "solve/dfpn/collect.h"

namespace zermelo {

ProveRun::ProveRun(const ProveOptions& options, SavedSearch* saved, std::shared_ptr<ProofTable> table)
    : options_(options), pool_(options.threads), saved_(saved), before_(state_before(saved, options)),
      shared_(table ? std::move(table) : std::make_shared<ProofTable>(table_bytes(options, before_))), table_(*shared_),
      presence_(pool_.threads()), threads_(static_cast<std::size_t>(pool_.threads())) {}

ProveResult ProveRun::run() {
  start_ = wall_seconds();
  saves_.begin(start_);
  start_cpu_ = cpu_seconds();
  Numbers root = known();
  if (!root.settled()) {
    if (before_) saved_->load(table_);
    pool_.for_ranges(0, threads_.size(), 1, [&](u64 i, u64, int) { work(threads_[i], i == 0); });
    if (settled_ != 0) root = result_;
  }
  ProveResult r;
  if (root.settled()) r.verdict = root.granted() == attacker_moves() ? Verdict::proven : Verdict::disproven;
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

void ProveRun::keep() {
  saves_.try_to([this] { save(); });
}

void ProveRun::look_around(Thread& me, u64 visits_of_thread, u64 evaluated, bool reports) {
  note(me, visits_of_thread, evaluated);
  if (options_.most_visits != 0 && visits() >= options_.most_visits) store_shared(stopped_, u64{1});
  if (reports) look_at_clock();
}

SearchState ProveRun::state_now() const {
  SearchState s = before_.value_or(SearchState{});
  s.table_bytes = table_.bytes();
  s.visits += visits();
  for (const Thread& t : threads_) s.evaluated += load_shared(t.evaluated);
  s.wall_seconds += wall_seconds() - start_;
  s.cpu_seconds += cpu_seconds() - start_cpu_;
  return s;
}

u64 ProveRun::visits() const {
  return std::accumulate(threads_.begin(), threads_.end(), u64{0},
                         [](u64 n, const Thread& t) { return n + load_shared(t.visits); });
}

// Clocks and signals, by one of the threads.
void ProveRun::look_at_clock() {
  const double now = wall_seconds();
  const bool late = options_.time_limit > 0 && now - start_ >= options_.time_limit;
  if (late || (options_.should_stop && options_.should_stop())) return store_shared(stopped_, u64{1});
  if (now - looked_ < 0.1) return;
  looked_ = now;
  const double fill = table_.fill();
  if (options_.on_progress) report(now, fill);
  if (options_.collect && fill >= Collection::full) collections_ += Collection{}.collect(table_) != 0;
  if (saved_ != nullptr) saves_.look(now, [this] { save(); });
}

Numbers ProveRun::root_numbers() const {
  ProofTable::Entry entry;
  return table_.find(key(), entry) ? entry.numbers : Numbers{};
}

void ProveRun::report(double now, double fill) const {
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

} // namespace zermelo
