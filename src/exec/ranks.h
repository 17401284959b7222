// Processes that work together on one solve, numbered from 0. Each of them has its own part of the slots and tells the others
// what concerns theirs. A single process is the usual case: it takes none of these ways.
//
// Three kinds stand behind this seam: one process; threads that behave as processes (thread_ranks.h, for tests); MPI (mpi/). Only
// the thread that made the solve calls these functions.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/types.h"

namespace zermelo {

// Bytes that are written before they are read: new ones are not cleared.
template <class T> struct Unfilled : std::allocator<T> {
  template <class U> struct rebind {
    using other = Unfilled<U>;
  };
  template <class U> void construct(U* p) noexcept { ::new (static_cast<void*>(p)) U; }
};
using Message = std::vector<std::byte, Unfilled<std::byte>>;

class Ranks {
public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  bool alone() const { return size() == 1; }
  bool first() const { return rank() == 0; } // the one that speaks, locks and writes

  // Collective: every rank calls the same one after the other. An error at one of them ends the others' as well (fail).
  virtual std::vector<Message> gather(Message mine) = 0;                   // what every rank gave, at all of them
  virtual std::vector<Message> exchange(std::vector<Message> to_each) = 0; // what every rank gave for this one

  // Fire and forget. Messages may come in any order.
  virtual void send(int to, Message message) = 0;
  virtual bool receive(Message& message) = 0; // false: none is here

  // A gather of a few words that goes on while the caller works; one at a time.
  virtual void begin_vote(std::span<const u64> words) = 0;
  virtual bool end_vote(std::vector<u64>& of_all) = 0; // false: some rank has not voted yet

  // This rank cannot go on: collective calls of the others end with the same error.
  virtual void fail(Exit code, const std::string& sentence) noexcept = 0;

  // For a rank that waits for others: gives the processor away for a moment.
  virtual void rest() = 0;

  std::vector<u64> sums(std::vector<u64> mine); // collective, each word over all ranks
  u64 sum(u64 mine) { return sums({mine})[0]; }
  std::vector<u64> words_of_all(std::span<const u64> mine); // collective; rank after rank
  Message from_first(Message message);                      // collective; what rank 0 gave

  struct Sent {
    u64 messages = 0, bytes = 0;
    double waiting = 0; // seconds in which this rank had nothing to do
  };
  const Sent& sent() const { return sent_; }

protected:
  Sent sent_;
};

// This process alone.
Ranks& one_rank();

Message bytes_of(std::span<const u64> words);
std::vector<u64> words_of(std::span<const std::byte> bytes);

// How a program that was started by a launcher joins the others; null in a program that was built without MPI.
struct RanksMaker {
  static inline Ranks* (*join)() = nullptr;
  static inline void (*leave)() = nullptr; // when all went well
};

} // namespace zermelo
