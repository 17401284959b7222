// Work that waits, shared fairly between the addresses that it is for: they take turns, so that who asks for much waits for
// himself.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/types.h"

namespace zermelo::serve {

template <class Job> class FairQueue {
public:
  // False if there is too much already: in all, or of this address. What is at work counts until it is done().
  bool push(const std::string& address, Job job, u64 most, u64 most_each) {
    if (busy_ >= most) return false;
    Line& line = lines_[address];
    if (line.busy >= most_each) return false;
    if (line.waiting.empty()) turns_.push_back(address);
    line.waiting.push_back(std::move(job));
    ++line.busy;
    ++busy_;
    return true;
  }
  // The next one, of the address whose turn it is.
  std::optional<std::pair<std::string, Job>> pop() {
    if (turns_.empty()) return std::nullopt;
    std::string address = std::move(turns_.front());
    turns_.pop_front();
    Line& line = lines_.at(address);
    std::pair<std::string, Job> next(address, std::move(line.waiting.front()));
    line.waiting.pop_front();
    if (!line.waiting.empty()) turns_.push_back(std::move(address));
    return next;
  }
  void done(const std::string& address) {
    const auto it = lines_.find(address);
    if (it == lines_.end()) return;
    --busy_;
    if (--it->second.busy == 0) lines_.erase(it);
  }
  u64 busy() const { return busy_; }

private:
  struct Line {
    std::deque<Job> waiting;
    u64 busy = 0; // waiting or at work
  };
  std::map<std::string, Line> lines_;
  std::deque<std::string> turns_; // the addresses that have something waiting, each once
  u64 busy_ = 0;
};

} // namespace zermelo::serve
