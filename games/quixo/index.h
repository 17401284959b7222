// The index of Quixo: all marks on all cells, as the side to move sees them, up to the eight symmetries of the square.
//
//   slot = first of so many marks + (number of the set of marked cells << marks | which marks are the other's)
//
// Marks never disappear, so positions with more marks come first. Where a symmetry leaves the set as it is, the least of the images
// has the slot.
#pragma once

#include "index/parts.h"
#include "quixo/sets.h"

namespace zermelo::quixo {

struct MarkGroup {
  Slot first = 0;
  i32 marks = 0;
};

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr bool on_device = true;
  static constexpr int mark_orbit = 16;
  static constexpr double solving_seconds_a_slot = 1.0e-7, table_bytes_a_slot = 0.45; // docs/results/quixo.md
  static constexpr int max_predecessors = 2 * Board::most_pushes;

  explicit Game(int side, int least_marks = 0); // index.cpp

  template <class F> void each_array(F&& f) { sets.each_array(f); }

  ZERMELO_HD u64 size() const { return groups[group_count].first; }
  ZERMELO_HD const Sets& marks() const { return sets; }
  std::vector<MarkLayer> mark_layers() const; // index.cpp

  ZERMELO_HD Slot rank(const Position& p) const {
    const u32 marked = p.own | p.other;
    const int count = count_ones(marked);
    if (count < least) return no_slot;
    const MarkPlace place = sets.place(marked);
    const u32 set = sets.image(place, marked), other = sets.image(place, p.other);
    u32 best = colouring_of_marks(sets, set, other);
    sets.each_fixing(set, [&](int m) {
      const u32 c = colouring_of_marks(sets, set, sets.image(m, other));
      best = c < best ? c : best;
    });
    return first_of[count] + (u64{place.number} << count | best);
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const MarkGroup& g = part_holding(groups, group_count, s);
    const u64 within = s - g.first, number = within >> g.marks;
    const u32 set = sets.set(g.marks, number);
    p.other = marks_of_colouring(sets, set, static_cast<u32>(within & ((u64{1} << g.marks) - 1)));
    p.own = set & ~p.other;
    p.second = 0;
    return sets.rigid(set) || rank(p) == s;
  }

  Position canonical(const Position& p) const {
    Position best{p.own, p.other, 0};
    for (int m = 1; m < 8; ++m) {
      const u32 own = sets.image(m, p.own), other = sets.image(m, p.other);
      if (own < best.own || (own == best.own && other < best.other)) best.own = own, best.other = other;
    }
    return best;
  }
  int orbit(const Position& p) const {
    int fixing = 0;
    for (int m = 0; m < 8; ++m) fixing += sets.image(m, p.own) == p.own && sets.image(m, p.other) == p.other ? 1 : 0;
    return mark_orbit / fixing;
  }

  // The cube comes out at the end where it went in. Before, it was blank or showed the same mark.
  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const Board& b = board();
    const bool fewer = count_ones(p.own | p.other) > least;
    for (int i = 0; i < b.push_count; ++i) {
      const Push& push = b.pushes[i];
      if ((push.to & p.other) == 0) continue;
      const u32 own = push.pulled(p.other), other = push.pulled(p.own);
      if (b.has_line(other) || b.has_line(own)) continue; // a mark more makes no line less
      if (fewer) out.push({own, other, p.second ^ 1});
      if (!b.has_line(own | push.from)) out.push({own | push.from, other, p.second ^ 1});
    }
  }

  Sets sets;
  u32 group_count = 0;
  Slot first_of[Sets::most_cells + 1] = {};    // by the number of marks
  MarkGroup groups[Sets::most_cells + 2] = {}; // in the order of slots, and one more
};

} // namespace zermelo::quixo
