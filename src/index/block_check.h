// The contract check of blocks: over every shape, all or sampled positions, they lead where the rules lead.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <vector>

#include "game/check/report.h"
#include "index/block_moves.h"

namespace zermelo {

// What expand() says, call by call.
struct BlockCalls {
  std::vector<std::array<i64, 4>> calls;
  void lift(int place, bool any) { calls.push_back({0, place, any, 0}); }
  void step(u32 shape, int place, bool image, bool) { calls.push_back({1, shape, place, image}); }
  void swap(int place, bool) { calls.push_back({2, place, 0, 0}); }
  void done(bool) { calls.push_back({3, 0, 0, 0}); }
};

// Short walks from anywhere.
template <class G>
  requires Blocked<G> && Text<G>
void check_block_walks(const G& game, const CheckOptions& options, Promises<G>& promises) {
  using Blocks = BlocksOf<G>;
  const auto board = game.blocks().board();
  const u64 shapes = game.blocks().shapes();
  std::mt19937_64 random(options.seed);
  for (u64 i = 0; i < options.samples / 16 + 1; ++i) {
    u32 rank = static_cast<u32>(random() % shapes);
    typename Blocks::Walk walk(Blocks::where(board), rank);
    for (int steps = 0; steps < 4 && rank < shapes; ++steps, ++rank) {
      if (steps != 0) walk.advance();
      const typename Blocks::Shape shape(Blocks::where(board), rank);
      BlockCalls walking, standing;
      walk.expand(walking);
      shape.expand(standing);
      promises.expect("blocks: a walk says of each shape what the shape says",
                      walk.rank() == rank && walk.weight() == shape.weight() && walking.calls == standing.calls, game.start());
    }
  }
}

template <class G>
  requires Blocked<G> && Text<G>
void check_blocks(const G& game, const CheckOptions& options, CheckReport& report) {
  Promises<G> promises(game, report);
  check_block_walks(game, options, promises);
  const Combinations strings(game.blocks().pieces(), game.blocks().pieces() / 2);
  const auto board = game.blocks().board();
  std::mt19937_64 random(options.seed);
  const u64 size = std::max<u64>(1, strings.size()); // never 0, as a reader of this function alone cannot know
  for (u64 i = 0; i < std::min(game.size(), options.samples); ++i) {
    const Slot slot = game.size() <= options.samples ? i : random() % game.size();
    PositionOf<G> p;
    if (!game.unrank(slot, p)) continue;
    std::vector<Slot> by_rules, by_blocks;
    u64 outside = 0, steps_outside = 0;
    MoveListOf<G> list;
    if (game.outcome(p) == Wdl::unknown) game.moves(p, list);
    for (const auto& m : list) {
      const Slot s = game.rank(game.play(p, m));
      if (s != no_slot) by_rules.push_back(s);
      outside += s == no_slot;
    }
    const BlockMoves<BlocksOf<G>> block(board, static_cast<u32>(slot / size));
    const u32 string = static_cast<u32>(strings.unrank(slot % size));
    for (const auto& lift : block.lifts()) {
      if ((string >> lift.place & 1) == 0) continue;
      for (const auto& step : lift.steps) {
        PositionOf<G> q; // a slot of a symmetric shape may be the other one of a pair: ask the index for the numbered one
        const Slot s = slot_after(game, step.shape, BlockMoves<BlocksOf<G>>::string_after(lift, step, string));
        const Slot numbered = game.unrank(s, q) ? s : game.rank(q);
        if (numbered != no_slot) by_blocks.push_back(numbered);
        steps_outside += numbered == no_slot;
      }
    }
    std::sort(by_rules.begin(), by_rules.end());
    std::sort(by_blocks.begin(), by_blocks.end());
    promises.expect("blocks lead where the moves lead", by_rules == by_blocks, p);
    promises.expect("blocks: goals are where a piece can leave the board",
                    (outside > steps_outside) == ((string & block.goals()) != 0), p);
  }
}

} // namespace zermelo
