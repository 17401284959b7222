// Threads of one process that behave as ranks, for tests: messages can be held back, delivered in any order, and a rank can die.
// No MPI is needed, and the thread sanitizer sees everything.
#pragma once

#include <functional>

#include "exec/ranks.h"

namespace zermelo {

struct RankTrouble {
  double delay = 0;         // seconds that a message, a vote or a collective call takes
  u64 order = 0;            // a seed: messages come in any order; 0: as they were sent
  int dies = -1;            // this rank ends without a word
  u64 dies_after = ~u64{0}; // at the so-manieth message or collective call
};

// Runs f(ranks) on as many threads as there are ranks, and returns when all have ended; throws the first error of any.
void run_as_ranks(int size, const std::function<void(Ranks&)>& f, const RankTrouble& trouble = {});

} // namespace zermelo
