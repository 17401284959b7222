// Threads of one process that behave as ranks, for tests: messages can be held back, delivered in any order, and a rank can die.
// No MPI is needed, and the thread sanitizer sees everything.
#pragma once

#include <functional>

#include "exec/ranks.h"

namespace zermelo {

struct RankTrouble {
  double delay = 0;         // seconds that a message, a vote or a collective call takes
  bool counted = false;     // instead each takes a tick of a clock that goes on where no rank has anything to do
  u64 order = 0;            // a seed: messages come in any order; 0: as they were sent
  int dies = -1;            // this rank ends without a word
  u64 dies_after = ~u64{0}; // at the so-manieth message or collective call
};

// How often ranks waited, one wait after the other, where that is counted: work takes no time there, so the number depends on
// nothing but what they do.
struct RankTicks {
  u64 all = 0;
  u64 news = 0;     // of these, at whose end messages came
  u64 meetings = 0; // and those of collective calls
};

// Runs f(ranks) on as many threads as there are ranks, and returns when all have ended; throws the first error of any.
RankTicks run_as_ranks(int size, const std::function<void(Ranks&)>& f, const RankTrouble& trouble = {});

} // namespace zermelo
