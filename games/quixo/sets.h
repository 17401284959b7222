// Sets of marked cells up to the eight symmetries of the square, numbered: those with so many marks by how many of them lie on the
// border, then the class of the marked border cells, then the marked inner cells. Where a symmetry leaves the border as it is, the
// least number of the images is the set's.
#pragma once

#include "index/combinations.h"
#include "index/marks.h"
#include "index/set_classes.h"
#include "index/symmetry.h"
#include "quixo/rules.h"

namespace zermelo::quixo {

struct Sets {
  static constexpr bool on_device = true;
  static constexpr int most_border = 4 * (most_side - 1), most_cells = most_side * most_side;

  Sets() = default;
  explicit Sets(int side); // index.cpp

  template <class F> void each_array(F&& f) {
    f(images, 1);
    f(places, u64{1} << border_cells);
    f(classes, class_count);
    f(inner_ranks, u64{1} << inner_cells);
    f(inner_sets, u64{1} << inner_cells);
  }

  ZERMELO_HD const Board& board() const { return boards().of[side]; }
  ZERMELO_HD int cells() const { return board().cells; }
  ZERMELO_HD int moves() const { return board().push_count; }
  ZERMELO_HD int from(int m) const { return lowest_bit(board().pushes[m].from); }
  ZERMELO_HD int held(int m, int cell) const { return board().pushes[m].held(cell); }
  // A push along the border moves no inner cell.
  ZERMELO_HD u32 first_cells() const { return board().all & ~board().border; }
  ZERMELO_HD Wdl over(u32 own, u32 other) const { return board().ended(own, other); }

  u64 count(int marks) const { return first_set[marks][most_border + 1]; }

  ZERMELO_HD u32 set(int marks, u64 number) const {
    int on_border = marks - inner_cells > 0 ? marks - inner_cells : 0;
    while (number >= first_set[marks][on_border + 1]) ++on_border;
    number -= first_set[marks][on_border];
    const int inner = marks - on_border;
    const u64 inners = binomial(inner_cells, inner);
    const u32 inside = inner_sets[first_inner[inner] + number % inners];
    return classes[first_class[on_border] + number / inners].first | static_cast<u32>(scatter_bits(inside, first_cells()));
  }

  ZERMELO_HD MarkPlace place(u32 marked) const {
    const SetPlace border = places[gather_bits(marked, board().border)];
    const int marks = count_ones(marked), on_border = count_ones(marked & board().border);
    const u64 before = first_set[marks][on_border] + border.number * binomial(inner_cells, marks - on_border);
    auto number = [&](u32 inner) { return before + inner_ranks[gather_bits(inner, first_cells())]; };
    const u32 inner = image(border.symmetry, marked & first_cells());
    MarkPlace out{static_cast<u32>(number(inner)), static_cast<u8>(border.symmetry), 0};
    for (u32 more = fixing(border, on_border) & ~1U; more != 0; more &= more - 1)
      if (const u64 n = number(image(lowest_bit(more), inner)); n < out.number)
        out.number = static_cast<u32>(n), out.second = static_cast<u8>(lowest_bit(more));
    return out;
  }

  ZERMELO_HD u32 image(const MarkPlace& place, u32 set) const { return image(place.second, image(place.first, set)); }
  ZERMELO_HD u32 image(int symmetry, u32 set) const { return (*images)(symmetry, set); }

  // f(symmetry) for those that leave a set as it is, the one that changes nothing left out. The set has its number as it is.
  template <class F> ZERMELO_HD void each_fixing(u32 marked, F&& f) const {
    const SetPlace border = places[gather_bits(marked, board().border)];
    for (u32 more = fixing(border, count_ones(marked & board().border)) & ~1U; more != 0; more &= more - 1)
      if (image(lowest_bit(more), marked) == marked) f(lowest_bit(more));
  }
  // Whether no symmetry leaves its border as it is: then it has its number alone, and so has each of its colourings.
  ZERMELO_HD bool rigid(u32 marked) const {
    return fixing(places[gather_bits(marked, board().border)], count_ones(marked & board().border)) == 1;
  }
  ZERMELO_HD bool symmetric(u32 marked) const {
    bool any = false;
    each_fixing(marked, [&](int) { any = true; });
    return any;
  }

  int side = 0, inner_cells = 0, border_cells = 0;
  u32 class_count = 0;
  const ByteImages<u32, 4, 8>* images = nullptr;
  const SetPlace* places = nullptr; // [border cells, gathered]; numbers among the classes of as many cells
  const SetClass* classes = nullptr;
  const u16* inner_ranks = nullptr; // [inner cells, gathered]: among those of their size
  const u16* inner_sets = nullptr;  // the other way: by size, then rank
  u32 first_class[most_border + 2] = {};
  u32 first_inner[11] = {};                            // where the sets of a size begin in inner_sets
  u64 first_set[most_cells + 1][most_border + 2] = {}; // [marks][of them on the border]

private:
  ZERMELO_HD u32 fixing(SetPlace border, int on_border) const { return classes[first_class[on_border] + border.number].fixing; }
};

} // namespace zermelo::quixo
