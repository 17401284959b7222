// Counts the set of positions, and the legal moves of those that are not won at once, in the pass that has just found the latter.
#pragma once

#include "index/string_tables.h"
#include "solve/blocks/program.h"
#include "solve/blocks/state.h"

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

  static Full visible(u32 tops) {
    const auto& masks = string_tables<S>().masks;
    return StringOps<S, u64>::visible(masks.all, tops,
                                      [&](int player, int place, int i) { return masks.has[player][place].w[i]; });
  }

private:
  static u64 ones(const Full& x) {
    u64 n = 0;
    for (int i = 0; i < S::words; ++i) n += static_cast<u64>(std::popcount(x.w[i]));
    return n;
  }
};

} // namespace zermelo
