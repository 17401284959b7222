// Anpanman Shogi ("Anpanman hajimete shogi"): three pieces each on 3x5 squares, no drops, no way back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "game/picture.h"

namespace zermelo::anpanman {

// Squares are 0-14, row by row from A1; the first player starts on row 5 and moves towards row 1.
inline constexpr int columns = 3;
inline constexpr int rows = 5;
inline constexpr u8 squares = columns * rows;
inline constexpr u8 off = squares; // where a captured piece is

// Piece i of the first player and piece i + 3 of the second move alike, each in its own direction.
enum Kind : u8 { leader, runner, walker, kinds };
inline constexpr int pieces = 2 * kinds;

struct Position {
  u8 at[pieces]; // Anpanman, Curry, Shokupan, Baikin, Dokin, Horror
  u8 mover = 0;  // 0 the first player, 1 the second
  ZERMELO_HD friend constexpr bool operator==(const Position&, const Position&) = default;
};

struct Move {
  u8 piece;
  u8 to;
  ZERMELO_HD friend constexpr bool operator==(const Move&, const Move&) = default;
};

// Where a piece may step, as a set of squares.
struct Steps {
  u16 to[2][kinds][squares + 1] = {}; // [player][kind][from]; nowhere from off the board

  constexpr Steps() {
    for (int from = 0; from < squares; ++from) {
      for (int player = 0; player < 2; ++player) {
        const int ahead = player == 0 ? -1 : 1;
        for (int side = -1; side <= 1; ++side) {
          add(player, leader, from, ahead, side);
          add(player, runner, from, ahead, side);
          if (side == 0) add(player, walker, from, ahead, side);
          if (side != 0) add(player, leader, from, 0, side);
          if (side != 0) add(player, walker, from, 0, side);
        }
      }
    }
  }

private:
  constexpr void add(int player, int kind, int from, int down, int right) {
    const int row = from / columns + down, column = from % columns + right;
    if (row >= 0 && row < rows && column >= 0 && column < columns)
      to[player][kind][from] = static_cast<u16>(to[player][kind][from] | 1U << (columns * row + column));
  }
};

ZERMELO_TABLE(Steps, steps, {})

struct Rules {
  using Position = anpanman::Position;
  using Move = anpanman::Move;
  static constexpr Repetition repetition = Repetition::draw;

  // The leader has at most 5 steps, runner and walker 3 each, and 11 never come together. Off column B the walker has 2, the
  // runner 2, the leader 3. With all three on column B and a square ahead of each they stand on four rows, so two are
  // neighbours and one blocks the other. B2 B4 A5 has 10.
  static constexpr int max_moves = 10;

  ZERMELO_HD static constexpr bool first_to_move(const Position& p) { return p.mover == 0; }
  ZERMELO_HD static constexpr int first_piece(int player) { return player * kinds; }
  ZERMELO_HD static constexpr u16 bit(u8 square) { return static_cast<u16>((1U << square) & 0x7FFFU); }
  ZERMELO_HD static constexpr u16 home(int player) { return player == 0 ? 0x7000 : 0x0007; }

  ZERMELO_HD static constexpr u16 squares_of(const Position& p, int player) {
    const u8* at = p.at + first_piece(player);
    return static_cast<u16>(bit(at[leader]) | bit(at[runner]) | bit(at[walker]));
  }

  ZERMELO_HD constexpr Position start() const { return {{13, 12, 14, 1, 2, 0}, 0}; }

  // Only the player who has just moved can have taken the leader or brought his own one home.
  ZERMELO_HD constexpr Wdl outcome(const Position& p) const {
    const int me = p.mover, other = 1 - me;
    const bool lost = p.at[first_piece(me)] == off || (bit(p.at[first_piece(other)]) & home(me)) != 0;
    return lost ? Wdl::loss : Wdl::unknown;
  }

  // A leader always has a step: it is not on the last row, has at least three squares to go to, and two friends to block them.
  ZERMELO_HD constexpr void moves(const Position& p, FixedList<Move, max_moves>& out) const {
    out.clear();
    const int mine = first_piece(p.mover);
    const u16 own = squares_of(p, p.mover);
    for (int kind = 0; kind < kinds; ++kind) {
      const u8 piece = static_cast<u8>(mine + kind);
      for (unsigned to = steps().to[p.mover][kind][p.at[piece]] & ~own; to != 0; to &= to - 1)
        out.push({piece, static_cast<u8>(lowest_bit(to))});
    }
  }

  ZERMELO_HD constexpr Position play(Position p, Move m) const {
    const int theirs = first_piece(1 - p.mover);
    for (int i = theirs; i < theirs + kinds; ++i)
      if (p.at[i] == m.to) p.at[i] = off;
    p.at[m.piece] = m.to;
    p.mover ^= 1;
    return p;
  }

  // Over, or the mover takes the leader or steps home at once.
  ZERMELO_HD constexpr Value settle(const Position& p) const {
    if (outcome(p) != Wdl::unknown) return loss_in(0);
    return wins_at_once(p) ? win_in(1) : unknown_value;
  }
  ZERMELO_HD constexpr bool wins_at_once(const Position& p) const {
    const int me = p.mover, mine = first_piece(me);
    const u8 *at = p.at + mine, prey = p.at[first_piece(1 - me)];
    unsigned reach = 0;
    for (int kind = 0; kind < kinds; ++kind) reach |= steps().to[me][kind][at[kind]];
    const unsigned homes = steps().to[me][leader][at[leader]] & home(1 - me) & ~squares_of(p, me);
    return ((bit(prey) & reach) | homes) != 0;
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
};

} // namespace zermelo::anpanman
