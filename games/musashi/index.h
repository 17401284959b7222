// The index of Musashi: where Black stands, up to symmetry; who is to move; any set of the other points for Brown. The last point
// takes the place of Black's in the number of a set, so that numbers have a bit less than there are points. Where symmetries leave
// Black where it is, the least of the images has the slot.
#pragma once

#include "index/planes.h"
#include "index/set_classes.h"
#include "musashi/rules.h"

namespace zermelo::musashi {

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr bool on_device = true;
  static constexpr int max_predecessors = 128; // eight steps back, each with any of four pairs put back

  explicit Game(int size);

  template <class F> void each_array(F&& f) { f(board, 1); }

  ZERMELO_HD u64 size() const { return u64{point_classes} << (1 + bits()); }
  ZERMELO_HD u32 bits() const { return board->points - 1; }

  ZERMELO_HD Slot rank(const Position& p) const {
    const SetPlace place = places[p.black];
    const SetClass& c = classes[place.number];
    const u64 brown = board->image(place.symmetry, p.brown);
    const u64 best = least_number(c, number(c.first, brown), [&](int m) { return number(c.first, board->image(m, brown)); });
    return ((u64{place.number} << 1 | p.second) << bits()) | best;
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const u64 r = s & ((u64{1} << bits()) - 1), rest = s >> bits();
    const SetClass& c = classes[rest >> 1];
    p = {set_of(c.first, r), c.first, static_cast<u32>(rest & 1)};
    return c.fixing == 1 || least_number(c, r, [&](int m) { return number(c.first, board->image(m, p.brown)); }) == r;
  }

  Position canonical(const Position& p) const {
    Position best = p;
    for (u32 m = 1; m < board->symmetries; ++m)
      if (const Position q = image(static_cast<int>(m), p);
          q.black < best.black || (q.black == best.black && q.brown < best.brown))
        best = q;
    return best;
  }
  int orbit(const Position& p) const {
    int fixing = 0;
    for (u32 m = 0; m < board->symmetries; ++m) fixing += image(static_cast<int>(m), p) == p ? 1 : 0;
    return static_cast<int>(board->symmetries) / fixing;
  }

  // A brown step back; or a step back of Black, with pairs put back that it may have come between. It has then left none.
  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const u64 open = empty(p);
    if (p.second != 0) {
      for (u64 to = p.brown; to != 0; to &= to - 1) {
        const u64 at = to & (0 - to);
        for (u64 from = board->beside[lowest_bit(to)] & open; from != 0; from &= from - 1)
          out.push({p.brown ^ at ^ (from & (0 - from)), p.black, 0});
      }
      return;
    }
    if (taken(p.brown, p.black) != 0) return;
    for (u64 from = board->beside[p.black] & open; from != 0; from &= from - 1) {
      const u64 at = from & (0 - from);
      u64 before[1 << most_pairs] = {p.brown};
      int n = 1;
      for (int i = 0; i < most_pairs; ++i) {
        const u64 pair = board->pairs[p.black][i];
        if (pair == 0 || (pair & ~open) != 0 || (pair & at) != 0) continue;
        for (int j = n; j-- > 0;) before[n++] = before[j] | pair;
      }
      for (int i = 0; i < n; ++i) out.push({before[i], static_cast<u32>(lowest_bit(from)), 1});
    }
  }

  const PlaneBoard& planes() const;
  PlanePlace plane_place(const Position& p) const { return {p.black, number(p.black, p.brown)}; }

  u32 point_classes = 0;
  SetPlace places[most_points] = {};  // of Black's points
  SetClass classes[most_points] = {}; // `first` is a point

private:
  ZERMELO_HD Position image(int m, const Position& p) const {
    return {board->image(m, p.brown), static_cast<u32>(lowest_bit(board->image(m, u64{1} << p.black))), p.second};
  }
  ZERMELO_HD u64 number(u32 black, u64 brown) const {
    const u32 last = bits();
    return (brown & ((u64{1} << last) - 1)) | (brown >> last & 1) << (black == last ? 63 : black);
  }
  ZERMELO_HD u64 set_of(u32 black, u64 number) const {
    if (black == bits()) return number;
    return (number & ~(u64{1} << black)) | (number >> black & 1) << bits();
  }
};

} // namespace zermelo::musashi
