// The passes over one layer. Pass d finds what is decided in exactly d plies: losses, where every turn leads to a position that
// the other has won in fewer, or to a line that loses; and wins, from positions that the other has lost in d - 1. Losses are
// looked for first and put aside, so that the wins of the same pass do not see them: passes are exact, in place, on any number of
// threads. Layers that placements lead to are finished; they are seen as they stood a ply before.
#pragma once

#include <utility>

#include "solve/cubes/thread.h"
#include "solve/strategy.h"

namespace zermelo {

// Where a layer at work stands; with the planes all that a checkpoint needs. A half that was cut off goes on with the next block:
// it reads what it does not write. Each pause comes after something that is never done again: else a solve that is stopped sooner
// than a pass takes would not get anywhere.
struct CubeProgress {
  int plies = 0;
  bool wins = false; // losses of this pass are found
  u64 block = 0;     // of this half, that comes next
};

template <class Board> class CubePasses {
public:
  using After = std::array<const CubeValues*, 2>; // the layer that a placement by each player leads to, if any

  CubePasses(const Board& board, CubeValues& here, CubePlanes& planes, CubeProgress& at, const After& after, Pool& pool)
      : pass_{board, here, planes, {}, at.plies}, at_(at), pool_(pool) {
    for (int s = 0; s < 2; ++s)
      if (const CubeValues* a = after[static_cast<std::size_t>(s)]) {
        pass_.after[s] = std::make_unique<CubeReplay>(*a, 1 - s);
        outside_ = std::max(outside_, a->longest());
      }
  }

  // To the end, from where it stands; false where a game lasts longer than a layer can say.
  bool run(const Pause& pause) {
    int& plies = pass_.plies;
    for (int n = 0; n + 1 < plies; ++n) replay(n);
    for (;;) {
      if (plies == CubeValues::open) return false;
      if (plies > 0) replay(plies - 1);
      if (!at_.wins) {
        each_block(pause, [&](auto& thread) { plies == 0 ? find_stuck(thread) : find_losses(thread); });
        at_.wins = true;
        rest(pause);
      }
      if (plies > 0) each_block(pause, [](auto& thread) { find_wins(thread); });
      const bool changed = pass_.planes.merge();
      at_.wins = false;
      if (plies >= 1 && !changed && plies > outside_) return true;
      at_.plies = ++plies;
      rest(pause);
    }
  }

private:
  static constexpr u64 grain = 64, stretch = u64{1} << 14;

  void replay(int plies) {
    for (auto& a : pass_.after)
      if (a) a->add(plies, pool_);
  }

  template <class F> void each_block(const Pause& pause, F&& f) {
    const CubeLayer& layer = pass_.here.layer;
    while (at_.block < layer.blocks) {
      const u64 first = at_.block, last = std::min(layer.blocks, first + stretch);
      pool_.for_ranges(first, last, grain, [&](u64 begin, u64 end, int) {
        CubeThread<Board> thread(pass_);
        for (u64 b = begin; b < end; ++b) {
          thread.go_to(b);
          f(thread);
        }
      });
      at_.block = last;
      worked_ += ((last - first) * 2) << layer.pieces;
      if (last < layer.blocks) rest(pause);
    }
    at_.block = 0;
  }
  void rest(const Pause& pause) {
    pause({SolveProgress::Phase::passes, pass_.plies, pass_.here.slots(), 0, std::exchange(worked_, 0)});
  }

  CubePass<Board> pass_;
  CubeProgress& at_;
  Pool& pool_;
  int outside_ = -1;
  u64 worked_ = 0; // slots since the last pause
};

} // namespace zermelo
