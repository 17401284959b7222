// What a contract check found: the promises with how often they were looked at and broken, and the hooks that a game has.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/types.h"

namespace zermelo {

// One optional part of the contract (index/hooks.h).
struct HookReport {
  std::string_view name;      // of the concept
  std::string_view functions; // that a game writes
  std::string_view header;    // where they are described
  std::string_view brings;
  bool found = false;
};

struct CheckReport {
  struct Promise {
    std::string name;    // what is promised
    u64 tested = 0;      // how often it was looked at
    u64 broken = 0;      // how often it did not hold
    std::string example; // the first position where it did not
  };
  std::vector<Promise> promises;
  std::vector<HookReport> hooks;
  bool all_slots = false; // every slot was visited, not a sample
  bool holds() const {
    for (const auto& p : promises)
      if (p.broken != 0) return false;
    return true;
  }
};

struct CheckOptions {
  u64 samples = 20'000; // slots to visit; the whole index if it is smaller
  u64 seed = 1;
};

// Writes a report. Promises are told apart by their names, mostly the same literal as the last time.
template <class G> class Promises {
public:
  Promises(const G& game, CheckReport& report) : g_(game), report_(report) {}

  void expect(std::string_view name, bool holds, const typename G::Position& p) {
    auto& it = promise(name);
    ++it.tested;
    if (!holds && it.broken++ == 0) it.example = g_.print(p);
  }

private:
  CheckReport::Promise& promise(std::string_view name) {
    for (const auto& [literal, at] : known_)
      if (literal == name.data()) return report_.promises[at];
    std::size_t at = 0;
    while (at < report_.promises.size() && report_.promises[at].name != name) ++at;
    if (at == report_.promises.size()) report_.promises.push_back({std::string(name), 0, 0, ""});
    known_.emplace_back(name.data(), at);
    return report_.promises[at];
  }

  const G& g_;
  CheckReport& report_;
  std::vector<std::pair<const char*, std::size_t>> known_;
};

} // namespace zermelo
