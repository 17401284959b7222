#include "solve/exact/solve.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/machine.h"

namespace zermelo {

ExactRun::ExactRun(const ProveOptions& options, SavedSearch* saved)
    : options_(options), pool_(options.threads), saved_(saved), before_(state_before(saved, options)),
      held_(options.table != nullptr ? options.table : std::make_shared<ProofTable>(table_bytes(options, before_))),
      table_(*held_), threads_(static_cast<std::size_t>(pool_.threads())) {}

// Whether somebody wins soon comes first, since it takes little beside who wins at all: only so many plies are looked at. Then who wins,
// then by how much or how soon: from the bound that the answer came with, which is often the value itself, in steps that grow while
// nothing is known on the other side; then by halves.
i32 ExactRun::next() {
  const auto [low, high] = now_;
  for (const i32 bound : {soon().low, soon().high, 1, 0})
    if (low < bound && bound <= high) {
      first_ = now_;
      return bound;
    }
  const bool open = low > 0 ? high == first_.high : low == first_.low;
  const i32 middle = low + (high - low + 1) / 2, beside = low > 0 ? low + step_ : high - step_ + 1;
  if (open) step_ *= 2;
  return std::clamp(possible(open ? beside : middle), low + 1, high);
}

ProveResult ExactRun::run() {
  start_ = wall_seconds();
  saves_.begin(start_);
  start_cpu_ = cpu_seconds();
  if (before_) saved_->load(table_);
  now_ = first_ = range();
  const auto wanted = options_.at_least;
  while (stopped_ == 0 && now_.low < now_.high && !(wanted && (now_.low >= *wanted || now_.high < *wanted))) {
    asked_ = wanted ? *wanted : next();
    answered_ = 0;
    pool_.for_ranges(0, threads_.size(), 1, [&](u64 i, u64, int) {
      i32 answer = 0;
      if (ask(i, asked_, answer) && set_shared_bit(&answered_, 0)) answer_ = answer;
    });
    if (answered_ == 0) break;
    if (answer_ >= asked_) {
      now_.low = std::max(now_.low, possible(answer_));
    } else {
      now_.high = std::min(now_.high, answer_);
    }
    if (possible(now_.low + 1) > now_.high) now_.high = now_.low; // nothing lies between
  }
  ProveResult r;
  r.least = value(now_.low);
  r.most = value(now_.high);
  if (now_.low == now_.high) r.value = r.least;
  if (wanted && (now_.low >= *wanted || now_.high < *wanted))
    r.verdict = now_.low >= *wanted ? Verdict::proven : Verdict::disproven;
  const SearchState state = state_now();
  r.visits = r.evaluated = state.visits;
  r.wall_seconds = state.wall_seconds;
  r.cpu_seconds = state.cpu_seconds;
  r.table_bytes = table_.bytes();
  r.fill = table_.fill();
  r.threads = pool_.threads();
  r.resumed = before_.has_value();
  return r;
}

bool ExactRun::go_on(Thread& me, u64 nodes_of_thread, bool reports) {
  store_shared(me.nodes, nodes_of_thread);
  if (options_.most_visits != 0 && nodes() >= options_.most_visits) store_shared(stopped_, u64{1});
  if (reports) look_at_clock();
  return load_shared(stopped_) == 0 && load_shared(answered_) == 0;
}

u64 ExactRun::nodes() const {
  return std::accumulate(threads_.begin(), threads_.end(), u64{0},
                         [](u64 n, const Thread& t) { return n + load_shared(t.nodes); });
}

SearchState ExactRun::state_now() const {
  SearchState s = before_.value_or(SearchState{});
  s.table_bytes = table_.bytes();
  s.visits += nodes();
  s.evaluated = s.visits;
  s.wall_seconds += wall_seconds() - start_;
  s.cpu_seconds += cpu_seconds() - start_cpu_;
  return s;
}

// Clocks and signals, by one of the threads.
void ExactRun::look_at_clock() {
  const double now = wall_seconds();
  const bool late = options_.time_limit > 0 && now - start_ >= options_.time_limit;
  if (late || (options_.should_stop && options_.should_stop())) return store_shared(stopped_, u64{1});
  if (now - looked_ < 0.1) return;
  looked_ = now;
  if (options_.on_progress) {
    ProveProgress progress;
    const SearchState s = state_now();
    progress.visits = progress.evaluated = s.visits;
    progress.seconds = s.wall_seconds;
    progress.rate = static_cast<double>(nodes()) / std::max(1e-9, now - start_);
    progress.fill = table_.fill();
    progress.asked = value(asked_);
    progress.least = value(now_.low);
    progress.most = value(now_.high);
    options_.on_progress(progress);
  }
  if (saved_ != nullptr) saves_.look(now, [this] { save(); });
}

} // namespace zermelo
