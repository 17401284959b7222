// Who may connect and how often: caps on connections and a bucket of requests for each address. Memory is bounded: addresses
// that have nothing open and nothing to pay back are forgotten.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/types.h"

namespace zermelo::serve {

struct VisitorLimits {
  u64 connections = 1024;     // in all
  u64 for_each_address = 64;  // of these
  double rate = 50;           // requests a second from one address, over time; 0: no limit
  double burst = 200;         // requests at once
  bool trust_loopback = true; // a proxy on this machine stands for many: no limits of its own
};

class Visitors {
public:
  static constexpr std::size_t most_addresses = 8192;
  explicit Visitors(const VisitorLimits& limits) : limits_(limits) {}

  // Each true must be paired with a leave().
  bool enter(const std::string& address, bool loopback, double now) {
    if (open_ >= limits_.connections) return false;
    if (!exempt(loopback)) {
      Visitor* v = find(address, now);
      if (v == nullptr || v->open >= limits_.for_each_address) return false;
      ++v->open;
    }
    ++open_;
    return true;
  }
  void leave(const std::string& address, bool loopback) {
    --open_;
    if (exempt(loopback)) return;
    if (const auto it = visitors_.find(address); it != visitors_.end() && it->second.open > 0) --it->second.open;
  }
  // Whether this address may ask now.
  bool ask(const std::string& address, bool loopback, double now) {
    if (exempt(loopback) || limits_.rate <= 0) return true;
    Visitor* v = find(address, now);
    if (v == nullptr || v->tokens < 1) return false;
    v->tokens -= 1;
    return true;
  }
  u64 open() const { return open_; }

private:
  struct Visitor {
    u64 open = 0;
    double tokens = 0, seen = 0;
  };
  bool exempt(bool loopback) const { return loopback && limits_.trust_loopback; }

  Visitor* find(const std::string& address, double now) {
    if (visitors_.size() >= most_addresses && !visitors_.contains(address)) {
      if (now < swept_ + 1) return nullptr; // looking through them all has its price too
      swept_ = now;
      std::erase_if(visitors_, [&](const auto& v) { return v.second.open == 0 && filled(v.second, now) >= limits_.burst; });
      if (visitors_.size() >= most_addresses) return nullptr;
    }
    auto [it, fresh] = visitors_.try_emplace(address, Visitor{0, limits_.burst, now});
    if (!fresh) it->second.tokens = filled(it->second, now);
    it->second.seen = now;
    return &it->second;
  }
  double filled(const Visitor& v, double now) const { return std::min(limits_.burst, v.tokens + (now - v.seen) * limits_.rate); }

  VisitorLimits limits_;
  u64 open_ = 0;
  double swept_ = -1;
  std::unordered_map<std::string, Visitor> visitors_;
};

} // namespace zermelo::serve
