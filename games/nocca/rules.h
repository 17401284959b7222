// NOCCA x NOCCA: pieces that step onto each other, up to three high, and leave the board on the far side.
#pragma once

#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "game/picture.h"

namespace zermelo::nocca {

inline constexpr int levels = 3; // a cell holds at most three pieces

// A board seen by the side to move: its home row is row 0, it leaves the board from the last row. Cell = columns * row +
// column is a bit, and every level of the stacks a plane of bits. After a move the board is turned by half and the
// colours change places, so that the next player sees it the same way.
struct Position {
  u64 held[levels] = {}; // cells with a piece on this level
  u64 mine[levels] = {}; // those where it belongs to the side to move
  u64 mover = 0;         // 0 Black (the first player), 1 White: for people only, it changes no value

  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;

  ZERMELO_HD constexpr u64 my_tops() const { return mine[2] | (mine[1] & ~held[2]) | (mine[0] & ~held[1]); }
  ZERMELO_HD constexpr u64 their_tops() const { return held[0] & ~my_tops(); }
  ZERMELO_HD constexpr int my_pieces() const { return std::popcount(mine[0]) + std::popcount(mine[1]) + std::popcount(mine[2]); }
  ZERMELO_HD constexpr int pieces() const { return std::popcount(held[0]) + std::popcount(held[1]) + std::popcount(held[2]); }
};

struct Move {
  u8 from;
  u8 to; // a cell, or goal
  static constexpr u8 goal = 0xFF;
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

ZERMELO_HD constexpr u64 reversed_bits(u64 x) {
  x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
  x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
  x = (x >> 4 & 0x0F0F0F0F0F0F0F0F) | (x & 0x0F0F0F0F0F0F0F0F) << 4;
  // Compilers know this pattern as one byte swap.
  return x << 56 | (x & 0xFF00) << 40 | (x & 0xFF0000) << 24 | (x & 0xFF000000) << 8 | (x >> 8 & 0xFF000000) |
         (x >> 24 & 0xFF0000) | (x >> 40 & 0xFF00) | x >> 56;
}

struct Rules {
  using Position = nocca::Position;
  using Move = nocca::Move;
  static constexpr Repetition repetition = Repetition::draw;

  static constexpr int max_columns = 7;
  static constexpr int max_rows = 9; // 63 cells, and the slots of the largest board still fit into 64 bits
  // Each of the pieces has at most eight steps (leaving the board takes the place of the three steps ahead), and seven
  // pieces away from the edge of a large board have them all.
  static constexpr int max_moves = 8 * max_columns;

  int columns;
  int rows;
  u64 all;   // every cell
  u64 left;  // column 0
  u64 right; // the last column
  u64 far;   // the row from which the side to move leaves

  ZERMELO_HD constexpr Rules(int c, int r) : columns(c), rows(r), all((u64{1} << (c * r)) - 1), left(0) {
    for (int row = 0; row < r; ++row) left |= u64{1} << (c * row);
    right = left << (c - 1);
    far = all & ~(all >> c);
  }

  ZERMELO_HD constexpr int cells() const { return columns * rows; }
  ZERMELO_HD static constexpr bool first_to_move(const Position& p) { return p.mover == 0; }

  ZERMELO_HD constexpr Position start() const {
    Position p;
    p.mine[0] = all & ~(all << columns);
    p.held[0] = p.mine[0] | far;
    return p;
  }

  // Over for the side to move: the opponent left the board, or there is no step and no way out.
  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    const u64 tops = p.my_tops();
    const bool stuck = (around(tops) & ~p.held[2]) == 0 && (tops & far) == 0;
    return stuck || p.pieces() < 2 * columns ? Wdl::loss : Wdl::unknown;
  }

  ZERMELO_HD constexpr Value settle(const Position& p) const {
    if (outcome(p) != Wdl::unknown) return loss_in(0);
    return (p.my_tops() & far) != 0 ? win_in(1) : unknown_value;
  }

  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    for (u64 tops = p.my_tops(); tops != 0; tops &= tops - 1) {
      const u64 piece = tops & (0 - tops);
      const u8 from = static_cast<u8>(std::countr_zero(piece));
      if ((piece & far) != 0) out.push({from, Move::goal});
      for (u64 to = around(piece) & ~p.held[2]; to != 0; to &= to - 1) out.push({from, static_cast<u8>(std::countr_zero(to))});
    }
  }

  ZERMELO_HD constexpr Position play(const Position& p, Move m) const { return turned(stepped(p, m)); }

  // Cells one king step away from one of the given.
  ZERMELO_HD constexpr u64 around(u64 cells) const {
    const u64 beside = (cells & ~right) << 1 | (cells & ~left) >> 1, wide = cells | beside;
    return (beside | wide << columns | wide >> columns) & all;
  }

  // The top piece of one cell, which is the mover's, put onto another or off the board; the same player looks at it.
  ZERMELO_HD static constexpr Position stepped(Position p, Move m) {
    const u64 from = u64{1} << m.from;
    const int top = (p.held[2] & from) != 0 ? 2 : (p.held[1] & from) != 0 ? 1 : 0;
    p.held[top] ^= from;
    p.mine[top] ^= from;
    if (m.to == Move::goal) return p;
    const u64 to = u64{1} << m.to;
    const int level = (p.held[1] & to) != 0 ? 2 : (p.held[0] & to) != 0 ? 1 : 0;
    p.held[level] |= to;
    p.mine[level] |= to;
    return p;
  }

  // The board as the other player sees it, who is then to move.
  ZERMELO_HD constexpr Position turned(const Position& p) const {
    Position q;
    const int unused = 64 - cells();
    for (int k = 0; k < levels; ++k) {
      q.held[k] = reversed_bits(p.held[k]) >> unused;
      q.mine[k] = reversed_bits(p.held[k] & ~p.mine[k]) >> unused;
    }
    q.mover = p.mover ^ 1;
    return q;
  }

  // text.cpp
  std::string print(const Position& p) const;
  std::optional<Position> parse(std::string_view text, std::string& why) const;
  std::string move_name(const Position& p, Move m) const;
  std::string draw(const Position& p) const;

  // picture.cpp
  Picture picture(const Position& p) const;
  std::vector<std::string> clicks(const Position& p, Move m) const;
  std::optional<Position> compose(const Picture& picture, bool first, std::string& why) const;

private:
  std::string square_name(const Position& p, int cell) const;
  std::string stack(const Position& seen_by_black, int cell, std::string_view between) const;
};

} // namespace zermelo::nocca
