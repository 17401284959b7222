// All placements of at most so many pieces, numbered; what a solver by layers asks about them. Plain data, so that a device can
// have a copy; placements.h fills it.
//
// An army is a number of men and of kings; a pair of armies, that of the side to move first, is a part. In a part
//
//   own men x the other's men x own kings x the other's kings
//
// are numbered as subsets of the squares that are left, the last of them running fastest. How many squares are left for the
// other's men depends on where own men stand (their rows overlap but for one), so the first two are numbered together, with the
// sums of what comes before each set of own men.
#pragma once

#include "checkers/rules.h"
#include "index/parts.h"

namespace zermelo::checkers {

struct Army {
  int men = 0, kings = 0;
  int pieces() const { return men + kings; }
  friend constexpr auto operator<=>(const Army&, const Army&) = default;
};

// One pair of armies, own first.
struct Part {
  Army own, other;
  Slot first = 0;
  u64 slots = 0;
  u64 own_kings = 0, other_kings = 0; // ways to place them
  u64 men = 0;                        // where its stretch of LayerIndex::men begins
  u64 own_men = 0;                    // ways to place own men: the stretch has one entry more
};

struct LayerIndex : Rules {
  static constexpr bool on_device = true;
  static constexpr int places = 32, most_of_a_kind = 12;

  explicit LayerIndex(const Rules& r) : Rules(r) {}

  int each = 0, together = 0;
  u32 other_places = 0; // where the other's men may stand
  u32 part_count = 0;
  const Part* parts = nullptr;
  const u16* part_numbers = nullptr; // [own army][the other's], see army_number
  const u64* men = nullptr;          // of a part, [rank of own men]: ways to place all men before these; and in the end all
  const u32* subsets = nullptr;      // of so many bits, in the order of their ranks: those of the first n places come first
  u64 first_subset[most_of_a_kind + 2] = {};
  const u32* before = nullptr; // [element][place]: place choose element + 1
  u64 sizes[5] = {};

  // f(pointer, how many of its type are there), to be given another.
  template <class F> void each_array(F&& f) {
    f(board, 1);
    f(parts, sizes[0]);
    f(part_numbers, sizes[1]);
    f(men, sizes[2]);
    f(subsets, sizes[3]);
    f(before, sizes[4]);
  }

  static constexpr int armies = (most_of_a_kind + 1) * (most_of_a_kind + 1);
  ZERMELO_HD static u32 army_number(int men_in_army, int kings) {
    return static_cast<u32>(men_in_army * (most_of_a_kind + 1) + kings);
  }
  ZERMELO_HD const Part& part_of(const Position& p) const {
    const u32 own = army_number(count_ones(p.own_men()), count_ones(p.own_kings()));
    return parts[part_numbers[own * armies + army_number(count_ones(p.other_men()), count_ones(p.other_kings()))]];
  }
  ZERMELO_HD const Part& part_at(Slot s) const { return part_holding(parts, part_count, s); }

  bool holds(const Position& p) const {
    const int own = count_ones(p.own), other = count_ones(p.other);
    return own <= each && other <= each && own + other <= together && own + other > 0;
  }

  ZERMELO_HD Slot rank(const Position& p) const { return rank_in(part_of(p), p); }
  ZERMELO_HD Slot rank_in(const Part& part, const Position& p) const {
    return part.first + (rank_men(part, p) * part.own_kings) * part.other_kings + rank_kings(part, p);
  }
  ZERMELO_HD u64 rank_men(const Part& part, const Position& p) const {
    const u32 own = p.own_men();
    return men[part.men + rank_among(own, ~u32{0})] + rank_among(p.other_men(), other_places & ~own);
  }
  ZERMELO_HD u64 rank_kings(const Part& part, const Position& p) const {
    const u32 left = board->all() & ~(p.own_men() | p.other_men());
    return rank_among(p.own_kings(), left) * part.other_kings + rank_among(p.other_kings(), left & ~p.own);
  }

  // The parts of a position one after the other: its set of own men, all men, own kings, the other's kings.
  ZERMELO_HD u64 own_men_at(const Part& part, u64 men_rank) const {
    const u64* const list = men + part.men;
    u64 low = 0;
    for (u64 high = part.own_men; high - low > 1;) {
      const u64 middle = (low + high) / 2;
      (list[middle] <= men_rank ? low : high) = middle;
    }
    return low;
  }
  ZERMELO_HD Position men_at(const Part& part, u64 own_rank, u64 men_rank) const {
    const u32 own = subset(part.own.men, own_rank);
    const u64 other = men_rank - men[part.men + own_rank];
    return {own, static_cast<u32>(scatter_bits(subset(part.other.men, other), other_places & ~own)), 0, 0};
  }
  ZERMELO_HD Position with_own_kings(const Part& part, const Position& placed, u64 rank_of_kings) const {
    const u32 left = board->all() & ~(placed.own | placed.other);
    const u32 kings = static_cast<u32>(scatter_bits(subset(part.own.kings, rank_of_kings), left));
    return {placed.own | kings, placed.other, kings, 0};
  }
  ZERMELO_HD Position with_other_kings(const Part& part, const Position& placed, u32 left, u64 rank_of_kings) const {
    const u32 kings = static_cast<u32>(scatter_bits(subset(part.other.kings, rank_of_kings), left));
    return {placed.own, placed.other | kings, placed.kings | kings, 0};
  }
  ZERMELO_HD u32 left_by(const Position& p) const { return board->all() & ~(p.own | p.other); }
  ZERMELO_HD Position at(Slot s) const {
    const Part& part = part_at(s);
    const u64 within = s - part.first, kings = within / part.other_kings, men_rank = kings / part.own_kings;
    const Position placed = men_at(part, own_men_at(part, men_rank), men_rank);
    const Position own = with_own_kings(part, placed, kings % part.own_kings);
    return with_other_kings(part, own, left_by(own), within % part.other_kings);
  }

  ZERMELO_HD bool unrank(Slot s, Position& p) const {
    p = at(s);
    return true;
  }

  // Successors, see index/layers.h.
  template <class Emit> ZERMELO_HD u32 split(const Position& p, Emit&& emit) const {
    const u32 empty = left_by(p), back = p.own_kings();
    const u32 beside[] = {board->step(forward_left, p.own), board->step(forward_right, p.own), board->step(back_left, back),
                          board->step(back_right, back)};
    if (((beside[0] | beside[1] | beside[2] | beside[3]) & p.other) != 0 && jumps(p)) {
      each_jump(p, [&](int from, int to, u32 captured) { emit(rank(turned(moved(p, from, to, captured)))); });
      return 0;
    }
    int stay = 0;
    for (const u32 set : beside) stay += count_ones(set & empty);
    if (const u32 crowned = p.own_men() & board->row_before_last(); crowned != 0) stay -= crown(p, crowned, empty, emit);
    return static_cast<u32>(stay);
  }

  // Where a step back leads. Whether there was something to jump is not asked: such positions have no step, and may be emitted.
  template <class Emit> ZERMELO_HD void each_return(const Position& here, Emit&& emit) const {
    const Position p = turned(here); // as who has just moved sees it
    const Part& part = part_of(p);
    const u32 empty = left_by(p);
    const u64 inner = part.own_kings * part.other_kings;
    if (p.own_kings() != 0) {
      const Slot first = part.first + rank_men(part, p) * inner;
      for (u32 rest = p.own_kings(); rest != 0; rest &= rest - 1) {
        const u32 bit = rest & (0 - rest);
        Position q = p;
        for (u32 from = around(lowest_bit(rest)) & empty; from != 0; from &= from - 1) {
          const u32 change = bit | (from & (0 - from));
          q.own = p.own ^ change;
          q.kings = p.kings ^ change;
          emit(first + rank_kings(part, q));
        }
      }
    }
    for (u32 rest = p.own_men(); rest != 0; rest &= rest - 1) {
      const u32 bit = rest & (0 - rest);
      const int at = lowest_bit(rest);
      Position q = p;
      for (u32 from = (board->beside(back_left, at) | board->beside(back_right, at)) & empty; from != 0; from &= from - 1) {
        q.own = p.own ^ (bit | (from & (0 - from)));
        emit(rank_in(part, q));
      }
    }
  }

private:
  ZERMELO_HD u32 subset(int bits, u64 r) const { return subsets[first_subset[bits] + r]; }
  // The number of a set among those of as many of these squares.
  ZERMELO_HD u64 rank_among(u32 set, u32 squares) const {
    u64 r = 0;
#ifdef __CUDA_ARCH__
    for (const u32* row = before; set != 0; row += places, set &= set - 1)
      r += row[count_ones(squares & ((set & (0 - set)) - 1))];
#else
    set = static_cast<u32>(gather_bits(set, squares));
    for (const u32* row = before; set != 0; row += places, set &= set - 1) r += row[lowest_bit(set)];
#endif
    return r;
  }
  // What these men lead to that are a step from the last row; how many ways there are.
  template <class Emit> ZERMELO_HD int crown(const Position& p, u32 own_men, u32 empty, Emit&& emit) const {
    int ways = 0;
    for (; own_men != 0; own_men &= own_men - 1) {
      const int from = lowest_bit(own_men);
      for (int d = 0; d < forward_directions; ++d) {
        const u32 to = board->beside(d, from) & empty;
        if (to == 0) continue;
        ++ways;
        emit(rank(turned(moved(p, from, lowest_bit(to), 0))));
      }
    }
    return ways;
  }
  ZERMELO_HD u32 around(int square) const {
    return board->beside(0, square) | board->beside(1, square) | board->beside(2, square) | board->beside(3, square);
  }
};

} // namespace zermelo::checkers
