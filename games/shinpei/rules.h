// Shinpei: four pieces each on two worlds of points that touch diagonally, 4x4 above and 3x3 below.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "game/picture.h"
#include "shinpei/board.h"

namespace zermelo::shinpei {

// Whoever is to move is `own`. Who that is follows from the numbers of pieces until all are on the board.
struct Position {
  u32 own = 0, other = 0;
  u32 second = 0; // 1: the second player is to move
  u32 over = 0;   // 1: the last move made three in a row
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

// A move with its relocations. Pieces are alike, so where the lifted ones go is a set; which are lifted follows from the rest.
struct Move {
  u32 targets;
  u16 from, to; // nowhere: from the hand; both nowhere: a pass
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

// Points of a world on which a piece would complete a run of exactly three of these pieces. Rows have a column to spare, so that
// runs end at the edge. A run is looked at from the point outwards: what lies beyond the edge counts only where all before it
// does.
ZERMELO_HD constexpr u32 completing(u32 set, int stride) {
  u32 found = 0;
  for (const int d : {1, stride - 1, stride, stride + 1}) {
    const u32 before = set << d, before2 = before & set << 2 * d, before3 = before2 & set << 3 * d;
    const u32 after = set >> d, after2 = after & set >> 2 * d, after3 = after2 & set >> 3 * d;
    found |= (before2 & ~before3 & ~after) | (before & ~before2 & after & ~after2) | (after2 & ~after3 & ~before);
  }
  return found;
}
ZERMELO_HD constexpr u32 completing(u32 own) {
  u32 upper = 0, lower = 0, out = 0;
  for (int row = 0; row < 4; ++row) upper |= (own >> 4 * row & 15) << 5 * row;
  for (int row = 0; row < 3; ++row) lower |= (own >> (16 + 3 * row) & 7) << 4 * row;
  upper = completing(upper, 5);
  lower = completing(lower, 4);
  for (int row = 0; row < 4; ++row) out |= (upper >> 5 * row & 15) << 4 * row;
  for (int row = 0; row < 3; ++row) out |= (lower >> 4 * row & 7) << (16 + 3 * row);
  return out;
}

struct Rules {
  using Position = shinpei::Position;
  using Move = shinpei::Move;
  static constexpr int max_moves = 6170; // the most of any position, by the variant `chain`; 2532 without it
  static constexpr Repetition repetition = Repetition::draw;

  // Words, so that a copy has no bytes between them that say nothing.
  u32 chain = 0; // lifted pieces go one after the other, also to points that were freed before
  u32 free = 0;  // the first piece goes anywhere

  ZERMELO_HD static constexpr bool first_to_move(const Position& p) { return p.second == 0; }
  ZERMELO_HD static constexpr bool placing(const Position& p) { return count_ones(p.own) < each; }
  ZERMELO_HD constexpr Position start() const { return {}; }
  ZERMELO_HD constexpr Wdl outcome(const Position& p) const { return p.over != 0 ? Wdl::loss : Wdl::unknown; }

  ZERMELO_HD static constexpr u32 touched(u32 set) {
    u32 out = 0;
    for (; set != 0; set &= set - 1) out |= board().touching[lowest_bit(set)];
    return out;
  }
  // What a piece that has come to `to` encloses.
  ZERMELO_HD static constexpr u32 enclosed(u32 own, u32 other, int to) {
    u32 out = 0;
    for (const auto& pair : board().pairs[to])
      if ((own & pair.partner) != 0 && (pair.between & ~other) == 0) out |= pair.between;
    return out;
  }
  ZERMELO_HD constexpr u32 places(const Position& p) const {
    const u32 empty = all_points & ~(p.own | p.other);
    return free == 0 && (p.own | p.other) == 0 ? centre : empty;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const u32 empty = all_points & ~(p.own | p.other);
    if (placing(p)) {
      for (u32 to = places(p); to != 0; to &= to - 1) relocations(p, nowhere, lowest_bit(to), out);
      return;
    }
    for (u32 own = p.own; own != 0; own &= own - 1) {
      const int from = lowest_bit(own);
      for (u32 to = board().touching[from] & empty; to != 0; to &= to - 1)
        relocations(p, static_cast<u16>(from), lowest_bit(to), out);
    }
    if (out.empty()) out.push({0, nowhere, nowhere});
  }

  // Three in a row end the game before anything is lifted.
  ZERMELO_HD constexpr Position play(const Position& p, const Move& m) const {
    const u32 next = p.second ^ 1;
    if (m.to == nowhere) return {p.other, p.own, next, 0};
    const u32 rest = left(p, m.from), to = 1U << m.to;
    if ((completing(rest) & to) != 0) return {p.other, rest | to, next, 1};
    return {(p.other & ~enclosed(rest, p.other, m.to)) | m.targets, rest | to, next, 0};
  }

  // Over, or the mover makes three in a row at once. A piece that comes leaves no line: it was in the other world.
  ZERMELO_HD constexpr Value settle(const Position& p) const {
    if (p.over != 0) return loss_in(0);
    const u32 reach = placing(p) ? places(p) : touched(p.own) & ~(p.own | p.other);
    return (completing(p.own) & reach) != 0 ? win_in(1) : unknown_value;
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, const Move& m) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, const Move& m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

  // Own pieces without the one that moves.
  ZERMELO_HD static constexpr u32 left(const Position& p, u16 from) { return from == nowhere ? p.own : p.own & ~(1U << from); }

  // f(the other's points) for each way to put down what a piece that comes to `to` encloses.
  template <class F> ZERMELO_HD constexpr void each_relocation(const Position& p, u32 rest, int to, F&& f) const {
    const u32 lifted = enclosed(rest, p.other, to), open = all_points & ~(rest | 1U << to | p.other);
    choose(chain != 0 ? open | lifted : open, count_ones(lifted), [&](u32 targets) {
      // Not all to where they were: whoever goes first leaves his point for good.
      if (lifted == 0 || targets != lifted) f((p.other & ~lifted) | targets);
    });
  }

private:
  ZERMELO_HD constexpr void relocations(const Position& p, u16 from, int to, FixedList<Move, max_moves>& out) const {
    const u32 rest = left(p, from);
    if ((completing(rest) >> to & 1) != 0) return out.push({0, from, static_cast<u16>(to)});
    const u32 stay = p.other & ~enclosed(rest, p.other, to);
    each_relocation(p, rest, to, [&](u32 other) { out.push({other & ~stay, from, static_cast<u16>(to)}); });
  }
  // f(set) for all sets of so many of the points, at most as many as a player has. Not by recursion: on a device the stack of a
  // function that calls itself is not known, and the lists of moves here are long.
  template <class F> ZERMELO_HD static constexpr void choose(u32 points_left, int n, F&& f) {
    u32 chosen[each + 1] = {}, open[each + 1] = {points_left};
    for (int depth = 0; depth >= 0;) {
      if (depth == n) {
        f(chosen[depth--]);
      } else if (open[depth] == 0) {
        --depth;
      } else {
        const u32 next = open[depth] & (0 - open[depth]);
        open[depth] &= open[depth] - 1;
        chosen[depth + 1] = chosen[depth] | next;
        open[depth + 1] = open[depth];
        ++depth;
      }
    }
  }
};

} // namespace zermelo::shinpei
