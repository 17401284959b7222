// The index of Shinpei: by pieces on the board, the class of the mover's points under the eight symmetries of the square, then
// the other's among the rest. Where a symmetry leaves the mover's points as they are, the least of the other's images has the
// slot.
//
// With all pieces on the board both players move alike, so a slot is a position and the same with the players exchanged.
#pragma once

#include "game/children.h"
#include "index/sized_sets.h"
#include "index/symmetry.h"
#include "shinpei/rules.h"

namespace zermelo::shinpei {

using Square = Symmetries<points, 8>;
constexpr Square square_of_both_worlds() {
  Square::Permutation turn{}, mirror{};
  for (int at = 0; at < points; ++at) {
    const int side = at < upper_points ? upper_side : lower_side, base = at < upper_points ? 0 : upper_points;
    const int row = (at - base) / side, column = (at - base) % side;
    turn[static_cast<std::size_t>(at)] = static_cast<u8>(base + side * column + side - 1 - row);
    mirror[static_cast<std::size_t>(at)] = static_cast<u8>(base + side * row + side - 1 - column);
  }
  return {turn, mirror};
}

struct Images : ByteImages<u32, 4, 8> {
  constexpr Images()
      : ByteImages(points, 8, [square = square_of_both_worlds()](int m, int cell) {
          return square[static_cast<std::size_t>(m)][static_cast<std::size_t>(cell)];
        }) {}
};
ZERMELO_TABLE(Images, images, {})

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr bool on_device = true;
  static constexpr int max_predecessors = 620;

  explicit Game(bool chain = false, bool free = false); // index.cpp

  template <class F> void each_array(F&& f) { sets.each_array(f); }

  ZERMELO_HD u64 size() const { return first[2 * each + 1]; }

  ZERMELO_HD Slot rank(const Position& p) const {
    return p.over != 0 ? no_slot : rank_at(place_of(p.own), count_ones(p.own), p.other);
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    int on_board = 0;
    while (s >= first[on_board + 1]) ++on_board;
    const int own = on_board / 2;
    const u64 within = s - first[on_board], r = within % stride[on_board];
    const SetClass& cls = *sets.class_of(own, within / stride[on_board]);
    const u32 other = static_cast<u32>(scatter_bits(sets.set(on_board - own, r), all_points & ~cls.first));
    if (cls.fixing != 1 && least(cls, other) != r) return false;
    p = {cls.first, other, static_cast<u8>(on_board & 1), 0};
    return true;
  }

  // In the order of the sets themselves: of own, then of the other's.
  Position canonical(const Position& p) const {
    Position best = p;
    if (!placing(p)) best.second = 0;
    take_least_image(best.own, best.other, 8, images());
    return best;
  }
  int orbit(const Position& p) const { return count_images(p.own, p.other, 8, images()) * (placing(p) ? 1 : 2); }

  // Most moves lift nothing: then the other's points, their class and where they threaten to make three stay the same.
  ZERMELO_HD Children count_children(const Position& p) const {
    FixedList<Slot, max_moves> slots;
    Children found;
    const bool moving = !placing(p);
    const int next = count_ones(p.other);
    const auto place = place_of(p.other);
    const u32 empty = all_points & ~(p.own | p.other),
              threats = completing(p.other) & (next < each ? all_points : touched(p.other));
    auto look = [&](const Position& q) {
      if (settle(q).known())
        found.longest = 1;
      else
        slots.push(rank(q));
    };
    auto add = [&](u32 rest, int to) {
      const u32 own = rest | 1U << to;
      if (enclosed(rest, p.other, to) == 0) {
        if ((threats & ~(own | p.other)) != 0)
          found.longest = 1;
        else
          slots.push(rank_at(place, next, own));
        return;
      }
      each_relocation(p, rest, to, [&](u32 other) { look({other, own, 0, 0}); });
    };
    if (moving) {
      for (u32 own = p.own; own != 0; own &= own - 1)
        for (u32 to = board().touching[lowest_bit(own)] & empty; to != 0; to &= to - 1)
          add(p.own & ~(own & (0 - own)), lowest_bit(to));
    } else {
      for (u32 to = places(p); to != 0; to &= to - 1) add(p.own, lowest_bit(to));
    }
    if (moving && slots.empty() && found.longest < 0) look({p.other, p.own, 0, 0}); // a pass
    distinct(slots);
    found.open = slots.size();
    return found;
  }

  // The piece that came to `to` is taken back, and as many of the mover's as it enclosed are put between its partners again.
  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const bool all = !placing(p);
    if (const Position q{p.other, p.own, p.second ^ 1, 0}; all && (touched(q.own) & ~(q.own | q.other)) == 0)
      out.push(q); // a pass
    for (u32 rest = p.other; rest != 0; rest &= rest - 1) {
      const int to = lowest_bit(rest);
      const u32 left = p.other & ~(1U << to);
      if ((completing(left) >> to & 1) != 0) continue;
      each_lifted(p, to, [&](u32 before) {
        const u32 empty = all_points & ~(p.other | before);
        if (const Position q{left, before, static_cast<u8>(count_ones(left) != count_ones(before)), 0};
            (places(q) >> to & 1) != 0)
          out.push(q);
        if (!all) return;
        for (u32 from = board().touching[to] & empty; from != 0; from &= from - 1)
          out.push({left | (from & (0 - from)), before, p.second ^ 1, 0});
      });
    }
  }

  SizedSets<points, each> sets;  // of one player
  u64 first[2 * each + 2] = {};  // the first slot with so many pieces on the board
  u64 stride[2 * each + 1] = {}; // slots of a class

private:
  ZERMELO_HD SetPlace place_of(u32 own) const { return sets.place(count_ones(own), own); }
  ZERMELO_HD Slot rank_at(SetPlace place, int own, u32 other) const {
    const int on_board = own + count_ones(other);
    const SetClass& cls = *sets.class_of(own, place.number);
    return first[on_board] + place.number * stride[on_board] + least(cls, images()(place.symmetry, other));
  }

  // The least number of the other's set among the points that the class leaves, under the symmetries that fix it.
  ZERMELO_HD u64 least(const SetClass& cls, u32 other) const {
    return least_number(cls, among(cls.first, other), [&](int m) { return among(cls.first, images()(m, other)); });
  }
  ZERMELO_HD u64 among(u32 taken, u32 set) const { return sets.rank(static_cast<u32>(gather_bits(set, all_points & ~taken))); }

  // What the mover's points may have been before a piece came to `to` and enclosed some, maybe none.
  template <class F> ZERMELO_HD void each_lifted(const Position& p, int to, F&& f) const {
    u32 seen[8];
    int n = 0;
    seen[n++] = 0;
    for (const auto& pair : board().pairs[to]) {
      if ((p.other & pair.partner) == 0 || (pair.between & p.other) != 0) continue;
      for (int i = n; i-- > 0;) seen[n++] = seen[i] | pair.between;
    }
    for (int i = 0; i < n; ++i) {
      const u32 lifted = seen[i];
      for (u32 targets = p.own;; targets = (targets - 1) & p.own) {
        const u32 before = (p.own & ~targets) | lifted;
        const bool apart = chain != 0 ? lifted == 0 || targets != lifted : (targets & lifted) == 0;
        if (apart && count_ones(targets) == count_ones(lifted) && (p.own & ~targets & lifted) == 0 &&
            enclosed(p.other, before, to) == lifted)
          f(before);
        if (targets == 0) break;
      }
    }
  }
};

} // namespace zermelo::shinpei
