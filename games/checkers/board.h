// The dark squares of a board of 4x4, 6x6 or 8x8 as sets of bits, seen by the side to move: its men go towards higher squares.
//
//   . 1 . 2 . 3 . 4     even rows begin with a light square
//   5 . 6 . 7 . 8 .     odd rows with a dark one
//   …
//
// Turning the board by half a turn takes square i to squares-1-i, and even rows to odd ones.
#pragma once

#include <array>
#include <bit>

#include "base/bits.h"

namespace zermelo::checkers {

// Forwards left and right, backwards left and right, as the side to move sees a board with its home row at the top.
enum Direction : u8 { forward_left, forward_right, back_left, back_right };
inline constexpr int directions = 4, forward_directions = 2;

class Board {
public:
  constexpr explicit Board(int side)
      : width_(side / 2), squares_(side * side / 2), all_(static_cast<u32>((u64{1} << squares_) - 1)) {
    for (int s = 0; s < squares_; ++s) {
      const u32 bit = u32{1} << s;
      ((s / width_) % 2 == 0 ? even_ : odd_) |= bit;
      if (s % width_ == 0) first_column_ |= bit;
      if (s % width_ == width_ - 1) last_column_ |= bit;
      if (s >= squares_ - width_) last_row_ |= bit;
    }
    for (int s = 0; s < squares_; ++s) {
      for (int d = 0; d < directions; ++d) {
        const u32 next = step(static_cast<Direction>(d), u32{1} << s);
        beside_[static_cast<std::size_t>(d)][static_cast<std::size_t>(s)] = next;
        beyond_[static_cast<std::size_t>(d)][static_cast<std::size_t>(s)] = step(static_cast<Direction>(d), next);
      }
    }
  }
  static const Board& of(int side); // 4, 6 or 8; shared by all games

  constexpr int side() const { return 2 * width_; }
  constexpr int width() const { return width_; } // dark squares in a row
  constexpr int squares() const { return squares_; }
  constexpr u32 all() const { return all_; }
  constexpr u32 last_row() const { return last_row_; } // where men of the side to move are crowned
  constexpr u32 row_before_last() const { return last_row_ >> width_; }
  constexpr u32 home_row() const { return (u32{1} << width_) - 1; }

  // One step of every square of a set; what leaves the board is gone.
  [[gnu::always_inline]] constexpr u32 step(Direction d, u32 set) const {
    switch (d) {
    case forward_left: return ((set & even_) << width_ | (set & odd_ & ~first_column_) << (width_ - 1)) & all_;
    case forward_right: return ((set & even_ & ~last_column_) << (width_ + 1) | (set & odd_) << width_) & all_;
    case back_left: return (set & even_) >> width_ | (set & odd_ & ~first_column_) >> (width_ + 1);
    case back_right: return (set & even_ & ~last_column_) >> (width_ - 1) | (set & odd_) >> width_;
    }
    return 0;
  }
  // The same of one square, and two steps.
  ZERMELO_HD u32 beside(int d, int square) const {
    return beside_[static_cast<std::size_t>(d)][static_cast<std::size_t>(square)];
  }
  ZERMELO_HD u32 beyond(int d, int square) const {
    return beyond_[static_cast<std::size_t>(d)][static_cast<std::size_t>(square)];
  }

  // The set as the other side sees it.
  ZERMELO_HD u32 turned(u32 set) const { return reverse_bits(set) >> (32 - squares_); }

private:
  int width_, squares_;
  u32 all_, even_ = 0, odd_ = 0, first_column_ = 0, last_column_ = 0, last_row_ = 0;
  std::array<std::array<u32, 32>, directions> beside_{}, beyond_{};
};

inline const Board& Board::of(int side) {
  static constexpr Board small(4), middle(6), large(8);
  return side == 4 ? small : side == 6 ? middle : large;
}

} // namespace zermelo::checkers
