// The loop that runs a program, over a machine's way to lift and drop. Included by one file per instruction set, which is
// compiled for it: everything in here depends on the machine's type and calls no function that other files share, so that
// the linker cannot put code for one processor where another runs.
#pragma once

#include "index/string_tables.h"
#include "solve/blocks/program.h"

namespace zermelo {

template <class M, class S> class BlockRun {
  using Full = typename M::Full;
  using Sum = typename M::Sum;

public:
  static void run(int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found) {
    const BlockRun loop{M(string_tables<S>())};
    if (mover == 1) {
      loop.template run_as<1>(program, read, write, found);
    } else {
      loop.template run_as<0>(program, read, write, found);
    }
  }

private:
  explicit BlockRun(M machine) : m_(machine) {}

  template <int mover> void run_as(const BlockProgram& program, const u64* read, u64* write, BlockFound& found) const {
    const BlockLift* lift = program.lift.data();
    const BlockStep* step = program.step.data();
    const u8* swap = program.swap.data();
    const BlockTask* const end = program.task.data() + program.tasks;
    u64* out = found.words.data() + found.used;
    for (const BlockTask* task = program.task.data(); task != end; ++task) {
      u64* const target = write + std::size_t{task->shape} * S::words;
      const Full before = M::load(target);
      // Wins: what is known, what a goal wins, what a step wins. Losses: what is known or has a way out is no candidate.
      Full reached = before;
      for (u32 goals = task->goals; goals != 0; goals &= goals - 1) reached = M::either(reached, m_.has(mover, lowest(goals)));
      const BlockLift* const last = lift + task->lifts;
      for (; lift != last; ++lift) {
        const BlockStep* const first = step;
        const u8* const first_swap = swap;
        step += lift->steps + lift->images;
        swap += lift->swaps;
        if (!M::any(M::without(m_.all(), reached))) continue; // nothing is left to decide
        Sum sum = M::empty_sum();
        if (lift->images != 0) {
          for (u32 i = 0; i < lift->images; ++i) add<mover>(sum, read, first[lift->steps + i]);
          auto total = M::total(sum);
          for (u32 i = 0; i < lift->swaps; ++i) total = m_.swap(total, mover, first_swap[i]);
          sum = M::sum_of(total);
        }
        for (u32 i = 0; i < lift->steps; ++i) add<mover>(sum, read, first[i]);
        reached = M::either(reached, m_.drop(M::total(sum), mover, static_cast<int>(lift->place)));
      }
      const Full fresh = mover == 1 ? M::without(reached, before) : M::without(m_.all(), reached);
      if (!M::any(fresh)) continue;
      M::store(target, M::either(before, fresh));
      found.positions += task->weight * M::count(m_.visible(fresh, task->tops));
      *out = task->shape;
      M::store(out + 1, fresh);
      out += 1 + S::words;
    }
    found.used = static_cast<std::size_t>(out - found.words.data());
  }

  template <int mover> void add(Sum& sum, const u64* read, const BlockStep& step) const {
    Full x = M::load(read + std::size_t{step.shape} * S::words);
    if (mover == 0) x = M::without(m_.all(), x); // a way out: the other does not win there
    m_.lift(sum, x, mover, static_cast<int>(step.place));
  }

  static int lowest(u32 x) { return __builtin_ctz(x); }

  M m_;
};

template <template <class> class Machine>
void run_block_program(int pieces, int mover, const BlockProgram& program, const u64* read, u64* write, BlockFound& found) {
  switch (pieces) {
  case 4: return BlockRun<Machine<Strings<4, 2>>, Strings<4, 2>>::run(mover, program, read, write, found);
  case 6: return BlockRun<Machine<Strings<6, 3>>, Strings<6, 3>>::run(mover, program, read, write, found);
  case 8: return BlockRun<Machine<Strings<8, 4>>, Strings<8, 4>>::run(mover, program, read, write, found);
  case 10: return BlockRun<Machine<Strings<10, 5>>, Strings<10, 5>>::run(mover, program, read, write, found);
  case 12: return BlockRun<Machine<Strings<12, 6>>, Strings<12, 6>>::run(mover, program, read, write, found);
  case 14: return BlockRun<Machine<Strings<14, 7>>, Strings<14, 7>>::run(mover, program, read, write, found);
  default: __builtin_unreachable(); // with_strings has refused it
  }
}

} // namespace zermelo
