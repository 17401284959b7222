// What the solver by cubes asks about a block (index/cubes.h): plain data, so that a device can have a copy.
#pragma once

#include "index/cubes.h"
#include "yonmoque/board.h"
#include "yonmoque/turns.h"

namespace zermelo::yonmoque {

// The class of a set of squares.
struct ClassOfSet {
  u32 word = 0;
  ZERMELO_HD u32 number() const { return word >> 4; }
  ZERMELO_HD bool symmetric() const { return (word & 8) != 0; } // some symmetry leaves the class's set as it is
  ZERMELO_HD u32 symmetry() const { return word & 7; }          // turns the set into that of its class
};

struct CubeBoard {
  static constexpr bool on_device = true;
  static constexpr int low_bits = 13, most_pieces = most_cube_pieces;
  static constexpr u32 low = u32{1} << low_bits, high = u32{1} << (squares - low_bits);

  const u32* ranks;  // [lower squares]: among as many of them
  const u32* firsts; // [pieces][upper squares]: how many sets come before
  const u32* places; // ClassOfSet of every set, by the number of squares
  const u32* sets;   // the least of each class
  const u32* images; // [symmetry][square]: of single squares, few enough to stay in the nearest cache
  const u32* lines;  // fours, then fives
  u32 first_set[most_pieces + 2];
  u64 sizes[6];
  u64 through[squares]; // the lines through each square

  template <class F> void each_array(F&& f) {
    const u32** const arrays[] = {&ranks, &firsts, &places, &sets, &images, &lines};
    for (int i = 0; i < 6; ++i) f(*arrays[i], sizes[i]);
  }

  ZERMELO_HD static u32 all_squares() { return board; }
  ZERMELO_HD u32 set(int pieces, u64 block) const { return sets[first_set[pieces] + block]; }
  ZERMELO_HD ClassOfSet place(u32 set) const {
    return {places[firsts[static_cast<u32>(count_ones(set)) * high + (set >> low_bits)] + ranks[set & (low - 1)]]};
  }

  ZERMELO_HD static u32 targets(int player, u32 from, u32 set) {
    return yonmoque::targets(from, player == 0 ? blue_squares : white_squares, board & ~set);
  }

  ZERMELO_HD void describe(u32 set, ClassOfSet place, CubeMove& m) const {
    m.set = set;
    m.block = place.number();
    const int pieces = count_ones(set);
    const u32 there = this->set(pieces, m.block);
    u64 read_at = 0;
    int n = 0;
    for (u32 rest = set; rest != 0; rest &= rest - 1, ++n) {
      const u32 piece = rest & (0 - rest);
      read_at |= u64{index_at(place, there, piece == m.from ? m.to : piece)} << 4 * n;
    }
    m.at = static_cast<u8>(read_at >> 4 * m.piece & 15);
    m.exchanges.bring(read_at, pieces);
    find_runs(m);
    find_lines(m);
  }

  ZERMELO_HD void describe_placement(u32 set, u32 to, ClassOfSet place, CubePlacement& p) const {
    p.block = place.number();
    const int pieces = count_ones(set);
    const u32 there = this->set(pieces + 1, p.block);
    u64 read_at = 0;
    int n = 0;
    for (u32 rest = set; rest != 0; rest &= rest - 1, ++n) read_at |= u64{index_at(place, there, rest & (0 - rest))} << 4 * n;
    p.at = static_cast<u8>(index_at(place, there, to));
    read_at |= u64{p.at} << 4 * pieces;
    p.exchanges.bring(read_at, pieces + 1);
  }

  template <class Vector> ZERMELO_HD bool take_back(const CubeMove& m, Vector& v, Vector& wins, Vector& loses) const {
    return yonmoque::take_back(*this, m, v, wins, loses);
  }

  ZERMELO_HD static bool loses(int line) { return line >= Lines::fours; }
  ZERMELO_HD u32 line_pieces(int line, const CubeMove& m) const {
    u32 pieces = 0;
    for (u32 rest = lines[line]; rest != 0; rest &= rest - 1) pieces |= u32{1} << place_of(m, rest & (0 - rest));
    return pieces;
  }

private:
  ZERMELO_HD u32 index_at(ClassOfSet place, u32 there, u32 square) const {
    return static_cast<u32>(count_ones(there & (images[place.symmetry() * squares + static_cast<u32>(lowest_bit(square))] - 1)));
  }

  // The place of a piece before the move; the moved one keeps its own.
  ZERMELO_HD static int place_of(const CubeMove& m, u32 square) {
    return count_ones(m.set & ((square == m.to ? m.from : square) - 1));
  }

  ZERMELO_HD static void find_runs(CubeMove& m) {
    m.runs = 0;
    const u32 standing = m.set & ~m.from;
    each_direction<0, directions>([&]<int D>() {
      if ((step<D>(step<D>(m.to) & standing) & standing) == 0) return; // nothing between, or nothing that closes
      CubeRun& run = m.run[m.runs++];
      run.length = 0;
      for (u32 at = step<D>(m.to); (at & standing) != 0; at = step<D>(at))
        run.pieces[run.length++] = static_cast<u8>(count_ones(m.set & (at - 1)));
    });
  }

  ZERMELO_HD void find_lines(CubeMove& m) const {
    const u32 standing = m.set & ~m.from;
    u64 touched = through[lowest_bit(m.to)]; // with those through all that may be flipped
    each_direction<0, directions>([&]<int D>() {
      for (u32 at = step<D>(m.to); (at & standing) != 0 && (step<D>(at) & standing) != 0; at = step<D>(at))
        touched |= through[lowest_bit(at)];
    });
    m.lines = 0;
    for (u64 rest = touched; rest != 0; rest &= rest - 1)
      if ((lines[lowest_bit(rest)] & ~(standing | m.to)) == 0) m.lines |= rest & (0 - rest);
  }
};

} // namespace zermelo::yonmoque
