// Counts the set of positions, and the legal moves of those that are not won at once, in the pass that has just found the latter.
#pragma once

#include "solve/blocks/program.h"
#include "solve/blocks/state.h"
#include "solve/blocks/tables.h"

namespace zermelo {

template <class S> class BlockCensus {
  using Full = typename StringTables<S>::Full;

public:
  // Of a program that holds every step; `won` has the wins in one ply.
  static void add(const BlockProgram& program, const u64* won, BlockCounts& counts) {
    const auto& has = string_tables<S>().masks.has;
    const BlockLift* lift = program.lift.data();
    for (std::size_t i = 0; i < program.tasks; ++i) {
      const BlockTask& task = program.task[i];
      Full set = visible(task.tops), quiet = set;
      for (int w = 0; w < S::words; ++w) quiet.w[w] &= ~won[u64{task.shape} * S::words + static_cast<u64>(w)];
      u64 moves = 0;
      for (const BlockLift* last = lift + task.lifts; lift != last; ++lift) {
        Full own = quiet;
        for (int w = 0; w < S::words; ++w) own.w[w] &= has[1][lift->place].w[w];
        moves += (lift->steps + lift->images) * ones(own);
      }
      counts.positions += task.weight * ones(set);
      counts.quiet += task.weight * ones(quiet);
      counts.quiet_moves += task.weight * moves;
    }
  }

  // The strings in which both players show one of the pieces on top.
  static Full visible(u32 tops) {
    const auto& masks = string_tables<S>().masks;
    Full set = masks.all;
    if (std::popcount(tops) > S::owned) return set;
    Full hides[2] = {set, set};
    for (; tops != 0; tops &= tops - 1)
      for (int mover = 0; mover < 2; ++mover)
        for (int i = 0; i < S::words; ++i) hides[mover].w[i] &= masks.has[mover][std::countr_zero(tops)].w[i];
    for (int i = 0; i < S::words; ++i) set.w[i] &= ~(hides[0].w[i] | hides[1].w[i]);
    return set;
  }

private:
  static u64 ones(const Full& x) {
    u64 n = 0;
    for (int i = 0; i < S::words; ++i) n += static_cast<u64>(std::popcount(x.w[i]));
    return n;
  }
};

} // namespace zermelo
