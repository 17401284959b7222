// The index of Morris, seen by the side to move: by men in hand and on the board; the class of the other's men under the 16
// symmetries (those of the square, and the outermost ring exchanged with the innermost); own men among the points that are left.
// Where a symmetry leaves the other's men as they are, the least of the images of own men has the slot.
//
// The other's men come first because an un-move leaves them where they are: it is then made among the images, and neither their
// class nor the symmetry that leads to it is looked up again.
#pragma once

#include <memory>
#include <vector>

#include "game/children.h"
#include "index/layers.h"
#include "index/parts.h"
#include "index/sized_sets.h"
#include "index/symmetry.h"
#include "morris/rules.h"

namespace zermelo::morris {

inline constexpr int symmetries = 16, most_in_hand = 2 * most_men, counts = most_men + 1;

// Images of the points of a ring under the symmetries of the square.
struct RingImages : ByteImages<u8, 1, 8> {
  constexpr RingImages() : ByteImages(ring_points, 8, [](int m, int at) { return (m < 4 ? at + 2 * m : 24 - at - 2 * m) & 7; }) {}
};
ZERMELO_TABLE(RingImages, ring_images, {})

// So many men in hand and on the board.
struct Part {
  Slot first = 0;
  u64 stride = 0; // ways to place own men beside a set of the other's
  u8 own = 0, other = 0, hand = 0, other_hand = 0;
  u32 unused = 0;
};

struct Index : Rules {
  static constexpr bool on_device = true;
  static constexpr u16 no_part = 0xFFFF;

  explicit Index(const Rules& r) : Rules(r) {}

  template <class F> void each_array(F&& f) {
    f(parts, part_count + 1);
    f(part_numbers, part_number_count);
    sets.each_array(f);
  }

  ZERMELO_HD u64 size() const { return parts[part_count].first; }

  ZERMELO_HD Slot rank(const Position& p) const {
    const Part* const part = part_of(p.hand + p.other_hand, count_ones(p.own), count_ones(p.other));
    return part == nullptr ? no_slot : View(*this, *part, p.other).slot(*this, p.own);
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const Part& part = part_at(s);
    const u64 within = s - part.first, r = within % part.stride;
    const SetClass& c = *sets.class_of(part.other, within / part.stride);
    const u32 own = static_cast<u32>(scatter_bits(sets.set(part.own, r), all() & ~c.first));
    p = {own, c.first, part.hand, part.other_hand, static_cast<u16>(part.hand != part.other_hand ? 1 : 0)};
    return c.fixing == 1 || least(c, own) == r;
  }

  // The slots of the positions with so many men in which the other's stand on one set: all that they have in common.
  struct View {
    Slot first;
    const SetClass* cls;
    int symmetry;
    ZERMELO_HD View(const Index& index, const Part& part, u32 other) {
      const SetPlace place = index.sets.place(part.other, other);
      cls = index.sets.class_of(part.other, place.number);
      first = part.first + place.number * part.stride;
      symmetry = place.symmetry;
    }
    ZERMELO_HD Slot slot(const Index& index, u32 own) const { return first + index.least(*cls, index.image(symmetry, own)); }
    ZERMELO_HD bool fixed() const { return cls->fixing != 1; } // images of own men may be the same position
  };

  ZERMELO_HD u32 image(int m, u32 set) const {
    const auto& of = ring_images().of[m & 7][0];
    const u32 outer = of[set & 255], middle = of[set >> 8 & 255], inner = of[set >> 16 & 255];
    if (rings == 2) return m < 8 ? outer | middle << 8 : middle | outer << 8;
    return m < 8 ? outer | middle << 8 | inner << 16 : inner | middle << 8 | outer << 16;
  }

  // A placement, or a mill, leads to an earlier layer; a step stays. Where no symmetry fixes the other's men, different steps lead to
  // different slots, and need not be ranked to be counted.
  template <class Emit> ZERMELO_HD u32 split(const Position& p, Emit&& emit) const {
    const int own = count_ones(p.own), other = count_ones(p.other), placed = p.hand != 0 ? 1 : 0;
    const bool counted = placed == 0 && !View(*this, *part_of(0, own, other), p.other).fixed();
    const u32 open = empty(p), taken = removable(p.other);
    if (counted && (closing(p.own) & open) == 0) return static_cast<u32>(flies(p) ? own * count_ones(open) : steps(p.own, open));
    const int in_hand = p.hand + p.other_hand - placed;
    const Part* const stays = part_of(in_hand, other, own + placed);
    const Part* const takes = part_of(in_hand, other - 1, own + placed);
    FixedList<Slot, max_moves> stay;
    int steps_counted = 0;
    each_turn(p, [&](u8 from, u32 to, u32 mills) {
      if (taken == 0) mills = 0;
      const u32 rest = from == nowhere ? p.own : p.own & ~(1U << from);
      if (counted) steps_counted += count_ones(to & ~mills);
      for (u32 left = counted ? mills : to; left != 0; left &= left - 1) {
        const u32 at = left & (0 - left);
        const bool mill = (at & mills) != 0;
        const View view(*this, mill ? *takes : *stays, rest | at);
        if (mill) {
          for (u32 one = taken; one != 0; one &= one - 1) emit(view.slot(*this, p.other & ~(one & (0 - one))));
        } else {
          placed != 0 ? emit(view.slot(*this, p.other)) : stay.push(view.slot(*this, p.other));
        }
      }
    });
    distinct(stay);
    return static_cast<u32>(steps_counted + stay.size());
  }

  // Steps back that closed no mill. Who placed was in another layer.
  template <class Emit> ZERMELO_HD void each_return(const Position& p, Emit&& emit) const {
    if (p.hand + p.other_hand != 0) return;
    const int own = count_ones(p.other);
    const View view(*this, *part_of(0, own, count_ones(p.own)), p.own);
    const u32 moved = image(view.symmetry, p.other), open = all() & ~(moved | view.cls->first);
    const bool anywhere = fly != 0 && own == least_men;
    FixedList<Slot, max_moves> before;
    for (u32 to = moved & ~in_mills(moved); to != 0; to &= to - 1) {
      const u32 at = to & (0 - to);
      for (u32 from = anywhere ? open : beside(at) & open; from != 0; from &= from - 1) {
        const Slot s = view.first + least(*view.cls, moved ^ at ^ (from & (0 - from)));
        view.fixed() ? before.push(s) : emit(s);
      }
    }
    distinct(before);
    for (const Slot s : before) emit(s);
  }

  const Part* parts = nullptr;       // in the order of slots, and one more
  const u16* part_numbers = nullptr; // [men in hand][own on the board][the other's]
  u32 part_count = 0, part_number_count = 0;
  SizedSets<most_points, most_men> sets; // of the men of one side

  ZERMELO_HD const Part* part_of(int in_hand, int own, int other) const {
    if (own >= counts || other >= counts || in_hand > most_in_hand) return nullptr;
    const u16 number = part_numbers[(in_hand * counts + own) * counts + other];
    return number == no_part ? nullptr : parts + number;
  }
  ZERMELO_HD const Part& part_at(Slot s) const { return part_holding(parts, part_count, s); }

private:
  // The least number of own men among the points that the class leaves, under the symmetries that fix it.
  ZERMELO_HD u64 least(const SetClass& c, u32 own) const {
    return least_number(c, among(c.first, own), [&](int m) { return among(c.first, image(m, own)); });
  }
  ZERMELO_HD u64 among(u32 taken, u32 set) const { return sets.rank(static_cast<u32>(gather_bits(set, all() & ~taken))); }
};

struct Lists; // index.cpp

struct Game : Rules {
  static constexpr bool folded = true; // with all men on the board the players are alike, so a slot is a class of both
  explicit Game(const Rules& rules);

  const Index& index() const { return index_; }
  u64 size() const { return index_.size(); }
  Slot rank(const Position& p) const { return index_.rank(p); }
  bool unrank(Slot s, Position& p) const { return index_.unrank(s, p); }
  const std::vector<TableLayer>& layers() const;
  template <class Emit> u32 split(const Position& p, Emit&& emit) const { return index_.split(p, emit); }
  template <class Emit> void each_return(const Position& p, Emit&& emit) const { index_.each_return(p, emit); }

  Position canonical(const Position& p) const;
  int orbit(const Position& p) const;
  int weight(Slot s) const;

private:
  std::shared_ptr<const Lists> lists_;
  Index index_;
};

} // namespace zermelo::morris
