// Which positions can be reached from the start, counted by what a table says of them.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "base/machine.h"
#include "exec/pool.h"
#include "exec/shared.h"
#include "index/census.h"
#include "index/look_up.h"
#include "verify/values.h"

namespace zermelo {

struct ReachReport {
  struct Count {
    Tally mover;        // reachable slots of the index, by value for the side to move
    Tally first_player; // the same for the first player; only where the index keeps the sides apart
    u64 outside = 0;    // reachable classes outside the index (settled by the rules), where the game can count them
    int depth = 0;      // plies until nothing new was found
  };
  Count all;       // play goes on until the game is over, or leaves the index
  Count unsettled; // play stops as soon as the rules tell the value, as some papers count
  bool counts_outside = false;
  bool folded = false; // slots are classes of symmetric positions
};

template <Indexed G> class Reach {
public:
  Reach(const G& g, const Table& table, int threads) : g_(g), table_(table), pool_(threads), values_(table) {
    if (const u64 memory = available_memory() / 2; Values::whole_bytes(table) <= memory)
      values_.load(pool_);
    else
      values_.open(pool_, memory);
  }

  ReachReport run() {
    ReachReport report;
    report.folded = G::folded;
    report.counts_outside = Census<G>;
    report.unsettled = walk(false);
    report.all = met_settled_ ? walk(true) : report.unsettled;
    return report;
  }

private:
  ReachReport::Count walk(bool past_settled) {
    const u64 words = (g_.size() + 63) / 64;
    seen_.assign(words, 0);
    past_settled_ = past_settled;
    std::vector<u64> frontier(words, 0), next(words, 0);
    if constexpr (Census<G>) census_.assign((g_.census_size() + 63) / 64, 0);
    reach(g_.start(), frontier.data());
    if constexpr (Scored<G>) // a start that cannot occur after a move
      if (g_.rank(g_.start()) == no_slot) expand(g_.start(), frontier.data());
    ReachReport::Count found;
    for (bool any = true; any; ++found.depth) {
      pool_.for_ranges(0, words, 512, [&](u64 first, u64 last, int) {
        for (u64 w = first; w < last; ++w)
          for (u64 bits = frontier[w]; bits != 0; bits &= bits - 1)
            expand(w * 64 + static_cast<u64>(std::countr_zero(bits)), next.data());
      });
      any = std::any_of(next.begin(), next.end(), [](u64 w) { return w != 0; });
      frontier.swap(next);
      std::fill(next.begin(), next.end(), 0);
    }
    count(found);
    return found;
  }

  void reach(const PositionOf<G>& p, u64* next) {
    if (const Slot s = g_.rank(p); s != no_slot) {
      if (set_shared_bit(seen_.data(), s)) set_shared_bit(next, s);
    } else if constexpr (Census<G>) {
      if (const Slot c = g_.census_rank(p); c != no_slot) set_shared_bit(census_.data(), c);
    }
  }

  void expand(Slot s, u64* next) {
    PositionOf<G> p;
    g_.unrank(s, p);
    expand(p, next);
  }
  void expand(const PositionOf<G>& p, u64* next) {
    if (settle(g_, p).known()) {
      store_shared(met_settled_, u8{1});
      if (!past_settled_ || g_.outcome(p) != Wdl::unknown) return;
    }
    MoveListOf<G> moves;
    g_.moves(p, moves);
    for (const auto& m : moves) reach(g_.play(p, m), next);
  }

  // From a table that leaves out what the rules or the successors tell: index/look_up.h for a game whose type is known, without
  // distances.
  Value value_of(const PositionOf<G>& p, int worker, LookFor look = LookFor::value) const {
    if (const Value v = settle(g_, p); v.known()) return v;
    const bool left = !table_.header().holds_settled && deferred(g_, p);
    const Value stored = left ? unknown_value : values_.at(g_.rank(p), worker);
    if (!left && (look == LookFor::losses || !left_to_moves(stored))) return stored;
    Value best = left ? loss_in(0) : draw_value; // no move is worse
    MoveListOf<G> moves;
    g_.moves(p, moves);
    for (const auto& m : moves) {
      const Value theirs = value_of(g_.play(p, m), worker, left ? LookFor::value : LookFor::losses);
      if (const Value v = value_of_move_to(theirs); better(v, best)) best = v;
    }
    return best;
  }

  void count(ReachReport::Count& found) const {
    for (const u64 w : census_) found.outside += static_cast<u64>(std::popcount(w));
    const bool by_slot = table_.header().holds_settled && !table_.header().losses_only; // the slot alone tells
    std::vector<ReachReport::Count> parts(static_cast<std::size_t>(pool_.threads()));
    pool_.for_ranges(0, seen_.size(), 512, [&](u64 first, u64 last, int worker) {
      auto& part = parts[static_cast<std::size_t>(worker)];
      for (u64 w = first; w < last; ++w) {
        for (u64 bits = seen_[w]; bits != 0; bits &= bits - 1) {
          const Slot s = w * 64 + static_cast<u64>(std::countr_zero(bits));
          PositionOf<G> p;
          if (!G::folded || !by_slot) g_.unrank(s, p);
          const Wdl mover = (by_slot ? values_.at(s, worker) : value_of(p, worker)).wdl;
          part.mover.add(mover, 1);
          if (G::folded) continue;
          const bool turned = !g_.first_to_move(p) && mover != Wdl::draw;
          part.first_player.add(!turned ? mover : mover == Wdl::win ? Wdl::loss : Wdl::win, 1);
        }
      }
    });
    for (const auto& part : parts) {
      found.mover.add(part.mover);
      found.first_player.add(part.first_player);
    }
  }

  G g_;
  const Table& table_;
  mutable Pool pool_;
  Values values_;
  std::vector<u64> seen_;
  std::vector<u64> census_;
  bool past_settled_ = false;
  u8 met_settled_ = 0; // whether the index holds positions that the rules settle
};

} // namespace zermelo
