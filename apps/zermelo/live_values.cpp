#include "live_values.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "base/machine.h"
#include "solve/dfpn/options.h"
#include "solve/dfpn/table.h"
#include "terminal.h"

namespace zermelo {
namespace {

// A search begins short, so that what is easy is there at once, and is given twice as long each time; where others wait it gives way.
constexpr double first_slice = 0.1, longest_slice = 10, gives_way_after = 0.5; // seconds

std::string key_of(const serve::Searches::Order& order) {
  return order.game->full_name() + '\n' + order.game->game->print(order.position);
}

} // namespace

bool LiveValues::want(const Order& order) {
  const std::lock_guard lock(mutex_);
  if (stop_) return false;
  const double now = wall_seconds();
  forget(now);
  const std::string key = key_of(order);
  auto it = wanted_.find(key);
  if (it == wanted_.end()) {
    if (!make_room(order)) return false;
    it = wanted_.emplace(key, Wanted{order.game, {}, {}, 0}).first;
    for (const AnyPosition& p : order.open) it->second.open.push_back({p});
  }
  it->second.asked[order.address] = now;
  if (!used_.contains(order.address)) { // who comes later does not come first for ever
    double least = 0;
    for (const auto& [address, seconds] : used_) least = least == 0 ? seconds : std::min(least, seconds);
    used_[order.address] = least;
  }
  try {
    start_threads();
  } catch (const std::exception& e) {
    notef("no values are searched: {}\n", e.what());
    wanted_.erase(key);
    return false;
  }
  changed_.notify_all();
  return true;
}

// Of one address the position goes that it asked for first; in all there is a bound.
bool LiveValues::make_room(const Order& order) {
  if (wanted_.size() >= limits_.positions) return false;
  if (order.local) return true;
  u64 n = 0;
  auto oldest = wanted_.end();
  for (auto it = wanted_.begin(); it != wanted_.end(); ++it) {
    const auto asked = it->second.asked.find(order.address);
    if (asked == it->second.asked.end()) continue;
    ++n;
    if (oldest == wanted_.end() || asked->second < oldest->second.asked.at(order.address)) oldest = it;
  }
  if (n < limits_.of_an_address) return true;
  oldest->second.asked.erase(order.address);
  if (oldest->second.asked.empty()) wanted_.erase(oldest);
  return true;
}

void LiveValues::forget(double now) {
  for (auto& [key, w] : wanted_) std::erase_if(w.asked, [&](const auto& a) { return now - a.second > limits_.patience; });
  std::erase_if(wanted_, [](const auto& w) { return w.second.asked.empty() || w.second.open.empty(); });
  std::erase_if(used_, [&](const auto& u) {
    return std::none_of(wanted_.begin(), wanted_.end(), [&](const auto& w) { return w.second.asked.contains(u.first); });
  });
}

void LiveValues::start_threads() {
  if (!threads_.empty()) return;
  table_ = std::make_shared<ProofTable>(std::min(limits_.memory, available_memory() / 4));
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  const int n = limits_.threads > 0 ? limits_.threads : std::max(1, all - 1);
  for (int i = 0; i < n; ++i) threads_.emplace_back([this] { work(); });
}

// The address that has had least comes next; of its positions the one that has had least, of its moves the one tried least.
std::optional<LiveValues::Task> LiveValues::next() {
  std::optional<Task> best;
  double least_address = 0, least_position = 0;
  int least_rounds = 0;
  for (const auto& [key, w] : wanted_)
    for (const auto& [address, when] : w.asked)
      for (const Open& o : w.open) {
        if (o.at_work) continue;
        const auto mine = std::tuple(used_[address], w.used, o.rounds);
        if (best && std::tuple(least_address, least_position, least_rounds) <= mine) continue;
        std::tie(least_address, least_position, least_rounds) = mine;
        best = Task{key, address, w.game, o.position, std::min(longest_slice, first_slice * std::pow(2, o.rounds))};
      }
  return best;
}

void LiveValues::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    forget(wall_seconds());
    const auto task = next();
    if (stop_) return;
    if (!task) {
      changed_.wait(lock);
      continue;
    }
    for (Open& o : wanted_.at(task->key).open)
      if (o.position.bytes == task->position.bytes) o.at_work = true;
    lock.unlock();
    const double begin = wall_seconds();
    const Value v = search(*task);
    lock.lock();
    done(*task, v, wall_seconds() - begin);
  }
}

Value LiveValues::search(const Task& task) {
  if (const Value known = task.game->known(task.position); known.known()) return known; // of another position, or a symmetric one
  const double begin = wall_seconds();
  ProveOptions options{.threads = 1, .time_limit = task.seconds};
  options.line = false;
  options.table = table_;
  options.should_stop = [&] { return !goes_on(task, begin); };
  try {
    return catalog_.search(*task.game, task.position, options);
  } catch (const std::exception& e) { // no memory, say: it is tried again as long as somebody looks
    notef("a value of {} was not found: {}\n", task.game->full_name(), e.what());
    return unknown_value;
  }
}

bool LiveValues::goes_on(const Task& task, double since) const {
  const std::lock_guard lock(mutex_);
  if (stop_) return false;
  const double now = wall_seconds();
  const auto it = wanted_.find(task.key);
  if (it == wanted_.end() || std::all_of(it->second.asked.begin(), it->second.asked.end(),
                                         [&](const auto& a) { return now - a.second > limits_.patience; }))
    return false;
  const bool others = std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& w) {
    return w.first != task.key &&
           std::any_of(w.second.open.begin(), w.second.open.end(), [](const Open& o) { return !o.at_work; });
  });
  return !others || now - since < gives_way_after;
}

void LiveValues::done(const Task& task, Value v, double seconds) {
  if (const auto u = used_.find(task.address); u != used_.end()) u->second += seconds;
  const auto it = wanted_.find(task.key);
  if (it == wanted_.end()) return;
  it->second.used += seconds;
  auto& open = it->second.open;
  const auto o = std::find_if(open.begin(), open.end(), [&](const Open& x) { return x.position.bytes == task.position.bytes; });
  if (o == open.end()) return;
  o->at_work = false;
  ++o->rounds;
  if (v.known()) open.erase(o);
}

void LiveValues::end() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  threads_.clear();
}

} // namespace zermelo
