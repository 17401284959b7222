// Positions as block x cube. A block says which squares are occupied, up to symmetry; the cube over it are the colourings of the
// pieces: bit i of a colouring says that piece i is the first player's. A turn goes from one cube to another in one way for all
// colourings, but for the pieces that it flips; so one look at a block serves all positions over it, and values are vectors of
// bits.
//
// Blocks come in layers that play never enters again. A placement leads to another layer, everything else stays.
//
// A game offers g.cubes(), with
//
//   layers()                  the layers, those that others lead to first
//   name(layer)               for reports
//   symmetric(pieces, block)  whether colourings may be images of each other; only the least of them is a position's slot
//   board()                   what a block's turns are; plain data and pointers to it, so that a device can have a copy:
//
//     all_squares()                    a bit each
//     set(pieces, block)               the squares that are occupied
//     targets(player, from, set)       where a piece of the player's may go
//     place(set)                       its block: number(), and more that is handed back
//     describe(set, place, move)       fills in what a move does, of which piece, by, from and to are said
//     describe_placement(set, to, place, placement)
//     take_back(move, v, wins, loses)  takes a move back: v is a set of colourings after it, for the other player, and
//                                      becomes the set of those before it. wins, loses: the colourings in which the move makes a line
//                                      that ends the game; false if there is none
//     line_pieces(line, move)          the places of its pieces before the move; loses(line): its maker has lost
//     each_array(f)                    f(pointer, count) for its data
//
// and G::cube_orbit, the size of the class of a position over a block that is not symmetric.
//
// A slot of the game's index is layer.first + ((block x 2 + side to move) << pieces | colouring); side 0 is the first player's.
#pragma once

#include <array>
#include <concepts>
#include <string>
#include <vector>

#include "base/bits.h"
#include "game/concepts.h"

namespace zermelo {

struct CubeLayer {
  int pieces = 0; // on the board
  u64 blocks = 0;
  Slot first = 0;
  std::array<int, 2> after{-1, -1}; // the layer that a placement by each player leads to; -1: none in hand
};

inline constexpr int most_cube_pieces = 12;
inline constexpr int most_cube_moves = most_cube_pieces * (32 - most_cube_pieces); // of a block: pieces and where they go

// Where the piece at each place is read in another block, four bits for each place, as exchanges of two places that bring all of
// them where they belong.
struct CubeExchanges {
  u8 count = 0;
  u8 pairs[most_cube_pieces]; // lower place | higher place << 4

  ZERMELO_HD void bring(u64 read_at, int pieces) {
    u64 holds = 0; // which piece each place holds now
    for (int i = 0; i < pieces; ++i) holds |= static_cast<u64>(i) << 4 * (read_at >> 4 * i & 15);
    count = 0;
    for (int i = 0; i < pieces; ++i) {
      int j = i;
      while ((holds >> 4 * j & 15) != static_cast<u64>(i)) ++j;
      if (j == i) continue;
      pairs[count++] = static_cast<u8>(i | j << 4);
      const u64 different = (holds >> 4 * i ^ holds >> 4 * j) & 15;
      holds ^= different << 4 * i | different << 4 * j;
    }
  }
  // In a vector of bits, one for each colouring.
  template <class Vector> ZERMELO_HD void apply(Vector& v) const {
    for (int i = 0; i < count; ++i) v.exchange(pairs[i] & 15, pairs[i] >> 4);
  }
};

struct CubeRun {
  u8 length = 0;
  u8 pieces[4]; // next to where the moved piece arrives, nearest first
};

// A move of one piece. In each run the other's pieces before the mover's first are flipped. Then a new line ends the game.
struct CubeMove {
  u32 set = 0, from = 0, to = 0; // squares
  u32 block = 0;                 // it leads to
  u8 piece = 0;
  u8 by = 0; // bit s: player s may make it, if the piece is his
  u8 at = 0; // the place of the piece in the other block
  u8 runs = 0;
  CubeExchanges exchanges;
  CubeRun run[8];
  u64 lines = 0; // whose squares are all occupied, with the moved piece or with one that may be flipped
};

struct CubePlacement {
  u32 block = 0; // of the layer that it leads to
  u8 at = 0;     // the place of the new piece there; here it comes last
  CubeExchanges exchanges;
};

template <class G>
concept Cubed = Indexed<G> && requires(const G& g) {
  { g.cubes().layers() } -> std::convertible_to<const std::vector<CubeLayer>&>;
  { g.cubes().name(std::size_t{0}) } -> std::same_as<std::string>;
  { g.cubes().symmetric(0, u64{0}) } -> std::same_as<bool>;
  { g.cubes().board().set(0, u64{0}) } -> std::same_as<u32>;
  { G::cube_orbit } -> std::convertible_to<int>;
};

template <Cubed G> using CubeBoardOf = std::remove_cvref_t<decltype(std::declval<const G&>().cubes().board())>;

} // namespace zermelo
