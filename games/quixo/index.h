// The index of Quixo: all marks on all cells, as the side to move sees them, up to the eight symmetries of the square.
//
// Marks never disappear, and a move that takes a marked cube exchanges the numbers of own marks and the other's. So positions
// with so many marks of one and so many of the other are a group, groups with more marks first. Within a group
//
//   class of the marked border cells x marked inner cells x who has more marks x which marks are own
//
// are numbered. Where a symmetry leaves the border as it is, the least of the images has the slot.
#pragma once

#include "game/children.h"
#include "index/combinations.h"
#include "index/parts.h"
#include "index/set_classes.h"
#include "quixo/rules.h"

namespace zermelo::quixo {

struct Group {
  Slot first = 0;
  i32 more = 0, fewer = 0; // marks
};

struct Game : Rules {
  static constexpr bool folded = true;
  static constexpr bool on_device = true;
  static constexpr int max_predecessors = 2 * Board::most_pushes;
  static constexpr int most_border = 4 * (most_side - 1), most_cells = most_side * most_side;
  static constexpr int byte_images = 8 * 4 * 256;
  static constexpr int most_groups =
      (most_cells / 2 + 1) * (most_cells / 2 + 1 + most_cells % 2); // pairs of more and fewer marks

  explicit Game(int side, int least_marks = 0); // index.cpp

  template <class F> void each_array(F&& f) {
    f(images, byte_images);
    f(places, u64{1} << border_cells);
    f(classes, class_count);
    f(low_ranks, u64{1} << 16);
    f(low_sets, u64{1} << 16);
  }

  ZERMELO_HD u64 size() const { return groups[group_count].first; }

  ZERMELO_HD Slot rank(const Position& p) const {
    const u32 marked = p.own | p.other;
    const int own = count_ones(p.own), other = count_ones(p.other);
    if (own + other < least) return no_slot;
    const int on_border = count_ones(marked & board().border);
    const SetPlace place = places[gather_bits(marked, board().border)];
    const SetClass& c = classes[first_class[on_border] + place.number];
    const int marks = own + other, inner = marks - on_border;
    const u64 ways = binomial(marks, own);
    const u64 before = first_set[marks][on_border] + place.number * binomial(inner_cells, inner);
    auto number = [&](u32 image_own, u32 image_marked) {
      const u64 set = before + rank_of(static_cast<u32>(gather_bits(image_marked, board().all & ~board().border)));
      return (own == other ? set : 2 * set + (own < other ? 1 : 0)) * ways +
             rank_of(static_cast<u32>(gather_bits(image_own, image_marked)));
    };
    const u32 first_own = image(place.symmetry, p.own), first_marked = image(place.symmetry, marked);
    const u64 best = least_number(c, number(first_own, first_marked),
                                  [&](int m) { return number(image(m, first_own), image(m, first_marked)); });
    return group_first[own > other ? own : other][own > other ? other : own] + best;
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    const Group& g = part_holding(groups, group_count, s);
    const int marks = g.more + g.fewer;
    const u64 ways = binomial(marks, g.more), within = s - g.first, sided = within / ways;
    const bool swapped = g.more != g.fewer && (sided & 1) != 0;
    u64 set = g.more == g.fewer ? sided : sided / 2;
    int on_border = marks - inner_cells > 0 ? marks - inner_cells : 0;
    while (set >= first_set[marks][on_border + 1]) ++on_border;
    set -= first_set[marks][on_border];
    const int inner = marks - on_border;
    const u64 inners = binomial(inner_cells, inner);
    const SetClass& c = classes[first_class[on_border] + set / inners];
    const u32 inside = set_of(inner_cells, inner, set % inners);
    const u32 marked = c.first | static_cast<u32>(scatter_bits(inside, board().all & ~board().border));
    const u32 own = static_cast<u32>(scatter_bits(set_of(marks, swapped ? g.fewer : g.more, within % ways), marked));
    p = {own, marked & ~own, 0};
    return c.fixing == 1 || rank(p) == s;
  }

  Position canonical(const Position& p) const {
    Position best{p.own, p.other, 0};
    for (int m = 1; m < 8; ++m) {
      const u32 own = image(m, p.own), other = image(m, p.other);
      if (own < best.own || (own == best.own && other < best.other)) best.own = own, best.other = other;
    }
    return best;
  }
  int orbit(const Position& p) const {
    int fixing = 0;
    for (int m = 0; m < 8; ++m) fixing += image(m, p.own) == p.own && image(m, p.other) == p.other ? 1 : 0;
    return 2 * 8 / fixing;
  }

  // f(push, what it leads to). Pushes of one end that make the same follow each other, so most of what is twice there is left
  // out.
  template <class F> ZERMELO_HD void each_child(const Position& p, F&& f) const {
    const Board& b = board();
    Position last = p;
    for (int i = 0; i < b.push_count; ++i) {
      if ((b.pushes[i].from & p.other) != 0) continue;
      const Position q = after(p, b.pushes[i]);
      if (q == last) continue;
      last = q;
      f(b.pushes[i], q);
    }
  }

  ZERMELO_HD Children count_children(const Position& p) const {
    FixedList<Slot, max_moves> slots;
    Children found;
    each_child(p, [&](const Push&, const Position& q) {
      const Value v = settle(q);
      if (!v.known()) slots.push(rank(q));
      if (v.wdl == Wdl::loss) found.lost = true;
      if (v.wdl == Wdl::win && v.plies > found.longest) found.longest = v.plies;
    });
    distinct(slots);
    found.open = slots.size();
    return found;
  }

  // The cube comes out at the end where it went in. Before, it was blank or showed the same mark.
  ZERMELO_HD void predecessors(const Position& p, FixedList<Position, max_predecessors>& out) const {
    out.clear();
    const Board& b = board();
    for (int i = 0; i < b.push_count; ++i) {
      const Push& push = b.pushes[i];
      if ((push.to & p.other) == 0) continue;
      const u32 own = push.pulled(p.other), other = push.pulled(p.own);
      if (b.has_line(other) || b.has_line(own)) continue; // a mark more makes no line less
      out.push({own, other, p.second ^ 1});
      if (!b.has_line(own | push.from)) out.push({own | push.from, other, p.second ^ 1});
    }
  }

  int inner_cells = 0, border_cells = 0;
  u32 group_count = 0, class_count = 0;
  const u32* images = nullptr;      // [symmetry][byte of a set][its value]
  const SetPlace* places = nullptr; // [border cells, gathered]; numbers among the classes of as many cells
  const SetClass* classes = nullptr;
  const u16* low_ranks = nullptr; // of sets among the first 16 places, among those of their size
  const u16* low_sets = nullptr;  // the other way: by size, then rank
  u32 first_class[most_border + 2] = {};
  u32 first_low[18] = {};                              // where the sets of a size begin in low_sets
  u64 first_set[most_cells + 1][most_border + 2] = {}; // [marks][of them on the border]: numbers of sets of cells
  Slot group_first[most_cells + 1][most_cells + 1] = {};
  Group groups[most_groups + 1] = {}; // in the order of slots, and one more

  ZERMELO_HD u32 image(int symmetry, u32 set) const {
    const u32* const of = images + std::ptrdiff_t{symmetry} * 4 * 256;
    return of[set & 255] | of[256 + (set >> 8 & 255)] | of[512 + (set >> 16 & 255)] | of[768 + (set >> 24)];
  }

private:
  ZERMELO_HD u64 rank_of(u32 set) const {
    u64 r = low_ranks[set & 0xFFFF];
    int i = count_ones(set & 0xFFFF);
    for (u32 high = set & ~0xFFFFU; high != 0; high &= high - 1) r += binomial(lowest_bit(high), ++i);
    return r;
  }
  ZERMELO_HD u32 set_of(int places_there, int chosen, u64 r) const {
    if (places_there <= 16) return low_sets[first_low[chosen] + r];
    return static_cast<u32>(Combinations(places_there, chosen).unrank(r));
  }
};

} // namespace zermelo::quixo
