// The index of Dobutsu Shogi: exactly the open positions, one slot for each class of symmetric positions.
//
// Open: both lions stand, none on its last row, and the mover cannot take the other lion. All else the rules settle.
#pragma once

#include "dobutsu/numbering.h"
#include "dobutsu/unmoves.h"
#include "game/children.h"

namespace zermelo::dobutsu {

const Numbering& open_positions(); // what a table covers
const Numbering& census();         // what can occur until a lion can be taken or is home: settled positions too

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr bool on_device = true;

  // By kinds in hand, as for max_moves; a step back takes one of 1 + elephant + giraffe + chick + hen forms. Three kinds in
  // hand: lion 8, hen 6 (on the last row 5, and 1 as a chick), giraffe 4, elephant 4, times 5, and 2 drops: 112. Elephant
  // or giraffe and chick in hand: 8 + 6 + 12, times 4; fewer kinds give less.
  static constexpr int max_predecessors = 112;

  template <class F> void each_array(F&& f) { open_.each_array(f); }

  ZERMELO_HD u64 size() const { return open_.size(); }

  ZERMELO_HD Slot rank(const Position& p) const {
    if (own_lions(p.bits) == 0) return no_slot;
    const auto placed = open_.place(p.bits);
    if (placed.pair < 0 || men_attacking(p.bits, first_cell(other_lions(p.bits))) != 0) return no_slot;
    return open_.rank(placed);
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    p.bits = open_.unrank(s);
    return true;
  }

  // unrank for slots that mostly rise.
  class Walker {
  public:
    explicit Walker(const Game& game) : boards_(game.open_) {}
    bool unrank(Slot s, Position& p) {
      p.bits = boards_.unrank(s);
      return true;
    }

  private:
    Numbering::Walker boards_;
  };
  Walker walker() const { return Walker(*this); }

  // The swap of the players and the mirror are independent.
  Position canonical(const Position& p) const {
    const u64 b = p.bits & ~second_moves;
    return {std::min(b, mirror(b))};
  }
  int orbit(const Position& p) const { return mirror(p.bits) == p.bits ? 2 : 4; }
  int weight(Slot s) const { return open_.is_symmetric(s) ? 2 : 4; }

  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    auto push = [&](u64 b) { out.push({b}); };
    for_each_unmove(turn(p.bits), push, push);
  }

  // Each class once: un-moves meet a class twice only where p is its own mirror image.
  template <class Emit> ZERMELO_HD void each_predecessor(const Position& p, Emit&& emit) const {
    if (mirror(p.bits) != p.bits) {
      unmove_slots(p, emit);
      return;
    }
    FixedList<Slot, max_predecessors> slots;
    unmove_slots(p, [&](Slot s) { slots.push(s); });
    distinct(slots);
    for (const Slot s : slots) emit(s);
  }

  ZERMELO_HD Children count_children(const Position& p) const;

  // A numbering of all that can occur until the game is decided, for counting what can be reached; no_slot elsewhere.
  u64 census_size() const { return census().size(); }
  Slot census_rank(const Position& p) const {
    if (own_lions(p.bits) == 0) return no_slot;
    const auto placed = census().place(p.bits);
    return placed.pair < 0 ? no_slot : census().rank(placed);
  }

private:
  // Taking back a man leaves the lions where they are: the board is placed once for all of these.
  template <class Emit> ZERMELO_HD void unmove_slots(const Position& p, Emit&& emit) const {
    const auto placed = open_.place(turn(p.bits));
    for_each_unmove(
        placed.board, [&](u64 b) { emit(open_.rank({b, placed.pair})); }, [&](u64 b) { emit(open_.rank(open_.place(b))); });
  }

  Numbering open_ = open_positions();
};

// Without looking at the index: a move leads to an open position unless it leaves the lion to be taken or brings it home.
// Two moves lead to the same class only in a position that is its own mirror image; those few are ranked.
ZERMELO_HD inline Children Game::count_children(const Position& p) const {
  const u64 b = p.bits;
  if (mirror(b) == b) {
    FixedList<Slot, max_moves> slots;
    return list_children(*this, p, slots);
  }
  const u64 own = own_men(b), lion = own_lions(b), empty = each_cell & ~occupied(b);
  const int at_home = first_cell(lion), other = first_cell(other_lions(b));
  const u64 attackers = other_men_attacking(b, at_home);

  int steps_of_men = 0, takers = 0;
  for (u64 m = own; m != 0; m &= m - 1) {
    const u64 targets = attacked_from(at(b, first_cell(m)) & 7, first_cell(m)) & ~(own | lion);
    steps_of_men += count_ones(targets);
    takers += (targets & attackers) != 0 ? 1 : 0;
  }
  u64 attacked = around(other);
  for (u64 m = other_men(b); m != 0; m &= m - 1) attacked |= attacked_from(at(b, first_cell(m)) & 7, first_cell(m));
  const int kinds = (held(b, elephant) != 0) + (held(b, giraffe) != 0) + (held(b, chick) != 0);
  const int of_men = steps_of_men + kinds * count_ones(empty);
  const u64 of_lion = around(at_home) & ~own;

  Children c;
  const int safe = attackers == 0 ? of_men : (attackers & (attackers - 1)) == 0 ? takers : 0;
  c.open = safe + count_ones(of_lion & ~attacked & ~last_row);
  c.lost = (of_lion & ~attacked & last_row) != 0;
  if (safe != of_men || (of_lion & attacked) != 0) c.longest = 1;
  return c;
}

} // namespace zermelo::dobutsu
