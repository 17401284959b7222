// The contract check of blocks: over every shape, all or sampled positions, they lead where the rules lead.
#pragma once

#include <algorithm>
#include <random>
#include <utility>

#include "game/check.h"
#include "index/block_moves.h"

namespace zermelo {

template <class G>
  requires Blocked<G> && Text<G>
void check_blocks(const G& game, const CheckOptions& options, CheckReport& report) {
  CheckReport::Promise moves{"blocks lead where the moves lead", 0, 0, ""};
  const Combinations strings(game.blocks().pieces(), game.blocks().pieces() / 2);
  const auto board = game.blocks().board();
  std::mt19937_64 random(options.seed);
  const u64 size = std::max<u64>(1, strings.size()); // never 0, as a reader of this function alone cannot know
  for (u64 i = 0; i < std::min(game.size(), options.samples); ++i) {
    const Slot slot = game.size() <= options.samples ? i : random() % game.size();
    PositionOf<G> p;
    if (!game.unrank(slot, p)) continue;
    std::vector<Slot> by_rules, by_blocks;
    MoveListOf<G> list;
    if (game.outcome(p) == Wdl::unknown) game.moves(p, list);
    for (const auto& m : list)
      if (const Slot s = game.rank(game.play(p, m)); s != no_slot) by_rules.push_back(s);
    const BlockMoves<BlocksOf<G>> block(board, static_cast<u32>(slot / size));
    const u32 string = static_cast<u32>(strings.unrank(slot % size));
    for (const auto& lift : block.lifts()) {
      if ((string >> lift.place & 1) == 0) continue;
      for (const auto& step : lift.steps) {
        PositionOf<G> q; // a slot of a symmetric shape may be the other one of a pair: ask the index for the numbered one
        const Slot s = slot_after(game, step.shape, BlockMoves<BlocksOf<G>>::string_after(lift, step, string));
        const Slot numbered = game.unrank(s, q) ? s : game.rank(q);
        if (numbered != no_slot) by_blocks.push_back(numbered);
      }
    }
    std::sort(by_rules.begin(), by_rules.end());
    std::sort(by_blocks.begin(), by_blocks.end());
    ++moves.tested;
    if (by_rules != by_blocks && moves.broken++ == 0) moves.example = game.print(p);
  }
  report.promises.push_back(std::move(moves));
}

} // namespace zermelo
