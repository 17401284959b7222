// Updates of slots that other ranks have: words gathered by destination (scatter.h) and sent in batches as they are found; and how
// all ranks learn that everything was delivered.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "exec/ranks.h"

namespace zermelo {

class Mail {
public:
  Mail(Ranks& ranks, int workers)
      : ranks_(ranks), size_(ranks.alone() ? 0 : static_cast<u64>(ranks.size())),
        capacity_(std::clamp<u64>(most_words / (static_cast<u64>(workers) * std::max<u64>(1, size_)), 256, most)),
        posted_(static_cast<u64>(workers)) {}

  u64 ranks() const { return size_; }        // that messages go to; of one process none
  u64 capacity() const { return capacity_; } // words of a message

  // By any worker, which has its own list.
  void post(int worker, u64 to, std::span<const u32> words) {
    Message m(sizeof level_ + words.size_bytes());
    std::memcpy(m.data(), &level_, sizeof level_);
    std::memcpy(m.data() + sizeof level_, words.data(), words.size_bytes());
    posted_[static_cast<u64>(worker)].letters.push_back({static_cast<int>(to), std::move(m)});
  }

  // Between pieces of work, by the thread that talks to the others.
  void send() {
    for (Posted& posted : posted_) {
      for (Letter& l : posted.letters) {
        sent_ += updates(l.message).size();
        ranks_.send(l.to, std::move(l.message));
      }
      posted.letters.clear();
    }
  }
  // What has come; nothing: an empty list. A rank that knows already that a level is over may send of the next one: that waits.
  std::vector<Message> receive() {
    std::vector<Message> all;
    if (early_level_ == level_) all.swap(early_);
    for (Message m; all.size() < 64 && ranks_.receive(m);) {
      const u32 level = words_of_message(m)[0];
      ensure(level == level_ || level == level_ + 1, "a rank is at most one level ahead");
      if (level != level_) early_level_ = level;
      (level == level_ ? all : early_).push_back(std::move(m));
    }
    for (const Message& m : all) received_ += updates(m).size();
    return all;
  }
  // The words of a message that came.
  static std::span<const u32> updates(const Message& m) { return words_of_message(m).subspan(1); }

  void next_level() { ++level_; }
  u64 sent() const { return sent_; }
  u64 received() const { return received_; }

private:
  // Words of a message: 32 KiB, which Open MPI sends at once over TCP. Messages of more than 64 KiB wait for the other's consent,
  // which it gives only between pieces of work: then the network rests while they calculate, and they while it works.
  static constexpr u64 most = u64{1} << 13;
  static constexpr u64 most_words = u64{1} << 22; // of all buckets

  // The level, then the updates.
  static std::span<const u32> words_of_message(const Message& m) {
    return {reinterpret_cast<const u32*>(m.data()), m.size() / sizeof(u32)};
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
  std::vector<Posted> posted_;            // [worker]
  u32 level_ = 0, early_level_ = ~u32{0}; // counted from the first that this object saw
  std::vector<Message> early_;
  u64 sent_ = 0, received_ = 0;
};

// All ranks vote again and again while they work. Where as much was received as was sent and nobody is busy, twice with the same
// counts, nothing is on its way: only a message could make a rank busy again (Mattern 1987).
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

  // Votes if it is time to, by make(); true if all have voted since: then all() is the same at every rank.
  template <class Make> bool poll(Make&& make) {
    if (!open_) {
      const Vote mine = make();
      ranks_.begin_vote(std::span(reinterpret_cast<const u64*>(&mine), words));
      open_ = true;
    }
    std::vector<u64> flat;
    if (!ranks_.end_vote(flat)) return false;
    open_ = false;
    all_.resize(flat.size() / words);
    std::memcpy(all_.data(), flat.data(), flat.size() * sizeof(u64));
    u64 sent = 0, received = 0, busy = 0;
    for (const Vote& v : all_) sent += v.sent, received += v.received, busy += v.busy;
    const bool quiet = sent == received && busy == 0;
    settled_ = quiet && quiet_before_ && sent == sent_before_;
    quiet_before_ = quiet;
    sent_before_ = sent;
    return true;
  }
  const std::vector<Vote>& all() const { return all_; }
  bool settled() const { return settled_; }
  void forget() { quiet_before_ = settled_ = false; }

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
  bool open_ = false, quiet_before_ = false, settled_ = false;
  u64 sent_before_ = 0;
  std::vector<Vote> all_;
};

} // namespace zermelo
