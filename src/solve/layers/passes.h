// Solves one layer: every slot is looked at once with what its moves to earlier layers give, then wins and losses go back ply by
// ply along un-moves within the layer, as in solve/backward.h.
//
// A position whose moves all leave the layer is decided at once, whatever the plies. Of the others
//   - a lost successor of n plies makes a win in n + 1, a move to an earlier layer one in `bound` plies: the smaller comes first
//   - when all successors in the layer are won and nothing else is better, it is lost in one ply more than the longest of them,
//     and not earlier than in `bound`
// A move is undone once, so that each edge of the layer is touched once.
#pragma once

#include "exec/pool.h"
#include "exec/scatter.h"
#include "index/layers.h"
#include "solve/layers/work.h"

namespace zermelo {

template <LayeredTable G> class LayerPasses {
public:
  // `earlier` has a byte for every slot before the layer, as cells have.
  LayerPasses(const G& g, const TableLayer& layer, const u8* earlier, LayerWork& work, Pool& pool, u64 memory)
      : g_(g), layer_(layer), earlier_(earlier), work_(work), pool_(pool), scatter_(layer.slots(), pool.threads(), memory) {}

  // pause(plies, slots just looked at) between pieces of work.
  template <class Pause> void run(Pause&& pause) {
    work_.begin(layer_.slots());
    const u64 round = 64 * static_cast<u64>(pool_.threads());
    for (u64 first = 0; first < work_.chunks; first += round) {
      const u64 last = std::min(work_.chunks, first + round);
      pool_.for_ranges(first, last, 1, [&](u64 chunk, u64, int) { seed(chunk); });
      pause(0, (last - first) * LayerWork::chunk);
    }
    for (u32 plies = 0; plies <= LayerWork::most_plies; ++plies) {
      std::vector<u64> chunks;
      for (u64 c = 0; c < work_.chunks; ++c)
        if (work_.marked(c, plies)) chunks.push_back(c);
      for (u64 first = 0; first < chunks.size(); first += round) {
        const u64 last = std::min<u64>(chunks.size(), first + round);
        level(plies, std::span(chunks).subspan(first, last - first));
        pause(static_cast<i32>(plies), 0);
      }
    }
  }

private:
  struct Best {              // of the moves to earlier layers
    u32 win = 254, loss = 0; // plies, counted from before the move; 254 and 0: none
    bool draw = false;
    void add(u8 successor) {
      if (successor == LayerWork::undecided) {
        draw = true;
      } else if (successor % 2 == 1) {
        loss = std::max(loss, successor + 1U);
      } else {
        win = std::min(win, successor + 1U);
      }
    }
  };

  void seed(u64 chunk) {
    const u64 first = chunk * LayerWork::chunk, last = std::min(work_.slots, first + LayerWork::chunk);
    Walker<G> walker(g_);
    for (u64 i = first; i < last; ++i) {
      PositionOf<G> p;
      ensure(walker.unrank(layer_.first + i, p), "every slot of a layer holds a position");
      Best best;
      const u32 stay = g_.split(p, [&](Slot s) { best.add(earlier_[s]); });
      if (std::max(best.loss, best.win == 254 ? 0 : best.win) > LayerWork::most_plies) throw NeedsWideCells{};
      u8 cell = LayerWork::undecided, open = LayerWork::fixed, bound = 0;
      if (stay == 0) {
        if (best.win != 254 || !best.draw) cell = static_cast<u8>(best.win != 254 ? best.win : best.loss);
        if (cell != LayerWork::undecided) work_.mark(i, cell);
      } else {
        open = static_cast<u8>(stay + (best.draw ? 1 : 0));
        bound = static_cast<u8>(best.win != 254 ? best.win : best.loss);
        if (bound % 2 == 1) work_.mark(i, bound);
      }
      work_.cells[i] = cell;
      work_.open[i] = open;
      work_.bounds[i] = bound;
    }
  }

  void level(u32 plies, std::span<const u64> chunks) {
    const bool won = plies % 2 == 1;
    auto apply = [this, plies, won](Slot i, bool) { won ? successor_won(i, plies) : successor_lost(i, plies); };
    pool_.for_ranges(0, chunks.size(), 1, [&](u64 c, u64, int worker) {
      const u64 first = chunks[c] * LayerWork::chunk, last = std::min(work_.slots, first + LayerWork::chunk);
      const u8 wanted = static_cast<u8>(plies);
      // At this level no other thread writes these cells: what it applies are wins of successors, and here is a bound of a win.
      if (won)
        each_equal_byte(work_.bounds.get(), first, last, wanted, [&](u64 i) {
          if (load_shared(work_.cells[i]) == LayerWork::undecided) store_shared(work_.cells[i], wanted);
        });
      Walker<G> walker(g_);
      each_equal_byte(work_.cells.get(), first, last, wanted, [&](u64 i) {
        PositionOf<G> p;
        walker.unrank(layer_.first + i, p);
        g_.each_return(p, [&](Slot s) { scatter_.emit(worker, s - layer_.first, false, apply); });
      });
    });
    pool_.for_ranges(0, static_cast<u64>(pool_.threads()), 1,
                     [&](u64 worker, u64, int) { scatter_.flush(static_cast<int>(worker), apply); });
  }

  void successor_lost(u64 i, u32 plies) {
    if (work_.cells[i] != LayerWork::undecided || work_.open[i] == LayerWork::fixed) return;
    decide(i, plies + 1);
  }
  void successor_won(u64 i, u32 plies) {
    if (load_shared(work_.cells[i]) != LayerWork::undecided || work_.open[i] == LayerWork::fixed) return;
    if (--work_.open[i] != 0 || work_.bounds[i] % 2 == 1) return; // 0, and a win in so many plies: its level comes
    decide(i, std::max<u32>(plies + 1, work_.bounds[i]));
  }
  void decide(u64 i, u32 plies) {
    if (plies > LayerWork::most_plies) throw NeedsWideCells{};
    store_shared(work_.cells[i], static_cast<u8>(plies));
    work_.mark(i, plies);
  }

  const G& g_;
  const TableLayer& layer_;
  const u8* earlier_;
  LayerWork& work_;
  Pool& pool_;
  Scatter scatter_;
};

} // namespace zermelo
