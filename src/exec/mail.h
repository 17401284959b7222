// Updates of slots that other ranks have: words gathered by destination (scatter.h) and sent in batches as they are found; and how
// all ranks learn that everything was delivered.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "exec/ranks.h"

namespace zermelo {

class Mail {
public:
  Mail(Ranks& ranks, int workers)
      : ranks_(ranks), size_(ranks.alone() ? 0 : static_cast<u64>(ranks.size())),
        capacity_(std::clamp<u64>(most_words / (static_cast<u64>(workers) * std::max<u64>(1, size_)), 256, most)),
        posted_(static_cast<u64>(workers)) {}

  u64 ranks() const { return size_; } // that messages go to; of one process none
  u64 rank() const { return static_cast<u64>(ranks_.rank()); }
  u64 capacity() const { return capacity_; } // words of a message

  // By any worker, which has its own list.
  void post(int worker, u64 to, std::span<const u32> words) {
    Message m(sizeof(Head) + words.size_bytes());
    std::memcpy(m.data() + sizeof(Head), words.data(), words.size_bytes());
    posted_[static_cast<u64>(worker)].letters.push_back({static_cast<int>(to), std::move(m)});
  }

  // Between pieces of work, by the thread that talks to the others.
  void send() {
    for (Posted& posted : posted_) {
      for (Letter& l : posted.letters) {
        std::memcpy(l.message.data(), &head_, sizeof head_);
        sent_ += updates(l.message).size();
        ranks_.send(l.to, std::move(l.message));
      }
      posted.letters.clear();
    }
  }
  // What has come; nothing: an empty list. A rank that knows already that a level is over may send of the next one: that waits.
  std::vector<Message> receive() {
    std::vector<Message> all;
    if (early_level_ == head_.level) all.swap(early_);
    for (Message m; all.size() < 64 && ranks_.receive(m);) {
      const u32 level = head(m).level;
      ensure(level == head_.level || level == head_.level + 1, "a rank is at most one level ahead");
      if (level != head_.level) early_level_ = level;
      (level == head_.level ? all : early_).push_back(std::move(m));
    }
    for (const Message& m : all) (head(m).votes == head_.votes + 1 ? received_later_ : received_) += updates(m).size();
    return all;
  }
  // The words of a message that came.
  static std::span<const u32> updates(const Message& m) {
    return {reinterpret_cast<const u32*>(m.data() + sizeof(Head)), (m.size() - sizeof(Head)) / sizeof(u32)};
  }

  void next_level() { ++head_.level; }

  // This rank votes (see Votes): what it has sent, and what it has received of that which others sent before their vote.
  struct Counts {
    u64 sent, received;
  };
  Counts vote() {
    const Counts counts{sent_, received_};
    ++head_.votes;
    received_ += std::exchange(received_later_, 0);
    return counts;
  }

private:
  // Words of a message: 32 KiB, which Open MPI sends at once over TCP. Messages of more than 64 KiB wait for the other's consent,
  // which it gives only between pieces of work: then the network rests while they calculate, and they while it works.
  static constexpr u64 most = u64{1} << 13;
  static constexpr u64 most_words = u64{1} << 22; // of all buckets

  // Of a message, before the updates.
  struct Head {
    u32 level = 0; // counted from the first that this object saw
    u32 votes = 0; // that the sender had cast
  };
  static Head head(const Message& m) {
    Head h;
    std::memcpy(&h, m.data(), sizeof h);
    return h;
  }

  struct Letter {
    int to;
    Message message;
  };
  struct alignas(64) Posted {
    std::vector<Letter> letters;
  };

  Ranks& ranks_;
  u64 size_, capacity_;
  std::vector<Posted> posted_; // [worker]
  Head head_;
  u32 early_level_ = ~u32{0};
  std::vector<Message> early_;
  u64 sent_ = 0, received_ = 0, received_later_ = 0; // later: sent after the vote that is next here
};

// All ranks vote again and again while they work. Where nobody is busy and everything that was sent before the vote of its sender
// was received before the vote of its receiver, nothing is on its way, and nothing will be: only a message makes a rank busy again,
// and the first to do so after a vote would be one of those. A message says how many votes its sender had cast, so that none
// that was sent after the vote stands in for one that was sent before it: one vote is enough (cf. Mattern 1987, who needs two).
class Votes {
public:
  struct Vote {
    u64 sent, received, busy;
    u64 wants;  // to pause
    u64 cursor; // how far this rank is
    u64 told;
    u64 next;   // the level that it has something to do at, ~0: none; of the latest vote when all is settled
    u64 failed; // a value does not fit
  };
  static constexpr std::size_t words = sizeof(Vote) / sizeof(u64);

  explicit Votes(Ranks& ranks) : ranks_(ranks) {}

  // Votes by make() if it is time to; true if all have voted since: then all() is the same at every rank. A busy rank lets some
  // pieces of work pass before it votes: such a vote settles nothing, and while it is on its way no other can be.
  template <class Make> bool poll(bool busy, Make&& make) {
    if (!open_) {
      if (busy && ++passed_ < 8) return false;
      const Vote mine = make();
      ranks_.begin_vote(std::span(reinterpret_cast<const u64*>(&mine), words));
      open_ = true;
      passed_ = 0;
    }
    std::vector<u64> flat;
    if (!ranks_.end_vote(flat)) return false;
    open_ = false;
    all_.resize(flat.size() / words);
    std::memcpy(all_.data(), flat.data(), flat.size() * sizeof(u64));
    auto of = [this](u64 Vote::* field) { return sum([field](const Vote& v) { return v.*field; }); };
    settled_ = of(&Vote::busy) == 0 && of(&Vote::sent) == of(&Vote::received);
    return true;
  }
  const std::vector<Vote>& all() const { return all_; }
  bool settled() const { return settled_; }

  template <class F> u64 most(F&& field) const {
    u64 n = 0;
    for (const Vote& v : all_) n = std::max<u64>(n, field(v));
    return n;
  }
  template <class F> u64 sum(F&& field) const {
    u64 n = 0;
    for (const Vote& v : all_) n += field(v);
    return n;
  }

private:
  Ranks& ranks_;
  bool open_ = false, settled_ = false;
  int passed_ = 0; // pieces of work since the last vote
  std::vector<Vote> all_;
};

} // namespace zermelo
