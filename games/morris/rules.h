// Nine Men's Morris on three rings of eight points, and its small sister on two rings; with the moving phase alone, too.
//
// Point 8 x ring + place: the outermost ring first, places clockwise from the top left, so that corners are even and middles of
// sides odd. Neighbours follow each other on a ring, or stand on the same odd place of the next ring (a spoke).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/grid.h"
#include "game/net.h"

namespace zermelo::morris {

inline constexpr int ring_points = 8, most_points = 24, most_men = 9, least_men = 3;
inline constexpr u32 middles = 0xAAAAAA;
inline constexpr u8 nowhere = most_points;

// Whoever is to move is `own`. While men are in hand their numbers say who that is.
struct Position {
  u32 own = 0, other = 0; // men on the board
  u8 hand = 0, other_hand = 0;
  u16 black = 0; // 1: Black is to move
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Move {
  u8 from, to, taken; // from nowhere: out of the hand; taken nowhere: no mill was closed
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

// What happens on one ring, by its eight bits.
struct Ring {
  u8 mills[256] = {};   // the men that stand in a full side
  u8 closing[256] = {}; // where a man would fill a side
  constexpr Ring() {
    for (u32 set = 0; set < 256; ++set)
      for (int corner = 0; corner < ring_points; corner += 2) {
        const u32 side = (7U << corner | 7U >> (ring_points - corner)) & 255, missing = side & ~set;
        if (missing == 0) mills[set] |= static_cast<u8>(side);
        if (count_ones(missing) == 1) closing[set] |= static_cast<u8>(missing);
      }
  }
};
ZERMELO_TABLE(Ring, ring, {})

struct Rules {
  using Position = morris::Position;
  using Move = morris::Move;
  static constexpr int max_moves = 95; // of any position: counted over all sets of own men, with the best points left empty
  static constexpr Repetition repetition = Repetition::draw;

  u32 rings = 3, men = most_men;
  u32 fly = 1;     // who has three men left goes to any empty point
  u32 placing = 1; // 0: the moving phase alone, with at most so many men each

  ZERMELO_HD constexpr u32 all() const { return (1U << ring_points * rings) - 1; }
  ZERMELO_HD constexpr u32 empty(const Position& p) const { return all() & ~(p.own | p.other); }
  ZERMELO_HD static constexpr bool first_to_move(const Position& p) { return p.black == 0; }
  ZERMELO_HD static constexpr int men_left(u32 set, u8 hand) { return count_ones(set) + hand; }

  // Without the placing phase White stands on the first points, Black on the last.
  ZERMELO_HD constexpr Position start() const {
    const u8 n = static_cast<u8>(men);
    if (placing != 0) return {0, 0, n, n, 0};
    return {(1U << men) - 1, ((1U << men) - 1) << (ring_points * rings - men), 0, 0, 0};
  }

  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    if (men_left(p.own, p.hand) < least_men) return Wdl::loss;
    if (p.hand != 0 || flies(p)) return Wdl::unknown;
    return (beside(p.own) & empty(p)) == 0 ? Wdl::loss : Wdl::unknown;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const u32 taken = removable(p.other);
    each_turn(p, [&](u8 from, u32 to, u32 closing) {
      for (; to != 0; to &= to - 1) {
        const u8 at = static_cast<u8>(lowest_bit(to));
        const bool takes = (closing >> at & 1) != 0 && taken != 0;
        if (!takes) out.push({from, at, nowhere});
        for (u32 rest = takes ? taken : 0; rest != 0; rest &= rest - 1) out.push({from, at, static_cast<u8>(lowest_bit(rest))});
      }
    });
  }

  ZERMELO_HD constexpr Position play(const Position& p, const Move& m) const {
    const u32 rest = m.from == nowhere ? p.own : p.own & ~(1U << m.from);
    return {m.taken == nowhere ? p.other : p.other & ~(1U << m.taken), rest | 1U << m.to, p.other_hand,
            static_cast<u8>(m.from == nowhere ? p.hand - 1 : p.hand), static_cast<u16>(p.black ^ 1)};
  }

  // Over, or the mover takes the third last man at once.
  ZERMELO_HD constexpr Value settle(const Position& p) const {
    if (outcome(p) == Wdl::loss) return loss_in(0);
    if (men_left(p.other, p.other_hand) > least_men || p.other == 0) return unknown_value;
    u32 found = 0;
    each_turn(p, [&](u8, u32, u32 closing) { found |= closing; });
    return found != 0 ? win_in(1) : unknown_value;
  }

  ZERMELO_HD constexpr bool flies(const Position& p) const { return fly != 0 && p.hand == 0 && count_ones(p.own) == least_men; }

  // All points beside those of a set.
  ZERMELO_HD constexpr u32 beside(u32 set) const {
    return (clockwise(set) | counter(set) | inwards(set) | outwards(set)) & all();
  }
  // How many steps lead from one set into another.
  ZERMELO_HD constexpr int steps(u32 from, u32 to) const {
    return count_ones(clockwise(from) & to) + count_ones(counter(from) & to) + count_ones(inwards(from) & to) +
           count_ones(outwards(from) & to);
  }

  // The men of a set that stand in a mill; where one more would close one.
  ZERMELO_HD constexpr u32 in_mills(u32 set) const {
    const u32 spokes = rings == 3 ? set & set >> 8 & set >> 16 & middles & 255 : 0;
    return on_rings(ring().mills, set) | spokes * 0x010101;
  }
  ZERMELO_HD constexpr u32 closing(u32 set) const {
    const u32 sides = on_rings(ring().closing, set);
    if (rings != 3) return sides;
    const u32 outer = set & 0xAA, middle = set >> 8 & 0xAA, inner = set >> 16 & 0xAA;
    return sides | (middle & inner) | (outer & inner) << 8 | (outer & middle) << 16;
  }
  // Which men a closed mill takes one of: those in no mill, else any.
  ZERMELO_HD constexpr u32 removable(u32 set) const {
    const u32 loose = set & ~in_mills(set);
    return loose != 0 ? loose : set;
  }

  // f(from, where it may go, where that closes a mill), for each man or for the next out of the hand.
  template <class F> ZERMELO_HD constexpr void each_turn(const Position& p, F&& f) const {
    const u32 open = empty(p);
    if (p.hand != 0) return f(nowhere, open, closing(p.own) & open);
    const bool anywhere = flies(p);
    for (u32 own = p.own; own != 0; own &= own - 1) {
      const u32 man = own & (0 - own), to = anywhere ? open : beside(man) & open;
      f(static_cast<u8>(lowest_bit(own)), to, closing(p.own & ~man) & to);
    }
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, const Move& m) const;
  std::string draw(const Position& p) const;
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, const Move& m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

  int points() const { return ring_points * static_cast<int>(rings); }

private:
  const Net& net() const;
  Grid rows() const { return {ring_points, static_cast<int>(rings)}; } // of the text: a ring each
  ZERMELO_HD static constexpr u32 clockwise(u32 set) { return (set & 0x7F7F7F) << 1 | (set & 0x808080) >> 7; }
  ZERMELO_HD static constexpr u32 counter(u32 set) { return (set & 0xFEFEFE) >> 1 | (set & 0x010101) << 7; }
  ZERMELO_HD static constexpr u32 inwards(u32 set) { return (set & middles) << 8; }
  ZERMELO_HD static constexpr u32 outwards(u32 set) { return (set & middles) >> 8; }
  ZERMELO_HD static constexpr u32 on_rings(const u8 (&of)[256], u32 set) {
    return of[set & 255] | u32{of[set >> 8 & 255]} << 8 | u32{of[set >> 16 & 255]} << 16;
  }
};

} // namespace zermelo::morris
