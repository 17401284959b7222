// TRAX up to 8x8 on bitboards: the position as it is kept, and the board on which moves are tried.
#pragma once

#include <array>
#include <cstdlib>
#include <cstring>

#include "base/bits.h"
#include "base/value.h"
#include "trax/tile.h"

namespace zermelo::trax {

// Cells are bits, 8 * row + column; the box around the tiles stands at the top left.
struct Position {
  u64 white[3] = {}; // cells whose north, east, south edge is white; west follows, and no tile has all three red
  u8 width = 0, height = 0;
  u8 red_to_move = 0;
  Wdl over = Wdl::unknown; // for the side to move, as the last move left it
  u32 unused = 0;          // positions are compared as bytes as well, so none is left unsaid

  friend constexpr bool operator==(const Position&, const Position&) = default;

  constexpr u64 tiles() const { return white[0] | white[1] | white[2]; }
  constexpr u64 white_west() const { return white[0] ^ white[1] ^ white[2]; }
  constexpr Tile tile(int cell) const {
    return tile_of(static_cast<unsigned>((white[0] >> cell & 1) | (white[1] >> cell & 1) << 1 | (white[2] >> cell & 1) << 2));
  }
};
static_assert(sizeof(Position) == 32);

inline constexpr u64 first_column = 0x0101010101010101, first_row = 0xFF;
inline constexpr int cell_step[4] = {-8, 1, 8, -1};

// The cells of a set, each moved one step; what leaves the 8x8 frame is lost.
constexpr u64 stepped(u64 cells, int direction) {
  switch (direction) {
  case north: return cells >> 8;
  case east: return cells << 1 & ~first_column;
  case south: return cells << 8;
  default: return cells >> 1 & ~(first_column << 7);
  }
}

// [4-bit set of directions][cell]: the neighbours there.
inline constexpr auto neighbours = [] {
  std::array<std::array<u64, 64>, 16> to{};
  for (unsigned set = 0; set < 16; ++set)
    for (unsigned cell = 0; cell < 64; ++cell)
      for (int d = 0; d < 4; ++d)
        if ((set >> d & 1) != 0) to[set][cell] |= stepped(u64{1} << cell, d);
  return to;
}();

// An end of a line is 4 * cell + direction. [side of the board][end]: bit d if it lies on the border d of the full board and
// points outward. The last column is taken only when the box has its full width, so such ends need no look at the box.
inline constexpr auto borders = [] {
  std::array<std::array<u8, 256>, 9> bits{};
  for (unsigned side = 1; side <= 8; ++side)
    for (unsigned i = 0; i < side; ++i) {
      bits[side][4 * i + north] = 1 << north;
      bits[side][4 * (8 * i + side - 1) + east] = 1 << east;
      bits[side][4 * (8 * (side - 1) + i) + south] = 1 << south;
      bits[side][4 * (8 * i) + west] = 1 << west;
    }
  return bits;
}();

// [end]: the edge of the neighbour that it touches, as an end of that cell; itself at the edge of the frame.
inline constexpr auto facing = [] {
  std::array<u8, 256> to{};
  for (int end = 0; end < 256; ++end) {
    const u64 next = stepped(u64{1} << end / 4, end % 4);
    to[static_cast<std::size_t>(end)] = static_cast<u8>(next == 0 ? end : 4 * std::countr_zero(next) + opposite(end % 4));
  }
  return to;
}();

// [tile]: the directions that its white line joins, then those of the red one.
inline constexpr auto lines_of = [] {
  std::array<std::array<u8, 4>, 16> to{};
  for (const unsigned tile : all_tiles) {
    const unsigned red = ~tile & 15U;
    to[tile] = {static_cast<u8>(std::countr_zero(tile)), static_cast<u8>(std::bit_width(tile) - 1),
                static_cast<u8>(std::countr_zero(red)), static_cast<u8>(std::bit_width(red) - 1)};
  }
  return to;
}();

// A position with what makes a move quick: which cells the lines enter, and for either end of a line where the other one is,
// so that joining two lines and closing a loop take no tracing. To set it up the tiles are put down again one by one.
class Board : public Position {
public:
  Board(const Position& p, int side) : Position(p), side_(side), partner_(facing) {
    for (u64 left = p.tiles(); left != 0; left &= left - 1) {
      const int cell = lowest_bit(left);
      link(cell, tile(cell));
    }
    thrice_ = false; // of a cell that was still to come
  }

  u64 held() const { return held_; }
  std::size_t other_end(std::size_t end) const { return partner_[end]; }
  // Empty cells of the frame next to a tile.
  u64 frontier() const { return (once_[0] | once_[1]) & ~held_; }

  // The tiles that match what enters an empty cell.
  template <class F> bool each_match(int cell, F&& f) const {
    const unsigned in = entering(cell), red = held_around(cell) & ~in;
    for (const Tile tile : all_tiles)
      if ((in & ~tile) == 0 && (red & tile) == 0 && !f(tile)) return false;
    return true;
  }

  bool matches(int cell, Tile tile) const {
    const unsigned in = entering(cell), red = held_around(cell) & ~in;
    return (in & ~tile) == 0 && (red & tile) == 0;
  }

  // Whether a matching tile forces nothing and completes nothing: then the move is legal, and play goes on while a cell is empty.
  bool is_quiet(int cell, Tile tile) const {
    const std::size_t at = static_cast<std::size_t>(cell);
    const u64 twice = (neighbours[tile][at] & once_[1]) | (neighbours[15U - tile][at] & once_[0]);
    if ((twice & ~held_) != 0) return false;
    const auto& line = lines_of[tile];
    return !completes(joined(cell, line[0], line[1])) && !completes(joined(cell, line[2], line[3]));
  }
  bool has_one_cell_left() const { return count_ones(held_) + 1 == side_ * side_; }

  // Calls f(white, distance) for every line that can still be closed or completed: how far the cells lie apart that its ends enter, or
  // the cell from the border across if its other end lies on a border that the box has reached on both sides.
  template <class F> void each_open_line(F&& f) const {
    const auto& border = borders[static_cast<std::size_t>(side_)];
    const int closed = (width == side_ ? 0b1010 : 0) | (height == side_ ? 0b0101 : 0);
    for (int d = 0; d < 4; ++d) {
      const u64 whites = d == west ? white_west() : white[d];
      for (u64 left = held_ & ~stepped(held_, opposite(d)); left != 0; left &= left - 1) {
        const int cell = lowest_bit(left);
        const std::size_t end = 4 * static_cast<std::size_t>(cell) + static_cast<std::size_t>(d), other = partner_[end];
        if ((border[end] & closed) != 0) continue;
        const int across = border[other] & closed;
        if (across == 0 && other < end) continue; // it was told from its other end
        f((whites >> cell & 1) != 0, across != 0 ? to_border_across(entered(end), across) : apart(entered(end), entered(other)));
      }
    }
  }

  // Plays a matching tile and everything it forces; false, and the board is spoilt, if the move is illegal.
  bool turn(int cell, Tile tile) {
    const int column = cell & 7, row = cell >> 3;
    if (column >= width) width = static_cast<u8>(column + 1);
    if (row >= height) height = static_cast<u8>(row + 1);
    put(cell, tile);
    while (const u64 forced = (twice_[0] | twice_[1]) & ~held_) {
      if (thrice_) return false;
      const int next = lowest_bit(forced);
      const unsigned in = entering(next);
      put(next, static_cast<Tile>((twice_[1] >> next & 1) != 0 ? in : 15U & ~(held_around(next) & ~in)));
    }
    if (thrice_) return false;
    finish();
    return true;
  }

  // The box moved away from the left or upper border of the frame, to put a tile there.
  void shift(int direction) {
    const int cells = cell_step[direction];
    for (u64& plane : white) plane <<= cells;
    held_ <<= cells;
    direction == east ? ++width : ++height;
    const std::size_t ends = 4 * static_cast<std::size_t>(cells);
    std::memmove(partner_.data() + ends, partner_.data(), partner_.size() - ends);
    for (u8& end : partner_) end = static_cast<u8>(end + ends);
    // Along the edges of the frame an empty cell has other neighbours than it had.
    const u64 border =
        direction == east ? first_column | first_column << 1 | first_column << 7 : first_row | first_row << 8 | first_row << 56;
    for (u64 left = border & ~held_; left != 0; left &= left - 1) {
      const std::size_t cell = static_cast<std::size_t>(lowest_bit(left));
      std::memcpy(partner_.data() + 4 * cell, facing.data() + 4 * cell, 4);
    }
    count_edges();
  }

private:
  // The white edges that enter a cell, and the directions in which it has a tile beside it.
  unsigned entering(int cell) const {
    return static_cast<unsigned>((white[south] << 8 >> cell & 1) | (stepped(white_west(), west) >> cell & 1) << east |
                                 (white[north] >> 8 >> cell & 1) << south | (stepped(white[east], east) >> cell & 1) << west);
  }
  unsigned held_around(int cell) const {
    return static_cast<unsigned>((held_ << 8 >> cell & 1) | (stepped(held_, west) >> cell & 1) << east |
                                 (held_ >> 8 >> cell & 1) << south | (stepped(held_, east) >> cell & 1) << west);
  }

  void enter(int colour, u64 cells) {
    thrice_ |= (twice_[colour] & cells & ~held_) != 0;
    twice_[colour] |= once_[colour] & cells;
    once_[colour] |= cells;
  }

  void put(int cell, Tile tile) {
    for (int d = 0; d < 3; ++d) white[d] |= (tile >> d & u64{1}) << cell;
    link(cell, tile);
  }
  void link(int cell, Tile tile) {
    held_ |= u64{1} << cell;
    enter(1, neighbours[tile][static_cast<std::size_t>(cell)]);
    enter(0, neighbours[15U - tile][static_cast<std::size_t>(cell)]);
    const auto& line = lines_of[tile];
    join(cell, line[0], line[1], 1);
    join(cell, line[2], line[3], 0);
  }

  // A line through a new tile: from the far end of what it meets on one side, or its own edge, to that of the other.
  struct Joined {
    u8 a, b;
    bool loop; // both meet the same line
  };
  Joined joined(int cell, int a, int b) const {
    const std::size_t from = 4 * static_cast<std::size_t>(cell), to_b = facing[from + static_cast<std::size_t>(b)];
    const u8 end_a = partner_[facing[from + static_cast<std::size_t>(a)]];
    return {end_a, partner_[to_b], end_a == to_b};
  }
  bool completes(const Joined& line) const {
    const auto& border = borders[static_cast<std::size_t>(side_)];
    const int touched = border[line.a] | border[line.b];
    return line.loop || touched == 0b0101 || touched == 0b1010;
  }
  void join(int cell, int a, int b, int colour) {
    const Joined line = joined(cell, a, b);
    if (completes(line)) complete_ |= 1 << colour;
    if (line.loop) return;
    partner_[line.a] = line.b;
    partner_[line.b] = line.a;
  }

  struct Place {
    int column, row; // of a cell of the frame, or just outside
  };
  static Place entered(std::size_t end) {
    const int cell = static_cast<int>(end / 4), d = static_cast<int>(end % 4);
    return {(cell & 7) + (d == east) - (d == west), (cell >> 3) + (d == south) - (d == north)};
  }
  static int apart(Place a, Place b) { return std::abs(a.column - b.column) + std::abs(a.row - b.row); }
  // `from` is the border of the other end, as a bit.
  int to_border_across(Place p, int from) const {
    const int place = (from & 0b1010) != 0 ? p.column : p.row;
    return (from & 0b1001) != 0 ? side_ - place : place + 1; // north, west: from the first row or column to the last
  }

  // Hands the turn over. If both colours have completed something, the player who has just moved wins.
  void finish() {
    const int mine = red_to_move != 0 ? 1 : 2;
    if (complete_ != 0) {
      over = (complete_ & mine) != 0 ? Wdl::loss : Wdl::win;
    } else if (count_ones(held_) == side_ * side_) {
      over = Wdl::draw;
    }
    red_to_move ^= 1;
  }

  void count_edges() {
    const u64 planes[4] = {white[0], white[1], white[2], white_west()};
    for (int colour = 0; colour < 2; ++colour) once_[colour] = twice_[colour] = 0;
    for (int d = 0; d < 4; ++d) {
      enter(1, stepped(planes[d], d));
      enter(0, stepped(held_ & ~planes[d], d));
    }
    thrice_ = false;
  }

  u64 held_ = 0;
  u64 once_[2] = {}, twice_[2] = {}; // [red, white]: cells that at least one, at least two edges of the colour enter
  int side_;
  int complete_ = 0;    // colours with a loop or a line, as bits
  bool thrice_ = false; // three edges of a colour entered an empty cell
  // Of an end of a line its other end; of an edge of an empty cell the edge that it touches, so that a new tile need not ask
  // whether it has a neighbour; of the rest anything.
  std::array<u8, 256> partner_;
};

} // namespace zermelo::trax
