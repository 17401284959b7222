// Positions as set x owners: which cells are marked, up to symmetry, and which of the marks are whose. A move takes a cell that is
// blank or has a mark of the mover's, marks it as his and moves cells about: in one way for all owners. Marks never disappear, so
// sets with more marks come first, in layers. The values of all owners over a set are one vector of bits, a bit for each colouring:
// bit i of a colouring says that mark i is of the player who is *not* to move. After a move these are the mover's own, so what a move
// leads to is found by moving the bits of a number about.
//
// A game offers g.marks(), plain data that a device can have a copy of, with
//
//   moves()               how many moves there are on a board with whatever marks
//   from(move)            the cell that it takes
//   held(move, cell)      which cell's content the cell has after it
//   first_cells()         cells whose marks come first in a colouring: those that few moves touch, since the first places lie in one word
//   set(marks, number)    the marked cells
//   place(set)            the number of its class, and by which symmetries the set becomes the one that has it
//   image(place, set)     a set, or a cell of one, as these symmetries turn it
//   symmetric(set)        whether colourings may be images of each other; only the least of them is a position's slot
//   each_fixing(set, f)   f(symmetry) for each that leaves a numbered set as it is but not its colourings; image(symmetry, set)
//   over(own, other)      who has won, if the game is over: the mover, who has the marks `own`, or the other
//   each_array(f)         f(pointer, count) for its data
//
// and g.mark_layers(), those with more marks first; G::mark_orbit is the size of the class of a position over a set that is not
// symmetric. A slot of the game's index is layer.first + (number << marks | colouring).
#pragma once

#include <vector>

#include "base/bits.h"
#include "game/concepts.h"

namespace zermelo {

struct MarkLayer {
  int marks = 0;
  u64 sets = 0;
  Slot first = 0;
  u64 slots() const { return sets << marks; }
};

struct MarkPlace {
  u32 number = 0;
  u8 first = 0, second = 0; // symmetries, one after the other
};

inline constexpr int most_marks = 25, most_mark_moves = 44;

template <class G>
concept Marked = Indexed<G> && requires(const G& g) {
  { g.mark_layers() } -> std::same_as<std::vector<MarkLayer>>;
  { g.marks().moves() } -> std::same_as<int>;
  { g.marks().place(u32{0}) } -> std::same_as<MarkPlace>;
  { G::mark_orbit } -> std::convertible_to<int>;
};
template <Marked G> using MarkBoardOf = std::remove_cvref_t<decltype(std::declval<const G&>().marks())>;

// The place of a cell's mark in the colourings of a set.
template <class Board> ZERMELO_HD int place_of_mark(const Board& board, u32 set, int cell) {
  const u32 first = set & board.first_cells(), below = (u32{1} << cell) - 1;
  return (board.first_cells() >> cell & 1) != 0 ? count_ones(first & below)
                                                : count_ones(first) + count_ones(set & ~first & below);
}
// The marks of a colouring as a set of cells, and back.
template <class Board> ZERMELO_HD u32 marks_of_colouring(const Board& board, u32 set, u32 colouring) {
  const u32 first = set & board.first_cells();
  return static_cast<u32>(scatter_bits(colouring, first) | scatter_bits(colouring >> count_ones(first), set & ~first));
}
template <class Board> ZERMELO_HD u32 colouring_of_marks(const Board& board, u32 set, u32 marks) {
  const u32 first = set & board.first_cells();
  return static_cast<u32>(gather_bits(marks, first) | gather_bits(marks, set & ~first) << count_ones(first));
}

// Where a move leads from a set: with own marks c, to the colouring there(c) of another set.
struct MarkLink {
  u32 number = 0;     // of that set
  u32 fresh = 0;      // the new mark there, if a blank was taken
  i8 own = -1;        // the place here that must be the mover's, if a mark was taken
  bool later = false; // to the layer with one mark more
  u8 to[most_marks];  // the place there of each mark here

  ZERMELO_HD u32 there(u32 own_marks) const {
    u32 out = fresh;
    for (int i = 0; own_marks != 0; ++i, own_marks >>= 1) out |= (own_marks & 1) << to[i];
    return out;
  }
  // Whatever leads to the same set in the same way is the same for a solver.
  ZERMELO_HD bool same(const MarkLink& o, int marks) const {
    bool equal = number == o.number && fresh == o.fresh && own == o.own && later == o.later;
    for (int i = 0; equal && i < marks; ++i) equal = to[i] == o.to[i];
    return equal;
  }
};

template <class Board> ZERMELO_HD void find_link(const Board& board, u32 set, int move, MarkLink& link) {
  const int from = board.from(move);
  link.later = (set >> from & 1) == 0;
  link.own = static_cast<i8>(link.later ? -1 : place_of_mark(board, set, from));
  u32 after = 0, all = set | u32{1} << from;
  for (int cell = 0; cell < board.cells(); ++cell) after |= (all >> board.held(move, cell) & 1) << cell;
  const MarkPlace place = board.place(after);
  link.number = place.number;
  link.fresh = 0;
  const u32 there = board.image(place, after);
  for (u32 rest = after; rest != 0; rest &= rest - 1) {
    const int cell = lowest_bit(rest), before = board.held(move, cell);
    const int at = place_of_mark(board, there, lowest_bit(board.image(place, u32{1} << cell)));
    if ((set >> before & 1) == 0) {
      link.fresh = u32{1} << at;
    } else {
      link.to[place_of_mark(board, set, before)] = static_cast<u8>(at);
    }
  }
}

// A move taken back: from a set and its own marks c, there(c) is the colouring of the set before it, `own` the place here of the mark
// that the move put there. As a blank was taken, or as a mark was; false where the move cannot have led to the set.
template <class Board> ZERMELO_HD bool find_back_link(const Board& board, u32 set, int move, bool blank, MarkLink& link) {
  const int from = board.from(move);
  u32 before = 0;
  int put = 0; // where what was taken is now
  for (int cell = 0; cell < board.cells(); ++cell) {
    const int held = board.held(move, cell);
    before |= (set >> cell & 1) << held;
    if (held == from) put = cell;
  }
  if ((set >> put & 1) == 0) return false;
  if (blank) before &= ~(u32{1} << from);
  const MarkPlace place = board.place(before);
  const u32 there = board.image(place, before);
  link.number = place.number;
  link.fresh = 0;
  link.later = false;
  link.own = static_cast<i8>(place_of_mark(board, set, put));
  for (u32 rest = set; rest != 0; rest &= rest - 1) {
    const int cell = lowest_bit(rest), held = board.held(move, cell);
    link.to[place_of_mark(board, set, cell)] =
        static_cast<u8>(blank && held == from ? 0 : place_of_mark(board, there, lowest_bit(board.image(place, u32{1} << held))));
  }
  return true;
}

// A vector of the colourings of so many marks, in words of 64 bits; of fewer than six marks the lower bits of one word.
ZERMELO_HD constexpr u64 mark_words(int marks) { return marks <= 6 ? 1 : u64{1} << (marks - 6); }

} // namespace zermelo
