// The board of Dobutsu Shogi in one 64-bit word, seen from the player to move.
//
//   bits  0-47  twelve cells of four bits      48-53  the mover's hand: elephants, giraffes, chicks, two bits each
//   bits 54-59  the other hand, the same way   63     set when the second player is to move (for people; no rule reads it)
//
// A cell holds 0 (empty), 1 (the mover's lion), 2 (the other lion) or 8 + content, a content being kind + 4 * (not the mover's).
// So bit 3 of a cell tells that a piece stands there which can change hands, and the low three bits are what an index counts.
//
// Cells are numbered so that both symmetries are cheap, mirror images follow each other (the index folds on that), and
// both symmetries keep column B, which comes first: a table is then read and written in a few small regions at a time.
//
//        A  B  C                     the mover moves up; row 1 is his last row, row 4 his home row
//   1    4  0  5                     mirror:    swap neighbours in cells 4-11
//   2    6  1  7                     half turn: reverse cells 0-3 and cells 4-11
//   3    8  2  9
//   4   10  3 11
#pragma once

#include <array>

#include "base/bits.h"

namespace zermelo::dobutsu {

inline constexpr int cells = 12;
inline constexpr u64 each_cell = 0x1111'1111'1111; // bit 4c stands for cell c in every mask below
inline constexpr u64 board_bits = 0xffff'ffff'ffff;
inline constexpr u64 second_moves = u64{1} << 63;

enum Kind : int { elephant, giraffe, chick, hen };
inline constexpr int others = 4;                            // content = kind, + others for the player not to move
inline constexpr u64 own_lion = 1, other_lion = 2, man = 8; // codes of a cell; man + content

ZERMELO_HD constexpr int row_of(int cell) { return cell < 4 ? cell : cell / 2 - 2; }
ZERMELO_HD constexpr int column_of(int cell) { return cell < 4 ? 1 : cell % 2 * 2; }
ZERMELO_HD constexpr int cell_at(int row, int column) { return column == 1 ? row : 4 + 2 * row + column / 2; }
ZERMELO_HD constexpr int mirrored(int cell) { return cell < 4 ? cell : cell ^ 1; }
ZERMELO_HD constexpr int turned(int cell) { return cell < 4 ? 3 - cell : 15 - cell; }

ZERMELO_HD constexpr u64 mask_of(int cell) { return u64{1} << (4 * cell); }
ZERMELO_HD constexpr u64 at(u64 board, int cell) { return board >> (4 * cell) & 15; }
ZERMELO_HD constexpr int first_cell(u64 mask) { return lowest_bit(mask) / 4; }

inline constexpr u64 last_row = mask_of(cell_at(0, 0)) | mask_of(cell_at(0, 1)) | mask_of(cell_at(0, 2));
inline constexpr u64 home_row = mask_of(cell_at(3, 0)) | mask_of(cell_at(3, 1)) | mask_of(cell_at(3, 2));

// Hands.
ZERMELO_HD constexpr int in_hand(int kind) { return kind == hen ? chick : kind; } // what a captured piece becomes
ZERMELO_HD constexpr u64 one_in_hand(int kind) { return u64{1} << (48 + 2 * in_hand(kind)); }
ZERMELO_HD constexpr u64 one_in_other_hand(int kind) { return one_in_hand(kind) << 6; }
ZERMELO_HD constexpr int held(u64 board, int kind) { return static_cast<int>(board >> (48 + 2 * kind) & 3); }
ZERMELO_HD constexpr int other_held(u64 board, int kind) { return held(board >> 6, kind); }

// Masks of the pieces.
ZERMELO_HD constexpr u64 men(u64 b) { return b >> 3 & each_cell; }
ZERMELO_HD constexpr u64 own_men(u64 b) { return b >> 3 & ~(b >> 2) & each_cell; }
ZERMELO_HD constexpr u64 other_men(u64 b) { return b >> 3 & b >> 2 & each_cell; }
ZERMELO_HD constexpr u64 own_lions(u64 b) { return b & ~(b >> 3) & each_cell; }
ZERMELO_HD constexpr u64 other_lions(u64 b) { return b >> 1 & ~(b >> 3) & each_cell; }
ZERMELO_HD constexpr u64 occupied(u64 b) { return (b | b >> 1 | b >> 3) & each_cell; } // no code has bit 2 alone

// The left-right mirror image.
ZERMELO_HD constexpr u64 mirror(u64 b) {
  constexpr u64 left = 0x0f0f'0f0f'0000;
  return (b & ~(left | left << 4)) | (b & left) << 4 | (b >> 4 & left);
}

ZERMELO_HD constexpr u64 reverse_bytes(u64 x) {
  x = (x & 0x00ff'00ff'00ff'00ff) << 8 | (x >> 8 & 0x00ff'00ff'00ff'00ff);
  x = (x & 0x0000'ffff'0000'ffff) << 16 | (x >> 16 & 0x0000'ffff'0000'ffff);
  return x << 32 | x >> 32;
}

// The same position seen from the other player: half turn, colours and hands swapped.
ZERMELO_HD constexpr u64 turn(u64 b) {
  const u64 lions = (b | b >> 1) & ~(b >> 3) & each_cell;
  b ^= men(b) << 2 ^ lions * 3;
  const u64 r = reverse_bytes((b & 0x0f0f'0f0f'0f0f) << 4 | (b >> 4 & 0x0f0f'0f0f'0f0f));
  return (r & 0xffff'ffff'0000) | r >> 48 | (b >> 6 & u64{63} << 48) | (b & u64{63} << 48) << 6 | (~b & second_moves);
}

// Where a piece goes in one step, and from where it comes.
struct Steps {
  std::array<std::array<u64, cells>, 8> from{}; // [content][cell]: cells that it attacks
  std::array<std::array<u64, cells>, 8> to{};   // [content][cell]: cells from which it attacks this one
  std::array<u64, cells> lion{};
};

ZERMELO_HD constexpr bool steps_by(int content, int up, int side) { // one step up the board and sideways
  if (content >= others) up = -up;
  if (up < -1 || up > 1 || side < -1 || side > 1 || (up == 0 && side == 0)) return false;
  switch (content % others) {
  case elephant: return up != 0 && side != 0;
  case giraffe: return up == 0 || side == 0;
  case chick: return up == 1 && side == 0;
  default: return up != -1 || side == 0;
  }
}

constexpr Steps make_steps() {
  Steps s;
  for (int a = 0; a < cells; ++a) {
    for (int b = 0; b < cells; ++b) {
      const int up = row_of(a) - row_of(b), side = column_of(b) - column_of(a);
      const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
      for (int content = 0; content < 8; ++content) {
        if (!steps_by(content, up, side)) continue;
        s.from[static_cast<std::size_t>(content)][i] |= mask_of(b);
        s.to[static_cast<std::size_t>(content)][j] |= mask_of(a);
      }
      if (a != b && up * up <= 1 && side * side <= 1) s.lion[i] |= mask_of(b);
    }
  }
  return s;
}

ZERMELO_TABLE(Steps, steps, make_steps())

ZERMELO_HD constexpr u64 attacked_from(u64 content, int cell) { return steps().from[content][static_cast<std::size_t>(cell)]; }
ZERMELO_HD constexpr u64 attackers_of(u64 content, int cell) { return steps().to[content][static_cast<std::size_t>(cell)]; }
ZERMELO_HD constexpr u64 around(int cell) { return steps().lion[static_cast<std::size_t>(cell)]; }

// The mover's men (not his lion) that attack a cell.
ZERMELO_HD constexpr u64 men_attacking(u64 b, int cell) {
  const u64 own = own_men(b), low = b, high = b >> 1;
  return own & ((~high & ~low & attackers_of(elephant, cell)) | (~high & low & attackers_of(giraffe, cell)) |
                (high & ~low & attackers_of(chick, cell)) | (high & low & attackers_of(hen, cell)));
}

// The same for the other player's men.
ZERMELO_HD constexpr u64 other_men_attacking(u64 b, int cell) {
  const u64 other = other_men(b), low = b, high = b >> 1;
  return other & ((~high & ~low & attackers_of(others + elephant, cell)) | (~high & low & attackers_of(others + giraffe, cell)) |
                  (high & ~low & attackers_of(others + chick, cell)) | (high & low & attackers_of(others + hen, cell)));
}

} // namespace zermelo::dobutsu
