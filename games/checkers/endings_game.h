// Checkers with at most so many pieces on the board, and the index of these positions.
#pragma once

#include <memory>

#include "checkers/placements.h"
#include "checkers/rules.h"

namespace zermelo::checkers {

struct EndingsGame : Game {
  static constexpr bool folded = true; // a slot is a position and the same with the colours exchanged

  EndingsGame(int side, Pieces p) : Game(side, p), placements_(std::make_shared<const Placements>(*board, p.each, p.together)) {}

  const Placements& placements() const { return *placements_; }
  u64 size() const { return placements_->slots(); }
  Slot rank(const Position& p) const { return placements_->holds(p) ? placements_->rank(p) : no_slot; }
  bool unrank(Slot s, Position& p) const { return walker().unrank(s, p); }
  Placements::Walker walker() const { return Placements::Walker(*placements_); }
  int weight(Slot) const { return 2; }

  // Jumps lead to fewer pieces, so a table need not hold what a look at them tells.
  bool deferred(const Position& p) const { return jumps(p); }

  const std::vector<TableLayer>& layers() const { return placements_->layers(); }

  template <class Emit> u32 split(const Position& p, Emit&& emit) const {
    const u32 empty = board->all() & ~(p.own | p.other), kings = p.own_kings();
    const u32 beside[] = {board->step(forward_left, p.own), board->step(forward_right, p.own), board->step(back_left, kings),
                          board->step(back_right, kings)};
    if (((beside[0] | beside[1] | beside[2] | beside[3]) & p.other) != 0 && jumps(p)) {
      each_jump(p, [&](int from, int to, u32 captured) { emit(placements_->rank(turned(moved(p, from, to, captured)))); });
      return 0;
    }
    int stay = 0;
    for (const u32 set : beside) stay += count_ones(set & empty);
    if (const u32 men = p.own_men() & board->row_before_last(); men != 0) stay -= crown(p, men, empty, emit);
    return static_cast<u32>(stay);
  }

  // Where a step back leads. Whether there was something to jump is not asked: such positions have no step, and may be emitted.
  template <class Emit> void each_return(const Position& here, Emit&& emit) const {
    const Position p = turned(here); // as who has just moved sees it
    const Part& part = placements_->part_of(p);
    const u32 empty = board->all() & ~(p.own | p.other);
    const u64 inner = part.own_kings * part.other_kings;
    if (p.own_kings() != 0) {
      const Slot first = part.first + placements_->rank_men(part, p) * inner;
      for (u32 rest = p.own_kings(); rest != 0; rest &= rest - 1) {
        const u32 bit = rest & (0 - rest);
        Position q = p;
        for (u32 from = around(lowest_bit(rest)) & empty; from != 0; from &= from - 1) {
          const u32 change = bit | (from & (0 - from));
          q.own = p.own ^ change;
          q.kings = p.kings ^ change;
          emit(first + placements_->rank_kings(part, q));
        }
      }
    }
    for (u32 rest = p.own_men(); rest != 0; rest &= rest - 1) {
      const u32 bit = rest & (0 - rest);
      const int at = lowest_bit(rest);
      Position q = p;
      for (u32 from = (board->beside(back_left, at) | board->beside(back_right, at)) & empty; from != 0; from &= from - 1) {
        q.own = p.own ^ (bit | (from & (0 - from)));
        emit(placements_->rank_in(part, q));
      }
    }
  }

private:
  // What these men lead to that are a step from the last row; how many ways there are.
  template <class Emit> int crown(const Position& p, u32 men, u32 empty, Emit&& emit) const {
    int ways = 0;
    for (; men != 0; men &= men - 1) {
      const int from = lowest_bit(men);
      for (const Direction d : {forward_left, forward_right}) {
        const u32 to = board->beside(d, from) & empty;
        if (to == 0) continue;
        ++ways;
        emit(placements_->rank(turned(moved(p, from, lowest_bit(to), 0))));
      }
    }
    return ways;
  }
  u32 around(int square) const {
    return board->beside(0, square) | board->beside(1, square) | board->beside(2, square) | board->beside(3, square);
  }

  std::shared_ptr<const Placements> placements_;
};

} // namespace zermelo::checkers
